# REQUIRES: numpy, torch
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Programs that a front end wrote, against torch's own results. On the CPU, if no names are given,
all of them: most once in the check, and with and without a recipe if LOWP_LONG_TESTS is set.

Without a recipe, lowp may be twice as far from the result in f64 as torch in bf16 is:
both round where the program says so, and sum up in another order. Under a recipe both
quantize the operands of each matmul, torch by the formulas of test/oracle, and the same
rule holds for the distance to the quantized program in f64. Each matmul that torch calls
must have taken the recipe.
"""

import argparse
import dataclasses
import os
import pathlib
import sys

import ml_dtypes
import numpy as np
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Reference"), str(HERE.parents[1])]

import attention_models  # noqa: E402  (these need the paths above)
import external_layers  # noqa: E402
import hosts  # noqa: E402
import indexed_models  # noqa: E402
import jax_twins  # noqa: E402
import models  # noqa: E402
import whole_models  # noqa: E402
from oracle import in_torch  # noqa: E402

RECIPE = "block_1x128_128x128"
# Has tiles on weights alone: both operands of a wgrad have blocks along tokens.
TRAINING = "blockwise_training"
ROWS, COLUMNS, TILES = (1, 128), (128, 1), (128, 128)
# Where torch is exact, as in a product of few terms, lowp need not be closer.
LEAST_BOUND = 1e-3
# Tensor cores add up products of fp8 with 14 bits or so. What is quantized again may then get
# the next code, which torch, whose sums are exact here, never does.
LEAST_BOUND_OF_SUMS = 2**-7
LONG = "LOWP_LONG_TESTS" in os.environ
# Sizes that no block and no tile divides, and one token.
TOKENS = [64, 100, 1] if LONG else [100, 1]
PROGRAMS = {
    **models.PROGRAMS,
    **whole_models.PROGRAMS,
    **indexed_models.PROGRAMS,
    **jax_twins.PROGRAMS,
    **attention_models.PROGRAMS,
    **external_layers.PROGRAMS,
}
aten = torch.ops.aten


def make(input, shape, rng):
    """An input as f64, of values that its type has, or of ids."""
    if input.kind == "ids":
        return torch.from_numpy(rng.integers(0, input.scale, shape))
    if input.kind == "causal":
        values = np.triu(np.full(shape, -1e30), 1)
    elif input.kind == "frequencies":
        values = 10000.0 ** (-np.arange(shape[0]) / shape[0])
    elif input.kind in ("cos", "sin"):
        half = shape[-1] // 2
        angles = np.outer(np.arange(shape[-2]), 10000.0 ** (-np.arange(half) / half))
        values = np.broadcast_to(getattr(np, input.kind)(np.concatenate([angles] * 2, 1)), shape)
    else:
        values = rng.standard_normal(shape) * input.scale + (input.kind == "near1")
    rounded = torch.bfloat16 if input.dtype == "bf16" else torch.float32
    return torch.from_numpy(np.ascontiguousarray(values)).to(rounded).double()


def quantized(x, block):
    """What is left of `x`, in f64."""
    x = x.bfloat16()
    factors = in_torch.torchao_factor(in_torch.block_amax(x, block), 448.0, False)
    factors = in_torch.spread(factors, block, x.shape)
    data = in_torch.cast(x.float() * factors, "f8E4M3FN").astype(np.float64)
    return torch.from_numpy(data) / factors.double()


class Quantizing(TorchDispatchMode):
    """Quantizes the operands of matmuls, of batches of those with a weight, and counts
    these."""

    def __init__(self, recipe, program):
        super().__init__()
        self.recipe, self.is_dynamic = recipe, program.dynamic
        self.matmuls = 0
        # Weights alone are scaled by their size.
        self.are_weights = [input.scale != 1 for input in program.inputs]
        self.weights = set()

    def begin(self, inputs):
        self.weights = {
            x.untyped_storage().data_ptr()
            for x, is_weight in zip(inputs, self.are_weights)
            if is_weight
        }

    def is_weight(self, operand):
        return operand.untyped_storage().data_ptr() in self.weights

    def get_block(self, rhs):
        return TILES if self.is_weight(rhs) or self.recipe != TRAINING else COLUMNS

    def multiply_batch(self, lhs, rhs):
        self.matmuls += 1
        products = [
            quantized(a, ROWS) @ quantized(b, self.get_block(rhs)) for a, b in zip(lhs, rhs)
        ]
        return torch.stack(products).to(lhs.dtype)

    def convolve(self, image, filters, bias, stride, *_others):
        """Convolves windows that do not overlap: a matmul of patches."""
        self.matmuls += 1
        patches = F.unfold(image, filters.shape[2:], stride=stride).transpose(1, 2)
        product = quantized(patches.flatten(0, 1), ROWS) @ quantized(filters.flatten(1).t(), TILES)
        sizes = [size // step for size, step in zip(image.shape[2:], stride)]
        return (
            (product + bias.double())
            .unflatten(0, (len(image), *sizes))
            .movedim(-1, 1)
            .to(image.dtype)
        )

    def dispatch(self, function, types, args=(), kwargs=None):
        if function is aten.bmm.default and any(map(self.is_weight, args)):
            return self.multiply_batch(*args)
        if function is aten.convolution.default:
            return self.convolve(*args)
        if function not in (aten.mm.default, aten.addmm.default):
            return function(*args, **(kwargs or {}))
        *bias, lhs, rhs = args
        # A recipe for all leaves vectors alone: to read the matrix is all the work. A row that
        # only the call knows to be the only one is not one.
        if not self.is_dynamic and 1 in (lhs.shape[0], rhs.shape[1]):
            return function(*args, **(kwargs or {}))
        self.matmuls += 1
        product = quantized(lhs, ROWS) @ quantized(rhs, self.get_block(rhs))
        return (product + (bias[0].double() if bias else 0)).to(lhs.dtype)


# A class that has it when it is made imports all of torch's compiler at its first call.
Quantizing.__torch_dispatch__ = Quantizing.dispatch


def convert(program, inputs):
    """The inputs as the program takes them."""
    types = {"bf16": torch.bfloat16, "f32": torch.float32, "i32": torch.int32, "i64": torch.int64}
    return [x.to(types[input.dtype]) for input, x in zip(program.inputs, inputs)]


def call(program, inputs, mode=None):
    """Results in f64: new values of what the program updates, then what it returns."""
    inputs = [x.clone() for x in inputs]
    if mode is None:
        results = program.function(*inputs)
    else:
        mode.begin(inputs)
        with mode:
            results = program.function(*inputs)
    results = results if isinstance(results, tuple) else (results,)
    results = [inputs[number] for number in program.updated] + list(results)
    return [result.double().numpy() for result in results]


def distance(got, want):
    return float(np.linalg.norm(got - want) / np.linalg.norm(want))


def to_torch(array):
    if array.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(array.copy())


def to_numpy(tensor):
    tensor = tensor.contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def on_arrays(function):
    """A function of tensors as one of numpy's arrays."""

    def call(*arrays):
        results = function(*(to_torch(array) for array in arrays))
        return [to_numpy(result) for result in results]

    return call


class Device:
    """The CPU, or the first GPU."""

    def __init__(self, lowp, gpu, level=0):
        self.lowp, self.gpu = lowp, gpu
        # Compiling takes most of the time, nearly all of it in LLVM.
        self.level = {} if gpu else {"host_opt_level": level}

    def compile(self, path, recipe):
        place = dict(device="cuda", chip="native") if self.gpu else dict(device="cpu")
        place.update(self.level)
        if self.gpu and hosts.takes_ptx():
            place.update(image_format="ptx")
        program = self.lowp.compile(path, recipe=recipe, use_cache=False, **place)
        for external in program.externals:
            function = on_arrays(external_layers.EXTERNALS[external.name])
            program.bind(external.name, hosts.on_host(function))
        return program

    def run(self, compiled, program, inputs, shapes):
        """What call() returns, of the compiled program."""
        arrays = [to_numpy(x) for x in convert(program, inputs)]
        returned = shapes[len(program.updated) :]
        out = [hosts.poisoned(shape, np.dtype(ml_dtypes.bfloat16)) for shape in returned]
        if not self.gpu:
            compiled["main"](*arrays, out=tuple(out))
            results = [arrays[number] for number in program.updated] + out
            return [array.astype(np.float64) for array in results]
        arrays, out = (
            [self.lowp.DeviceArray.from_host(array) for array in some] for some in (arrays, out)
        )
        compiled["main"](*arrays, out=tuple(out))
        results = [arrays[number] for number in program.updated] + out
        return [array.to_host().astype(np.float64) for array in results]


def check(name, program, device, recipe, tokens=TOKENS):
    """Yields what is wrong, of one program that is called with each number of tokens."""
    compiled = device.compile(HERE / "Inputs" / f"{name}.mlir", recipe)
    for count in tokens if program.dynamic else [64]:
        yield from check_call(name, program, device, compiled, recipe, count)


def check_call(name, program, device, compiled, recipe, tokens):
    rng = np.random.default_rng(7)
    shapes = [list(input.shape) for input in program.inputs]
    for number, dim in program.dynamic:
        shapes[number][dim] = tokens
    inputs = [make(input, tuple(shape), rng) for input, shape in zip(program.inputs, shapes)]
    counter = Quantizing(recipe, program)
    want = call(program, inputs, counter if recipe else None)
    torchs = call(
        program, convert(program, inputs), Quantizing(recipe, program) if recipe else None
    )
    label = f"{name}, {tokens} tokens, {recipe or 'no recipe'}"
    applied = sum("recipe-applied" in str(note) for note in compiled.diagnostics)
    if applied != counter.matmuls:
        yield f"{label}: expected {counter.matmuls} matmuls to take the recipe, got {applied}"
    got = device.run(compiled, program, inputs, [result.shape for result in want])
    for number, results in enumerate(zip(got, torchs, want)):
        ours, theirs = (distance(result, results[2]) for result in results[:2])
        print(f"{label}: result {number}: {ours:.1e}, torch {theirs:.1e}")
        bound = max(2 * theirs, LEAST_BOUND_OF_SUMS if device.gpu and recipe else LEAST_BOUND)
        # Also where it is no number.
        if not ours <= bound:
            yield f"{label}: result {number}: expected at most {bound:.1e}, got {ours:.1e}"


@dataclasses.dataclass
class Run:
    """Programs under a recipe; without one, choose_recipes() says which."""

    names: list
    recipe: str | None = None
    level: int = 0

    def check(self, lowp, gpu=False):
        device = Device(lowp, gpu, self.level)
        for index, name in enumerate(self.names):
            for recipe in self.choose_recipes(gpu, index):
                yield from check(name, PROGRAMS[name], device, recipe)

    def choose_recipes(self, gpu, index):
        """None, without a recipe, and that of the run: both on a GPU and if LOWP_LONG_TESTS is
        set; the one that is asked for; otherwise one of both in turns."""
        both = [None, self.recipe or RECIPE]
        if gpu or LONG:
            return both
        return both[1:] if self.recipe else both[index % 2 :][:1]


TRAINED = ["linear_train", "swiglu_train", "llama_train", "jax_llama_train"]
# Steps like others, which the check does not run.
LIKE_OTHERS = ["bert_train", "glm_train", "neox_train", "jax_llama_train"]
# A training step that is compiled as users do, and what runs longer than LLVM takes: as it is
# shipped in the long tests, without vectors in the check.
SHIPPED = ["swiglu_train"]
RUN_LONG = ["moe_any_capacity", "moe_router", "moe_capacity", "moe_experts", "lora_train"]


def check_all(lowp):
    apart = (*TRAINED, *SHIPPED, *RUN_LONG, *LIKE_OTHERS)
    others = [name for name in PROGRAMS if LONG or name not in apart]
    trained = [name for name in TRAINED if LONG or name not in LIKE_OTHERS]
    shipped = Run(SHIPPED, level=3), Run(RUN_LONG, level=3 if LONG else 2)
    for run in (Run(others), Run(trained, TRAINING), *shipped):
        yield from run.check(lowp)
    wrong = check("linear", PROGRAMS["linear"], Device(lowp, gpu=False), "rowwise")
    found = next(wrong, "nothing")
    if "linear, 64 tokens, rowwise: result 0: expected at most" not in found:
        yield f"expected another recipe than torch's to be found another, got {found}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, help="where the tools are")
    parser.add_argument("--lib", required=True, help="where liblowp-c.so is")
    parser.add_argument("--gpu", action="store_true", help="on the GPU alone")
    parser.add_argument(
        "--as-shipped", action="store_true", help="optimize code for the CPU as users' calls do"
    )
    parser.add_argument("--recipe", help="what lowp is told; torch has its own")
    parser.add_argument("--skip", default="", help="names of programs, with commas between them")
    parser.add_argument("names", nargs="*", help="of programs; all by default")
    options = parser.parse_args()
    torch.manual_seed(0)
    lowp = hosts.import_lowp(options.lib)
    skipped = options.skip.split(",")
    names = options.names or [name for name in PROGRAMS if name not in skipped]
    if options.names or options.skip or options.gpu:
        failures = list(Run(names, options.recipe, 3 * options.as_shipped).check(lowp, options.gpu))
    else:
        failures = list(check_all(lowp))
    print("\n".join(failures) or "all right")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
