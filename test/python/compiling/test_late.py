"""Gradients of large weights come after those of inputs, and what reads them, too."""

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402


class Expert(torch.nn.Module):
    """Graphs of more columns than there are rows, or fewer."""

    def __init__(self, width):
        super().__init__()
        self.up = torch.nn.Linear(width, 64, bias=False)

    def forward(self, x):
        return self.up(x.sin())


@pytest.mark.parametrize("rows, roles", [(32, ["dgrad", "wgrad"]), (256, ["wgrad", "dgrad"])])
def test_order(rows, roles):
    torch._dynamo.reset()
    model, x = Expert(128).bfloat16(), torch.randn(rows, 128, dtype=torch.bfloat16)
    options = {"rest": "eager", "recipe": "rowwise", "strict": True, "compile": QUICK}
    lowered = torch.compile(model, backend=backend, options=options)
    with report.collect() as cuts:
        lowered(x.requires_grad_()).sum().backward()
    (text,) = [cut.region.text for cut in cuts if cut.kind == "backward"]
    found = sorted(("dgrad", "wgrad"), key=lambda role: text.index(f'"{role}"'))
    assert found == roles
