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
    Writes rows to positions that data tell. For i = 0, 1, ...: element i of `positions`
    is the index of a place in `dimensions` of the destination, in row-major order of
    these. Each element there becomes what the region makes of the element of row i of
    `updates` with the same indices in the other dimensions, which keep their order, and
    of the element so far. On tensors the operation has no effects, and the result is the
    destination with these elements changed. On buffers it changes the destination.

    The order counts where two updates have one position: with a region that yields its
    first argument the last update stays, and sums are rounded update after update. Two
    promises spare a kernel the search: `unique` says that no two have one position,
    `window` that two that have differ in the digit (i floordiv stride) mod count alone,
    or i floordiv stride if count is 0. Where a promise does not hold, any update of a
    position may be in any of its elements.

    `links` are what `lowp-link-scatters` finds, and kernels need them unless updates are
    unique. Updates of one position are a list, in their order. The first link of a list
    is the index of the next update, or the count of all updates if there is no next;
    each further link is the same with all bits inverted. Where the region does not read
    its second argument, the last update is a list of its own, and others have any
    negative link.

    An update whose position is -1 is left out. Any other value that is no place fails
    the call on the CPU; kernels, which cannot fail, leave that update out.
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
  let summary = "yield the element that a scatter writes";
  let description = [{
    Ends the region of a `lowp.scatter` with the element that is written.
  }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // LOWP_DIALECT_LOWP_IR_SCATTEROP
