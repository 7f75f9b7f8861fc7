"""A tensor of a program, and what it must hold."""

from dataclasses import dataclass
from typing import Optional

import numpy as np

from oracle.formats import DTYPES, PRECISION, spacing


@dataclass(frozen=True)
class Value:
    """`want` has the element's type where every bit is promised; otherwise it is f64,
    and `bound` says how far each element may be off."""

    name: str
    type: str
    element: str
    want: np.ndarray
    bound: Optional[np.ndarray] = None

    @property
    def is_exact(self):
        return self.bound is None

    @property
    def shape(self):
        return self.want.shape

    @property
    def unknown(self):
        """The dimensions whose sizes the type leaves open."""
        return {dim for dim, size in enumerate(self.type[7:].split("x")[:-1]) if size == "?"}

    @property
    def like(self):
        return self.type, self.element

    def wide(self):
        return self.want.astype(np.float64)

    def error(self):
        return np.zeros(self.shape) if self.bound is None else self.bound

    def is_tame(self, most=8.0):
        """Whether no element is special, nor large."""
        with np.errstate(all="ignore"):
            return bool(np.all(np.abs(self.wide()) <= most))


def rounded(want, error, element):
    """The bound of `want`, known to `error`, once it is rounded to `element`."""
    with np.errstate(all="ignore"):
        reach = np.abs(want) + error
        largest = {"f16": 65504.0, "bf16": 3.3e38, "f32": 3.4e38}[element]
        # What is beyond all numbers may be infinite: nothing is known.
        near = np.where(reach < 0.99 * largest, reach, 1.0)
        bound = error + 0.5 * spacing(near, element)
        return np.where(np.isnan(reach) | (reach >= 0.99 * largest), np.inf, bound)


def type_of(shape, element, unknown=()):
    sizes = ["?" if dim in unknown else str(size) for dim, size in enumerate(shape)]
    return f"tensor<{'x'.join([*sizes, element])}>"


def bits(array):
    array = np.ascontiguousarray(array)
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))


def find_wrong(got, value):
    """Where `got` is not what `value` allows: a mask."""
    with np.errstate(all="ignore"):
        if value.is_exact:
            want = np.ascontiguousarray(value.want, DTYPES.get(value.element, value.want.dtype))
            both_nan = (got != got) & (want != want)
            return (bits(got) != bits(want)) & ~both_nan
        wide, want = got.astype(np.float64), value.want
        close = np.abs(wide - want) <= value.bound
        same = (wide == want) | (np.isnan(wide) & np.isnan(want))
        return ~(close | same | np.isinf(value.bound))


def epsilon(element):
    """Half a unit in the last place of 1."""
    return 2.0 ** -PRECISION[element][0]


def lost_to(element, magnitude, terms=1):
    """The most that `terms` numbers whose magnitudes add up to `magnitude` lose together where
    each is rounded to `element`; the smallest may be subnormal."""
    return epsilon(element) * magnitude + terms * 0.5 * spacing(0.0, element)
