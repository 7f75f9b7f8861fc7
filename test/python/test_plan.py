"""What functions are planned to take is what their launches are predicted to take."""

import json

import lowp
import pytest

SWIGLU = """
#id = affine_map<(i, j) -> (i, j)>
func.func @ffn(%x: tensor<2048x4096xbf16>, %g: tensor<4096x8192xbf16>,
               %u: tensor<4096x8192xbf16>, %d: tensor<8192x4096xbf16>)
    -> tensor<2048x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<2048x8192xbf16>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<2048x8192xbf16>)
      -> tensor<2048x8192xbf16>
  %gate = linalg.matmul ins(%x, %g : tensor<2048x4096xbf16>, tensor<4096x8192xbf16>)
      outs(%i : tensor<2048x8192xbf16>) -> tensor<2048x8192xbf16>
  %up = linalg.matmul ins(%x, %u : tensor<2048x4096xbf16>, tensor<4096x8192xbf16>)
      outs(%i : tensor<2048x8192xbf16>) -> tensor<2048x8192xbf16>
  %h = linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<2048x8192xbf16>, tensor<2048x8192xbf16>)
      outs(%e : tensor<2048x8192xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    linalg.yield %p : bf16
  } -> tensor<2048x8192xbf16>
  %f = tensor.empty() : tensor<2048x4096xbf16>
  %j = linalg.fill ins(%zero : bf16) outs(%f : tensor<2048x4096xbf16>)
      -> tensor<2048x4096xbf16>
  %y = linalg.matmul ins(%h, %d : tensor<2048x8192xbf16>, tensor<8192x4096xbf16>)
      outs(%j : tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
  return %y : tensor<2048x4096xbf16>
}
"""


def read(path):
    return json.loads(path.read_text())


def predicted(tmp_path, options):
    path = tmp_path / "traffic.json"
    pipeline = f"lowp-traffic{{chip=sm_90a {options} traffic-file={path}}}"
    lowp.run_pipeline(SWIGLU, pipeline)
    (function,) = read(path)["functions"]
    return sum(launch["predicted_us"] for launch in function["launches"])


def planned(tmp_path, options=""):
    path = tmp_path / "recipes.json"
    lowp.run_pipeline(SWIGLU, f"lowp-explain{{chip=sm_90a {options} file={path}}}")
    return read(path)


def test_a_plan_is_the_program(tmp_path):
    (plan,) = planned(tmp_path)["functions"]
    assert plan["name"] == "ffn"
    assert plan["us"] == pytest.approx(predicted(tmp_path, "recipe=auto"))
    assert plan["without_us"] == pytest.approx(predicted(tmp_path, ""))
    assert plan["us"] < plan["without_us"]


def test_a_program_that_gains_nothing_keeps_its_types(tmp_path):
    """Where fusions cost what they do not by the prices of matmuls alone."""
    part = tmp_path / "slow.json"
    figures = {"launch_microseconds": 500}
    description = {"name": "slow", "base": "h200", "figures": figures}
    part.write_text(json.dumps({"format": "lowp-part 1"} | description))
    explained = planned(tmp_path, f"part-file={part}")
    assert [matmul["recipe"] for matmul in explained["matmuls"]] == [None] * 3
    for plan in explained["functions"]:
        assert plan["us"] >= plan["without_us"]
    options = f"part-file={part}"
    without = predicted(tmp_path, options)
    assert predicted(tmp_path, f"{options} recipe=auto") == pytest.approx(without)
