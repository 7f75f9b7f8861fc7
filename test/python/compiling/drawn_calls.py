"""Calls of operations that are imported, drawn: on a form of what a matmul gives, with
their gradients, under strict."""

import dataclasses
import itertools
import random

import torch

from compare_drawn import Unfit
from graphs import QUICK, agrees, error
from lowp.torch.compiling import programs
from lowp.torch.compiling.backend import backend
from table_cases import FORMS, NAMED, TYPES, is_accepted, listed, stored

WIDTH = 4
# Calls of one module.
MOST = 8
# Factors and summands of what the matmul gives, whose sums are exact: what is rounded to fewer bits
# between operations is not for regions to repeat.
SCALES = ((1.0, 0.0), (0.5, 0.125), (-2.0, 0.25))
SCALES_OF_F32 = (*SCALES, (0.7, 0.0101))


def _quarters(shape, generator):
    """Numbers whose products have exact sums, in every order."""
    return torch.randint(-4, 5, shape, generator=generator) / 4


def _accepted(form, dtype, named):
    shape, view = FORMS[form]
    inputs = [stored(shape, dtype, each) for each in (1, 2)]
    return (each for each in named if is_accepted(each[1], view, inputs))


@dataclasses.dataclass
class DrawnCalls:
    """seed: of all choices. names: of the calls."""

    seed: int
    form: str
    dtype: torch.dtype
    scale: tuple[float, float]
    names: list[str]
    calls: list = dataclasses.field(repr=False)
    trains: bool

    @staticmethod
    def of(seed):
        rng = random.Random(seed)
        form, dtype = rng.choice(list(FORMS)), rng.choice(TYPES)
        known = _accepted(form, dtype, rng.sample(NAMED, len(NAMED)))
        taken = list(itertools.islice(known, MOST))
        return DrawnCalls._bundle(seed, form, dtype, taken, rng.random() < 0.7)

    @staticmethod
    def all(form, dtype):
        """Every call that torch takes, with gradients."""
        known = list(_accepted(form, dtype, NAMED))
        return [
            DrawnCalls._bundle(first, form, dtype, known[first : first + MOST], True)
            for first in range(0, len(known), MOST)
        ]

    @staticmethod
    def _bundle(seed, form, dtype, named, trains):
        names, calls = [name for name, _ in named], [call for _, call in named]
        scales = SCALES_OF_F32 if dtype is torch.float32 else SCALES
        trains &= dtype.is_floating_point
        return DrawnCalls(seed, form, dtype, scales[seed % len(scales)], names, calls, trains)

    def inputs(self):
        """Two factors of a matrix of as many elements as what is stored."""
        shape, _view = FORMS[self.form]
        columns = shape[-1] if shape else 1
        rows = torch.Size(shape[:-1]).numel()
        generator = torch.Generator().manual_seed(self.seed)
        dtype = self.dtype if self.dtype.is_floating_point else torch.float32
        return [_quarters(size, generator).to(dtype) for size in ((rows, WIDTH), (WIDTH, columns))]

    def function(self, calls):
        shape, view = FORMS[self.form]
        factor, summand = self.scale

        def compute(x, w):
            y = ((x @ w) * factor + summand).reshape(shape)
            y, z = y.to(self.dtype), (y * 0.5 + 1).to(self.dtype)
            made = (listed(call(view(y), view(z))) for call in calls)
            return [y, *(each.clone() for results in made for each in results)]

        return compute

    def run(self, function):
        """What the calls make, and gradients."""
        inputs = [each.clone().requires_grad_(self.trains) for each in self.inputs()]
        results = function(*inputs)
        if not self.trains:
            return results, []
        tracked = [each for each in results if each.requires_grad]
        generator = torch.Generator().manual_seed(self.seed)
        by = [_quarters(each.shape, generator).to(each.dtype) for each in tracked]
        return [each.detach() for each in results], torch.autograd.grad(tracked, inputs, by)

    def differentiable(self):
        """The calls whose gradients torch has, all of them where none is compared."""
        return [(name, call) for name, call in zip(self.names, self.calls) if self._runs(call)]

    def _runs(self, call):
        try:
            self.run(self.function([call]))
        except (RuntimeError, IndexError):
            return False
        return True


def _finite(tensor):
    return tensor.nan_to_num(posinf=0, neginf=0)


def _is_near(got, want):
    if got.shape != want.shape or got.dtype is not want.dtype:
        return False
    if not torch.equal(got.isfinite(), want.isfinite()):
        return False
    limit = 1e-4 if want.dtype is torch.float32 else 5e-2
    return error(_finite(got), _finite(want)) < limit


def _lowered(function, backend, **options):
    torch._dynamo.reset()
    programs.TABLE.clear()
    return torch.compile(function, backend=backend, **({"options": options} if options else {}))


def call_failures(drawn, rest):
    """What is wrong, in words. Raises what the backend does, and `Unfit` where torch's own
    compilation raises, too."""
    taken = drawn.differentiable()
    names, function = [name for name, _ in taken], drawn.function([call for _, call in taken])
    options = {"rest": rest, "recipe": None, "attention": "lowp", "strict": True, "compile": QUICK}
    want, gradients = drawn.run(function)
    try:
        got, others = drawn.run(_lowered(function, backend, **options))
    except Exception as error:
        try:
            drawn.run(_lowered(function, "aot_eager"))
        except Exception:
            raise Unfit(str(error)) from None
        raise
    found = [
        f"result {n} of {names} is {one} instead of {other}"
        for n, (one, other) in enumerate(zip(got, want))
        if not agrees(one, other)
    ]
    return found + [
        f"a gradient of {names} is {one} instead of {other}"
        for one, other in zip(others, gradients)
        if not _is_near(one, other)
    ]
