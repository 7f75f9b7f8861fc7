//===- Passes.td - Arithmetic that targets lack ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_ARITH_PASSES
#define LOWP_ARITH_PASSES

include "mlir/Pass/PassBase.td"

def GuardFloatCastsPass : Pass<"lowp-guard-float-casts"> {
  let summary = "guard casts of small floats against wrong folds";
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

def SmallFloatsToBytesPass
    : Pass<"lowp-small-floats-to-bytes", "::mlir::gpu::GPUModuleOp"> {
  let summary = "replace floats of 4 and 6 bits in kernels by bytes";
  let description = [{
    Kernels move floats of 4 and 6 bits but do not compute with them once
    `lowp-emulate-small-floats` and `lowp-expand-float-casts` have run. In memory
    each has a byte. LLVM has integers of 4 and 6 bits for them, no registers for
    vectors of those, and takes a vector by way of the thread's stack. After this
    pass values and buffers of a `gpu.func` have bytes, whose upper bits are 0. A
    `vector.bitcast` between vectors of such elements and words becomes shifts.
    Launches keep the types of their operands: what follows in the same module
    makes addresses of buffers.

    Example:
    ```mlir
    %c = arith.trunci %bits : i32 to i4
    %q = arith.bitcast %c : i4 to f4E2M1FN
    memref.store %q, %m[%i] : memref<8xf4E2M1FN>
    ```
    becomes
    ```mlir
    %b = arith.trunci %bits : i32 to i8
    %q = arith.andi %b, %c15 : i8
    memref.store %q, %m[%i] : memref<8xi8>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
}

def SmallFloatsToIntegersPass
    : Pass<"lowp-small-floats-to-integers", "::mlir::ModuleOp"> {
  let summary = "replace small floats in the llvm dialect by integers";
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

def CheckNumbersPass : Pass<"lowp-check-numbers"> {
  let summary = "assert that dynamic divisors are not 0 and steps of loops positive";
  let description = [{
    Sizes and other numbers outside of tensors are divided on the host, whose
    processor ends the process at a division by 0. This pass puts an assertion in
    front of such a division where the divisor follows from scalar arguments and
    sizes, so that the call fails with the operation's name. Divisions of elements
    are left to `lowp-expand-integer-divisions`. The step of an `scf.for` is 1 or
    more: a loop with another one does not end.

    Example:
    ```mlir
    %q = arith.divui %n, %d : index
    ```
    becomes
    ```mlir
    %ok = arith.cmpi ne, %d, %c0 : index
    cf.assert %ok, "arith.divui: expected a divisor other than 0, got 0; ..."
    %q = arith.divui %n, %d : index
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

def ExpandIntegerDivisionsPass : Pass<"lowp-expand-integer-divisions"> {
  let summary = "expand integer divisions to truncating ones with a result for each divisor";
  let description = [{
    `arith.ceildivsi`, `arith.ceildivui` and `arith.floordivsi`, for which LLVM
    has nothing, become divisions that truncate. Upstream's `arith-expand` does
    the same and more: it makes comparisons of `arith.maximumf` and
    `arith.minimumf`, which take -0 for +0.

    A processor ends the process at a division by 0, and of the smallest number by
    -1. Where the divisor is not known to be another, a quotient by 0 has all bits
    set, a remainder by 0 is what was divided, and -1 negates, so that the
    smallest number stays. Indices in kernels are left alone, and so are kernels of
    matmuls, which divide no elements.

    Example:
    ```mlir
    %q = arith.ceildivui %a, %b : index
    ```
    becomes a division, a comparison with 0 and a `arith.select`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // LOWP_ARITH_PASSES
