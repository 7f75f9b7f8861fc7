"""What lowp.check leaves out on a chip: what the compiler refuses there, and only that."""

import lowp
import pytest
from lowp.bench.products.kinds import KINDS
from lowp.bench.products.module_text import module_text
from lowp.bench.products.problem import choose_sizes
from lowp.check.arguments import choose_cases, make_parser
from lowp.check.cli import main
from lowp.check.functions import function_cases
from lowp.check.grouped_draws import GroupedDraw, draws
from lowp.check.missing import MISSING, why_missing

FUNCTIONS = ["linear-rowwise", "linear-block_1x128_1x128", "ffn", "product-mxfp6"]
DRAWS = [
    ("bf16", "rows"),
    ("rowwise", "counts"),
    ("1x128.128x128", "rows"),
    ("bf16", "k"),
    ("1x128.128x128", "k"),
]


def list_cases():
    """A case and its module."""
    for kind in KINDS:
        options = make_parser().parse_args(["--shapes=130x136x272", f"--kinds={kind}"])
        case = choose_cases(options)[0]
        sizes = choose_sizes(case.problem.shape, case.sizes)
        yield case, module_text(case.problem, sizes)
    for name in FUNCTIONS:
        yield function_cases()[name], function_cases()[name].text
    for kind, grouping in DRAWS:
        draw = GroupedDraw(kind, grouping, (5, 0, 40), 3, 136, 272, "f32", False, 1)
        yield draw, draw.text


@pytest.mark.sample(7)
@pytest.mark.parametrize("chip", MISSING)
@pytest.mark.parametrize("case, text", list(list_cases()), ids=lambda one: str(one)[:40])
def test_missing_is_refused(case, text, chip):
    def compile():
        lowp.compile(text, chip=chip, image_format="ptx", allow_emulation=True, use_cache=False)

    assert not why_missing(case, "sm_90a")
    if not (reason := why_missing(case, chip)):
        return compile()
    assert reason.startswith(f"{chip} has no kernels for ")
    with pytest.raises(lowp.CompileError, match="not promoted"):
        compile()


def is_missing(draw):
    return bool(why_missing(draw, "sm_100a"))


def test_missing_is_skipped(capsys):
    seed = next(seed for seed in range(200) if is_missing(draws(1, seed)[0]))
    arguments = ["--chip=sm_100a", "--data=numpy", "--functions=none"]
    assert main([*arguments, "--grouped=1", f"--grouped-seed={seed}"]) == 2
    printed = capsys.readouterr().out
    assert "sm_100a has no kernels for sums of groups of K whose scales of f32" in printed
