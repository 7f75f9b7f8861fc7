"""Programs of torch.export as modules of MLIR."""

import pytest

torch = pytest.importorskip("torch")

import lowp  # noqa: E402
import lowp.torch  # noqa: E402
from graphs import Mlp  # noqa: E402


def test_rows_of_any_number():
    model = Mlp()
    rows = {"x": {0: torch.export.Dim("rows")}}
    exported = torch.export.export(model, (torch.randn(6, 64),), dynamic_shapes=rows)
    text = lowp.torch.to_mlir(exported)
    for name in ("gate", "up", "down"):
        assert f'lowp.name = "{name}", lowp.role = "forward"' in text
    function = lowp.compile(text, device="cpu", host_opt_level=0)["region"]
    weights = [parameter.detach() for parameter in model.parameters()]
    x = torch.randn(3, 64)
    torch.testing.assert_close(function(*weights, x), model(x).detach())


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls += 1
        return x * self.calls


class Sorted(torch.nn.Module):
    def forward(self, x):
        return torch.linalg.svdvals(x)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (Counter(), "writes no buffer and no input, got one that writes calls"),
        (Sorted(), "expected an operation that lowp imports, got aten"),
    ],
)
def test_refused(model, message):
    exported = torch.export.export(model, (torch.randn(4, 4),))
    with pytest.raises(lowp.Error, match=message):
        lowp.torch.to_mlir(exported)
