//===- PrepareGenericKernels.cpp - Kernels without libdevice --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transcendental functions become arithmetic (polynomials good to a few units
// in the last place in f32, evaluated in f32 for narrower types), square roots
// and roundings the LLVM intrinsics for which there are instructions. Functions
// of f32 and less that have the flag `afn`, and divisions with `arcp` or `afn`,
// become approximations of the chip (`ex2.approx`, `rcp.approx`, `div.full` and
// their like). What remains would be a call into libdevice, which lowp does not
// link: an error.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "AccurateFunctions.h"
#include "Approximations.h"
#include "MathExpansions.h"
#include "WidenInWords.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
/// A math function that is an LLVM intrinsic with an instruction of its own. By
/// name: convert-gpu-to-nvvm insists on libdevice for the typed ops.
template <typename MathOp>
struct ToIntrinsic : OpRewritePattern<MathOp> {
  ToIntrinsic(MLIRContext *context, StringRef intrinsic)
      : OpRewritePattern<MathOp>(context), intrinsic(intrinsic) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    auto vector = dyn_cast<VectorType>(op.getType());
    if ((vector && vector.getRank() != 1) ||
        !isa<Float16Type, BFloat16Type, Float32Type, Float64Type, IntegerType>(
            getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "not a type that LLVM knows");
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(intrinsic), op->getOperands());
    return success();
  }

private:
  StringRef intrinsic;
};
} // namespace

static void populateIntrinsicPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ToIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
  patterns.add<ToIntrinsic<math::CeilOp>>(context, "llvm.ceil");
  patterns.add<ToIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
  patterns.add<ToIntrinsic<math::CtPopOp>>(context, "llvm.ctpop");
  patterns.add<ToIntrinsic<math::FloorOp>>(context, "llvm.floor");
  patterns.add<ToIntrinsic<math::FmaOp>>(context, "llvm.fma");
  patterns.add<ToIntrinsic<arith::MaxNumFOp>>(context, "llvm.maxnum");
  patterns.add<ToIntrinsic<arith::MinNumFOp>>(context, "llvm.minnum");
  patterns.add<ToIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
  patterns.add<ToIntrinsic<math::RoundOp>>(context, "llvm.round");
  patterns.add<ToIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
  patterns.add<ToIntrinsic<math::TruncOp>>(context, "llvm.trunc");
}

/// Functions for which upstream has a polynomial that is good for all of f32.
static bool isApproximated(StringRef name) {
  return llvm::is_contained({"math.acos", "math.asin", "math.erf", "math.erfc",
                             "math.expm1", "math.log1p", "math.tanh"},
                            name);
}

static void populateFunctionPatterns(RewritePatternSet &patterns) {
  populateMathF32ExpansionPatterns(patterns, isApproximated);
  populateMathPolynomialApproximationPatterns(patterns, isApproximated);
  math::populateExpansionPatterns(patterns, {"clampf", "rsqrt"});
}

static LogicalResult verifyNoMathLeft(gpu::GPUModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (!isa_and_present<math::MathDialect>(op->getDialect()) &&
        !isa<arith::RemFOp>(op))
      return WalkResult::advance();
    op->emitOpError("expected a function that lowp expands without libdevice, "
                    "got ")
        << op->getName() << " on " << op->getResult(0).getType()
        << "; compute it in f32 or from other math ops";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// LLVM joins neighbouring accesses to shared memory to some of 16 bytes; it
/// places a buffer by the type of its elements alone.
static void alignSharedBuffers(gpu::GPUFuncOp func) {
  constexpr int64_t kAccess = 16;
  Builder builder(func.getContext());
  for (unsigned i = 0; i < func.getNumWorkgroupAttributions(); ++i)
    func.setWorkgroupAttributionAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                                     builder.getI64IntegerAttr(kAccess));
}

/// Bytes of shared memory that `func` declares.
static int64_t countSharedBytes(gpu::GPUFuncOp func) {
  int64_t bytes = 0;
  for (BlockArgument buffer : func.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    Type element = type.getElementType();
    int64_t lanes = 1;
    if (auto vector = dyn_cast<VectorType>(element)) {
      lanes = vector.getNumElements();
      element = vector.getElementType();
    }
    if (type.hasStaticShape() && element.isIntOrFloat())
      bytes += type.getNumElements() * lanes *
               llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  }
  return bytes;
}

/// Buffers of `func` that are written in vectors: whole matrices.
static unsigned countMatrices(gpu::GPUFuncOp func) {
  llvm::SmallPtrSet<Value, 4> written;
  func.walk([&](vector::StoreOp store) {
    Value buffer = store.getBase();
    while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
      buffer = view.getViewSource();
    if (isa<BlockArgument>(buffer))
      written.insert(buffer);
  });
  return written.size();
}

/// Whether CTAs of `func` wait for others of its, and no array of dynamic size
/// takes their room.
static bool waitsForOthers(gpu::GPUFuncOp func) {
  bool waits = false, isFull = false;
  func.walk([&](Operation *op) {
    auto load = dyn_cast<LLVM::LoadOp>(op);
    waits |= load && load.getOrdering() == LLVM::AtomicOrdering::acquire;
    isFull |= isa<gpu::DynamicSharedMemoryOp>(op);
  });
  return waits && !isFull;
}

/// A kernel that writes a matrix in rows and, turned in shared memory, in
/// columns has its tile in registers all along. A second CTA computes while the
/// first waits at the barrier between the two, where ptxas finds registers for
/// both; a third one where CTAs wait for others, too.
static void boundRegisters(gpu::GPUFuncOp func) {
  constexpr int64_t kTile = 16384;
  constexpr int32_t kThreads = 256;
  const int32_t kCTAs = waitsForOthers(func) ? 3 : 2;
  std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
  if (block && block->front() == kThreads && countSharedBytes(func) >= kTile &&
      countMatrices(func) > 1)
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  Builder(func).getI32IntegerAttr(kCTAs));
}

/// Functions of vectors are written out element by element.
static LogicalResult verifyVectors(gpu::GPUModuleOp module) {
  constexpr int64_t kMostElements = 1 << 16;
  WalkResult result = module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto vector = dyn_cast<VectorType>(type);
      if (!vector || vector.getNumElements() <= kMostElements)
        continue;
      op->emitOpError("expected vectors of at most ")
          << kMostElements << " elements in a kernel, got " << type
          << "; divide it into smaller ones";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::lowp::prepareGenericKernels(gpu::GPUModuleOp op) {
  // Modules of lowered matmul kernels have none.
  if (op.getOps<gpu::GPUFuncOp>().empty())
    return success();
  if (failed(verifyVectors(op)))
    return failure();
  for (auto func : op.getOps<gpu::GPUFuncOp>()) {
    alignSharedBuffers(func);
    boundRegisters(func);
  }
  RewritePatternSet patterns(op->getContext());
  lowp::populateApproximations(patterns);
  lowp::populateAccurateFunctions(patterns);
  populateIntrinsicPatterns(patterns);
  populateFunctionPatterns(patterns);
  lowp::populateMathExpansions(patterns);
  lowp::populateNarrowArithmetic(patterns);
  RewritePatternSet last(op->getContext());
  lowp::populateWidenInWords(last);
  if (failed(applyPatternsGreedily(op, std::move(patterns))) ||
      failed(applyPatternsGreedily(op, std::move(last))))
    return failure();
  return verifyNoMathLeft(op);
}
