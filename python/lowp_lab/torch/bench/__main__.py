"""Measures, and writes one JSON. Each result is written when it is there: what is cut
short keeps what it has."""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

import torch

import lowp
from lowp.bench.errors import BenchError
from lowp_lab.torch.bench import cases, first_calls, launches, models, side_by_side
from lowp_lab.torch.bench.architectures import ARCHITECTURES, Missing
from lowp_lab.torch.bench.contenders import Contender, contenders
from lowp_lab.torch.measure.decoder import Sizes, add_sizes, sizes_of


# Arguments that say how to run, and not what is measured.
_HIDDEN = ("compile_one", "contender", "turns", "words_given")


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lowp.torch.bench", description=__doc__)
    parser.add_argument("--json", default="layers.json", help="where results go")
    parser.add_argument(
        "--set",
        default="layers",
        choices=("layers", "models", "regions"),
        help="a layer and its steps, architectures of transformers, or each of their regions "
        "beside what inductor makes of its nodes",
    )
    parser.add_argument(
        "--launches",
        default="",
        metavar="FILE",
        help="measure nothing, but write the launches of architectures to FILE; needs no GPU",
    )
    parser.add_argument("--part", default="h200", help="the GPU whose launches these are")
    parser.add_argument("--device", default="cuda")
    sizes = Sizes(layers=4, words=32000)
    add_sizes(parser, sizes, "width", "hidden", "heads", "groups", "words", "layers")
    parser.add_argument("--batch", type=int, default=2)
    parser.add_argument("--length", type=int, default=2048)
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument("--recipes", default="blockwise_training,rowwise_training,auto")
    parser.add_argument(
        "--hold",
        action="store_true",
        help="recipes once more, with weights that are held between steps",
    )
    parser.add_argument("--rest", default="inductor", choices=("inductor", "eager"))
    parser.add_argument(
        "--save",
        default="bf16",
        choices=("bf16", "time", "memory"),
        help="what backend lowp keeps for the backward pass",
    )
    parser.add_argument("--math", default="fast", choices=("exact", "fast"))
    parser.add_argument(
        "--only", default="", help='"CASE / CONTENDER", parts of it, several with commas'
    )
    parser.add_argument("--seconds", type=float, default=540, help="no case begins after that")
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="how many architectures compile side by side, to be measured in turn",
    )
    parser.add_argument("--architectures", default="", help="names, with commas; all by default")
    parser.add_argument("--compile-one", default="", help=argparse.SUPPRESS)
    parser.add_argument("--contender", default="", help=argparse.SUPPRESS)
    parser.add_argument("--turns", action="store_true", help=argparse.SUPPRESS)
    words = sys.argv[1:] if words is None else words
    arguments = parser.parse_args(words)
    arguments.words_given = words
    return arguments


def make_setting(
    arguments: argparse.Namespace, shape: tuple[int, int] | None = None
) -> cases.Setting:
    """shape: another batch and length than those of the arguments."""
    batch, length = shape or (arguments.batch, arguments.length)
    sizes = sizes_of(arguments)
    return cases.Setting(sizes, batch, length, arguments.device, arguments.calls)


def make_contenders(arguments: argparse.Namespace) -> list[Contender]:
    options = {"math": arguments.math} if arguments.device == "cuda" else {"host_opt_level": 1}
    recipes = arguments.recipes.split(",")
    own = {"rest": arguments.rest, "save": arguments.save, "compile": options}
    found = contenders(recipes, own, arguments.hold)
    # Models of others have layers that torchao does not convert.
    is_layer = arguments.set == "layers"
    known = [each for each in found if is_layer or each.convert is None]
    return [each for each in known if arguments.contender in ("", each.name)]


def architectures_of(arguments: argparse.Namespace) -> list[str]:
    """Their names. Raises SystemExit for one that is not known."""
    names = arguments.architectures.split(",") if arguments.architectures else list(ARCHITECTURES)
    for name in names:
        if name not in ARCHITECTURES:
            raise SystemExit(f"expected architectures of {', '.join(ARCHITECTURES)}, got '{name}'")
    return names


def _cases_of_models(arguments: argparse.Namespace) -> dict[str, Callable[[Contender], Any]]:
    setting = models.Setting(
        torch.device(arguments.device), arguments.calls, arguments.batch, arguments.length
    )
    if arguments.turns:
        setting = setting._replace(turns=side_by_side.take_turns)
    of_regions = arguments.set == "regions"
    make = models.make_cases_of_regions if of_regions else models.make_cases
    return make(setting, architectures_of(arguments))


def make_cases(arguments: argparse.Namespace) -> dict[str, Callable[[Contender], Any]]:
    if arguments.set != "layers":
        return _cases_of_models(arguments)
    setting = make_setting(arguments)
    # As many tokens in one sequence, and a step of decoding.
    alone = make_setting(arguments, (1, arguments.batch * arguments.length))
    token = make_setting(arguments, (arguments.batch, 1))
    return {
        "forward + backward": lambda each: cases.training(each, setting),
        "forward, quantized in the call": lambda each: cases.forward(each, setting, False),
        "forward, frozen": lambda each: cases.forward(each, setting, True),
        "training step": lambda each: cases.steps(each, setting),
        **{
            kind: functools.partial(first_calls.compile_twice, kind, words=arguments.words_given)
            for kind in first_calls.KINDS
        },
        "forward + backward: one sequence": lambda each: cases.training(each, alone),
        "forward, frozen: one sequence": lambda each: cases.forward(each, alone, True),
        "forward, frozen: one token": lambda each: cases.forward(each, token, True),
    }


def versions(arguments: argparse.Namespace) -> dict[str, Any]:
    is_gpu = arguments.device == "cuda"
    return {
        "lowp": lowp.__version__,
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if is_gpu else "cpu",
        "arguments": {k: v for k, v in vars(arguments).items() if k not in _HIDDEN},
    }


def attempt(case: Callable[[Contender], Any], contender: Contender) -> dict[str, Any]:
    """A result, or in its place why it is skipped, or the error. What other processes compiled is not used: regions are
    known of what is compiled here alone."""
    try:
        with torch.compiler.config.patch(force_disable_caches=True):
            return case(contender)
    except Missing as missing:
        return {"skipped": str(missing)}
    except Exception as error:
        lines = traceback.format_exc().splitlines()[-3:]
        return {"error": f"{type(error).__name__}: {str(error)[:1000]}", "at": lines}


def _compare(case: dict[str, Any]) -> None:
    """Notes how many times faster than inductor each contender is."""
    base = case.get("inductor bf16", {})
    for name, result in case.items():
        if name != "inductor bf16" and "ms" in base and "ms" in result:
            result["of_inductor"] = base["ms"] / result["ms"]


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    start = time.monotonic()
    results: dict[str, Any] = {"versions": versions(arguments)}
    only = arguments.only.split(",")
    for name, case in make_cases(arguments).items():
        for contender in make_contenders(arguments):
            if not any(part in f"{name} / {contender.name}" for part in only):
                continue
            if time.monotonic() - start > arguments.seconds:
                result: dict[str, Any] = {"error": "no time was left"}
            else:
                result = attempt(case, contender)
            results.setdefault(name, {})[contender.name] = result
            _compare(results[name])
            print(f"{name}, {contender.name}: {json.dumps(result)[:400]}", flush=True)
            with open(arguments.json, "w") as file:
                json.dump(results, file, indent=1)
    return results


def run_side_by_side(arguments: argparse.Namespace) -> dict[str, Any]:
    """As `run`, in several processes."""
    results: dict[str, Any] = {"versions": versions(arguments)}

    def note(found: dict[str, Any]) -> None:
        for name, case in found.items():
            if name != "versions":
                results.setdefault(name, {}).update(case)
                _compare(results[name])
        with open(arguments.json, "w") as file:
            json.dump(results, file, indent=1)

    names, known = architectures_of(arguments), [each.name for each in make_contenders(arguments)]
    side_by_side.measure_in_turn(arguments.words_given, names, known, arguments.jobs, note)
    return results


def main() -> None:
    arguments = read_arguments()
    if arguments.launches:
        launches.write(arguments.launches, arguments.part, arguments.only.split(","))
        return
    if arguments.device == "cuda" and not torch.cuda.is_available():
        raise BenchError(
            "expected a GPU that torch can use, got none; --launches and --device cpu need none"
        )
    if arguments.compile_one:
        kind, name = arguments.compile_one.split(" / ")
        named = {each.name: each for each in make_contenders(arguments)}
        result = first_calls.compile_once(kind, named[name], make_setting(arguments))
        print(json.dumps(result))
        return
    if arguments.jobs > 1 and arguments.set != "layers":
        run_side_by_side(arguments)
        return
    run(arguments)


if __name__ == "__main__":
    main()
