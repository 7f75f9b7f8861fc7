"""Files of tuned configs: what the compiler makes of them, and the cache."""

import json

import lowp
import pytest
from lowp.tune import config_file

GEMM = """
!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<320x256xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<64x320xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<64x320xbf16>
  return %y : tensor<64x320xbf16>
}
"""
OPERAND = {"type": "f8E4M3FN", "scales": "f32", "block": [1, "all"]}
TILES = {
    m: f"#lowp_gpu.config<tile = [{m}, 80, 128], cluster = [1, 1], stages = 2, "
    "unroll = 1, group_m = 7, epilogue_stages = 1>"
    for m in (64, 128)
}


def make_entry(m, config):
    return {
        "chip": "sm_90a",
        "m": m,
        "n": 320,
        "k": 256,
        "lhs": OPERAND,
        "rhs": OPERAND,
        "result": "bf16",
        "accumulate": False,
        "fast_accumulation": True,
        "config": config,
    }


def write(path, config):
    entry = make_entry(64, config)
    path.write_text(json.dumps({"format": "lowp-configs 1", "configs": [entry]}))
    return path


def threads(**options):
    program = lowp.compile(GEMM, chip="sm_90a", image_format="ptx", **options)
    return program.kernels[0].block[0]


def test_the_file_decides(tmp_path):
    path = write(tmp_path / "tuned.json", TILES[64])
    assert threads(config_file=path) == 256
    assert threads(config_file=str(write(path, TILES[128]))) == 384


def test_ranges_of_two_searches(tmp_path):
    """The compiler takes no two entries for a matmul."""
    path = tmp_path / "tuned.json"
    for m, config in ((128, TILES[128]), (100, TILES[64])):
        config_file.update(str(path), config_file.stretch([make_entry(m, config)]))
    assert threads(config_file=path) == 256
    source = GEMM.replace("<64x", "<128x")
    program = lowp.compile(source, chip="sm_90a", image_format="ptx", config_file=path)
    assert program.kernels[0].block[0] == 384


def test_the_cache_knows_the_content(tmp_path, monkeypatch):
    from lowp import compiler

    path = write(tmp_path / "tuned.json", TILES[128])
    assert threads(config_file=path) == 384
    without = threads()
    write(path, TILES[64])
    assert threads(config_file=path) == 256
    # All three come from the cache now.
    monkeypatch.setattr(compiler, "_compile", None)
    assert threads(config_file=path) == 256
    assert threads() == without
    assert threads(config_file=write(path, TILES[128])) == 384


def test_a_file_that_is_wrong(tmp_path):
    path = write(tmp_path / "tuned.json", "#lowp_gpu.config<tile = [64]>")
    with pytest.raises(lowp.CompileError, match="entry 1 of config file .*tuned.json"):
        threads(config_file=path)


def test_a_file_that_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.json"):
        threads(config_file=tmp_path / "nowhere.json")
