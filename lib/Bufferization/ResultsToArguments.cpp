//===- ResultsToArguments.cpp - Results in buffers of the caller ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that a function returns become arguments after its others. A buffer
// that the function allocates is allocated no longer; any other one is copied.
// The sizes that the caller gives are compared with those that the function
// computes. The argument is marked `bufferize.result`: nobody wants what was
// there before.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Support/ResultAttribute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

static LogicalResult verifyResults(func::FuncOp func) {
  for (Type type : func.getResultTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer)
      return func.emitOpError("expected results to be tensors, got ")
             << type << "; return it as a tensor of rank 0";
    if (!buffer.getLayout().isIdentity())
      return func.emitOpError("expected results with contiguous rows, got ")
             << type << "; bufferize with identity layout maps";
  }
  if (func.getBlocks().size() != 1 && func.getNumResults() != 0)
    return func.emitOpError("expected one block and one return, got ")
           << func.getBlocks().size() << " blocks; use scf for control flow";
  return success();
}

/// Compares dynamic sizes of `given` with `sizes`, one per dynamic dimension.
static void checkSizes(OpBuilder &builder, func::FuncOp func, unsigned number,
                       Value given, ValueRange sizes) {
  Location loc = func.getLoc();
  auto type = cast<MemRefType>(given.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    Value size = memref::DimOp::create(builder, loc, given, dim);
    Value same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       size, sizes.front());
    sizes = sizes.drop_front();
    cf::AssertOp::create(
        builder, loc, same,
        llvm::formatv("result {0} of '{1}': expected dimension {2} to have the "
                      "size that follows from the arguments, got another; pass "
                      "a tensor of the result's shape",
                      number, func.getName(), dim)
            .str());
  }
}

/// Whether the sizes of `shape` follow from those of `groups` of them: all are
/// known, or each group has at most one of another size than 1.
static bool followsFromGroups(ArrayRef<int64_t> shape,
                              ArrayRef<ReassociationIndices> groups) {
  return !ShapedType::isDynamicShape(shape) ||
         llvm::all_of(groups, [&](const ReassociationIndices &group) {
           return llvm::count_if(
                      group, [&](int64_t dim) { return shape[dim] != 1; }) <= 1;
         });
}

/// The allocation after `result`, which may divide or join its dimensions, if
/// the argument can take its place.
static memref::AllocOp getAllocation(func::FuncOp func, Value result) {
  if (auto expand = result.getDefiningOp<memref::ExpandShapeOp>()) {
    if (followsFromGroups(expand.getResultType().getShape(),
                          expand.getReassociationIndices()))
      result = expand.getSrc();
  } else if (auto collapse = result.getDefiningOp<memref::CollapseShapeOp>()) {
    if (collapse.getSrcType().hasStaticShape())
      result = collapse.getSrc();
  }
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == &func.front() ? alloc
                                                     : memref::AllocOp();
}

/// `given` as the allocation of `result` was.
static Value asAllocation(OpBuilder &builder, Value result, Value given) {
  if (auto expand = result.getDefiningOp<memref::ExpandShapeOp>())
    return memref::CollapseShapeOp::create(builder, given.getLoc(), given,
                                           expand.getReassociationIndices());
  if (auto collapse = result.getDefiningOp<memref::CollapseShapeOp>())
    return memref::ExpandShapeOp::create(
        builder, given.getLoc(), collapse.getSrcType().getShape(), given,
        collapse.getReassociationIndices());
  return given;
}

static void copyInto(func::ReturnOp exit, func::FuncOp func, unsigned number,
                     Value result, Value given) {
  OpBuilder builder(exit);
  SmallVector<Value> sizes;
  auto type = cast<MemRefType>(result.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          memref::DimOp::create(builder, func.getLoc(), result, dim));
  checkSizes(builder, func, number, given, sizes);
  memref::CopyOp::create(builder, func.getLoc(), result, given);
}

static LogicalResult moveResult(func::FuncOp func, func::ReturnOp exit,
                                unsigned number) {
  Value result = exit.getOperand(number);
  Builder builder(func.getContext());
  auto mark = builder.getDictionaryAttr(
      builder.getNamedAttr(kResultAttrName, builder.getUnitAttr()));
  unsigned last = func.getNumArguments();
  if (failed(func.insertArgument(last, result.getType(), mark, func.getLoc())))
    return failure();
  BlockArgument given = func.getArgument(last);
  memref::AllocOp alloc = getAllocation(func, result);
  if (!alloc)
    return copyInto(exit, func, number, result, given), success();
  OpBuilder atAlloc(alloc);
  checkSizes(atAlloc, func, number, given, alloc.getDynamicSizes());
  alloc.replaceAllUsesWith(asAllocation(atAlloc, result, given));
  alloc.erase();
  return success();
}

LogicalResult mlir::lowp::resultsToArguments(func::FuncOp func) {
  if (func.isDeclaration())
    return success();
  if (failed(verifyResults(func)))
    return failure();
  auto exit = cast<func::ReturnOp>(func.front().getTerminator());
  // By index: results that are one value become one argument each.
  for (unsigned number = 0; number < func.getNumResults(); ++number)
    if (failed(moveResult(func, exit, number)))
      return failure();
  exit->setOperands({});
  func.setType(
      FunctionType::get(func->getContext(), func.getArgumentTypes(), {}));
  func.removeResAttrsAttr();
  return success();
}
