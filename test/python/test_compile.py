"""Compiling: programs, diagnostics, pipelines."""

import concurrent.futures
import pickle

import lowp
import numpy as np
import pytest
from conftest import ADD, MATMUL, QUANTIZE


def test_ptx():
    program = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx")
    assert program.device == "cuda" and program.chip == "sm_90a"
    assert program.image_format == "ptx"
    assert b".target sm_90a" in program.images[0]
    assert any("_gemm_" in kernel.name for kernel in program.kernels)
    assert all(kernel.registers is None for kernel in program.kernels)
    assert repr(program) == "<lowp.Program matmul for sm_90a>"


def test_emulation():
    source = """
    !x = !lowp.scaled<64x512xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
    func.func @f(%x: !x) -> tensor<64x64xbf16> {
      %y = lowp.scaled_matmul %x, %x : !x, !x -> tensor<64x64xbf16>
      return %y : tensor<64x64xbf16>
    }"""
    options = {"chip": "sm_90a", "image_format": "ptx"}
    with pytest.raises(lowp.CompileError, match="allow-emulation"):
        lowp.compile(source, **options)
    program = lowp.compile(source, allow_emulation=True, **options)
    assert any("_gemm_" in kernel.name for kernel in program.kernels)


def test_signature():
    function = lowp.compile(MATMUL, device="cpu")["matmul"]
    assert str(function) == (
        "matmul(argument0: ?x?xbf16, argument1: ?x64xbf16) -> (result0: ?x64xbf16)"
    )
    # K is that of the first argument, M of the result too.
    k = function.arguments[1].dimensions[0]
    assert (k.size, k.argument, k.dimension) == (-1, 0, 1)
    m = function.results[0].dimensions[0]
    assert (m.size, m.argument, m.dimension) == (-1, 0, 0)


def test_scaled_results_are_data_and_scales():
    function = lowp.compile(QUANTIZE, device="cpu")["quantize"]
    data, scales = function.results
    assert str(data) == "result0: ?x256xf8E4M3FN"
    assert str(scales) == "result0.scales: 2x?xf32"
    # One scale per row, rows padded to 16 bytes.
    assert scales.dimensions[1].of([(5, 256)]) == 8


@pytest.mark.parametrize(
    "scaled, numerics, stored",
    [
        ("f8E4M3FN, #lowp.block<128x128>", "torchao", [(200, 300), (2, 3)]),
        (
            "f8E4M3FN, #lowp.mx<1x32>, scales = #lowp.packed_words",
            "mx_rceil",
            [(200, 300), (3, 200, 4)],
        ),
        (
            "f4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense",
            "transformer_engine",
            [(200, 150), (2, 5, 32, 4, 4), (1,)],
        ),
        # 12 bytes for 16 elements are no quotient that is rounded up.
        (
            "f6E3M2FN, #lowp.mx<1x32>, packing = dense",
            "mx_rceil",
            [(200, -1), (200, 10)],
        ),
        (
            "f8E4M3FN, #lowp.rowwise, order = [1, 0], data = #lowp.panels<128>",
            "torchao",
            [(2, 300, 128), (200, 1)],
        ),
    ],
)
def test_stored_sizes_follow_from_the_matrix(scaled, numerics, stored):
    source = f"""
    !q = !lowp.scaled<?x?x{scaled}>
    func.func @f(%x: tensor<?x?xf32>) -> !q {{
      %q = lowp.quantize %x numerics <{numerics}> : tensor<?x?xf32> -> !q
      return %q : !q
    }}"""
    results = lowp.compile(source, device="cpu")["f"].results
    sizes = [tuple(d.of([(200, 300)]) for d in r.dimensions) for r in results]
    assert sizes == stored


def test_sizes_are_what_operations_say():
    source = """
    !q = !lowp.scaled<?x64xf8E4M3FN, #lowp.rowwise>
    !t = !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0],
                      scales = #lowp.compact<transposed = true>>
    func.func @f(%q: !q) -> (tensor<64x?xf32>, tensor<?x64xf32>) {
      %t = lowp.transpose %q : !q
      %columns = lowp.dequantize %t : !t -> tensor<64x?xf32>
      %rows = lowp.dequantize %q : !q -> tensor<?x64xf32>
      %y = lowp.hadamard %rows axis 1 signs 5 : tensor<?x64xf32>
      return %columns, %y : tensor<64x?xf32>, tensor<?x64xf32>
    }"""
    columns, rows = lowp.compile(source, device="cpu")["f"].results
    for size in (columns.dimensions[1], rows.dimensions[0]):
        assert (size.size, size.argument, size.dimension) == (-1, 0, 0)


@pytest.mark.parametrize(
    "body, known",
    [
        ("%y = math.exp %x : tensor<?x64xf32>", True),
        ("%y = arith.addf %x, %x : tensor<?x64xf32>", True),
        (
            "%n = arith.truncf %x : tensor<?x64xf32> to tensor<?x64xbf16>"
            " %y = arith.extf %n : tensor<?x64xbf16> to tensor<?x64xf32>",
            True,
        ),
        (
            "%y0 = arith.select %b, %x, %x : tensor<?x64xf32>"
            " %c = arith.cmpf olt, %y0, %x : tensor<?x64xf32>"
            " %y = arith.select %c, %y0, %x : tensor<?x64xi1>, tensor<?x64xf32>",
            True,
        ),
        (
            "%i = arith.bitcast %x : tensor<?x64xf32> to tensor<?x64xi32>"
            " %y = arith.bitcast %i : tensor<?x64xi32> to tensor<?x64xf32>",
            True,
        ),
        (
            "%y = scf.if %b -> (tensor<?x64xf32>) { scf.yield %x : tensor<?x64xf32> }"
            " else { %n = math.tanh %x : tensor<?x64xf32> scf.yield %n : tensor<?x64xf32> }",
            True,
        ),
        (
            "%y = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x) -> (tensor<?x64xf32>) {"
            " %n = math.exp %a : tensor<?x64xf32> scf.yield %n : tensor<?x64xf32> }",
            True,
        ),
        # One branch has another size, and so may each turn.
        (
            "%s = tensor.extract_slice %x[0, 0] [%k, 64] [1, 1]"
            " : tensor<?x64xf32> to tensor<?x64xf32>"
            " %y = scf.if %b -> (tensor<?x64xf32>) { scf.yield %x : tensor<?x64xf32> }"
            " else { scf.yield %s : tensor<?x64xf32> }",
            False,
        ),
        (
            "%y = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> (tensor<?x64xf32>) {"
            " %n = tensor.extract_slice %a[0, 0] [%k, 64] [1, 1]"
            " : tensor<?x64xf32> to tensor<?x64xf32> scf.yield %n : tensor<?x64xf32> }",
            False,
        ),
    ],
)
def test_sizes_of_whole_tensors(body, known):
    source = f"""
    func.func @f(%x: tensor<?x64xf32>, %b: i1, %k: index) -> tensor<?x64xf32> {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {body}
      return %y : tensor<?x64xf32>
    }}"""
    size = lowp.compile(source, device="cpu")["f"].results[0].dimensions[0]
    assert (size.argument, size.dimension) == ((0, 0) if known else (-1, -1))


def test_sources(tmp_path):
    path = tmp_path / "add.mlir"
    path.write_text(ADD)
    text, bytes_, file = (
        lowp.compile(source, device="cpu") for source in (ADD, ADD.encode(), path)
    )
    assert str(text["add"]) == str(bytes_["add"]) == str(file["add"])
    with pytest.raises(TypeError, match="expected source"):
        lowp.compile(7)


def test_serialize():
    program = lowp.compile(ADD, chip="sm_90a", image_format="ptx")
    content = program.serialize()
    copy = lowp.load(content)
    assert (copy.images, copy.kernels) == (program.images, program.kernels)
    assert str(copy["add"]) == str(program["add"])
    for damaged in (b"", content[:1000], content[:-1] + b"x"):
        with pytest.raises(lowp.LaunchError) as caught:
            lowp.load(damaged)
        assert caught.value.status == "LOWP_ERROR_FORMAT"


def test_remarks_say_what_was_decided():
    program = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx")
    remarks = [str(d) for d in program.diagnostics if d.severity == "remark"]
    for name in ("recipe-applied", "config-selected"):
        (remark,) = [one for one in remarks if name in one]
        assert remark.startswith("<input>:10:8: remark: ")
    # They come from the cache, too.
    again = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx")
    assert list(map(str, again.diagnostics)) == list(map(str, program.diagnostics))


def test_expected_rows():
    scaled = "!lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>"
    gemm = f"""
        func.func @gemm(%x: {scaled}, %w: {scaled}) -> tensor<?x?xbf16> {{
          %y = lowp.scaled_matmul %x, %w : {scaled}, {scaled} -> tensor<?x?xbf16>
          return %y : tensor<?x?xbf16>
        }}"""

    def tile(**options):
        program = lowp.compile(gemm, chip="sm_90a", image_format="ptx", **options)
        (remark,) = [d for d in program.diagnostics if "config-selected" in d.message]
        return remark.message.partition("tile = [")[2].partition(",")[0]

    assert tile(expected_m=8192) == "128"
    assert tile(expected_m=16) == "64"
    assert tile(expected_m=np.int64(16)) == "64"
    # Otherwise there are kernels for any number of rows, the first for few.
    program = lowp.compile(gemm, chip="sm_90a", image_format="ptx")
    (remark,) = [d for d in program.diagnostics if "config-selected" in d.message]
    assert "config_table<configs = [<tile = [64, " in remark.message
    assert tile() == tile(expected_m=None) == "64"


def test_math():
    source = """
    func.func @f(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
      %y = math.log %x : tensor<64x128xf32>
      return %y : tensor<64x128xf32>
    }"""

    def approximates(**options):
        # From the cache the second time, which must tell one mode from the other.
        programs = [
            lowp.compile(source, chip="sm_90a", image_format="ptx", **options) for _ in range(2)
        ]
        first, second = (b"lg2.approx" in program.images[0] for program in programs)
        assert first == second
        return first

    assert not approximates()
    assert not approximates(math="exact")
    assert approximates(math="fast")
    # The CPU is exact in both modes.
    lowp.compile(source, device="cpu", math="fast")
    with pytest.raises(ValueError, match="math to be one of 'exact', 'fast', got 'a"):
        lowp.compile(source, chip="sm_90a", math="approximate")


def test_f32_matmuls_are_rounded_on_request():
    source = """
    func.func @f(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %i: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %y = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>)
        outs(%i : tensor<8x4xf32>) -> tensor<8x4xf32>
      return %y : tensor<8x4xf32>
    }"""
    # 1 + 2**-9 is a number of tf32 and not of bf16, 1 + 2**-12 of neither. Sums are
    # exact in f32.
    x = np.full((8, 16), 1 + 2**-9 + 2**-12, np.float32)
    w, start = np.ones((16, 4), np.float32), np.zeros((8, 4), np.float32)
    terms = {"exact": 1 + 2**-9 + 2**-12, "tf32": 1 + 2**-9, "bf16": 1}
    for mode, term in terms.items():
        program = lowp.compile(source, device="cpu", f32_matmuls=mode)
        assert (program["f"](x, w, start) == 16 * term).all()
    for mode, instruction in [("tf32", b"k8.f32.tf32.tf32"), ("bf16", b"k16.f32.bf16")]:
        rounded = lowp.compile(source, chip="sm_90a", image_format="ptx", f32_matmuls=mode)
        assert any(instruction in image for image in rounded.images)
    with pytest.raises(ValueError, match="f32_matmuls to be one of 'exact', 'tf32'"):
        lowp.compile(source, device="cpu", f32_matmuls="tf16")


def test_diagnostics_have_places(tmp_path):
    path = tmp_path / "wrong.mlir"
    path.write_text("func.func @f(%x: tensor<2xf32>) {\n  return %y : f32\n}\n")
    with pytest.raises(lowp.CompileError) as caught:
        lowp.compile(path, device="cpu")
    error = caught.value
    (diagnostic,) = error.diagnostics
    assert diagnostic.severity == "error"
    assert (diagnostic.file, diagnostic.line, diagnostic.column) == (str(path), 2, 10)
    assert f"{path}:2:10: error: " in str(error)
    assert pickle.loads(pickle.dumps(error)).args == error.args


@pytest.mark.parametrize(
    "source, options, message",
    [
        (ADD, {"chip": "h2000"}, "expected chip to be one of .* got 'h2000'"),
        (ADD, {"chip": "sm_12"}, "expected a chip that lowp knows"),
        (ADD, {"chip": "sm_90a", "ptx_version": 17}, "expected a PTX version"),
        (ADD, {"chip": "sm_90a", "ptxas": "/nonexistent"}, "ptxas that can be run"),
        (MATMUL, {"chip": "sm_90a", "recipe": "nope"}, "expected option 'recipe'"),
        (b"\0\xff", {"device": "cpu"}, "unexpected character"),
        ("module {}", {"device": "cpu"}, "expected a public function"),
        (
            "func.func @f(%x: tensor<*xf32>) { return }",
            {"device": "cpu"},
            "expected argument0 to be a ranked tensor",
        ),
        (
            "func.func @f(%x: tensor<2xi4>) { return }",
            {"device": "cpu"},
            "expected argument0 to have elements of whole bytes",
        ),
    ],
)
def test_refused(source, options, message):
    with pytest.raises(lowp.CompileError, match=message):
        lowp.compile(source, **options)


LARGE = """
func.func @f(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>) -> tensor<8192x8192xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8192x8192xf32>
  %zero = linalg.fill ins(%c : f32) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %y = linalg.matmul {lowp.name = "layers.0.w"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %y : tensor<8192x8192xf32>
}"""


def test_recipes_by_time():
    def remarks(**options):
        program = lowp.compile(LARGE, chip="sm_90a", recipe="auto", image_format="ptx", **options)
        return [diagnostic.message for diagnostic in program.diagnostics]

    def chosen(**options):
        return any("recipe-chosen" in message for message in remarks(**options))

    assert chosen()
    assert chosen(part="h100", recipe_candidates=["tensorwise", "rowwise"])
    assert chosen(recipe_allow="layers.*", max_error=0.04, min_speedup=1)
    assert not chosen(recipe_deny=["layers.*.w"])
    assert not chosen(max_error=0)
    assert any("matches 'wq'" in m for m in remarks(recipe_deny="wq"))


def test_recipes_on_the_cpu_are_those_of_a_part():
    with pytest.raises(lowp.CompileError, match="chip"):
        lowp.compile(LARGE, device="cpu", recipe="auto")
    lowp.compile(LARGE, device="cpu", recipe="auto", part="h200")
    # As convert and the backend write it.
    lowp.compile(LARGE, device="cpu", recipe="none")


@pytest.mark.parametrize(
    "options",
    [
        {"recipe_deny": "two words"},
        {"recipe_allow": ["{"]},
        {"max_error": -1},
        {"min_speedup": 0.9},
    ],
)
def test_wrong_recipe_options(options):
    with pytest.raises(ValueError, match="expected"):
        lowp.compile(LARGE, chip="sm_90a", recipe="auto", **options)


@pytest.mark.parametrize("options", [{"device": "tpu"}, {"image_format": "elf"}, {"math": None}])
def test_wrong_options(options):
    with pytest.raises(ValueError, match="expected"):
        lowp.compile(ADD, **options)


@pytest.mark.parametrize(
    "name, number, expected",
    [
        ("expected_m", 0, "1 to 2147483647, got 0"),
        ("expected_m", -1, "1 to 2147483647, got -1"),
        ("expected_m", 2**31, "1 to 2147483647, got 2147483648"),
        # These would be 16 and 88 in the library's structure.
        ("expected_m", 2**64 + 16, "1 to 2147483647, got 18446744073709551632"),
        ("ptx_version", 2**32 + 88, "0 to 4294967295, got 4294967384"),
        ("ptx_version", -1, "0 to 4294967295, got -1"),
    ],
)
def test_numbers_that_are_too_large(name, number, expected):
    with pytest.raises(ValueError, match=f"expected {name} to be {expected}"):
        lowp.compile(ADD, chip="sm_90a", image_format="ptx", **{name: number})
    with pytest.raises(TypeError, match="integer"):
        lowp.compile(ADD, chip="sm_90a", image_format="ptx", **{name: 16.5})


def test_pipeline():
    text, diagnostics = lowp.run_pipeline(ADD, "lowp-to-cpu")
    assert "llvm.func @_mlir_ciface_add" in text
    assert diagnostics == ()
    with pytest.raises(lowp.CompileError, match="no-such-pass"):
        lowp.run_pipeline(ADD, "no-such-pass")


def test_chips():
    assert "sm_90a" in lowp.chips()


def test_many_threads_at_once():
    def compile_one(number):
        source = ADD.replace("@add", f"@add{number}")
        if number % 4 == 3:
            with pytest.raises(lowp.CompileError):
                lowp.compile(source + "}", device="cpu")
            return number
        program = lowp.compile(source, chip="sm_90a", image_format="ptx")
        return int(program.functions[0].name[3:])

    # 64 do in test/CAPI.
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        assert list(pool.map(compile_one, range(16))) == list(range(16))


def test_roles_decide_on_recipes():
    """A backward pass that stands alone tells the roles of its matmuls, or keeps
    their types with a warning."""
    source = """
    func.func @f(%dy: tensor<128x256xbf16>, %x: tensor<256x128xbf16>) -> tensor<128x128xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<128x128xf32>
      %z = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
      %dw = linalg.matmul ROLE ins(%dy, %x : tensor<128x256xbf16>, tensor<256x128xbf16>)
        outs(%z : tensor<128x128xf32>) -> tensor<128x128xf32>
      return %dw : tensor<128x128xf32>
    }"""

    def tell(role, text=source):
        program = lowp.compile(
            text.replace("ROLE", role), device="cpu", recipe="blockwise_training"
        )
        return [str(diagnostic) for diagnostic in program.diagnostics]

    own = tell('{lowp.role = "wgrad"}')
    assert any("as wgrad" in text for text in own)
    assert not any("warning" in text for text in own)
    of_function = source.replace("f32> {\n", 'f32> attributes {lowp.role = "dgrad"} {\n', 1)
    assert any("as dgrad" in text for text in tell("", of_function))
    (warning,) = [text for text in tell("") if "warning" in text]
    assert "1 matmul keeps its type under recipe 'blockwise_training'" in warning
    assert "'lowp.role'" in warning and "'lowp.recipe'" in warning


@pytest.mark.parametrize("options", [{"device": "cpu"}, {"chip": "sm_90a"}])
def test_names_of_functions_are_text(options):
    """Names that MLIR takes and hosts cannot look up are refused by name."""
    source = r"""
    func.func @"f\FF"(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = arith.addf %x, %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }"""
    with pytest.raises(lowp.CompileError, match="to be UTF-8, got 'f\ufffd'; rename it"):
        lowp.compile(source, image_format="ptx", **options)
    name = "f\u00e4\U0001f600"
    program = lowp.compile(source.replace(r"f\FF", name), image_format="ptx", **options)
    assert program.functions[0].name == name


def test_prepared_arguments_are_those_of_all_devices():
    """A weight with rows that nobody knows yet is not needed beside what was
    prepared from it."""
    source = """
    func.func @f(%x: tensor<64x128xbf16>, %w: tensor<?x128xbf16> {lowp.parameter}) -> tensor<64x?xf32> {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %w, %c0 : tensor<?x128xbf16>
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%n) : tensor<64x?xf32>
      %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x?xf32>) -> tensor<64x?xf32>
      %t0 = tensor.empty(%n) : tensor<128x?xbf16>
      %t = linalg.transpose ins(%w : tensor<?x128xbf16>) outs(%t0 : tensor<128x?xbf16>)
        permutation = [1, 0]
      %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
        ins(%x, %t : tensor<64x128xbf16>, tensor<128x?xbf16>) outs(%z : tensor<64x?xf32>)
        -> tensor<64x?xf32>
      return %y : tensor<64x?xf32>
    }"""
    host = lowp.compile(source, device="cpu")
    gpu = lowp.compile(source, chip="sm_90a", image_format="ptx")
    assert [str(f) for f in host.functions] == [str(f) for f in gpu.functions]
    assert [a.name for a in host["f"].arguments][1].startswith("prepared")
