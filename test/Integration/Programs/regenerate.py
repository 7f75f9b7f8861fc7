"""Exports the programs of models.py, whole_models.py, indexed_models.py, jax_twins.py,
attention_models.py and external_layers.py as torch-mlir and IREE write them: Inputs/NAME.mlir.

    python regenerate.py [NAME ...]

Other versions write other programs, which the tests beside them do not speak of:
"""

import importlib.metadata
import pathlib
import re
import sys

import torch

import attention_models
import external_layers
import indexed_models
import jax_twins
import models
import whole_models

VERSIONS = {
    "torch": "2.13.0",
    "torch-mlir": "20261001",
    "jax": "0.10.2",
    "iree-base-compiler": "3.13.0",
}


def check_versions():
    for package, wanted in VERSIONS.items():
        found = importlib.metadata.version(package).split("+")[0]
        if found != wanted:
            sys.exit(
                f"expected {package} {wanted}, got {found}; pip install "
                + " ".join(f"{name}=={version}" for name, version in VERSIONS.items())
            )


class Module(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


def export_from_torch(program):
    from torch_mlir import fx

    types = {"bf16": torch.bfloat16, "f32": torch.float32, "i64": torch.int64}
    inputs = tuple(torch.zeros(input.shape, dtype=types[input.dtype]) for input in program.inputs)
    function = program.function
    if program.train:
        # torch.export takes no vjp: trace the forward and backward pass first.
        from torch.fx.experimental.proxy_tensor import make_fx

        function = make_fx(function, tracing_mode="fake")(*inputs)
    shapes = None
    if program.dynamic:
        size = torch.export.Dim("tokens", min=2, max=4096)
        shapes = (
            tuple(
                {dim: size for number, dim in program.dynamic if number == i} or None
                for i in range(len(inputs))
            ),
        )
    exported = torch.export.export(Module(function), inputs, dynamic_shapes=shapes)
    return mark_updates(
        str(fx.export_and_import(exported, output_type="linalg-on-tensors")), program.updated
    )


def mark_updates(text, updated):
    """Says which argument each of the first results is the new value of."""
    for result, argument in enumerate(updated):
        text = re.sub(
            rf"(%arg{argument}: tensor<[^>]*>)",
            rf"\1 {{lowp.aliasing_output = {result} : i64}}",
            text,
            count=1,
        )
    return text


def export_from_jax(program):
    """StableHLO, which IREE's front end turns into linalg. Its functions take and give
    tensors, as func's do."""
    import iree.compiler
    import jax
    import jax_models

    types = {"bf16": jax.numpy.bfloat16, "f32": jax.numpy.float32, "i32": jax.numpy.int32}
    inputs = [jax.ShapeDtypeStruct(input.shape, types[input.dtype]) for input in program.inputs]
    # IREE marks arguments that are donated.
    function = jax.jit(
        getattr(jax_models, program.function.__name__), donate_argnums=program.updated
    )
    lowered = function.lower(*inputs)
    text = iree.compiler.compile_str(
        lowered.as_text(), input_type="stablehlo", extra_args=["--compile-to=input"]
    ).decode()
    # Printed again, without the places in StableHLO.
    text = str(iree.compiler.ir.Module.parse(text, iree.compiler.ir.Context()))
    return text.replace("util.func public", "func.func").replace("util.return", "return")


def export(name, program):
    if name in external_layers.PROGRAMS:
        shapes = [input.shape for input in program.inputs]
        return external_layers.stitch(name, shapes, export_from_torch)
    return export_from_jax(program) if program.jax else export_from_torch(program)


def main():
    check_versions()
    programs = {
        **models.PROGRAMS,
        **whole_models.PROGRAMS,
        **indexed_models.PROGRAMS,
        **jax_twins.PROGRAMS,
        **attention_models.PROGRAMS,
        **external_layers.PROGRAMS,
    }
    for name in sys.argv[1:] or programs:
        path = pathlib.Path(__file__).parent / "Inputs" / f"{name}.mlir"
        path.write_text(f"// Written by regenerate.py.\n{export(name, programs[name])}")


if __name__ == "__main__":
    main()
