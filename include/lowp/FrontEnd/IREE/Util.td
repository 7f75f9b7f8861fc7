//===- Util.td - Functions and barriers that IREE writes ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_IREE_UTIL
#define LOWP_FRONTEND_IREE_UTIL

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Util_Dialect : Dialect {
  let name = "util";
  let cppNamespace = "::mlir::iree_util";
  let summary = "the operations of IREE's dialect of helpers that lowp takes";
  let description = [{
    `jax.checkpoint` puts barriers around what is computed again, and IREE's
    front end keeps them in a dialect of its own. So it does with functions: the
    texts of `util.func`, `util.return` and `util.call` are read as those of the
    operations of `func` with these names, which they are.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let extraClassDeclaration = [{
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef name) const override;
  }];
}

def Util_OptimizationBarrierOp : Op<Util_Dialect, "optimization_barrier", [
    Pure, InferTypeOpAdaptor]> {
  let summary = "hide where values come from";
  let description = [{
    The results are the operands. lowp looks through it: what a checkpoint would
    compute again is computed once, and kept.

    Example:
    ```mlir
    %0 = util.optimization_barrier %x : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // LOWP_FRONTEND_IREE_UTIL
