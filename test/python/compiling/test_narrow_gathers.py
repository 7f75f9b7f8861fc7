"""Gathers whose sizes calls decide."""

import operator

import pytest

torch = pytest.importorskip("torch")

from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.fx.experimental.symbolic_shapes import (  # noqa: E402
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
)

from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.narrow_gathers import narrow_gathers  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402

aten, collectives = torch.ops.aten, torch.ops._c10d_functional


def test_a_gather_of_rows_that_calls_count():
    sizes = StatelessSymbolicContext([DimDynamic.DYNAMIC, DimDynamic.DYNAMIC, DimDynamic.STATIC])
    with FakeTensorMode(shape_env=ShapeEnv()) as mode:
        x = mode.from_tensor(torch.empty(6, 10, 256, dtype=torch.bfloat16), symbolic_context=sizes)
        whole = torch.cat([x, x], 1)
    graph = torch.fx.Graph()
    rows = graph.placeholder("rows")
    sent = graph.call_function(collectives.all_gather_into_tensor.default, (rows, 2, "0"))
    came = graph.call_function(collectives.wait_tensor.default, (sent,))
    split = graph.call_function(aten.split.Tensor, (came, 6))
    parts = [graph.call_function(operator.getitem, (split, index)) for index in (0, 1)]
    joined = graph.call_function(aten.cat.default, (parts, 1))
    graph.output(joined)
    rows.meta["val"], joined.meta["val"] = x, whole
    with report.collect() as found:
        narrow_gathers(graph, Settings())
    (said,) = found.gathers
    assert "of each rank" in said and "as it is" in said and "bytes" in said
