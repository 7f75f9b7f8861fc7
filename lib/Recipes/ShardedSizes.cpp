//===- ShardedSizes.cpp - What one device of several computes -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardedSizes.h"

#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

Value mlir::lowp_gpu::skipAnnotations(Value value) {
  while (auto annotation = value.getDefiningOp<shard::ShardOp>())
    value = annotation.getSrc();
  return value;
}

SmallVector<Operation *> mlir::lowp_gpu::listReaders(Value value) {
  SmallVector<Operation *> readers;
  SmallVector<Value> values{value};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers())
      if (auto annotation = dyn_cast<shard::ShardOp>(user))
        values.push_back(annotation.getResult());
      else
        readers.push_back(user);
  return readers;
}

/// The devices among which `annotation` divides dimension `dim`; 1 if it is
/// whole, or where the grid's size is not known.
static int64_t countParts(shard::ShardOp annotation, unsigned dim) {
  auto sharding = annotation.getSharding().getDefiningOp<shard::ShardingOp>();
  if (!sharding || dim >= sharding.getSplitAxes().getAxes().size())
    return 1;
  SymbolTableCollection symbols;
  shard::GridOp grid =
      shard::getGridOrNull(annotation, sharding.getGridAttr(), symbols);
  if (!grid)
    return 1;
  int64_t parts = 1;
  for (shard::GridAxis axis :
       sharding.getSplitAxes().getAxes()[dim].asArrayRef()) {
    if (axis < 0 || static_cast<size_t>(axis) >= grid.getShape().size())
      return 1;
    int64_t devices = grid.getShape()[axis];
    if (ShapedType::isDynamic(devices))
      return 1;
    parts *= devices;
  }
  return parts;
}

/// The same of `value`, by whoever says something of it.
static int64_t countParts(Value value, unsigned dim) {
  int64_t parts = 1;
  for (Value each = value; auto own = each.getDefiningOp<shard::ShardOp>();
       each = own.getSrc())
    parts = std::max(parts, countParts(own, dim));
  for (Operation *user : value.getUsers())
    if (auto annotation = dyn_cast<shard::ShardOp>(user))
      parts = std::max(parts, countParts(annotation, dim));
  return parts;
}

/// Moves the matrices of a size to where its groups are. Groups of K are as
/// large as their mean; unknown ones are one of all K.
static void divideIntoGroups(const MatmulForm &form, GemmSize &size,
                             bool &isAssumed) {
  if (form.grouping == Grouping::M)
    size.groups = std::exchange(size.batch, 1);
  if (!form.hasGroupsOfK())
    return;
  Value ends = cast<GroupedMatmulOp>(form.op).getEnds();
  int64_t groups = cast<RankedTensorType>(ends.getType()).getDimSize(0);
  isAssumed |= ShapedType::isDynamic(groups);
  size.batch = ShapedType::isDynamic(groups) ? 1 : groups;
  if (size.batch > 0)
    size.k = llvm::divideCeil(size.k, size.batch);
}

/// The same for all devices together.
static GemmSize getSize(const MatmulForm &form, int64_t assumed,
                        bool &isAssumed) {
  int64_t k = form.lhs.getK();
  if (ShapedType::isDynamic(k))
    k = form.rhs.getK();
  GemmSize size{form.lhs.getRows(), form.rhs.getRows(), k};
  if (form.lhs.isBatch() || form.rhs.isBatch())
    size.batch =
        (form.lhs.isBatch() ? form.lhs : form.rhs).getType().getDimSize(0);
  for (int64_t *extent : {&size.batch, &size.m, &size.n, &size.k})
    if (ShapedType::isDynamic(*extent)) {
      *extent = assumed;
      isAssumed = true;
    }
  divideIntoGroups(form, size, isAssumed);
  return size;
}

GemmSize mlir::lowp_gpu::getLocalSize(const MatmulForm &form, int64_t assumed,
                                      bool &isAssumed) {
  GemmSize size = getSize(form, assumed, isAssumed);
  // Nobody divides groups among devices.
  if (form.grouping)
    return size;
  auto countOf = [](const MatmulOperand &operand, bool isK) {
    unsigned dim = isK == operand.contractsFirst ? 0 : 1;
    return countParts(operand.value, operand.isBatch() + dim);
  };
  Value result = form.op->getResult(0);
  unsigned batches = form.isBatch() ? 1 : 0;
  auto divide = [](int64_t &extent, int64_t a, int64_t b) {
    extent = static_cast<int64_t>(llvm::divideCeil(extent, std::max(a, b)));
  };
  divide(size.m, countOf(form.lhs, /*isK=*/false), countParts(result, batches));
  divide(size.n, countOf(form.rhs, /*isK=*/false),
         countParts(result, batches + 1));
  divide(size.k, countOf(form.lhs, /*isK=*/true),
         countOf(form.rhs, /*isK=*/true));
  if (batches)
    divide(size.batch, countParts(result, 0), /*b=*/1);
  return size;
}
