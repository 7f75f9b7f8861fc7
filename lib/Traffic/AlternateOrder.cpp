//===- AlternateOrder.cpp - What was touched last is visited first --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch walks through its tensors from the front. The end of one larger than
// the cache is left there for the next launch, which would begin with
// the front and throw the end out. So the next one begins with the end.
//
//===----------------------------------------------------------------------===//

#include "LaunchAccesses.h"
#include "lowp/Traffic/Traffic.h"

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Kernel/Config/PredictGemm.h"
#include "lowp/Traffic/Passes.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_ALTERNATEORDERPASS
#include "lowp/Traffic/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Chooses the order of the launches of a function.
class OrderChoice {
public:
  OrderChoice(func::FuncOp func, int64_t cacheBytes)
      : func(func), sizes(func), cacheBytes(cacheBytes) {}
  void run();

private:
  /// A launch that touched a buffer.
  struct Touch {
    bool descends = false;
    /// Bytes that it touched, and that all had touched when it was over.
    int64_t own = 0, end = 0;
  };

  void add(Operation *op, const LaunchAccesses &accesses);
  std::optional<int64_t> countBytes(const LaunchAccesses &accesses);
  int64_t countGain(Operation *op, const LaunchAccesses &accesses,
                    bool descends);

  func::FuncOp func;
  SizeTracer sizes;
  int64_t cacheBytes;
  /// The last launch that touched each buffer, and what all have touched.
  llvm::DenseMap<Value, Touch> touches;
  int64_t touched = 0;
  /// Whether the last launch descends.
  bool walksBack = false;
};
} // namespace

/// The buffer that `value` shows.
static Value getBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// All that a launch touches, with bytes.
static auto getTouched(const LaunchAccesses &accesses) {
  return llvm::concat<const std::pair<Value, SizeFormula>>(accesses.reads,
                                                           accesses.writes);
}

/// Whether `op` has an order that can be reversed.
static bool hasOrder(Operation *op) { return isa<GemmOp, LaunchFusionOp>(op); }

/// Whether `op` touches `buffer` from one end to the other. The rows of tiles
/// of a gemm each read the whole right-hand side, unless there is one for each
/// matrix of a batch.
static bool walksThrough(Operation *op, Value buffer) {
  auto gemm = dyn_cast<GemmOp>(op);
  if (!gemm)
    return true;
  if (buffer != gemm.getRhsData() && buffer != gemm.getRhsScales())
    return true;
  // Scaled operands have no maps.
  if (!gemm.getIndexingMaps())
    return cast<ScaledType>(*gemm.getRhsType()).isBatch();
  return gemm.isBatched() && gemm.getMaps()[1].isFunctionOfDim(0);
}

/// Nothing where only the caller knows.
std::optional<int64_t> OrderChoice::countBytes(const LaunchAccesses &accesses) {
  SizeFormula bytes;
  for (const auto &[buffer, own] : getTouched(accesses))
    bytes += own;
  return bytes.getNumber();
}

/// Bytes that `op` finds in the cache by walking against those before it, and
/// would not by walking as they did: none of what stays there anyway.
int64_t OrderChoice::countGain(Operation *op, const LaunchAccesses &accesses,
                               bool descends) {
  int64_t gain = 0;
  for (const auto &[buffer, bytes] : accesses.reads) {
    auto touch = touches.find(getBuffer(buffer));
    std::optional<int64_t> size = bytes.getNumber();
    if (touch == touches.end() || !size || !walksThrough(op, buffer))
      continue;
    int64_t left = cacheBytes - (touched - touch->second.end);
    if (left > 0 && touch->second.own > left &&
        touch->second.descends != descends)
      gain += std::min(*size, left);
  }
  return gain;
}

void OrderChoice::add(Operation *op, const LaunchAccesses &accesses) {
  std::optional<int64_t> bytes = countBytes(accesses);
  // One kernel walks in one order.
  bool follows = op->hasAttr(lowp_gpu::LowpGPUDialect::getFollowsAttrName());
  bool descends = follows && walksBack;
  if (bytes && hasOrder(op) && !follows) {
    int64_t gain = countGain(op, accesses, /*descends=*/true) -
                   countGain(op, accesses, /*descends=*/false);
    // Less is not worth a kernel of its own.
    descends = gain >= cacheBytes / 4;
  }
  walksBack = descends;
  if (descends) {
    StringRef name = lowp_gpu::LowpGPUDialect::getDescendingAttrName();
    op->setAttr(name, UnitAttr::get(op->getContext()));
  }
  // What is of unknown size may be all that the cache can hold.
  touched += bytes.value_or(cacheBytes);
  for (const auto &[buffer, own] : getTouched(accesses))
    touches.erase(getBuffer(buffer));
  for (const auto &[buffer, own] : getTouched(accesses))
    if (bytes && walksThrough(op, buffer))
      touches[getBuffer(buffer)] = {descends, *bytes, touched};
}

void OrderChoice::run() {
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto dps = dyn_cast<DestinationStyleOpInterface>(op);
    if (!dps || !dps.hasPureBufferSemantics())
      return WalkResult::advance();
    add(op, getAccesses(op, /*isFilled=*/false, sizes));
    return WalkResult::skip();
  });
}

namespace {
struct AlternateOrder : lowp::impl::AlternateOrderPassBase<AlternateOrder> {
  void runOnOperation() override {
    auto chip = lowp_gpu::findModelledChip(getOperation());
    if (failed(chip))
      return signalPassFailure();
    if (!*chip)
      return;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isDeclaration())
        OrderChoice(func, (*chip)->part->facts.cacheBytes).run();
  }
};
} // namespace
