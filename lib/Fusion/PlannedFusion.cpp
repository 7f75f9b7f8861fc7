//===- PlannedFusion.cpp - Ops that will be one fusion --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedFusion.h"

#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

void PlannedFusion::setOps(ArrayRef<Operation *> computed) {
  ops = {computed.begin(), computed.end()};
  ends = {computed.size()};
  space.reset();
  inputs.reset();
}

SmallVector<Operation *>
PlannedFusion::joinOps(const PlannedFusion &second) const {
  SmallVector<Operation *> both(getOps());
  llvm::copy_if(second.getOps(), std::back_inserter(both),
                [&](Operation *op) { return !contains(op); });
  return putReadersLast(both);
}

const std::optional<IterationSpace> &PlannedFusion::getSpace() {
  if (!space)
    space = IterationSpace::get(getOps());
  return *space;
}

/// Adds what `op` reads and `ops` do not compute.
static void addInputs(Operation *op, const llvm::SetVector<Operation *> &ops,
                      llvm::SetVector<Value> &inputs) {
  for (Value value : listReadValues(op)) {
    if (ops.contains(value.getDefiningOp()))
      continue;
    if (isMadeInside(value))
      addInputs(value.getDefiningOp(), ops, inputs);
    else
      inputs.insert(value);
  }
}

const llvm::SetVector<Value> &PlannedFusion::getInputs() {
  if (!inputs) {
    inputs.emplace();
    for (Operation *op : ops)
      addInputs(op, ops, *inputs);
  }
  return *inputs;
}

/// Bytes of parameters that a kernel may have, of 32,764 in all chips' PTX.
static constexpr int64_t kMostParameterBytes = 32000;

/// Bytes of parameters that tell a kernel where a value of `type` is: pointers,
/// an offset, sizes and strides, of data and of scales.
static int64_t countParameterBytes(Type type) {
  constexpr int64_t kWord = 8, kMostDigits = 6;
  if (isa<ScaledType>(type))
    return 2 * kWord * (3 + 2 * kMostDigits);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? kWord * (3 + 2 * tensor.getRank()) : kWord;
}

bool PlannedFusion::fitsLaunch() {
  int64_t bytes = 0;
  for (Operation *op : ops)
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        bytes += countParameterBytes(type);
  // Most fusions have few ops.
  if (bytes <= kMostParameterBytes)
    return true;
  bytes = 0;
  for (Value input : getInputs())
    bytes += countParameterBytes(input.getType());
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(),
                        [&](Operation *user) { return contains(user); }))
        bytes += countParameterBytes(result.getType());
  return bytes <= kMostParameterBytes;
}

bool PlannedFusion::hasNoScales() const {
  return llvm::none_of(
      ops, llvm::IsaPred<QuantizeOp, DequantizeOp, AmaxOp, ComputeScaleOp>);
}

/// Whether `op` is no reduction of linalg.
static bool isParallel(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return !linalgOp || linalgOp.getNumReductionLoops() == 0;
}

bool PlannedFusion::computesElements() const {
  return hasNoScales() && llvm::all_of(ops, isParallel);
}

bool PlannedFusion::findsMaxima() const {
  return llvm::any_of(ops, llvm::IsaPred<AmaxOp>) &&
         llvm::none_of(
             ops, llvm::IsaPred<QuantizeOp, DequantizeOp, ComputeScaleOp>) &&
         llvm::all_of(ops, isParallel);
}

bool PlannedFusion::hasSquareTiles() const {
  bool writesRows = false, writesColumns = false;
  for (Operation *op : ops) {
    // What makes no scales and what turns nothing has other tiles.
    if (isa<ComputeScaleOp, AmaxOp>(op))
      return false;
    auto quantize = dyn_cast<QuantizeOp>(op);
    if (!quantize)
      continue;
    if (quantize.hasGivenScales())
      return false;
    ((*space)->writesColumns(quantize) ? writesColumns : writesRows) = true;
  }
  return writesRows && writesColumns && !(*space)->reducesRows;
}

PlannedFusion::Kind PlannedFusion::getKind() {
  if (!getSpace() || getSpace()->packsRows)
    return Kind::None;
  // A thread quantizes what is along rows, as it computes elements.
  if (getSpace()->parts > 1)
    return llvm::none_of(ops,
                         [&](Operation *op) {
                           auto quantize = dyn_cast<QuantizeOp>(op);
                           return quantize &&
                                  getSpace()->writesColumns(quantize);
                         })
               ? Kind::Parts
               : Kind::None;
  if (hasSquareTiles())
    return Kind::Tiles;
  if (getSpace()->reducesRows && ends.size() == 1 && hasNoScales())
    return Kind::Rows;
  if (ends.size() != 1)
    return Kind::None;
  return computesElements() ? Kind::Elements
         : findsMaxima()    ? Kind::Maxima
                            : Kind::None;
}

bool PlannedFusion::readsTile(Value input) {
  return getInputs().contains(input) && getSpace()->dependsOnRow(input) &&
         getSpace()->dependsOnColumn(input);
}

int64_t PlannedFusion::countTiles() {
  return llvm::count_if(getInputs(),
                        [&](Value input) { return readsTile(input); });
}

bool PlannedFusion::isPlain(Value value) {
  return !isa<QuantizeOp, tensor::ConcatOp>(value.getDefiningOp()) &&
         getSpace()->dependsOnRow(value);
}

/// Adds `op` of `all` after those of them that it reads.
static void addWithRead(Operation *op, const llvm::SetVector<Operation *> &all,
                        llvm::SetVector<Operation *> &sorted) {
  if (sorted.contains(op))
    return;
  for (Value value : listReadValues(op))
    if (Operation *read = value.getDefiningOp(); all.contains(read))
      addWithRead(read, all, sorted);
  sorted.insert(op);
}

SmallVector<Operation *> mlir::lowp::putReadersLast(ArrayRef<Operation *> ops) {
  llvm::SetVector<Operation *> all(ops.begin(), ops.end()), sorted;
  for (Operation *op : all)
    addWithRead(op, all, sorted);
  return sorted.takeVector();
}
