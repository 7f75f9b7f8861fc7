"""Which nodes lowp can compute, and why it leaves the others."""

from __future__ import annotations

import operator
from typing import Any

import torch

from lowp.torch.compiling.converted import (
    GROUPED_LINEAR_OF_SCALED,
    is_converted,
    is_experts,
    linears_of,
    reason_of_seed,
)
from lowp.torch.compiling.errors import Mistake, describe
from lowp.torch.compiling.importer import grouped, ordering
from lowp.torch.compiling.importer.quantized import QUANTIZE, is_given, is_quantized
from lowp.torch.compiling.importer.table import VIEWS, find, is_matmul
from lowp.torch.compiling.importer.types import FP8, NAMES, PAIRS, SCALES
from lowp.torch.compiling.importer.values import has_no_elements
from lowp.torch.compiling.joint import CASTS, FIRST_OPERAND
from lowp.torch.compiling.own_sums import has_own_sum
from lowp.torch.compiling.settings import Settings

aten = torch.ops.aten
_SOFTMAXES = frozenset({aten._softmax.default, aten._softmax_backward_data.default})

_HALVES = frozenset({torch.bfloat16, torch.float16})
_COPIES = VIEWS | {aten.clone.default, aten.lift_fresh_copy.default}


def _tensors_of(value: Any) -> list[torch.Tensor]:
    values = value if isinstance(value, (list, tuple)) else [value]
    return [each for each in values if isinstance(each, torch.Tensor)]


def has_elements(node: torch.fx.Node) -> bool:
    """Whether a tensor of a node has no size that is known to be 0."""
    tensors = _tensors_of(node.meta.get("val"))
    return not tensors or any(not has_no_elements(t.shape) for t in tensors)


def _widens(node: torch.fx.Node) -> bool:
    """Whether a node is a cast to a type that lowp computes."""
    return node.target in CASTS and node.meta["val"].dtype in NAMES


def _computes_nothing(node: torch.fx.Node) -> bool:
    """Whether a node has no elements, or reads tensors without any."""
    return not all(map(has_elements, (node, *node.all_input_nodes)))


def _is_constant(node: torch.fx.Node) -> bool:
    """Whether a node is a tensor of the graph's own, or what inductor makes that again."""
    if node.target in _COPIES:
        return any(map(_is_constant, node.all_input_nodes))
    return node.op == "get_attr"


def _reads_f32(node: torch.fx.Node) -> bool:
    read = (t for each in node.all_input_nodes for t in _tensors_of(each.meta["val"]))
    return any(tensor.dtype is torch.float32 for tensor in read)


def first_device(nodes: list[torch.fx.Node]) -> str:
    return nodes[0].meta["val"].device.type


class Support:
    """Decides which nodes of one graph lowp computes."""

    def __init__(self, graph: torch.fx.Graph, settings: Settings) -> None:
        self._settings = settings
        self._recipes = settings.recipes()
        self._reasons: dict[torch.fx.Node, str | None] = {}
        # Nodes that no reason is found for or against.
        self.mistakes: list[torch.fx.Node] = []
        self._device = self._find_device(graph)
        self._can_choose = self._device is not None and settings.can_choose(self._device.type)

    @staticmethod
    def _find_device(graph: torch.fx.Graph) -> torch.device | None:
        """That of the graph's matmuls, or of what it quantizes to travel."""
        for node in graph.nodes:
            is_one = is_matmul(node) or node.target is QUANTIZE
            tensors = _tensors_of(node.meta.get("val")) if is_one else []
            if tensors:
                return tensors[0].device
        return None

    def reason_against(self, node: torch.fx.Node) -> str | None:
        if node not in self._reasons:
            try:
                self._reasons[node] = self._find_reason(node)
            except Exception as error:
                what = f"judging {node.name} ({node.target}) failed: {describe(error)}"
                self._reasons[node] = str(Mistake(what, node))
                self.mistakes.append(node)
        return self._reasons[node]

    def exclude(self, node: torch.fx.Node, reason: str) -> None:
        """Leaves a node to torch."""
        self._reasons[node] = reason

    def is_wanted(self, node: torch.fx.Node) -> bool:
        """Whether a region is worth while for this node: a matmul with a recipe, or any
        where no recipes are asked for, and what is quantized to travel."""
        if node.target is QUANTIZE and not _computes_nothing(node):
            return True
        if not is_matmul(node) or _computes_nothing(node):
            return False
        linears = linears_of(node)
        if is_converted(node):
            # With the recipe that it has, whatever the options say.
            return any(linear.recipe is not None for linear in linears)
        if self._settings.recipe is None or grouped.is_grouped(node) or is_given(node):
            return True
        if not linears:
            return False
        if self._recipes.is_auto:
            return self._can_choose and self._recipes.covers(linears[0].name)
        return linears[0].recipe is not None

    def reason_unwanted(self, node: torch.fx.Node) -> str:
        """Why a matmul that lowp could compute is in no region."""
        if _computes_nothing(node):
            return "it has no elements"
        linears = linears_of(node)
        if not linears:
            return "it is of no layer with a weight"
        if not is_converted(node) and self._recipes.is_auto and not self._can_choose:
            return "auto knows no GPU to choose for: name a part in the option compile"
        return linears[0].reason or "lowp refused its region"

    def _find_reason(self, node: torch.fx.Node) -> str | None:
        if node.op != "call_function":
            return f"it is a {node.op}"
        if find(node.target) is None:
            return f"lowp imports no {node.target}"
        if has_own_sum(node):
            return "its operator adds the gradient to main_grad"
        if node.target is GROUPED_LINEAR_OF_SCALED and not linears_of(node):
            return "its operands come quantized"
        results = _tensors_of(node.meta.get("val"))
        if not results:
            return "its result is no tensor"
        if node.target is operator.getitem:
            source = node.args[0]
            return self.reason_against(source) if isinstance(source, torch.fx.Node) else "no list"
        return (
            self._reason_of_tensors(node, results)
            or self._reason_of_nothing(node)
            or self._reason_of_constants(node)
            or ordering.reason_against(node)
            or self._reason_of_attention(node)
            or self._reason_of_groups(node)
            or self._reason_of_f32(node)
            or reason_of_seed(node)
        )

    def _reason_of_tensors(self, node: torch.fx.Node, results: list[torch.Tensor]) -> str | None:
        read = [t for each in node.all_input_nodes for t in _tensors_of(each.meta.get("val"))]
        reads_blocks = node.target in VIEWS or grouped.is_scaled(node)
        reads_scales = is_quantized(node) or node.target is GROUPED_LINEAR_OF_SCALED
        reads_scales = reads_scales or reads_blocks
        reads_fp8 = reads_scales or _widens(node)
        others = {*(FP8 if reads_fp8 else ()), *(PAIRS if reads_blocks else ())}
        others |= {*(SCALES if reads_scales else ())}
        for tensor in (*results, *read):
            if tensor.dtype not in NAMES and tensor.dtype not in others:
                return f"lowp computes no {tensor.dtype}"
            if tensor.device != self._device:
                return f"expected tensors on {self._device}, got one on {tensor.device}"
            if tensor.layout is not torch.strided:
                return f"expected strided tensors, got {tensor.layout}"
        return None

    def _reason_of_nothing(self, node: torch.fx.Node) -> str | None:
        # Views, elementwise operations, reductions and products have a meaning for it.
        is_one = grouped.is_grouped(node) or is_quantized(node) or is_experts(node)
        if _computes_nothing(node) and (is_one or node.target in ordering.OPERATIONS):
            return "it has no elements"
        return None

    def _reason_of_constants(self, node: torch.fx.Node) -> str | None:
        if self._settings.rest == "inductor" and any(map(_is_constant, node.all_input_nodes)):
            return "it reads a tensor of the graph's own, which inductor hands to no operation"
        return None

    def _reason_of_f32(self, node: torch.fx.Node) -> str | None:
        if not is_matmul(node) or self._device is None:
            return None
        has_recipe = any(linear.recipe is not None for linear in linears_of(node))
        is_scaled = grouped.is_scaled(node) or is_quantized(node)
        if not _reads_f32(node) or has_recipe or is_scaled or self._multiplies_halves(node):
            return None
        if self._settings.leaves_f32(self._device.type):
            return "f32 is multiplied exactly by torch; set_float32_matmul_precision allows more"
        return None

    def _half_of(self, node: Any) -> torch.dtype | None:
        """The type of 16 bits that an operand is a wider form of, by what lowp computes."""
        while isinstance(node, torch.fx.Node):
            if node.meta["val"].dtype in _HALVES:
                return node.meta["val"].dtype
            is_handed_on = node.target in CASTS or node.target in VIEWS
            if not is_handed_on or self.reason_against(node) is not None:
                return None
            node = node.args[0]
        return None

    def _multiplies_halves(self, node: torch.fx.Node) -> bool:
        """Whether a matmul in f32 is one of 16 bits, whose products tensor cores compute exactly:
        of operands that have been widened, as routers do."""
        first = FIRST_OPERAND.get(node.target)  # type: ignore[arg-type]
        if first is None:
            return False
        left, right = map(self._half_of, node.args[first : first + 2])
        return left is not None and left is right

    def _reason_of_groups(self, node: torch.fx.Node) -> str | None:
        rounds = self._settings.f32_matmuls() == "bf16"
        has_groups = grouped.is_grouped(node) or is_experts(node)
        if not self._can_choose or not has_groups or rounds:
            return None
        linears = linears_of(node)
        has_recipe = bool(linears) and all(linear.recipe is not None for linear in linears)
        if _reads_f32(node) and not has_recipe and not grouped.is_scaled(node):
            return (
                "groups of f32 have no kernels; set_float32_matmul_precision('medium') rounds them"
            )
        return None

    def _reason_of_attention(self, node: torch.fx.Node) -> str | None:
        if self._settings.attention == "lowp":
            return None
        batches = node.target in (aten.bmm.default, aten.baddbmm.default)
        if node.target in _SOFTMAXES or batches and not linears_of(node):
            return "attention is left to torch"
        return None
