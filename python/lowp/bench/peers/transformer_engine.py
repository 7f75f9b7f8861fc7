"""TransformerEngine: products with one scale per tensor."""

from __future__ import annotations

import inspect

from lowp.bench.errors import Unsupported
from lowp.bench.peers import load_library
from lowp.bench.products.operands import Operand, torch_type
from lowp.bench.products.problem import Problem

NAME = "transformer-engine"
_WORKSPACE_BYTES = 32 << 20
_workspaces: list = []


def find() -> str:
    load_library("transformer_engine.pytorch")
    library = load_library("transformer_engine")
    return str(getattr(library, "__version__", "unknown version"))


def _wrap(operand: Operand, type: str, result_type):
    import torch

    codes = load_library("transformer_engine_torch").DType
    tensors = load_library("transformer_engine.pytorch.tensor.float8_tensor")
    return tensors.Float8Tensor(
        shape=operand.data.shape,
        dtype=result_type,
        data=operand.data.view(torch.uint8),
        fp8_scale_inv=operand.scales.reshape(1),
        fp8_dtype=codes.kFloat8E4M3 if type == "e4m3" else codes.kFloat8E5M2,
    )


def _workspace(function) -> dict:
    """Versions before 2.10 want their memory from the caller."""
    import torch

    if "workspace" not in inspect.signature(function).parameters:
        return {}
    if not _workspaces:
        memory = torch.empty(_WORKSPACE_BYTES, dtype=torch.uint8, device="cuda")
        _workspaces.append(memory)
    return {"workspace": _workspaces[0]}


def bind(problem: Problem, operands, _result):
    if problem.kind.name != "tensorwise":
        raise Unsupported("TransformerEngine is compared on one scale per tensor only")
    if problem.accumulate:
        raise Unsupported("accumulation is not compared with TransformerEngine")
    gemm = load_library("transformer_engine.pytorch.cpp_extensions").general_gemm
    type = torch_type(problem.result)
    lhs = _wrap(operands.lhs, problem.lhs, type)
    rhs = _wrap(operands.rhs, problem.rhs, type)
    options = dict(_workspace(gemm), out_dtype=type, layout="TN")
    split = not problem.is_fast
    return lambda: gemm(rhs, lhs, use_split_accumulator=split, **options)[0]
