//===- LinalgToGPU.cpp - linalg on buffers to gpu.launch ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"

#include "InitialValues.h"
#include "KernelLaunch.h"
#include "Reads.h"
#include "ReductionSchedule.h"

#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "lowp/Support/Identifier.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTLINALGTOGPUPASS
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// A word for the kernel's name: what a profiler will show.
static StringRef describe(linalg::LinalgOp op) {
  if (isa<linalg::FillOp>(op))
    return "fill";
  if (isa<linalg::CopyOp>(op))
    return "copy";
  if (op.getNumReductionLoops() != 0)
    return "reduce";
  // An op without results is left for its asserts.
  if (op.getNumDpsInits() == 0)
    return "check";
  Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
  bool isNarrow =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 8;
  return isNarrow ? "quantize" : "elementwise";
}

/// Copies become linalg ops, so that one path lowers both.
static void rewriteCopies(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  func.walk([&](memref::CopyOp copy) {
    if (copy->getParentOfType<linalg::LinalgOp>())
      return;
    rewriter.setInsertionPoint(copy);
    linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                           copy.getTarget());
    rewriter.eraseOp(copy);
  });
}

/// The value of a constant buffer with equal elements, else null.
static TypedAttr getSplat(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  if (!global || !global.getConstant() || !global.getInitialValue())
    return {};
  auto elements = dyn_cast<SplatElementsAttr>(*global.getInitialValue());
  return elements ? elements.getSplatValue<TypedAttr>() : TypedAttr();
}

/// Whether a copy of `type` that the device keeps costs less than a launch in
/// each call: the scale of a matrix that has none.
static bool isSmall(MemRefType type) {
  constexpr int64_t kMostBytes = 1024;
  return type.getNumElements() * countElementBytes(type) <= kMostBytes;
}

/// Constants live in host memory, from where the device gets them once; large
/// ones with equal elements are filled in on the device instead.
static void rewriteConstants(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  func.walk([&](memref::GetGlobalOp op) {
    TypedAttr splat = getSplat(op);
    if (!splat || isSmall(op.getType()))
      return;
    rewriter.setInsertionPoint(op);
    Value value = arith::ConstantOp::create(rewriter, op.getLoc(), splat);
    auto alloc = memref::AllocOp::create(rewriter, op.getLoc(), op.getType());
    linalg::FillOp::create(rewriter, op.getLoc(), value, alloc.getResult());
    rewriter.replaceOp(op, alloc);
  });
}

/// The fills of `op`'s destinations if the kernel can do without.
static SmallVector<linalg::FillOp> findSpareFills(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || !op.hasPureBufferSemantics())
    return {};
  // Several blocks would each begin with the value.
  auto schedule = getReductionSchedule(op);
  return schedule && schedule->rowsPerBlock != 0 ? SmallVector<linalg::FillOp>()
                                                 : findFills(op);
}

GenericKernels mlir::lowp::collectGenericKernels(func::FuncOp func) {
  rewriteConstants(func);
  rewriteCopies(func);
  GenericKernels kernels;
  SetVector<Operation *> ops;
  func.walk([&](linalg::LinalgOp op) { ops.insert(op); });
  for (Operation *op : SmallVector<Operation *>(ops.getArrayRef())) {
    for (linalg::FillOp fill : findSpareFills(cast<linalg::LinalgOp>(op))) {
      kernels.initialValues[op].push_back(fill.getInputs().front());
      ops.remove(fill);
      fill.erase();
    }
  }
  kernels.ops = llvm::map_to_vector(ops, llvm::CastTo<linalg::LinalgOp>);
  return kernels;
}

/// Bytes of the buffers that `op` reads and writes, in words.
static std::string countBytes(linalg::LinalgOp op) {
  int64_t bytes = 0;
  for (Type type : op->getOperandTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (buffer && !buffer.hasStaticShape())
      return "unknown";
    if (buffer)
      bytes += buffer.getNumElements() * countElementBytes(buffer);
  }
  return std::to_string(bytes);
}

/// Says that `op` joined no fusion, so that it moves its operands alone.
static void reportGeneric(linalg::LinalgOp op, bool isReduction) {
  remark::missed(op.getLoc(), remark::RemarkOpts::name("generic-kernel")
                                  .category("convert-linalg-to-gpu"))
      << remark::add("'{0}' has a kernel of its own with {1}: it joined no "
                     "fusion",
                     op->getName().getStringRef(),
                     isReduction ? "threads that share sums"
                                 : "a thread for each element")
      << remark::metric("bytes", countBytes(op));
}

namespace {
struct ConvertLinalgToGPU
    : lowp::impl::ConvertLinalgToGPUPassBase<ConvertLinalgToGPU> {
  void runOnOperation() override {
    if (getOperation().isDeclaration())
      return;
    GenericKernels kernels = collectGenericKernels(getOperation());
    initialValues = std::move(kernels.initialValues);
    for (auto [number, op] : llvm::enumerate(kernels.ops))
      if (!joined.contains(op) && !joinFills(op, number) &&
          failed(convert(op, number)))
        return signalPassFailure();
    for (Operation *fill : joined.takeVector())
      fill->erase();
    if (failed(convertAll<ScatterOp>()) ||
        failed(convertAll<LaunchOrderRowsOp>()))
      return signalPassFailure();
  }

private:
  /// linalg builds the bodies of its named operations without places, at which
  /// nobody could be told what is wrong. They get that of the operation.
  static void placeBody(linalg::LinalgOp op) {
    op->walk([&](Operation *inner) {
      if (isa<UnknownLoc>(inner->getLoc()))
        inner->setLoc(op->getLoc());
    });
  }

  template <typename Op>
  LogicalResult convertAll() {
    SmallVector<Op> ops;
    getOperation().walk([&](Op op) { ops.push_back(op); });
    for (auto [number, op] : llvm::enumerate(ops))
      if (failed(convert(op, number)))
        return failure();
    return success();
  }

  /// Emits one kernel for `op` and what else is filled with it, if there is
  /// anything.
  bool joinFills(linalg::LinalgOp op, size_t number) {
    auto first = dyn_cast<linalg::FillOp>(*op);
    if (!first)
      return false;
    SmallVector<linalg::FillOp> fills = findFillsOfKernel(first);
    if (fills.size() < 2)
      return false;
    ImplicitLocOpBuilder b(first.getLoc(), fills.back());
    emitFillKernel(b, fills, makeName("fill", first.getDpsInits(), number));
    joined.insert_range(fills);
    return true;
  }

  LogicalResult convert(linalg::LinalgOp op, size_t number) {
    if (!op.hasPureBufferSemantics())
      return op.emitOpError("expected operands to be buffers, got tensors; run "
                            "one-shot-bufferize before convert-linalg-to-gpu");
    placeBody(op);
    ImplicitLocOpBuilder b(op.getLoc(), op);
    KernelName name = makeName(describe(op), op.getDpsInits(), number);
    SmallVector<Value> initial = initialValues.lookup(op);
    auto schedule = getReductionSchedule(op);
    reportGeneric(op, schedule.has_value());
    if (schedule)
      emitReductionKernel(b, op, *schedule, initial, name);
    else
      emitPointKernel(b, op, initial, name);
    op->erase();
    return success();
  }

  LogicalResult convert(ScatterOp op, size_t number) {
    if (!op.hasPureBufferSemantics() || (!op.getUnique() && !op.getLinks()))
      return op.emitOpError("expected buffers, and links or 'unique', got a "
                            "scatter without; run lowp-link-scatters and "
                            "one-shot-bufferize before convert-linalg-to-gpu");
    ImplicitLocOpBuilder b(op.getLoc(), op);
    emitScatterKernel(b, op, makeName("scatter", op.getInit(), number));
    op->erase();
    return success();
  }

  LogicalResult convert(LaunchOrderRowsOp op, size_t number) {
    if (!op.hasPureBufferSemantics())
      return op.emitOpError("expected operands to be buffers, got tensors; run "
                            "one-shot-bufferize before convert-linalg-to-gpu");
    ImplicitLocOpBuilder b(op.getLoc(), op);
    emitOrderRowsKernel(b, op, makeName("order_rows", {}, number));
    op->erase();
    return success();
  }

  /// The name of a kernel that does what `word` says to get `results`.
  KernelName makeName(StringRef word, ValueRange results, size_t number) {
    std::string function = makeIdentifier(getOperation().getName().str());
    std::string kernel = (function + "_" + word + "_" + Twine(number)).str();
    SmallVector<std::string> work = {word.str()};
    if (!results.empty())
      llvm::append_range(work, describeElements(results.front().getType()));
    return {FlatSymbolRefAttr::get(&getContext(), function + "_generic"),
            FlatSymbolRefAttr::get(&getContext(), kernel), joinWords(work)};
  }

  /// Fills that have a kernel with others.
  llvm::SetVector<Operation *> joined;
  /// What fills would have put into the destinations of ops.
  llvm::DenseMap<Operation *, SmallVector<Value>> initialValues;
};
} // namespace
