"""torch.compile(backend="lowp") finds the backend by the entry point that the wheel
has, and nobody imports lowp before."""

import pathlib
import tomllib

import pytest

pytest.importorskip("torch")

PROGRAM = """
import sys
import torch
assert not [name for name in sys.modules if name.startswith("lowp")]
model = torch.nn.Linear(64, 64)
options = {"rest": "eager", "recipe": None, "strict": True, "compile": {"host_opt_level": 0}}
x = torch.randn(4, 64)
with torch.no_grad():
    got = torch.compile(model, backend="lowp", options=options)(x)
assert torch.allclose(got, model(x), atol=1e-5)
print(len(sys.modules["lowp.torch.compiling.programs"].TABLE))
# Others need nothing of them.
print(*{"transformers", "safetensors"} & {*sys.modules})
"""


def test_by_name(tmp_path, run_python):
    root = pathlib.Path(__file__).parents[3]
    with open(root / "pyproject.toml", "rb") as file:
        points = tomllib.load(file)["project"]["entry-points"]
    installed = tmp_path / "lowp-0.0.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: lowp\nVersion: 0.0.0\n")
    (installed / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
            for group, names in points.items()
        )
    )
    path = f"{tmp_path}:{root / 'python'}"
    assert run_python(PROGRAM, PYTHONPATH=path).split() == ["1"]
