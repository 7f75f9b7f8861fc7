//===- LinalgExt.td - What IREE writes beside linalg -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_IREE_LINALGEXT
#define LOWP_FRONTEND_IREE_LINALGEXT

include "lowp/Dialect/Common/FrontEndOps.td"

def LinalgExt_Dialect : Dialect {
  let name = "iree_linalg_ext";
  let cppNamespace = "::mlir::iree_linalg_ext";
  let summary = "the operations of IREE's dialect that lowp takes";
  let description = [{
    What IREE's front end makes of StableHLO where linalg has no operation: JAX
    exports its programs so. This dialect reads the text of `iree-compile
    --compile-to=input`, and `convert-front-end-to-linalg` lowers it, by names
    as it does that of torch-mlir.
  }];
}

def LinalgExt_ScanOp : FrontEnd_ScanOp<LinalgExt_Dialect, [{
    attr-dict `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)`
  }]>;

/// JAX counts negative indices from the end before: what is negative here is out
/// of bounds.
def LinalgExt_ScatterOp
    : FrontEnd_ScatterOp<LinalgExt_Dialect,
                         "attr-dict `dimension_map` `=` $dimension_map ",
                         "dimension_map = [0]">;

def LinalgExt_SortOp
    : FrontEnd_SortOp<LinalgExt_Dialect, "attr-dict `dimension` `(` $dimension `)` ">;

def LinalgExt_TopkOp
    : FrontEnd_TopkOp<LinalgExt_Dialect, "attr-dict `dimension` `(` $dimension `)` ">;

def LinalgExt_YieldOp : FrontEnd_YieldOp<LinalgExt_Dialect>;

#endif // LOWP_FRONTEND_IREE_LINALGEXT
