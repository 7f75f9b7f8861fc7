"""What lowp.tune searches, compiles and makes of figures, without a GPU."""

import json
import math
import os
import shutil

import lowp
import pytest
from lowp.bench.errors import BenchError, Refused
from lowp.bench.products.kinds import KINDS, MEASURED_KINDS
from lowp.bench.products.problem import Problem
from lowp.bench.products.shapes import Shape, load_shapes
from lowp.tune import building, config_file, modules
from lowp.tune.building import build_all, function_name, split
from lowp.tune.candidates import Candidate, Job, Scope, make_job
from lowp.tune.cli import main
from lowp.tune.compilers import LibraryCompiler
from lowp.tune.report import format_record, format_results
from lowp.tune.unseen import WEIGHTS, unseen_problems
from lowp.tune.verdict import judge, summarize

PROBLEM = Problem(KINDS["rowwise"], Shape(64, 320, 256))
KEY = {"chip": "sm_90a", "m": 64, "n": 320, "k": 256}


def ranking(cycles, variants=0):
    configs = [{"config": f"c{place}", "cycles": value} for place, value in cycles]
    for entry in configs[:variants]:
        entry["variants"] = [f"{entry['config']}a", f"{entry['config']}b"]
    gemm = {"problem": KEY, "choice": "c1", "configs": configs}
    return {"format": "lowp-ranking 1", "gemms": [gemm]}


RANKED = list(enumerate([100, 110, 150, 161, 300], 1))


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(), "c1 c2 c3 c4 c5"),
        (Scope(1.6), "c1 c2 c3"),
        (Scope(1.0), "c1"),
        (Scope(1.6, most=2), "c1 c2"),
        (Scope(None, most=4), "c1 c2 c3 c4"),
        (Scope(1.1, variants=2), "c1 c2 c1a c1b c2a c2b"),
    ],
)
def test_scope(scope, expected):
    job = make_job(PROBLEM, ranking(RANKED, scope.variants), scope)
    assert [candidate.config for candidate in job.candidates] == expected.split()
    assert job.listed == 5 and job.key == KEY
    places = {c.config: (c.place, c.is_variant) for c in job.candidates}
    assert places["c1"] == (1, False)
    assert places.get("c2b", (2, True)) == (2, True)


def test_other_compilers_are_refused():
    with pytest.raises(BenchError, match="expected a ranking of format"):
        make_job(PROBLEM, {"format": "lowp-ranking 9"}, Scope())


def test_the_compiler_ranks():
    """What the compiler writes, and that its configs compile as they are printed."""
    compiler = LibraryCompiler("sm_90a")
    problem = PROBLEM._replace(fast=False)
    job = make_job(problem, compiler.rank(problem, 1), Scope(None, 3, 1))
    assert job.listed > 10
    assert job.key["n"] == 320 and job.key["lhs"]["block"] == [1, "all"]
    assert not job.key["fast_accumulation"]
    cycles = [candidate.cycles for candidate in job.candidates[:3]]
    assert cycles == sorted(cycles)
    assert any(candidate.is_variant for candidate in job.candidates)
    (unit, *_rest) = split(job)
    program = compiler.build(unit.name, unit.text)
    assert {function.name for function in program} == {
        function_name(number) for number in unit.numbers
    }
    # Other configs, other kernels: none is shared.
    assert len(program.kernels) == len(unit.numbers)


def test_a_problem_without_kernel():
    with pytest.raises(Refused, match="expected"):
        LibraryCompiler("sm_90a").rank(PROBLEM._replace(shape=Shape(64, 9, 256)), 0)


def make_candidates(count):
    return tuple(
        Candidate(f"#lowp_gpu.config<{number}>", number + 1, 100 + number)
        for number in range(count)
    )


class NoProgress:
    def __init__(self, total):
        self.total = total

    def step(self, what):
        self.total -= 1

    def end(self):
        assert self.total == 0


def test_building(monkeypatch):
    """A module that is refused is taken apart; what is good in it stays."""
    monkeypatch.setattr(building, "CANDIDATES_PER_MODULE", 3)
    jobs = [Job(PROBLEM, KEY, make_candidates(count), 9) for count in (5, 2)]
    names = []

    def build(name, text):
        names.append(name)
        if "config<4>" in text:
            raise Refused("spills")
        return name

    first, second = build_all(jobs, build, 2, NoProgress)
    stem = "rowwise-e4m3-e4m3-bf16-fast-64x320x256"
    assert [first[n].module for n in range(4)] == [f"{stem}-0-2"] * 3 + [f"{stem}-3-3"]
    assert first[4] == building.Built(None, "spills")
    assert second[0].module == second[1].module == f"{stem}-0-1"
    assert sorted(names) == sorted(f"{stem}-{part}" for part in ("0-2", "3-4", "3-3", "4-4", "0-1"))


def test_manifest(tmp_path):
    job = Job(PROBLEM, KEY, make_candidates(2), 9)
    built = {0: building.Built("a.so"), 1: building.Built(None, "spills")}
    modules.save(str(tmp_path), [job], [built])
    assert modules.load(str(tmp_path)) == [(job, built)]
    for text in ("{", "[]", '{"format": "other"}'):
        (tmp_path / "tune.json").write_text(text)
        with pytest.raises(BenchError, match="expected"):
            modules.load(str(tmp_path))


def test_bench_takes_the_file(tmp_path, capsys):
    from lowp_lab.bench.cli import main as bench

    if not shutil.which(os.environ.get("LOWP_COMPILE", "")):
        pytest.skip("needs lowp-compile")
    path = tmp_path / "tuned.json"
    arguments = ["--shapes=64x320x256", "--kinds=rowwise", f"--config-file={path}"]
    arguments.append(f"--precompile={tmp_path / 'modules'}")
    path.write_text('{"format": "lowp-configs 1", "configs": []}')
    assert bench(arguments) == 0
    path.write_text('{"format": "lowp-configs 1", "configs": [1]}')
    assert bench(arguments) == 1
    assert "entry 1 of config file" in capsys.readouterr().err
    path.unlink()
    assert bench(arguments) == 2
    assert "expected a file that lowp.tune wrote" in capsys.readouterr().err


def test_unseen_problems():
    problems = unseen_problems()
    assert problems == unseen_problems() and len(problems) == 30
    counts = [sum(p.kind.name == kind for p in problems) for kind in MEASURED_KINDS]
    assert min(counts) >= 7
    sizes = [problem.shape.m for problem in problems]
    assert sizes[0] == 1 and sizes == sorted(sizes) and 8192 < sizes[-1] <= 16384
    assert [math.ceil(math.log2(size)) for size in sizes].count(14) >= 2
    weights = {problem.shape[1:] for problem in problems}
    known = {nk for some in WEIGHTS.values() for nk in some}
    assert len(weights) == 30 and weights <= known
    assert all(n % 8 == 0 and k % 16 == 0 for n, k in known)
    # Not what the cost model was fitted to.
    assert not known & {shape[1:] for shape in load_shapes(None)}


def entry(config, place, median=None, variant=False, **fields):
    figures = {} if median is None else {"median": median * 1e-6}
    return {
        "config": config,
        "place": place,
        "cycles": 100,
        "is_variant": variant,
        "relative_error": 1e-3,
        "is_equal": True,
        **figures,
        **fields,
    }


def record(*candidates, m=64):
    return {
        "kind": "rowwise",
        "m": m,
        "n": 320,
        "k": 256,
        "lhs": "e4m3",
        "rhs": "e4m3",
        "result": "bf16",
        "fast": True,
        "key": {**KEY, "m": m},
        "listed": 64,
        "candidates": list(candidates),
    }


WON = record(
    entry("#lowp_gpu.config<a>", 1, 10.5),
    entry("#lowp_gpu.config<b>", 2, 10.0, variant=True),
    entry("#lowp_gpu.config<c>", 3),
    entry("#lowp_gpu.config<d>", 4, skipped="wrong: NaN", is_broken=True),
)


def test_verdict():
    verdict = judge(WON)
    assert verdict.best["place"] == 2
    assert verdict.loss == pytest.approx(0.05)
    assert judge(record(entry("a", 1), entry("b", 2))) is None
    assert judge(record(entry("a", 1), entry("b", 2, 3.0))).loss is None
    even = record(entry("a", 1, 10.0), entry("b", 2, 11.0))
    summary = summarize([WON, even, record(entry("a", 1))])
    assert (summary.problems, summary.good) == (2, 1)
    assert summary.worst == pytest.approx(0.05) and summary.worst_record is WON
    assert summary.mean == pytest.approx(1.05**0.5 - 1)


def test_report():
    text = format_record(WON)
    assert "rowwise 64x320x256: 4 configs of 64 ranked, 1 of them variants" in text
    assert "   10.00  0.0%    2v        yes  #lowp_gpu.config<b>" in text
    assert "*  10.50  5.0%     1        yes  #lowp_gpu.config<a>" in text
    assert "1 without figures: wrong: NaN" in text
    results = {"machine": {"gpu": "Stub", "torch": "2"}, "results": [WON]}
    text = format_results(results)
    assert "2v of 64" in text
    assert "within 3% of the best on 0 of 1 problems" in text
    results["results"] = [record(entry("a", 1))]
    assert "choices have no figures" in format_results(results)


def test_config_file(tmp_path):
    path = str(tmp_path / "tuned.json")
    config_file.update(path, [config_file.make_entry(WON, "Stub")])
    (written,) = config_file.load(path)
    assert written["config"] == "#lowp_gpu.config<b>" and written["m"] == 64
    assert "10.00 us on Stub; the cost model's choice took 5.0% longer" in str(written)
    # An entry of the same problem is replaced, one of another added.
    won = record(entry("#lowp_gpu.config<e>", 1, 9.0))
    other = record(entry("#lowp_gpu.config<f>", 1, 9.0), m=65)
    new = [config_file.make_entry(one, "Stub") for one in (won, other)]
    config_file.update(path, new)
    found = {entry["m"]: entry["config"] for entry in config_file.load(path)}
    assert found == {64: "#lowp_gpu.config<e>", 65: "#lowp_gpu.config<f>"}
    assert config_file.make_entry(record(entry("a", 1)), "Stub") is None


def test_ranges():
    entries = [{**KEY, "m": m, "config": str(m)} for m in (64, 16, 4096)]
    entries.append({**KEY, "n": 8, "m": 5, "config": "other"})
    stretched = {entry["config"]: entry["m"] for entry in config_file.stretch(entries)}
    assert stretched == {
        "16": [1, 16],
        "64": [17, 64],
        "4096": [65, 4096],
        "other": [1, 5],
    }
    # Two kinds may share a problem.
    (twice,) = config_file.stretch([{**KEY, "m": 8, "config": name} for name in "ab"])
    assert (twice["m"], twice["config"]) == ([1, 8], "b")


def merged(old, new):
    """What is in a file after two runs, as pairs of M and config."""
    entries = [[{**KEY, "m": m, "config": config} for m, config in run] for run in (old, new)]
    return [(entry["m"], entry["config"]) for entry in config_file.merge(*entries)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # The same ranges, others that cut them, and one M inside of a range.
        ([([1, 64], "a")], [([1, 64], "b")], [([1, 64], "b")]),
        ([([1, 64], "a")], [([1, 32], "b")], [([1, 32], "b"), ([33, 64], "a")]),
        ([([9, 64], "a")], [([1, 16], "b")], [([1, 16], "b"), ([17, 64], "a")]),
        ([([1, 64], "a")], [(64, "b")], [(64, "b"), ([1, 63], "a")]),
        ([([1, 9], "a")], [(5, "b")], [(5, "b"), ([1, 4], "a"), ([6, 9], "a")]),
        ([(5, "a"), (6, "c")], [([1, 5], "b")], [([1, 5], "b"), (6, "c")]),
        ([(7, "a")], [([1, 5], "b")], [(7, "a"), ([1, 5], "b")]),
        ([(7, "a")], [(7, "b"), (7, "c")], [(7, "c")]),
        (
            [([1, 16], "a"), ([17, 4096], "b")],
            [([1, 8], "c"), ([9, 100], "d")],
            [([1, 8], "c"), ([9, 100], "d"), ([101, 4096], "b")],
        ),
    ],
)
def test_no_two_configs_for_a_matmul(old, new, expected):
    assert merged(old, new) == expected


def test_configs_of_other_problems_stay():
    other = {**KEY, "n": 8, "m": [1, 64], "config": "a"}
    new = {**KEY, "m": [1, 64], "config": "b"}
    assert config_file.merge([other], [new]) == [other, new]


def test_rows_that_are_wrong():
    new = {**KEY, "m": 1, "config": "b"}
    for m in (None, "1", [1], [1, 2.5]):
        with pytest.raises(BenchError, match='expected the "m" of a config'):
            config_file.merge([{**KEY, "m": m, "config": "a"}], [new])


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "lowp-configs 1"}'])
def test_a_config_file_that_is_wrong(tmp_path, text):
    path = tmp_path / "tuned.json"
    path.write_text(text)
    with pytest.raises(BenchError, match="expected"):
        config_file.load(str(path))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--precompile=x", "expected problems to tune, got none"),
        ("--precompile=x --shapes=64x320x256 --within=0.5", "expected --within of 1"),
        ("--precompile=x --shapes=64x320x256 --best=0", "expected --best of 1"),
        ("--precompile=x --shapes=64x320x256 --jobs=0", "expected --jobs of 1"),
        ("--precompile=x --shapes=64x320x256 --accumulate", "expected --result=f32"),
        ("--modules=x --repetitions=0", "expected --repetitions of 1"),
        ("--precompile=x --shapes=64x9x256", "expected a problem that there is a k"),
        ("--precompile=x --shapes=64x320x256 --m=5", "expected problems to tune, got"),
        ("--table=nowhere.json", "expected results of lowp.tune"),
    ],
)
def test_errors(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    if "LOWP_COMPILE" not in os.environ:
        pytest.skip("needs lowp-compile")
    assert main(arguments.split()) == 2
    assert message in capsys.readouterr().err


def test_precompile(tmp_path, capsys):
    if not shutil.which(os.environ.get("LOWP_COMPILE", "")):
        pytest.skip("needs lowp-compile")
    folder = tmp_path / "modules"
    arguments = ["--shapes=64x320x256", "--kinds=rowwise", "--best=2", "--within=0"]
    assert main([*arguments, "--variants=0", f"--precompile={folder}"]) == 0
    assert "2 of 2 configs of 1 problems compiled" in capsys.readouterr().out
    ((job, built),) = modules.load(str(folder))
    assert [one.place for one in job.candidates] == [1, 2]
    assert (folder / built[1].module).exists()
    # What the tool writes is what the compiler reads.
    path = tmp_path / "tuned.json"
    won = record(entry(job.candidates[1].config, 2, 1.0))
    config_file.update(str(path), [config_file.make_entry({**won, "key": job.key}, "Stub")])
    tuned = LibraryCompiler("sm_90a")
    import lowp

    text, _diagnostics = lowp.run_pipeline(
        building.Unit(job, (0,)).text.replace(
            f"{{lowp_gpu.config = {job.candidates[0].config}}}", ""
        ),
        f"lowp-to-nvvm{{chip=sm_90a serialize=false config-file={path} "
        f"ranking-file={tmp_path / 'ranking.json'}}}",
    )
    ranked = json.loads((tmp_path / "ranking.json").read_text())
    assert ranked["gemms"][0]["choice"] == job.candidates[1].config
    assert tuned.rank(PROBLEM, 0)["gemms"][0]["choice"] == job.candidates[0].config


def test_groups_are_problems_of_their_own():
    from lowp.bench.products.module_text import module_name, module_text
    from lowp.bench.products.problem import choose_sizes
    from lowp.tune.arguments import choose_problems, make_parser

    def choose(*more, shape="64x48x160"):
        arguments = ["--kinds=rowwise", f"--shapes={shape}", *more]
        return choose_problems(make_parser().parse_args(arguments))

    (problem,) = choose("--groups=4")
    sizes = choose_sizes(problem.shape, "static")
    assert (problem.groups, str(problem)) == (4, "rowwise 64x48x160 in 4 groups")
    assert problem.bytes == 64 * 160 + 4 * 48 * 160 + 2 * 64 * 48
    assert "4-groups" in module_name(problem, sizes)
    text = module_text(problem, sizes)
    assert "lowp.grouped_scaled_matmul %a, %b ends(%g : tensor<4xi32>) fast" in text
    assert "!lowp.scaled<4x48x160xf8E4M3FN, #lowp.rowwise>" in text
    (problem,) = choose("--groups-of-k=4", shape="64x48x256")
    assert str(problem) == "rowwise 64x48x256 in 4 groups of K" and problem.sums
    assert problem.bytes == (64 + 48) * 256 + 4 * 2 * 64 * 48
    assert "4-groups-of-k" in module_name(problem, sizes)
    assert "tensor<4x64x48xbf16>" in module_text(problem, sizes)
    for more in (
        ["--groups=0"],
        ["--groups=1025"],
        ["--groups-of-k=1025"],
        ["--groups-of-k=4"],
        ["--groups=2", "--groups-of-k=2"],
        ["--groups=2", "--unseen"],
        ["--groups-of-k=2", "--unseen"],
        ["--groups=2", "--accumulate", "--result=f32"],
        ["--groups-of-k=2", "--kinds=tensorwise"],
    ):
        with pytest.raises(BenchError, match="expected --groups"):
            choose(*more)


@pytest.mark.parametrize("kind", ["rowwise", "1x128.128x128", "1x128.1x128"])
def test_groups_of_k(kind):
    """What a host computes of operands is what kernels are compared with; the ranking is of groups
    of K, as entries of a file are."""
    torch = pytest.importorskip("torch")
    from lowp.bench.products.accuracy import reference, relative_error
    from lowp.bench.products.module_text import module_text
    from lowp.bench.products.operands import make_operands, make_result
    from lowp.bench.products.problem import choose_sizes

    problem = Problem(KINDS[kind], Shape(16, 48, 512), groups=3, sums=True)
    operands = make_operands(problem, 0, "cpu").copy()
    assert operands.sums.ends.tolist() == [128, 256, 512]
    result, rows = make_result(problem, "cpu"), torch.arange(0, 16, 5)
    text = module_text(problem, choose_sizes(problem.shape, "static"))
    lowp.compile(text, device="cpu", host_opt_level=0)["gemm"](*operands.arrays, out=result)
    assert relative_error(result, reference(operands, rows), rows) < 5e-3
    result[1, 5] = 0
    assert relative_error(result, reference(operands, rows), rows) > 5e-3
    job = LibraryCompiler("sm_90a").rank(problem, 0)["gemms"][0]["problem"]
    assert (job["groups"], job["batch"], job["k"]) == ("k", 3, 512)


def test_operands_of_groups():
    torch = pytest.importorskip("torch")
    from lowp.bench.products.accuracy import reference
    from lowp.bench.products.kinds import KINDS
    from lowp.bench.products.operands import make_operands
    from lowp.bench.products.problem import Problem
    from lowp.bench.products.shapes import Shape

    for kind in ("rowwise", "1x128.128x128"):
        operands = make_operands(Problem(KINDS[kind], Shape(10, 16, 32), groups=3), 0, "cpu")
        x, _, w, scales, ends = operands.copy().arrays
        assert tuple(w.shape) == (3, 16, 32) and scales.shape[0] == 3
        assert ends.tolist() == [3, 6, 10] and ends.dtype is torch.int32
        rows = torch.tensor([0, 3, 9])
        found = reference(operands, rows)
        for place, row in enumerate(rows):
            left = operands.lhs.rows_in_f64(rows[place : place + 1])
            right = operands.groups.each[place].rows_in_f64(torch.arange(16))
            torch.testing.assert_close(found[place], (left @ right.t())[0])
