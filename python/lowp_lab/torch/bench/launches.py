"""What lowp launches for architectures: a table that is made without a GPU.

Models, their inputs and all values are fake, and nothing is compiled; regions are divided
and judged as they are for the part. A change of the compiler edits the table.
"""

from __future__ import annotations

import collections
import contextlib
import pathlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

from lowp_lab.torch.bench.architectures import ARCHITECTURES, Architecture, Missing, result_of
from lowp.torch.compiling import report
from lowp.torch.compiling.backend import backend
from lowp.torch.compiling.candidates import uncompiled

_BATCH, _LENGTH = 2, 2048
_KINDS = ("gemm", "fusion", "generic", "copy")
_TITLES = "architecture graph regions became recipes".split()
_TITLES += [*_KINDS, "slow", "gaps", "MB", "us", "torch-us", "faster"]


@contextlib.contextmanager
def _uninitialized() -> Iterator[None]:
    """Leaves weights of transformers as they are: what draws them looks at values."""
    try:
        from transformers.initialization import no_init_weights
    except ImportError:
        yield
    else:
        with no_init_weights():
            yield


def _verdicts(architecture: Architecture, part: str) -> list[tuple[str, report.Verdict]]:
    """On the regions of forward and backward. Raises Missing."""
    torch._dynamo.reset()
    options: dict[str, Any] = {"rest": "eager", "compile": {"part": part}}
    with (
        FakeTensorMode(allow_non_fake_inputs=True),
        uncompiled(),
        report.collect() as cuts,
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        with _uninitialized():
            model: nn.Module = architecture.prepare("cpu", torch.bfloat16)
        inputs = architecture.inputs(model, _BATCH, _LENGTH)
        lowered: Any = torch.compile(model, backend=backend, options=options)
        result_of(lowered, inputs).float().sum().backward()
    return cuts.verdicts


def _recipes(verdict: report.Verdict) -> str:
    """How often each is chosen."""
    counts = collections.Counter(m.recipe or "none" for m in verdict.predicted.matmuls)
    return "+".join(f"{count}x{recipe}" for recipe, count in sorted(counts.items()))


def _cells(verdict: report.Verdict) -> tuple[str, ...]:
    predicted = verdict.predicted
    kinds = collections.Counter(launch.kind for launch in predicted.launches)
    size = "?" if predicted.bytes is None else f"{predicted.bytes / 1e6:.1f}"
    return (
        verdict.action.replace(" ", "-"),
        _recipes(verdict),
        *(str(kinds[each]) for each in _KINDS),
        str(sum(launch.is_slow for launch in predicted.launches)),
        str(verdict.copies),
        size,
        *_times(verdict.us, verdict.torch_us),
    )


def _times(us: float | None, torch_us: float) -> list[str]:
    if us is None:
        return ["?", f"{torch_us:.1f}", "?"]
    return [f"{us:.1f}", f"{torch_us:.1f}", f"{torch_us / us:.2f}"]


def _whole(verdicts: Sequence[tuple[str, report.Verdict]]) -> list[str]:
    """The sum of all regions, those that are left as torch's."""
    us = torch_us = 0.0
    for _, verdict in verdicts:
        if verdict.action == report.MATMULS:
            continue
        taken = None if verdict.action == report.LEFT else verdict.us
        us += verdict.torch_us if taken is None else taken
        torch_us += verdict.torch_us
    return ["all", str(len(verdicts)), *["-"] * (len(_TITLES) - 6), *_times(us, torch_us)]


def rows_of(architecture: Architecture, part: str) -> list[str]:
    """The lines of an architecture: one for all equal regions of a graph, in the order of
    the first, and one for all. Raises Missing."""
    verdicts = _verdicts(architecture, part)
    counts = collections.Counter((kind, _cells(verdict)) for kind, verdict in verdicts)
    rows = [[kind, str(count), *cells] for (kind, cells), count in counts.items()]
    return [" ".join([architecture.name, *row]) for row in [*rows, _whole(verdicts)]]


def _align(lines: Sequence[str]) -> str:
    cells = [line.split() for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n"
        for row in cells
    )


def read(path: str | pathlib.Path) -> dict[str, list[str]]:
    """The rows of each architecture in a table, with one space between cells."""
    found: dict[str, list[str]] = collections.defaultdict(list)
    if pathlib.Path(path).exists():
        lines = pathlib.Path(path).read_text().splitlines()
        for line in lines:
            if line and not line.startswith(("#", _TITLES[0])):
                cells = line.split()
                found[cells[0]].append(" ".join(cells))
    return found


def _versions() -> str:
    try:
        import transformers

        return f"torch {torch.__version__}, transformers {transformers.__version__}"
    except ImportError:
        return f"torch {torch.__version__}"


def _store(path: str, part: str, rows: Mapping[str, Sequence[str]]) -> None:
    lines = [" ".join(_TITLES)]
    lines += [line for name in ARCHITECTURES for line in rows.get(name, ())]
    head = (
        f"# Launches of regions for {part}, forward + backward of {_BATCH} x {_LENGTH} tokens, "
        f"recipe auto; {_versions()}\n# python -m lowp.torch.bench --launches FILE\n"
    )
    pathlib.Path(path).write_text(head + _align(lines))


def write(path: str, part: str, only: Sequence[str]) -> None:
    """Writes the table, after each architecture. only: parts of the names of
    architectures; the rows of others stay, and of those that cannot be built here."""
    rows = read(path)
    _store(path, part, rows)
    for name, architecture in ARCHITECTURES.items():
        if not any(each in name for each in only):
            continue
        try:
            rows[name] = rows_of(architecture, part)
        except Missing as missing:
            print(f"{name}: {missing}", flush=True)
        _store(path, part, rows)
