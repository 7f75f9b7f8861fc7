//===- ReuseOperands.cpp - Results in the memory of what is read last -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result takes the buffer of an operand, if the launch is the last that
// touches it and reads each element of it only for the same one of the result.
// Where the result is one of the function, the operand lies in that from the
// start.
//
//===----------------------------------------------------------------------===//

#include "BufferUses.h"
#include "Lifetimes.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether elements of `a` and `b` lie alike: neither has gaps.
static bool haveEqualElements(Type a, Type b) {
  auto first = cast<ShapedType>(a), second = cast<ShapedType>(b);
  return first.getElementType() == second.getElementType() &&
         (first.getShape() == second.getShape() ||
          (first.hasStaticShape() && second.hasStaticShape() &&
           first.getNumElements() == second.getNumElements()));
}

bool mlir::lowp::mayLieOver(OpOperand &output,
                            function_ref<bool(Value)> isOverwritten) {
  auto launch =
      dyn_cast<bufferization::BufferizableOpInterface>(output.getOwner());
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  WalkResult walk = output.getOwner()->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isOverwritten(operand.get()))
        continue;
      // What its body reads is anywhere.
      if (!launch || op != launch || &operand == &output ||
          !haveEqualElements(operand.get().getType(), output.get().getType()) ||
          cast<DestinationStyleOpInterface>(op).isDpsInit(&operand) ||
          !launch.bufferizesToElementwiseAccess(state, {&operand, &output}))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

namespace {
/// Finds which buffers of a function's only block are one, then makes them so.
class OperandReuse {
public:
  explicit OperandReuse(func::FuncOp func)
      : func(func), block(func.front()), lifetimes(block) {}

  void run() {
    for (Operation &op : block)
      if (auto launch = dyn_cast<DestinationStyleOpInterface>(op);
          launch && launch.hasPureBufferSemantics())
        for (OpOperand &output : launch.getDpsInitsMutable())
          reuse(launch, output);
    for (auto [buffer, memory] : replaced)
      replace(cast<memref::AllocOp>(buffer.getDefiningOp()), memory);
  }

private:
  bool isWrittenFirst(OpOperand &output, Value buffer) const;
  bool canBecome(Value buffer, Value memory) const;
  void reuse(DestinationStyleOpInterface launch, OpOperand &output);
  void replace(memref::AllocOp buffer, Value memory);

  /// What `buffer` is part of by now.
  Value getMemory(Value buffer) const {
    while (Value memory = memoryOf.lookup(buffer))
      buffer = memory;
    return buffer;
  }
  unsigned getLast(Value buffer) const {
    auto known = lastOf.find(buffer);
    return known != lastOf.end() ? known->second : lifetimes.get(buffer)->last;
  }

  func::FuncOp func;
  Block &block;
  Lifetimes lifetimes;
  DenseMap<Value, Value> memoryOf;
  DenseMap<Value, unsigned> lastOf;
  /// Each buffer with what takes its place, in the order in which they do.
  SmallVector<std::pair<Value, Value>> replaced;
};
} // namespace

/// Whether what `output` writes is the first that `buffer` holds.
bool OperandReuse::isWrittenFirst(OpOperand &output, Value buffer) const {
  return isPlanned(func, buffer) && hasViewsAlone(buffer) &&
         lifetimes.getFirstAccess(buffer) ==
             lifetimes.getNumber(output.getOwner()) &&
         overwrites(output);
}

/// Whether `buffer` can be `memory` in all places.
bool OperandReuse::canBecome(Value buffer, Value memory) const {
  auto type = cast<MemRefType>(buffer.getType()),
       wanted = cast<MemRefType>(memory.getType());
  if (type.hasStaticShape())
    return type == wanted || (type.getRank() > 0 && wanted.getRank() > 0 &&
                              haveEqualElements(type, wanted));
  auto alloc = buffer.getDefiningOp<memref::AllocOp>(),
       other = memory.getDefiningOp<memref::AllocOp>();
  return alloc && other && type == wanted &&
         llvm::equal(alloc.getDynamicSizes(), other.getDynamicSizes());
}

void OperandReuse::reuse(DestinationStyleOpInterface launch,
                         OpOperand &output) {
  Value written = getWhole(output.get());
  if (!written || !isWrittenFirst(output, written))
    return;
  for (OpOperand *input : launch.getDpsInputOperands()) {
    Value whole = getWhole(input->get());
    Value read = whole ? getMemory(whole) : Value();
    auto isRead = [&](Value value) {
      Value buffer = getBuffer(value);
      return buffer && getMemory(buffer) == read;
    };
    // What results hold by now outlives the launch.
    if (!read || isa<BlockArgument>(read) || !isPlanned(func, read) ||
        read == written || !hasViewsAlone(read) ||
        getLast(read) != lifetimes.getNumber(launch) ||
        !canBecome(read, written) || !mayLieOver(output, isRead))
      continue;
    bool isKept = isa<BlockArgument>(written);
    Value from = isKept ? read : written, to = isKept ? written : read;
    memoryOf[from] = to;
    lastOf[to] = getLast(written);
    replaced.push_back({from, to});
    return;
  }
}

/// `memory` as a buffer of `type`.
static Value reshape(OpBuilder &builder, Value memory, MemRefType type) {
  auto given = cast<MemRefType>(memory.getType());
  if (given == type)
    return memory;
  auto flat = [](int64_t rank) {
    return SmallVector<ReassociationIndices>{
        llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  };
  Location loc = memory.getLoc();
  if (given.getRank() != 1)
    memory = memref::CollapseShapeOp::create(builder, loc, memory,
                                             flat(given.getRank()));
  if (type.getRank() != 1)
    memory = memref::ExpandShapeOp::create(builder, loc, type.getShape(),
                                           memory, flat(type.getRank()));
  return memory;
}

/// Puts `memory` in place of `buffer`. Views of `buffer` may come before
/// `memory` does.
void OperandReuse::replace(memref::AllocOp buffer, Value memory) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  if (auto alloc = memory.getDefiningOp<memref::AllocOp>()) {
    if (buffer->isBeforeInBlock(alloc))
      alloc->moveBefore(buffer);
    builder.setInsertionPointAfter(alloc);
  }
  buffer.replaceAllUsesWith(reshape(builder, memory, buffer.getType()));
  buffer.erase();
}

void mlir::lowp::reuseOperands(func::FuncOp func) { OperandReuse(func).run(); }
