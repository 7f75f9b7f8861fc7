//===- ScatterOp.td - Writes to positions that data tell ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_SCATTEROP
#define LOWP_DIALECT_LOWP_IR_SCATTEROP

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_ScatterOp : Lowp_Op<"scatter", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "write rows to positions that data tell, in order";
  let description = [{
    For each row i of `updates`, one after the other: element i of `positions` is
    the number of a place in `dimensions` of the destination, in row-major order
    of these, and each element there becomes what the region makes of the element
    of the update and of that so far. The other dimensions of the destination are
    those of a row, in their order.

    With `unique` no two updates have one position. With `window`, stride and
    count, two that have may differ in one digit of their number i alone, that is
    (i floordiv stride) mod count, or i floordiv stride if the count is 0. Where
    neither promise holds nothing is said of the result.

    `links`, which `lowp-link-scatters` computes, tell a kernel which updates have
    one position: the first element of each such list, in the order of updates, is
    the number of the next one, or as many as there are updates if there is none.
    Each further element is the same with all bits inverted. For a region that
    overwrites, the last update of each list is a list of its own, and the others
    are in none: with all bits inverted. A kernel follows the links in any case.

    An update whose position is -1 is left out. Any other position that the
    destination does not have fails the call on the CPU; a kernel leaves its
    update out, too.

    Example:
    ```mlir
    %y = lowp.scatter ins(%g, %ids : tensor<?x512xf32>, tensor<?xi64>)
        outs(%x : tensor<32000x512xf32>) dimensions [0] {
    ^bb0(%update: f32, %element: f32):
      %sum = arith.addf %element, %update : f32
      lowp.scatter_yield %sum : f32
    } -> tensor<32000x512xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$updates, AnyShaped:$positions,
                       Optional<AnyShaped>:$links, AnyShaped:$init,
                       DenseI64ArrayAttr:$dimensions, UnitAttr:$unique,
                       OptionalAttr<DenseI64ArrayAttr>:$window);
  let results = (outs Variadic<AnyRankedTensor>:$result);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $updates `,` $positions `:` type($updates) `,` type($positions) `)`
    (`links` `(` $links^ `:` type($links) `)`)?
    `outs` `(` $init `:` type($init) `)` `dimensions` $dimensions
    (`unique` $unique^)? (`window` $window^)? attr-dict-with-keyword
    custom<ClosedRegion>($combiner)
    (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    /// The position of an update that is left out.
    static constexpr int64_t kNowhere = -1;

    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
    ::mlir::ShapedType getInitType() {
      return ::llvm::cast<::mlir::ShapedType>(getInit().getType());
    }
    /// The dimensions of the destination that an update has a whole row of.
    ::llvm::SmallVector<int64_t> getRowDims();
    /// Whether elements so far have a part in what is written.
    bool readsElements();
    /// What the region makes of `update` and `element`, computed at `builder`.
    ::mlir::Value combine(::mlir::OpBuilder &builder, ::mlir::Value update,
                          ::mlir::Value element);
    /// The place that `position` is the number of, in `dimensions` of `sizes`,
    /// and whether it is one.
    std::pair<::llvm::SmallVector<::mlir::Value>, ::mlir::Value>
    locate(::mlir::OpBuilder &builder, ::mlir::Value position,
           ::llvm::ArrayRef<::mlir::Value> sizes);
  }];
  let hasVerifier = 1;
}

def Lowp_ScatterYieldOp : Lowp_Op<"scatter_yield", [
    Pure, Terminator, ReturnLike, HasParent<"ScatterOp">]> {
  let summary = "the element that a scatter writes";
  let description = "Example: `lowp.scatter_yield %sum : f32`.";
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // LOWP_DIALECT_LOWP_IR_SCATTEROP
