//===- LowpPasses.td - Passes from lowp to lowp --------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES
#define LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES

include "mlir/Pass/PassBase.td"

def ApplyRecipesPass : Pass<"lowp-apply-recipes"> {
  let summary = "quantize the operands of matmuls that carry a recipe";
  let description = [{
    A `linalg.matmul` (any of its transposed forms) with the attribute
    `lowp.recipe` becomes two `lowp.quantize` and a `lowp.scaled_matmul`. So does
    a `linalg.batch_matmul`, or a generic that multiplies a batch: a matrix that
    the program repeats for all of it is quantized once. The
    data of both operands are written with the contracted dimension contiguous,
    also when the operand's own order is the other one: its quantize writes the
    transposed order and a `lowp.transpose` turns it without moving data. An
    initial value other than zero becomes the accumulator. A remark tells what
    each matmul got, or why it stays as it is.

    A recipe with `hadamard` puts a `lowp.hadamard` along the contracted
    dimension before each quantize. Stochastic rounding takes its seed from the
    argument of the function that carries `lowp.seed`; each quantize gets one of
    its own, the argument plus a running number, and each matrix of a batch.

    A matmul that asks for a recipe by its own attribute and cannot have it is
    an error. Under the option `recipe`, which gives every matmul the recipe,
    such a matmul is kept, with a remark, and so is a batch without a weight.

    Equal quantizes are left for `cse` to share.

    A `linalg.matmul` whose operands are fp8 elements already, as they come out of
    a checkpoint or of a front end's own casts, takes no recipe: it becomes a
    `lowp.scaled_matmul` with scales of 1, whose operands have K last.

    Example:
    ```mlir
    %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %w : tensor<?x512xbf16>, tensor<512x256xbf16>)
      outs(%zero : tensor<?x256xbf16>) -> tensor<?x256xbf16>
    ```
    becomes
    ```mlir
    %xq = lowp.quantize %x numerics <torchao_rowwise>
       : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
    %wq = lowp.quantize %w numerics <torchao_rowwise>
       : tensor<512x256xbf16>
      -> !lowp.scaled<512x256xf8E4M3FN, #lowp.rowwise<axis = 0>,
                      order = [1, 0], scales = #lowp.compact<transposed = true>>
    %wt = lowp.transpose %wq : ...
    %y = lowp.scaled_matmul %xq, %wt fast_accumulation : ...
    ```
  }];
  let options = [
    Option<"recipe", "recipe", "std::string", /*default=*/"",
           "Preset that every matmul gets, whatever its attribute">
  ];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def ExpandQuantizePass : Pass<"lowp-expand-quantize"> {
  let summary = "quantize in steps: amax, scales, data";
  let description = [{
    Each `lowp.quantize` without given scales gets some: from `lowp.amax` of its
    input by `lowp.compute_scale`, and for recipes of two levels
    `lowp.compute_global_scale`. The results are the same, bit by bit. So a
    program may put something between amax and scale: the maximum over devices,
    or a history of earlier steps. Where a tile holds whole blocks, a quantize
    in one step is faster: it reads its input once. The pipeline for the GPU
    expands only the others (`only-wide`): whose blocks are the whole matrix,
    whole columns, or rows that are longer than `max-row` or of unknown length.

    A quantize whose result has groups stays, with a remark: its blocks begin
    where offsets say, which are data. Where borders of groups cut no block, as
    groups of rows cut none of one row, it becomes a quantize without groups and
    a `lowp.relayout` that puts the scales into their places; not with a seed or
    scales of two levels, which are those of a group.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
    becomes
    ```mlir
    %a = lowp.amax %x recipe(#lowp.block<1x128>)
       : tensor<64x256xf32> -> tensor<64x2xf32>
    %encode, %scales = lowp.compute_scale %a recipe #lowp.block<1x128>
        element f8E4M3FN numerics <torchao, largest_factor = f32>
      : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
    %q = lowp.quantize %x numerics <torchao>
         scales(%encode, %scales : tensor<64x2xf32>, tensor<64x2xf32>)
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
  }];
  let options = [
    Option<"onlyWide", "only-wide", "bool", /*default=*/"false",
           "Expand only a quantize that a fusion could do but for its blocks, "
           "which no CTA holds as a whole">,
    Option<"maxRow", "max-row", "int64_t", /*default=*/"32768",
           "Elements of a row that the threads of a CTA can hold">
  ];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def PrepareParametersPass
    : Pass<"lowp-prepare-parameters", "::mlir::ModuleOp"> {
  let summary = "compute what depends on weights alone in a function of its own";
  let description = [{
    Arguments with the unit attribute `lowp.parameter` are weights: they stay
    the same for many calls. Each public function `@f` that has some is split.
    `@f$prepare` computes values from parameters and constants alone, and `@f`
    takes these values. A host calls `@f$prepare` once per update of the weights.

    Operations move that have no effects and may run at any time, by upstream's
    interfaces. All scaled values that the rest of `@f` reads are handed over,
    without the `lowp.transpose` behind them, which moves no data. Of the other
    values those are handed over that have the fewest bytes together, and of equal
    choices the one that leaves `@f` less to do. Reshapes, slices and copies that
    transpose, broadcast or widen a parameter are reads of the parameter, and
    stay in `@f`; so do numbers, elements that callers have not, and tensors of
    dynamic shape, with what they read.

    The signatures:

    - `@f$prepare` takes the parameters that its values are computed from, in the
      order of `@f`, and returns the values in the order in which `@f` computed
      them.
    - `@f` takes its former arguments in their order, less the parameters that it
      no longer reads, and behind them the results of `@f$prepare`. Its results
      stay as they are.

    Both functions get the attributes `lowp.fingerprint`, a line of text that is
    equal for values that `@f` may take (version of lowp, chip, recipes, layouts,
    hashes of the types and of the computation), and `lowp.sources`, the numbers
    that their arguments had before, without those of handed values. `@f` also
    gets `lowp.prepare`, the symbol of `@f$prepare`. The marks are removed.

    A function whose parameters give nothing to prepare stays as it is, with a
    remark. Calls within the module are to be inlined before.

    Example:
    ```mlir
    func.func @f(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16> {lowp.parameter}) -> tensor<64x32xbf16> {
      %a = lowp.quantize %x ...
      %b = lowp.quantize %w ...
      %y = lowp.scaled_matmul %a, %b ...
      return %y
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<64x256xbf16>, %b: !lowp.scaled<32x256xf8E4M3FN, ...>) -> tensor<64x32xbf16>
        attributes {lowp.fingerprint = "...", lowp.prepare = @f$prepare, lowp.sources = array<i64: 0>} {
      %a = lowp.quantize %x ...
      %y = lowp.scaled_matmul %a, %b ...
      return %y
    }
    func.func @f$prepare(%w: tensor<32x256xbf16>) -> !lowp.scaled<32x256xf8E4M3FN, ...>
        attributes {lowp.fingerprint = "...", lowp.sources = array<i64: 1>} {
      %b = lowp.quantize %w ...
      return %b
    }
    ```
  }];
  let options = [
    Option<"chipAttribute", "chip-attribute", "std::string", /*default=*/"",
           "Name of the module's attribute that says the chip; without it the "
           "code is for the CPU">
  ];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def EraseUnusedResultsPass : Pass<"lowp-erase-unused-results"> {
  let summary = "drop results of linalg.generic that nobody reads";
  let description = [{
    A front end writes a maximum along rows as one op with two results, the
    maximum and its position, and softmax reads the maximum alone. The op of one
    result is a row reduction, which `lowp-form-fusions` can fuse. The patterns
    are upstream's.
  }];
}

def RoundMatmulsPass : Pass<"lowp-round-matmuls"> {
  let summary = "round f32 operands of matmuls to what tensor cores multiply";
  let description = [{
    Tensor cores multiply operands of f32 as tf32, or of 16 bits and less; f32
    itself has generic kernels, up to 200 times slower. The pass changes each
    contraction of f32 tensors whose result is f32; sums stay f32. It is part of
    pipelines where the option `f32-matmuls` asks for it, on all devices.

    With `to=tf32` the contraction becomes a linalg.generic whose body rounds
    both elements to tf32, 10 bits of mantissa and the exponents of f32, to the
    nearest, ties to even, before it multiplies them; `lowp-form-gemms` finds
    such bodies. The rounding costs up to 2^-11 of an operand. Where both
    operands are wider forms of one type of 16 bits, products are exact already,
    and nothing changes.

    With `to=bf16`, the default, operands are rounded to bf16 and widened again,
    or to f16 where the other operand is a wider form of f16; operands that are
    wider forms already stay. `lowp-form-gemms` then finds operands of 16 bits.
    The rounding costs up to 2^-8 of an operand in bf16.

    Example, to bf16: `%y = linalg.matmul ins(%x, %w : tensor<8x16xf32>,
    tensor<16x8xf32>)` reads
    ```mlir
    %h = linalg.generic {...} ins(%x : tensor<8x16xf32>) ... { arith.truncf ... }
    %r = linalg.generic {...} ins(%h : tensor<8x16xbf16>) ... { arith.extf ... }
    ```
    in place of `%x`. To tf32, the body of the matmul is
    ```mlir
    %p = arith.truncf %a : f32 to tf32
    %q = arith.extf %p : tf32 to f32
    ...
    %product = arith.mulf %q, %r : f32
    ```
  }];
  let options = [
    Option<"to", "to", "::mlir::lowp::F32Matmuls",
           /*default=*/"::mlir::lowp::F32Matmuls::BF16",
           "What operands are rounded to",
           [{::llvm::cl::values(
               clEnumValN(::mlir::lowp::F32Matmuls::TF32, "tf32",
                          "tf32, in the body of the matmul"),
               clEnumValN(::mlir::lowp::F32Matmuls::BF16, "bf16",
                          "bf16, or f16 beside f16"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SeparateDestinationsPass : Pass<"lowp-separate-destinations"> {
  let summary = "cut long chains of destinations";
  let description = [{
    `one-shot-bufferize` compares the reads and writes of all values that may
    share a buffer, in a time that grows with the third power of their number.
    In long programs these are many for two reasons, which this pass removes:

    - `convert-elementwise-to-linalg` takes an operand as the destination of the
      result, which makes one buffer of a chain of ops. A destination that is an
      input and not read becomes a `tensor.empty`.
    - A cleanup makes one `tensor.empty` of all that have a type. Each 16 ops
      that write into it get an empty tensor of their own; fewer share, and with
      it the memory.

    Before:
    ```mlir
    %y = linalg.generic {...} ins(%x, %w : tensor<8xf32>, tensor<8xf32>) outs(%x : tensor<8xf32>) {
    ^bb0(%a: f32, %b: f32, %unused: f32):
      ...
    ```
    After:
    ```mlir
    %e = tensor.empty() : tensor<8xf32>
    %y = linalg.generic {...} ins(%x, %w : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def DecomposeSoftmaxPass : Pass<"lowp-decompose-softmax"> {
  let summary = "a softmax becomes the operations it is made of";
  let description = [{
    `linalg.softmax` of floats on tensors becomes a maximum along the rows, an
    exponential, a sum and a division, which fuse with their neighbours. Both
    pipelines run the pass before `lowp-widen-sums`, so that the sum is one in
    f32. A softmax whose elements are no floats is an error.

    Example:
    ```mlir
    %y = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
    becomes four `linalg.generic`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SinkConcatsPass : Pass<"lowp-sink-concats"> {
  let summary = "compute elementwise ops on the parts of a concat";
  let description = [{
    Rotary embeddings concatenate the halves of a vector, negated and exchanged,
    and multiply the result by sines. Where all parts of a concat have one size
    and only elementwise ops read it, the ops run on the parts, and their results
    are concatenated: `lowp-form-fusions` makes one fusion of them, which writes
    the parts where they belong. Slices that the ops then read move in front of
    elementwise producers, such as transposes, that nobody else reads; a slice
    that alone reads what is reduced moves in front of the reduction. Slices move
    in front of views that add or drop dimensions of size 1, and an elementwise op
    behind a view that divides a dimension, if only slices read that: halves of
    heads are cut from rows before these are widened. So do slices within one row of a
    view that joins two dimensions, as halves of pairs that were transposed. A
    widening that others read, too, is computed again for a slice, and slices of
    what is transposed may overlap.

    Parts may be lanes, too, as where an embedding turns pairs of neighbours: a
    concat along a last dimension of size 1 that is joined with the one before it,
    or elements that are repeated. Slices have a stride then. A concat of parts
    of several sizes, or of concats, is one of equal parts, and so is a slice of
    several parts, as of the halves of three quarters of a head. A gradient puts what a
    slice gave into a tensor of zeros: such a `tensor.insert_slice` is a concat.
    All of this for at most 24 parts.

    Before:
    ```mlir
    %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
    %y = linalg.mul ins(%c, %s : ...) outs(%e : tensor<8x8xf32>)
    ```
    After:
    ```mlir
    %s0 = tensor.extract_slice %s[0, 0] [8, 4] [1, 1]
    %y0 = linalg.mul ins(%a, %s0 : ...) outs(%e0 : tensor<8x4xf32>)
    %s1 = tensor.extract_slice %s[0, 4] [8, 4] [1, 1]
    %y1 = linalg.mul ins(%b, %s1 : ...) outs(%e0 : tensor<8x4xf32>)
    %y = tensor.concat dim(1) %y0, %y1
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FoldPositionsPass : Pass<"lowp-fold-positions"> {
  let summary = "tensors of which the position tells each element";
  let description = [{
    A model makes its masks and position ids of ranges: integers that it cuts,
    shifts, compares, adds up and gathers, none of which reads an argument. Each
    of these tensors would be a kernel of its own, and would be read again.

    Whoever reads such a tensor computes the element it needs, from the index of
    its own loop: bodies of `linalg.generic`, and `tensor.extract` in them. A
    comparison that the sizes of the loops decide is folded, a tensor whose
    elements turn out to be one number becomes a constant, and a reduction that
    adds nothing gives what it began with, so that the document ids of a single
    document, which `tm_tensor.scan` counts, vanish. What takes more than a few
    operations of `arith` for an element, as a sine does, remains a tensor.

    Before:
    ```mlir
    %ids = linalg.generic ... { ... %i = linalg.index 0 ... } -> tensor<64xi64>
    %mask = linalg.generic ... ins(%columns, %rows) { ... arith.cmpi sle ... }
    %y = linalg.generic ... ins(%scores, %mask) { ... arith.select ... }
    ```
    After:
    ```mlir
    %y = linalg.generic ... ins(%scores) {
      %row = linalg.index 0 : index
      %column = linalg.index 1 : index
      ...
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FormEpiloguesPass : Pass<"lowp-form-epilogues"> {
  let summary = "elementwise ops that read what a gemm computes: its epilogue";
  let description = [{
    A gemm computes what its only reader does with its result, where that is
    arithmetic on floats without divisions and functions: a bias, a residual, a
    product with another matrix, a ReLU. Several such operations in a row become
    one epilogue. Rounding stays where it was: results are the same, bit for bit.
    The gemm moves to the place of the last of them.

    A value that others read, too, may become a second result: the sums in f32
    beside their rounding, what a ReLU reads beside what it makes. It does where
    the operation behind it would be a kernel of its own that reads the value
    once more. Where a fusion would read the value anyway, or none would write
    what the operation makes, nothing is saved, and remark `no-second-result` says
    so. The gemm then moves behind all that its epilogue reads.

    An operation stays where it is if a fusion takes it and would not write its
    result, if its result is wider than that of the gemm, or if an input is
    computed for it alone, is a slice, or has unknown sizes other than those of
    rows. Remark `no-epilogue` names functions, which cost more than they save.

    Before:
    ```mlir
    %g = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   outs(%init : tensor<?x32xbf16>) ...
    %y = linalg.add ins(%g, %r : ...) outs(...) -> tensor<?x32xbf16>
    ```
    After:
    ```mlir
    %y = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   ins(%r : tensor<?x32xbf16>) outs(%init : tensor<?x32xbf16>)
                   {input_maps = [affine_map<(m, n) -> (m, n)>], ...} epilogue {
    ^bb0(%sum: f32, %a: bf16):
      %p = arith.truncf %sum : f32 to bf16
      %s = arith.addf %p, %a : bf16
      lowp.epilogue_yield %s : bf16
    }
    ```

    Before:
    ```mlir
    %g = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   outs(%init : tensor<?x32xbf16>) ...
    %a = linalg.max ins(%g, %zeros : ...) outs(...) -> tensor<?x32xbf16>
    return %g, %a
    ```
    After:
    ```mlir
    %y:2 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
        outs(%init, %empty : tensor<?x32xbf16>, tensor<?x32xbf16>) ... epilogue {
    ^bb0(%sum: f32):
      %h = arith.truncf %sum : f32 to bf16
      %r = arith.maximumf %h, %zero : bf16
      lowp.epilogue_yield %h, %r : bf16, bf16
    }
    return %y#0, %y#1
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FormFusionsPass : Pass<"lowp-form-fusions"> {
  let summary = "put memory-bound ops that share an iteration space into one op";
  let description = [{
    A `lowp.fusion` takes a quantize, the elementwise ops and the reductions
    along rows that it reads, and other quantizes of the same value; or a chain
    of elementwise ops and reductions without a quantize. A quantize with given
    scales takes the `lowp.compute_scale` that gives them, and a `lowp.amax` what
    it reads: the two phases of a quantize whose blocks no CTA holds. Sums in f32
    over parts of the rows of a matrix that is quantized down its columns, as
    lowp-simplify-reductions leaves those of the gradient of a bias, are outputs
    of the quantize, whose tiles have the rows. Ops are known by their structure
    (FusionDomain.h, PartSum.h), not by their names. A value that others read too
    is one more output.

    An op stays alone where it reads at computed positions, where a reduction
    does not run along contiguous elements or its rows have more than `max-row`
    elements, where a block of several rows follows a reduction along rows, and
    where something between two ops would have to run both before and after the
    fusion.

    Before:
    ```mlir
    %s = linalg.add ins(%x, %r : ...) outs(%e : tensor<?x7168xbf16>)
    %q = lowp.quantize %s numerics <torchao> : ...
    ```
    After:
    ```mlir
    %d, %s = lowp.fusion ins(%x, %r : ...) outs(...) {
    ^bb0(%a: tensor<?x7168xbf16>, %b: tensor<?x7168xbf16>):
      %sum = linalg.add ins(%a, %b : ...) outs(...)
      %q = lowp.quantize %sum numerics <torchao> : ...
      %data, %scales = lowp.split_scaled %q : ...
      lowp.fusion_yield %data, %scales : ...
    } -> ...
    ```
  }];
  let options = [
    Option<"maxRow", "max-row", "int64_t", /*default=*/"32768",
           "Elements of a row that the threads of a CTA can hold">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::lowp::LowpDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RecomputeResultsPass : Pass<"lowp-recompute-results"> {
  let summary = "compute results of fusions again where they are read";
  let description = [{
    A result of a `lowp.fusion` that other fusions read is written once and read
    by each of them. Where elementwise ops make it of inputs with fewer bytes, or
    of those and of numbers per row, the readers take these ops and inputs, and
    what nobody reads any more is not written: the probabilities of a softmax
    come from 16-bit scores, the largest score and the sum of each row.

    A reader is edited if its iteration space stays what it was. Bytes decide; a
    division or a function of `math` counts as the bytes that a copy moves
    meanwhile. Sizes that are dynamic count as 1024 elements. What may be written
    in place, a buffer or the destination of another op, is not read later than
    it was.

    Before:
    ```mlir
    %w, %s = lowp.fusion ins(%x : tensor<8x4096xbf16>) outs(...) {
      // %w0 = extf %x, %s0 = sum of the squares of %w0
      lowp.fusion_yield %w0, %s0 : tensor<8x4096xf32>, tensor<8xf32>
    }
    %y = lowp.fusion ins(%w, %s : ...)
    ```
    After:
    ```mlir
    %s = lowp.fusion ins(%x : tensor<8x4096xbf16>) outs(...) {
      lowp.fusion_yield %s0 : tensor<8xf32>
    }
    %y = lowp.fusion ins(%x, %s : ...) // begins with extf %x
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def MergeFusionsPass : Pass<"lowp-merge-fusions"> {
  let summary = "make fusions that read the same tiles or rows one";
  let description = [{
    Fusions of one iteration space that quantize along rows and columns, and read
    a matrix in common or what the other one writes, become one `lowp.fusion`.
    `lowp.stages` says how many of its results belong to each: the kernel makes
    the results of one stage after the other for each tile, so that a stage has
    registers as if it were alone, and finds what an earlier one read in the
    cache. There are at most four stages. What only a later stage reads of an
    earlier one is no result any more. Fusions that reduce rows and quantize
    nothing become one without stages, of at most three tensors of rows: sums of
    one row are computed at once. Nothing but reshapes and empty tensors moves.

    Before:
    ```mlir
    %0:4 = lowp.fusion ins(%gate, %dh : ...)       // the gradient of the product
    %1:4 = lowp.fusion ins(%gate, %up, %dh : ...)  // the gradient of the gate
    ```
    After:
    ```mlir
    %0:8 = lowp.fusion ins(%gate, %dh, %up : ...) {...}
      {lowp.stages = array<i64: 4, 4>}
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def OutlineFusionsPass : Pass<"lowp-outline-fusions", "::mlir::ModuleOp"> {
  let summary = "move the region of each fusion into a function";
  let description = [{
    The functions are in a nested module, `@fusions`: passes on tensors and
    bufferization leave it alone, because it is lowered as values, without
    buffers of its own.

    Before:
    ```mlir
    %y = lowp.fusion ins(%x : ...) outs(%e : ...) { ... } -> ...
    ```
    After:
    ```mlir
    %y = lowp.launch_fusion @fusions::@main_0 ins(%x : ...) outs(%e : ...) -> ...
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::lowp::LowpDialect"];
}

def InlineFusionsPass : Pass<"lowp-inline-fusions"> {
  let summary = "replace each fusion by the ops of its region";
  let description = [{
    For targets without kernels: a fusion is transparent, outlined or not.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def UnfoldConvolutionsPass : Pass<"lowp-unfold-convolutions"> {
  let summary = "convolutions whose windows do not overlap are contractions";
  let description = [{
    The convolution by which a vision transformer reads patches has windows side
    by side, one of 1x1 a window for each element. Such a linalg operation, named
    or generic, that adds up products of a float image and filters becomes a
    contraction: the image is divided into windows, whose elements come behind
    all that counts windows, in the order in which the filters store them.
    `lowp-normalize-contractions` makes a matmul of it. What the products are
    added to is added, and rounded where a reader only rounds, before the result
    gets its order. Convolutions whose windows overlap, or in groups, stay.

    Example:
    ```mlir
    %y = linalg.conv_2d_nchw_fchw {strides = dense<8> : tensor<2xi64>, ...}
        ins(%x, %w : tensor<2x3x64x64xbf16>, tensor<256x3x8x8xbf16>) outs(%zero : tensor<2x256x8x8xf32>) ...
    ```
    becomes
    ```mlir
    %e = tensor.expand_shape %x [[0], [1], [2, 3], [4, 5]] ... into tensor<2x3x8x8x8x8xbf16>
    %t = linalg.transpose ins(%e : ...) ... permutation = [0, 2, 4, 1, 3, 5]
    %p = linalg.generic {(n, f, y, x, c, i, j) -> (n, y, x, c, i, j), (f, c, i, j), (n, y, x, f)} ins(%t, %w : ...) ...
    %y = linalg.transpose ins(%p : tensor<2x8x8x256xf32>) ... permutation = [0, 3, 1, 2]
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NormalizeContractionsPass : Pass<"lowp-normalize-contractions"> {
  let summary = "generics that are matmuls become linalg.matmul";
  let description = [{
    A `linalg.generic` that adds up products of two float tensors gets one
    dimension of rows, of columns and of K where several lie in one order in all
    tensors, as tokens of several sequences do. Where the result alone has
    another order, as heads before tokens, it is computed in that of the operands
    and transposed behind. If it then is a product of two
    matrices, in any order, it becomes `linalg.matmul`, which takes a recipe: its
    first operand is what the rows of the result come from. Its discardable
    attributes stay. A product of a vector and a matrix, as a step that decodes
    one token has, is one of a matrix of one row. Matmuls read what their operands
    are transposes of, and the narrow tensors where operands of 16 bits are both
    widened to f32 before them.

    Example:
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>,
                                          affine_map<(b, s, n, k) -> (n, k)>,
                                          affine_map<(b, s, n, k) -> (b, s, n)>], ...}
    ```
    becomes
    ```mlir
    %r = tensor.collapse_shape %x [[0, 1], [2]] : ...
    %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                        affine_map<(m, n, k) -> (n, k)>,
                                        affine_map<(m, n, k) -> (m, n)>] ins(%r, %w : ...) ...
    %y = tensor.expand_shape %p [[0, 1], [2]] ...
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def WidenSumsPass : Pass<"lowp-widen-sums"> {
  let summary = "sums of 16-bit floats add up in f32";
  let description = [{
    A linalg operation that adds up bf16 or f16 elements, or products of them, in
    that type would round each sum: of some hundred rows little would be left.
    Tensor cores add up in f32 and round once, and so do matmul libraries and
    torch's sums: the operation becomes one to f32 and an operation that rounds.
    Both pipelines run the pass, so the CPU and every chip mean the same. What
    is made of sums is taken apart before.

    A sum is what `arith.addf`, the first operand of `arith.subf` or the last
    one of `math.fma` adds to; a reduction may have other results beside it, and
    add several times. A sum that the body reads elsewhere stays as it is.

    Example: `linalg.matmul` on bf16 to bf16 becomes a `linalg.generic` from
    bf16 to f32 and another from f32 to bf16.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FormKernelsPass : Pass<"lowp-form-kernels"> {
  let summary = "group what runs in one launch";
  let description = [{
    Each `lowp.scaled_matmul` becomes a `lowp.gemm` on the tensors of its
    operands. Its destination is the accumulator, if there is one of f32 that
    lies in memory, otherwise an empty tensor; other accumulators are added behind
    the gemm, in f32 and rounded once, where `lowp-form-epilogues` finds them.

    Example:
    ```mlir
    %y = lowp.scaled_matmul %a, %b
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>,
         !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise> -> tensor<64x32xbf16>
    ```
    becomes
    ```mlir
    %ad, %as = lowp.split_scaled %a : ...
    %bd, %bs = lowp.split_scaled %b : ...
    %init = tensor.empty() : tensor<64x32xbf16>
    %y = lowp.gemm lhs(%ad, %as : ...) rhs(%bd, %bs : ...)
                   outs(%init : tensor<64x32xbf16>)
      {lhs_type = ..., rhs_type = ...} -> tensor<64x32xbf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def DecomposeScaledPass : Pass<"lowp-decompose-scaled"> {
  let summary = "turn values of scaled type into data and scale tensors";
  let description = [{
    Each value of type `!lowp.scaled` becomes two tensors, data then scales, in
    function signatures, calls, branches and scf control flow. Only
    `lowp.make_scaled` and `lowp.split_scaled` may compute with such values:
    run `convert-lowp-to-linalg` or `lowp-form-kernels` before. Nothing after
    this pass sees the type, so bufferization needs to know nothing of it.

    Example:
    ```mlir
    func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>)
    ```
    becomes
    ```mlir
    func.func @f(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def GuardFloatCastsPass : Pass<"lowp-guard-float-casts"> {
  let summary = "casts of small floats fold to what they compute";
  let description = [{
    Upstream folds an `arith.truncf` of infinity or NaN to a format that has
    neither to a value that the format does not have, and an `arith.extf` of the
    NaN of f8E8M0FNU to infinity. After this pass, the first one of both
    pipelines that could meet a constant, no such cast is left: the operand of
    the first is clamped to the numbers of the format, with its largest one for
    NaN, which is what the cast computes; the second is arithmetic on bits. A
    cast of a tensor becomes a `linalg.generic`.

    Example:
    ```mlir
    %q = arith.truncf %x : f32 to f4E2M1FN
    ```
    becomes
    ```mlir
    %0 = arith.maximumf %x, %minus_6 : f32
    %1 = arith.minimumf %0, %6 : f32
    %2 = arith.cmpf uno, %1, %1 : f32
    %3 = arith.select %2, %6, %1 : f32
    %q = arith.truncf %3 : f32 to f4E2M1FN
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ExpandFloatCastsPass : Pass<"lowp-expand-float-casts"> {
  let summary = "write casts to and from small floats with integer arithmetic";
  let description = [{
    Upstream leaves `arith.truncf` and `arith.extf` on fp8 types as they are.
    This pass writes them with integer and f32 (or f64) arithmetic: round to
    nearest even, subnormals exact, overflow as the format has it (infinity or
    NaN; values that should saturate are clamped before the cast). Casts from
    f64 round once, also those to f16 and bf16, which some back ends take by
    way of f32.

    Example:
    ```mlir
    %q = arith.truncf %x : f32 to f8E5M2
    ```
    becomes integer arithmetic on the bits of `%x`, and
    ```mlir
    %q = arith.bitcast %code : i8 to f8E5M2
    ```
  }];
  let options = [
    Option<"include16Bit", "include-16-bit", "bool", /*default=*/"false",
           "Expand all casts of f16 and bf16 too, for back ends that call a "
           "library for them">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def EmulateSmallFloatsPass : Pass<"lowp-emulate-small-floats"> {
  let summary = "compute in f32 where operands are smaller floats";
  let description = [{
    Arithmetic and math functions on fp8 and narrower floats, and with
    `include-16-bit` on f16 and bf16, take their operands by way of f32 and
    round each result once. Integers become small floats in one rounding too,
    and `math.fma` computes in f64. `lowp-expand-float-casts` writes the casts
    that this makes.

    Casts, constants, `arith.bitcast`, loads and stores keep their types.

    Example:
    ```mlir
    %z = arith.mulf %x, %y : bf16
    ```
    becomes
    ```mlir
    %xw = arith.extf %x : bf16 to f32
    %yw = arith.extf %y : bf16 to f32
    %zw = arith.mulf %xw, %yw : f32
    %z = arith.truncf %zw : f32 to bf16
    ```
  }];
  let options = [
    Option<"include16Bit", "include-16-bit", "bool", /*default=*/"false",
           "f16 and bf16 too, for back ends that compute with neither">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def SmallFloatsToIntegersPass
    : Pass<"lowp-small-floats-to-integers", "::mlir::ModuleOp"> {
  let summary = "small floats in the llvm dialect become integers";
  let description = [{
    Host code moves values of 16-bit floats but does not compute with them once
    `lowp-emulate-small-floats` and `lowp-expand-float-casts` have run. This
    pass takes the types away as well, because LLVM's optimizer reads float
    operations out of integer code on such values, and its back end for x86 gets
    them wrong. Constants of smaller floats, for which LLVM has no types, become
    integers too. An operation that computes with f16 or bf16 is an error.
    Kernels, and attributes that callers read, are left alone.

    Example:
    ```mlir
    %x = llvm.load %p : !llvm.ptr -> bf16
    %c = llvm.bitcast %x : bf16 to i16
    ```
    becomes
    ```mlir
    %x = llvm.load %p : !llvm.ptr -> i16
    %c = llvm.bitcast %x : i16 to i16
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def LegalizeTensorOpsPass : Pass<"lowp-legalize-tensor-ops"> {
  let summary = "tensor ops that have no kernel become ones that have";
  let description = [{
    - `linalg.pack` and `linalg.unpack` become a pad, reshapes and a transpose.
    - `tensor.reshape` becomes `tensor.collapse_shape` and
      `tensor.expand_shape`, whose sizes are those of its shape operand; a check
      at run time holds it to the number of elements.

    Ops that upstream cannot take apart stay as they are.

    Example:
    ```mlir
    %s = tensor.from_elements %c2, %n : tensor<2xindex>
    %r = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    ```
    becomes
    ```mlir
    cf.assert %same_count, "tensor.reshape: ..."
    %r = tensor.expand_shape %x [[0, 1]] output_shape [2, %n]
       : tensor<?xf32> into tensor<?x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExpandIntegerDivisionsPass : Pass<"lowp-expand-integer-divisions"> {
  let summary = "divisions that round up or down, by those that truncate";
  let description = [{
    `arith.ceildivsi`, `arith.ceildivui` and `arith.floordivsi`, for which LLVM
    has nothing. Upstream's `arith-expand` does the same and more: it makes
    comparisons of `arith.maximumf` and `arith.minimumf`, which take -0 for +0.

    Example:
    ```mlir
    %q = arith.ceildivui %a, %b : index
    ```
    becomes a division, a comparison with 0 and a `arith.select`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TieLoopValuesPass : Pass<"lowp-tie-loop-values"> {
  let summary = "loops hand on tensors in the buffers they began with";
  let description = [{
    One-shot bufferization wants each tensor that an iteration of `scf.for` or
    `scf.while` hands on to be in the buffer of the value that it got. This pass
    says so by `bufferization.materialize_in_destination`, which is a copy where
    the two are not one buffer anyway. Dynamic sizes are checked at run time.

    Example:
    ```mlir
    scf.for ... iter_args(%h = %x) -> (tensor<64x64xf32>) {
      %y = linalg.matmul ins(%h, %w : ...) outs(%zero : ...) -> tensor<64x64xf32>
      scf.yield %y : tensor<64x64xf32>
    }
    ```
    yields
    ```mlir
      %z = bufferization.materialize_in_destination %y in %h : ...
      scf.yield %z : tensor<64x64xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SimplifyReshapesPass : Pass<"lowp-simplify-reshapes"> {
  let summary = "reshapes that keep what dimensions are become views";
  let description = [{
    A `tensor.reshape` to sizes that are those of its source, but for sizes of 1,
    becomes `tensor.collapse_shape` and `tensor.expand_shape`, which say which
    dimension is which: without it rows of the result must lie without gaps.
    Two sizes are equal if they come from one dimension of one tensor; ranges of
    integers tell that such a size is not negative, which exporters ask before
    they use it. So does a copy that transposes dimensions of size 1 alone, as
    heads of one token; one behind a view that only adds such dimensions
    transposes the others. Dimensions of an argument that are joined to those of a
    matrix behind a transpose are joined in front of it, where they lie side by
    side there, too:
    columns of all experts are those of one matrix, which a matmul reads as it is
    stored.

    A `tensor.reshape` that divides or joins known sizes around an unknown one,
    as heads and their elements behind a number of tokens, becomes a view, too.
    The number of elements stays, so the unknown size does; where nothing says
    that the given one is equal to it, `cf.assert` compares them.

    Example:
    ```mlir
    %n = tensor.dim %x, %c1 : tensor<4x?xf32>
    %i = arith.index_cast %n : index to i64
    %s = tensor.from_elements %one, %four, %i : tensor<3xi64>
    %r = tensor.reshape %x(%s) : (tensor<4x?xf32>, tensor<3xi64>) -> tensor<1x4x?xf32>
    ```
    becomes
    ```mlir
    %r = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, 4, %n]
       : tensor<4x?xf32> into tensor<1x4x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def CollapseRowsPass : Pass<"lowp-collapse-rows"> {
  let summary = "compute on the rows of all sequences of a batch at once";
  let description = [{
    Front ends compute norms and activations on tensors of sequences by tokens by
    elements, and join the first two in front of each matmul. A fusion or an
    epilogue has one space, whose rows are those of the matmul. So what is
    elementwise or reduces rows is computed on joined dimensions, wherever a
    reshape in front of it or behind it joins them and all its operands have
    them next to each other. So is a copy that transposes a batch, as a gradient
    of a weight reads it. The patterns are upstream's; what divides a dimension of
    size 1 is left alone.

    Before:
    ```mlir
    %r = linalg.generic {...} ins(%x, %w : tensor<8x512x4096xbf16>, tensor<4096xbf16>) ...
    %m = tensor.collapse_shape %r [[0, 1], [2]]
      : tensor<8x512x4096xbf16> into tensor<4096x4096xbf16>
    ```
    After:
    ```mlir
    %c = tensor.collapse_shape %x [[0, 1], [2]]
      : tensor<8x512x4096xbf16> into tensor<4096x4096xbf16>
    %m = linalg.generic {...} ins(%c, %w : tensor<4096x4096xbf16>, tensor<4096xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FormExternalCallsPass : Pass<"lowp-form-external-calls", "::mlir::ModuleOp"> {
  let summary = "calls of external functions become lowp.call_external";
  let description = [{
    A private function with the attribute `lowp.external = "symbol"` stands for the
    C function `symbol` of whoever runs the program (docs/ExternalFunctions.md). Its calls become
    `lowp.call_external`, its arguments the inputs and its results the outputs; an argument with
    `lowp.aliasing_output = n` is output n itself. Its body, if there is one, says
    what the function computes: sizes of results that are not known follow from
    it, and with `use-bodies` calls stay and are inlined.

    Before:
    ```mlir
    func.func private @attention(%q: tensor<?x128xbf16> {lowp.strided}) -> tensor<?x128xbf16>
      attributes {lowp.external = "flash_attention"} { ... }
    %o = call @attention(%x) : (tensor<?x128xbf16>) -> tensor<?x128xbf16>
    ```
    After:
    ```mlir
    %d = tensor.dim %x, %c0 : tensor<?x128xbf16>
    %e = tensor.empty(%d) : tensor<?x128xbf16>
    %o = lowp.call_external "flash_attention" ins(%x : tensor<?x128xbf16>)
           outs(%e : tensor<?x128xbf16>) {strided = array<i64: 0>} -> tensor<?x128xbf16>
    ```
  }];
  let options = [
    Option<"useBodies", "use-bodies", "bool", /*default=*/"false",
           "Leave calls of functions that have a body">
  ];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def DropBatchesPass : Pass<"lowp-drop-batches"> {
  let summary = "batches that are none";
  let description = [{
    Exporters write a linear layer on several sequences as a batch of matmuls by a
    weight that is repeated for each sequence, and einsums as batches of one
    matrix. A contraction that reads a repeated tensor reads the tensor itself, in
    whatever order it is stored, if that makes it one matmul, and has no loop for
    a batch of one: `lowp-normalize-contractions` then finds one matmul, with the rows of all
    sequences, which takes recipes.

    Before:
    ```mlir
    %r = linalg.generic ... ins(%w : tensor<8x16xbf16>) outs(%e : tensor<2x8x16xbf16>) // repeats %w
    %y = linalg.batch_matmul ins(%x, %r : tensor<2x4x8xbf16>, tensor<2x8x16xbf16>) ...
    ```
    After:
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>,
                                          affine_map<(b, m, n, k) -> (b, m, n)>], ...}
      ins(%x, %w : tensor<2x4x8xbf16>, tensor<8x16xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExtractFactorsPass : Pass<"lowp-extract-factors"> {
  let summary = "constant factors of operands are factors of the result";
  let description = [{
    Exporters of attention multiply queries and keys by the root of a scale, in
    f32: tensor cores could not take such operands. A contraction onto zeros,
    with sums in f32, whose operand is a tensor times a constant becomes one of
    the tensor itself, and its result is multiplied by the constants. That rounds
    once for each element of the result in place of each element of an operand;
    sums that overflow only without the factors become infinite. So does one whose
    operand is 16 bits times a power of two, as a gradient that LoRA scales. All
    who read the products must be such contractions.

    Example: `batch_matmul(f32(q) * c, f32(k) * c)` becomes
    `batch_matmul(f32(q), f32(k)) * (c * c)`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def DivideContractionsPass : Pass<"lowp-divide-contractions"> {
  let summary = "rows that are copied together are rows of several matrices";
  let description = [{
    JAX writes an einsum of queries in groups, or of tokens with the weights of
    experts, as one matmul of all rows, which it copies together: groups and
    tokens, experts and columns of their weights do not lie in one order. Where
    the operand of a contraction is a `tensor.collapse_shape` of a transpose that
    moves rows beside each other, and a `tensor.expand_shape` takes those of the
    result apart again, the contraction has a dimension for each of them. All but
    one count matrices of a batch, for which the other operand is repeated:
    kernels and recipes read through both. A batch is divided, too, whose result
    is transposed, rounded before or not, so that `lowp-turn-results` sees it.
    Where both operands store the parts of a sum side by side in one order, as
    heads and their elements, and a front end transposes both for another, the
    contraction reads them as they lie.

    Before:
    ```mlir
    %t = linalg.transpose ins(%w : tensor<8x256x512xbf16>) outs(...) permutation = [0, 2, 1]
    %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<8x512x256xbf16> into tensor<4096x256xbf16>
    %d = linalg.matmul ins(%c, %x : tensor<4096x256xbf16>, tensor<256x128xbf16>) ...
    %y = tensor.expand_shape %d [[0, 1], [2]] ... into tensor<8x512x128xbf16>
    ```
    After:
    ```mlir
    %r = linalg.broadcast ins(%x : tensor<256x128xbf16>) outs(... : tensor<8x256x128xbf16>) dimensions = [0]
    %y = linalg.generic ... ins(%t, %r : ...) outs(... : tensor<8x512x128xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UnrollLoopsPass : Pass<"lowp-unroll-loops"> {
  let summary = "short loops of elementwise operations become one sequence";
  let description = [{
    JAX draws random numbers in a loop of a few rounds, which fusions do not cross:
    each round would be launches of its own, and copies of what the loop carries.
    An `scf.for` that carries tensors, takes at most 8 iterations and has nothing
    but elementwise operations in its body is unrolled.

    Example:
    ```mlir
    %y = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
      %b = linalg.generic ... ins(%a : tensor<8xi32>) ...
      scf.yield %b : tensor<8xi32>
    }
    ```
    becomes five such operations.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def TurnResultsPass : Pass<"lowp-turn-results"> {
  let summary = "contractions compute their result as it is read, transposed";
  let description = [{
    JAX writes the gradient of a weight as a matmul and a transpose of its result,
    which would be a copy. A contraction onto zeros that a transpose alone reads,
    rounded or not, so that other elements become neighbours, is a
    `linalg.generic` whose result has the order of the transpose:
    `lowp-normalize-contractions` and `lowp-form-gemms` exchange its operands.
    Matrices of a batch stay matrices, in front of which the batch is counted; a
    transpose behind moves whole rows, as kernels can. So are matrices whose rows
    lie between each other.

    Before:
    ```mlir
    %d = linalg.matmul ins(%a, %b : tensor<8x4xbf16>, tensor<4x16xbf16>) outs(%zero : tensor<8x16xbf16>)
    %t = linalg.transpose ins(%d : tensor<8x16xbf16>) outs(%e : tensor<16x8xbf16>) permutation = [1, 0]
    ```
    After:
    ```mlir
    %t = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                          affine_map<(m, n, k) -> (n, m)>], ...}
      ins(%a, %b : tensor<8x4xbf16>, tensor<4x16xbf16>) outs(%zeros : tensor<16x8xbf16>) { ... }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ReadOffsetsPass : Pass<"lowp-read-offsets"> {
  let summary = "slices at places that lie in tensors: gathers and scatters";
  let description = [{
    A decode step writes keys and values of a token at a position that is a tensor
    of rank 0, and JAX does so by a slice whose offset it takes out by
    `tensor.extract`. On a GPU that would be a read of device memory by the host.
    A `tensor.extract_slice` with such an offset becomes a `linalg.generic` that
    reads element by element, a `tensor.insert_slice` a unique `lowp.scatter`,
    which writes no more than the slice. Kernels compute the offsets.

    Before:
    ```mlir
    %n = tensor.extract %position[] : tensor<index>
    %y = tensor.insert_slice %k into %keys[%n, 0] [1, 64] [1, 1]
        : tensor<1x64xbf16> into tensor<128x64xbf16>
    ```
    After:
    ```mlir
    %positions = linalg.generic ... { ... tensor.extract %position[] ... } -> tensor<1xi64>
    %y = lowp.scatter ins(%k, %positions : ...) outs(%keys : ...) dimensions [0] unique { ... }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SimplifyGenericsPass : Pass<"lowp-simplify-generics"> {
  let summary = "numbers that lie in tensors are read by bodies, not by the host";
  let description = [{
    Exporters write a learning rate, a factor or a test of a size as tensors of
    rank 0, take the element out by `tensor.extract` beside a `linalg.generic`,
    and use it in the body. On a GPU that would be a read of device memory by the
    host. The body computes such numbers itself; `lowp-lift-reads` makes inputs of
    what it reads. A `linalg.fill` with such a number becomes a `linalg.generic`,
    and a `linalg.generic` that gives one number for all elements, known before
    it, a `linalg.fill`, which fusions take as a constant. What a `linalg.generic`
    of rank 0 makes of such numbers is arithmetic on numbers, too. A body that
    writes each element without a look at what was there needs no `linalg.fill`
    before. Square roots of constants of 16 bits, as a GELU divides by, are
    constants.

    Before:
    ```mlir
    %rate = tensor.extract %r[] : tensor<f32>
    %y = linalg.generic ... { ... %p = arith.mulf %x, %rate : f32 ... }
    ```
    After:
    ```mlir
    %y = linalg.generic ... {
      %rate = tensor.extract %r[] : tensor<f32>
      %p = arith.mulf %x, %rate : f32
      ...
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SimplifyReductionsPass : Pass<"lowp-simplify-reductions"> {
  let summary = "reductions across rows: elementwise, or in parts";
  let description = [{
    Gradients add up what a forward pass repeated: a bias or the factors of a norm
    over all rows, a head of keys over the heads of queries that read it. Fusions
    reduce along rows alone. A `linalg.generic` that reduces across rows, where
    neighbours in memory belong to different results,

    - loses its loops and dimensions of size 1;
    - over at most 8 points, is an elementwise operation on slices, in the same
      order, which fuses with what reads it;
    - over more, computes elementwise operations whose results nothing else reads,
      or that read no more bytes than they write, in its body;
    - over a multiple of 16 rows, and at least 128, is divided into parts of 16, 32
      or 64 rows that run side by side, and a sum of them: the order of summation is
      another.

    A reduction of `i1` by `arith.andi` or `arith.ori`, as the test whether a row
    of attention is masked, is one of numbers 0 and 1 by minimum or maximum.

    Before:
    ```mlir
    %y = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%x : tensor<2x256xf32>) outs(%zeros : tensor<256xf32>)
    ```
    After:
    ```mlir
    %x0 = tensor.extract_slice %x[0, 0] [1, 256] [1, 1]
    %x1 = tensor.extract_slice %x[1, 0] [1, 256] [1, 1]
    %y = linalg.generic {iterator_types = ["parallel"], ...}
      ins(%x0, %x1, %zero : tensor<256xf32>, tensor<256xf32>, f32) outs(%empty : tensor<256xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MergeReductionsPass : Pass<"lowp-merge-reductions"> {
  let summary = "reductions across rows that read the same: one of several results";
  let description = [{
    A `linalg.generic` that reduces across rows and reads a tensor whole that
    another one reads, by the same loops, joins it: the gradients of a norm's
    weight and bias are sums of the same columns. There are at most four results.

    Before:
    ```mlir
    %dw = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%dy, %x : tensor<64x256xf32>, tensor<64x256xf32>) outs(%zeros : tensor<256xf32>)
    %db = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%dy : tensor<64x256xf32>) outs(%zeros : tensor<256xf32>)
    ```
    After:
    ```mlir
    %dw, %db = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%dy, %x : tensor<64x256xf32>, tensor<64x256xf32>)
      outs(%zeros, %zeros : tensor<256xf32>, tensor<256xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def ReassociateSumsPass : Pass<"lowp-reassociate-sums"> {
  let summary = "weighted sums of a product of matrices: sums over fewer terms";
  let description = [{
    Where weights P multiply a product A B^T element by element and its rows are
    added up, and a matmul multiplies the same P by B, the sums are those of A
    times the result of that matmul, because
    sum_n P[m, n] (A B^T)[m, n] = sum_k A[m, k] (P B)[m, k].
    So the gradient of a softmax, whose weights are probabilities, needs no sum
    over all tokens, and what is left behind the matmul A B^T is elementwise: an
    epilogue. `P * G - P * D` behind it, D being the sum, becomes `P * (G - D)`,
    and reads P with the elements that the matmul reads.

    Products are compared by what they are products of, in as many steps as
    there are, through views, copies and roundings. Of two products with the same
    factors but for those that are alike along a row, one is the other times
    numbers per row. So the sum may be of E / S^2 where the matmul reads P = E / S:
    it is multiplied by S / S^2 afterwards. `(G / S - D) * E` behind it becomes
    `(G - D * S) * P`.

    Of a sum along n this leaves one along k, where that is at most half as
    long; sizes are static. Elements are rounded in other places than in the
    program, so only mode `fast` has the pass: an error of 2^-8 of the sum of
    the absolute values, where matmuls read bf16.

    Before:
    ```mlir
    %o = linalg.matmul ins(%p16, %b : tensor<64x256xbf16>, tensor<256x32xbf16>) ...
    %g = linalg.generic {...} ins(%a, %b ...)     // the 64x256 products A B^T
    %pg = linalg.generic {...} ins(%p, %g : tensor<64x256xf32>, ...)    // mulf
    %d = linalg.generic {iterator_types = ["parallel", "reduction"], ...}
      ins(%pg : tensor<64x256xf32>) outs(%zeros : tensor<64xf32>)
    ```
    After:
    ```mlir
    %ao = linalg.generic {...} ins(%a, %o : tensor<64x32xbf16>, tensor<64x32xf32>)
    %d = linalg.generic {iterator_types = ["parallel", "reduction"], ...}
      ins(%ao : tensor<64x32xf32>) outs(%zeros : tensor<64xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
}

def LiftReadsPass : Pass<"lowp-lift-reads"> {
  let summary = "what the body of a generic reads at its place is an input";
  let description = [{
    A `tensor.extract` in the body of a `linalg.generic` whose indices are loops
    of the generic, or 0 along a dimension of size 1, becomes an input with an
    indexing map, if the loops cover the tensor. So exporters write broadcasts
    whose sizes they do not know: `%n == 1 ? 0 : %i` is `%i` where `%i` runs to
    `%n`. Sizes are equal if they come from one dimension of one tensor.

    Example:
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], ...}
      outs(%e : tensor<4x?xf32>) {
    ^bb0(%old: f32):
      %i = linalg.index 1 : index
      %x = tensor.extract %row[%c0, %i] : tensor<1x?xf32>
      linalg.yield %x : f32
    }
    ```
    becomes
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>,
                                          affine_map<(d0, d1) -> (d0, d1)>], ...}
      ins(%row : tensor<1x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%x: f32, %old: f32):
      linalg.yield %x : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def MergeSizesPass : Pass<"lowp-merge-sizes"> {
  let summary = "sizes that are checked to be equal become one value";
  let description = [{
    Behind a `cf.assert` that two integers are equal, uses of one become uses of
    the other, a constant where one of them is. So passes that compare sizes see
    that they are equal.

    Example:
    ```mlir
    %same = arith.cmpi eq, %m, %n : index
    cf.assert %same, "mismatched size for broadcast"
    %e = tensor.empty(%n) : tensor<?xf32>
    ```
    becomes
    ```mlir
    %same = arith.cmpi eq, %m, %n : index
    cf.assert %same, "mismatched size for broadcast"
    %e = tensor.empty(%m) : tensor<?xf32>
    ```
  }];
}

def ExpandDynamicReshapesPass : Pass<"lowp-expand-dynamic-reshapes"> {
  let summary = "views that split a dimension into several of unknown size";
  let description = [{
    A `memref.expand_shape` with two or more dynamic sizes in one group becomes a
    `memref.reinterpret_cast`: upstream's `expand-strided-metadata` crashes on
    it.

    Example:
    ```mlir
    %v = memref.expand_shape %m [[0, 1]] output_shape [%a, %b]
       : memref<?xf32> into memref<?x?xf32>
    ```
    becomes
    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %m : ...
    %v = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b],
                                          strides: [%b, 1] : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES
