//===- SplitStages.cpp - Functions whose launches are called in turn ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagePlan.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Traffic/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SPLITSTAGESPASS
#include "lowp/Traffic/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// A call costs some microseconds of the host: less memory is not worth it.
static constexpr double kLeastShare = 0.02;

/// Lets what a function returns twice be there twice: stages write each result.
static void separateResults(func::FuncOp func) {
  Operation *terminator = func.getBody().front().getTerminator();
  OpBuilder builder(terminator);
  DenseSet<Value> returned;
  for (OpOperand &operand : terminator->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (returned.insert(getStagedRoot(operand.get())).second || !type ||
        !type.hasStaticShape())
      continue;
    Value empty = tensor::EmptyOp::create(
        builder, func.getLoc(), type.getShape(), type.getElementType());
    auto copy =
        linalg::CopyOp::create(builder, func.getLoc(), operand.get(), empty);
    operand.set(copy.getResult(0));
  }
}

/// Moves `op` to the end of its block, with all that it needs and `moved`
/// lacks.
static void moveToEnd(Operation *op, DenseSet<Operation *> &moved) {
  if (!moved.insert(op).second)
    return;
  for (Value value : getValuesRead(op))
    if (Operation *made = value.getDefiningOp())
      moveToEnd(made, moved);
  op->moveBefore(op->getBlock()->getTerminator());
}

/// Lets launches come in an order that needs less memory, where that saves so
/// many bytes. Whether anything moved.
static bool orderLaunches(const StagedFunction &staged, int64_t leastBytes) {
  SmallVector<int64_t> order = staged.order(leastBytes);
  if (llvm::is_sorted(order))
    return false;
  DenseSet<Operation *> moved;
  for (int64_t launch : order)
    moveToEnd(staged.getLaunches()[launch], moved);
  Block *block = staged.getLaunches().front()->getBlock();
  for (Value returned : block->getTerminator()->getOperands())
    if (Operation *made = returned.getDefiningOp())
      moveToEnd(made, moved);
  return true;
}

namespace {
/// The stages of one function. Values have indices: arguments, results, then
/// what is between stages.
class Splitter {
public:
  Splitter(func::FuncOp func, const StagedFunction &staged,
           ArrayRef<int64_t> cuts)
      : func(func), staged(staged), cuts(cuts) {}

  /// Puts the stages in place of the function; the first has its name.
  void run() {
    indexValues();
    OpBuilder builder(func);
    int64_t begin = 0;
    SmallVector<int64_t> ends(cuts);
    ends.push_back(staged.getLaunches().size());
    for (auto [stage, end] : llvm::enumerate(ends)) {
      build(builder, stage, begin, end);
      begin = end;
    }
    func.erase();
  }

private:
  /// What launches from `begin` to `end` read that others made, in the order of
  /// its index.
  SmallVector<Value> collectReads(int64_t begin, int64_t end) const {
    SetVector<Value> read;
    for (Operation *launch : staged.getLaunches().slice(begin, end - begin))
      read.set_union(getValuesRead(launch));
    SetVector<Value> roots;
    for (Value value : read) {
      Value root = getStagedRoot(value);
      bool isMade = staged.getLaunch(root) >= begin;
      if (isa<BlockArgument>(root) || (staged.getLaunch(root) >= 0 && !isMade))
        roots.insert(staged.getStored(root));
    }
    SmallVector<Value> found = roots.takeVector();
    llvm::sort(found, [&](Value a, Value b) {
      return indices.lookup(a) < indices.lookup(b);
    });
    return found;
  }

  void indexValues() {
    for (BlockArgument argument : func.getArguments())
      indices[argument] = argument.getArgNumber();
    Operation *terminator = func.getBody().front().getTerminator();
    for (Value result : terminator->getOperands())
      indices[result] = indices.size();
    int64_t begin = 0;
    for (int64_t cut : cuts) {
      for (Value value : collectReads(cut, staged.getLaunches().size()))
        if (!isa<BlockArgument>(value) && staged.getLaunch(value) >= begin &&
            !indices.contains(value))
          indices[value] = indices.size();
      begin = cut;
    }
  }

  /// What the stage of launches from `begin` to `end` makes for others.
  SmallVector<Value> collectWrites(int64_t begin, int64_t end) const {
    SmallVector<Value> written;
    for (auto [value, index] : indices) {
      int64_t launch = staged.getLaunch(value);
      if (!isa<BlockArgument>(value) && launch >= begin && launch < end)
        written.push_back(value);
    }
    llvm::sort(written, [&](Value a, Value b) {
      return indices.lookup(a) < indices.lookup(b);
    });
    return written;
  }

  /// Gives `mapping` what `value` is in a stage, with the views and constants
  /// that it needs.
  void materialize(OpBuilder &builder, Value value, IRMapping &mapping) {
    if (mapping.contains(value))
      return;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      materialize(builder, operand, mapping);
    builder.clone(*op, mapping);
  }

  SmallVector<int64_t> getIndices(ArrayRef<Value> values) const {
    return llvm::map_to_vector(
        values, [&](Value value) { return indices.lookup(value); });
  }

  func::FuncOp declare(OpBuilder &builder, int64_t stage, ArrayRef<Value> read,
                       ArrayRef<Value> written) {
    std::string name = func.getName().str();
    if (stage != 0)
      name += "_stage_" + std::to_string(stage);
    SmallVector<Type> types(ValueRange(written).getTypes());
    auto type = builder.getFunctionType(ValueRange(read).getTypes(), types);
    auto made = func::FuncOp::create(builder, func.getLoc(), name, type);
    made->setDiscardableAttrs(func->getDiscardableAttrDictionary());
    made->removeDiscardableAttr(LowpDialect::getDivisibleAttrName());
    made->setDiscardableAttr(LowpDialect::getStageReadsAttrName(),
                             builder.getDenseI64ArrayAttr(getIndices(read)));
    made->setDiscardableAttr(LowpDialect::getStageWritesAttrName(),
                             builder.getDenseI64ArrayAttr(getIndices(written)));
    made->setDiscardableAttr(LowpDialect::getStageTypesAttrName(),
                             builder.getTypeArrayAttr(types));
    return made;
  }

  void build(OpBuilder &builder, int64_t stage, int64_t begin, int64_t end) {
    SmallVector<Value> read = collectReads(begin, end);
    SmallVector<Value> written = collectWrites(begin, end);
    func::FuncOp made = declare(builder, stage, read, written);
    OpBuilder body = OpBuilder::atBlockEnd(made.addEntryBlock());
    IRMapping mapping;
    for (auto [value, argument] : llvm::zip(read, made.getArguments())) {
      mapping.map(value, argument);
      if (Value root = getStagedRoot(value); root != value)
        mapping.map(root, undoReshapes(body, value, argument));
    }
    for (Operation *launch : staged.getLaunches().slice(begin, end - begin)) {
      for (Value value : getValuesRead(launch))
        materialize(body, value, mapping);
      body.clone(*launch, mapping);
    }
    SmallVector<Value> results;
    for (Value value : written) {
      materialize(body, value, mapping);
      results.push_back(mapping.lookup(value));
    }
    func::ReturnOp::create(body, func.getLoc(), results);
  }

  func::FuncOp func;
  const StagedFunction &staged;
  ArrayRef<int64_t> cuts;
  llvm::MapVector<Value, int64_t> indices;
};

struct SplitStages : lowp::impl::SplitStagesPassBase<SplitStages> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp func : functions) {
      StringRef name = LowpDialect::getDivisibleAttrName();
      Attribute mark = func->getDiscardableAttr(name);
      if (!mark)
        continue;
      auto least = dyn_cast<IntegerAttr>(mark);
      if (!least || !least.getType().isSignlessInteger(64)) {
        func.emitError() << "expected '" << name
                         << "' to be how many bytes stages must save, as i64, "
                            "got "
                         << mark;
        return signalPassFailure();
      }
      split(func, least.getInt());
    }
  }

  void split(func::FuncOp func, int64_t leastBytes) {
    separateResults(func);
    auto staged = StagedFunction::analyze(func);
    bool isOrdered = staged && orderLaunches(*staged, leastBytes);
    if (isOrdered)
      staged = StagedFunction::analyze(func);
    if (!staged)
      return;
    SmallVector<int64_t> cuts = staged->plan(leastBytes, kLeastShare);
    // A stage of all launches tells the caller that their order matters.
    if (isOrdered || !cuts.empty())
      Splitter(func, *staged, cuts).run();
  }
};
} // namespace
