"""The cases of `--set quantize`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lowp.bench.errors import expect_known
from lowp_lab.bench.quantize import producers, scheme
from lowp_lab.bench.quantize.case import Case, make_case
from lowp_lab.bench.quantize.functions import FUNCTIONS
from lowp_lab.bench.quantize.producers import Producer
from lowp_lab.bench.quantize.scheme import Scheme

# Rows and columns: a large matrix and a small one.
_MATRICES = ((16384, 7168), (4096, 7168))
# Experts, rows and columns of weights of equal total size.
_WEIGHTS = ((8, 4096, 7168), (1, 32768, 7168), (64, 512, 7168))
_ONE_OF_WEIGHTS = _WEIGHTS[:1]
# Heads, queries and keys.
_SCORES = ((32, 2048, 2048),)

_BOTH = (scheme.ROWS, scheme.COLUMNS)
_BOTH_ROWWISE = (scheme.ROWWISE, scheme.COLUMNWISE)
_SQUARES_TURNED = scheme.SQUARES._replace(transposed=True)


class Family(NamedTuple):
    """A case at several sizes."""

    name: str
    schemes: tuple[Scheme, ...]
    producer: Producer = producers.NOTHING
    sizes: tuple[tuple[int, ...], ...] = _MATRICES

    def make(self, sizes: Sequence[int]) -> Case:
        return make_case(self.name, sizes, self.producer, self.schemes)


FAMILIES = (
    Family("1x128", (scheme.ROWS,)),
    Family("128x1", (scheme.COLUMNS,)),
    Family("128x1 in panels", (scheme.PANELS,)),
    Family("both", _BOTH),
    Family("both panels", (scheme.ROWS, scheme.PANELS)),
    Family("128x128", (scheme.SQUARES,), sizes=_WEIGHTS),
    Family("128x128 turned", (_SQUARES_TURNED,), sizes=_ONE_OF_WEIGHTS),
    Family("rowwise", (scheme.ROWWISE,)),
    Family("rowwise both", _BOTH_ROWWISE, sizes=(*_MATRICES, *_ONE_OF_WEIGHTS)),
    Family("tensorwise", (scheme.TENSORWISE,)),
    Family("mx 1x32", (scheme.MX_ROWS,)),
    Family("mx 32x1", (scheme.MX_COLUMNS,), sizes=(*_MATRICES, *_ONE_OF_WEIGHTS)),
    Family("mx both", (scheme.MX_ROWS, scheme.MX_COLUMNS)),
    Family("swiglu + 1x128", (scheme.ROWS,), producers.SWIGLU),
    Family("swiglu + both", _BOTH, producers.SWIGLU),
    Family("rmsnorm + 1x128", (scheme.ROWS,), producers.RMS_NORM),
    Family("residual + rmsnorm + 1x128", (scheme.ROWS,), producers.RESIDUAL_RMS_NORM),
    Family("rmsnorm + both", _BOTH, producers.RMS_NORM),
    Family("residual + rmsnorm + both", _BOTH, producers.RESIDUAL_RMS_NORM),
    Family("norm of known rstd + both", _BOTH, producers.SCALED_ROWS),
    Family("dswiglu + both", _BOTH, producers.D_SWIGLU),
    Family("rmsnorm + rowwise both", _BOTH_ROWWISE, producers.RMS_NORM),
    Family("dswiglu + rowwise both", _BOTH_ROWWISE, producers.D_SWIGLU),
    Family("softmax", (), producers.SOFTMAX, _SCORES),
    Family("bias + gelu", (), producers.BIAS_GELU),
)


def _sizes_of(family: Family, shapes: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Returns the shapes that have as many sizes as the family's."""
    if not shapes:
        return family.sizes
    ranks = {len(sizes) for sizes in family.sizes}
    return [sizes for sizes in shapes if len(sizes) in ranks]


def case_names() -> list[str]:
    """What users call the cases."""
    return [*(family.name for family in FAMILIES), *FUNCTIONS]


def choose_cases(
    names: Sequence[str] | None = None, shapes: Sequence[tuple[int, ...]] = ()
) -> list[Case]:
    """The cases of some names, all by default. shapes: sizes instead of the usual
    ones, for cases of matrices or of batches as they have two sizes or three; whole
    functions are left out then."""
    expect_known("a case", names, case_names())
    cases = [
        family.make(sizes)
        for family in FAMILIES
        if not names or family.name in names
        for sizes in _sizes_of(family, shapes)
    ]
    if not shapes:
        cases += [make() for name, make in FUNCTIONS.items() if not names or name in names]
    return cases
