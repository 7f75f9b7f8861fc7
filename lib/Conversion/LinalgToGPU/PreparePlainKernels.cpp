//===- PreparePlainKernels.cpp - Kernels without libdevice ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PREPAREPLAINKERNELSPASS
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"
} // namespace mlir::lowp

using namespace mlir;

namespace {
/// A math function that is an LLVM intrinsic with an instruction behind it. By
/// name: convert-gpu-to-nvvm insists on libdevice for the typed ops.
template <typename MathOp>
struct ToIntrinsic : OpRewritePattern<MathOp> {
  ToIntrinsic(MLIRContext *context, StringRef intrinsic)
      : OpRewritePattern<MathOp>(context), intrinsic(intrinsic) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type, IntegerType>(
            op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar that LLVM knows");
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(intrinsic), op->getOperands());
    return success();
  }

private:
  StringRef intrinsic;
};
} // namespace

namespace {
/// By the natural logarithm, of which upstream has a polynomial.
struct ExpandLog10 : OpRewritePattern<math::Log10Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Log10Op op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.isF64())
      return rewriter.notifyMatchFailure(op, "not a scalar that has a log");
    Value log = math::LogOp::create(rewriter, op.getLoc(), op.getOperand());
    Value factor = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        rewriter.getFloatAttr(type, 0.43429448190325183));
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, log, factor);
    return success();
  }
};

/// math.isnan and its like compare |x| with infinity.
template <typename MathOp, arith::CmpFPredicate predicate>
struct ExpandClassOf : OpRewritePattern<MathOp> {
  using OpRewritePattern<MathOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getOperand().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a scalar");
    Value magnitude =
        math::AbsFOp::create(rewriter, op.getLoc(), op.getOperand());
    Value infinity = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        rewriter.getFloatAttr(type,
                              llvm::APFloat::getInf(type.getFloatSemantics())));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, predicate, magnitude,
                                               infinity);
    return success();
  }
};

struct ExpandAbsI : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<IntegerType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar");
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getZeroAttr(op.getType()));
    Value negated =
        arith::SubIOp::create(rewriter, op.getLoc(), zero, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
    return success();
  }
};
} // namespace

static void populateFloatClassPatterns(RewritePatternSet &patterns) {
  using arith::CmpFPredicate;
  patterns.add<ExpandLog10, ExpandAbsI,
               ExpandClassOf<math::IsNaNOp, CmpFPredicate::UNO>,
               ExpandClassOf<math::IsInfOp, CmpFPredicate::OEQ>,
               ExpandClassOf<math::IsFiniteOp, CmpFPredicate::OLT>>(
      patterns.getContext());
}

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

namespace {
/// log(|x| + sqrt(x^2 + 1)) with the sign of x: upstream's expansion loses all
/// digits of negative results.
struct ExpandAsinh : OpRewritePattern<math::AsinhOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AsinhOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a scalar");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getOperand(), magnitude = math::AbsFOp::create(b, x);
    Value square = arith::MulFOp::create(b, x, x);
    // log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))) keeps the digits of small ones.
    Value one = arith::ConstantOp::create(b, b.getFloatAttr(type, 1.0));
    Value root = math::SqrtOp::create(b, arith::AddFOp::create(b, square, one));
    Value rest =
        arith::DivFOp::create(b, square, arith::AddFOp::create(b, one, root));
    Value log =
        math::Log1pOp::create(b, arith::AddFOp::create(b, magnitude, rest));
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, log, x);
    return success();
  }
};

/// Functions are computed in f32: their expansions lose digits on the way.
struct WidenFunction : RewritePattern {
  explicit WidenFunction(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_present<math::MathDialect>(op->getDialect()) ||
        op->getNumResults() != 1 ||
        isa<math::AbsFOp, math::CeilOp, math::CopySignOp, math::FloorOp,
            math::FmaOp, math::RoundEvenOp, math::RoundOp, math::SqrtOp,
            math::TruncOp>(op) ||
        !isa<Float16Type, BFloat16Type>(op->getResult(0).getType()))
      return rewriter.notifyMatchFailure(op, "no function of 16 bits");
    Type narrow = op->getResult(0).getType();
    rewriter.modifyOpInPlace(op, [&] {
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get().getType() == narrow)
          operand.set(arith::ExtFOp::create(
              rewriter, op->getLoc(), rewriter.getF32Type(), operand.get()));
      op->getResult(0).setType(rewriter.getF32Type());
    });
    rewriter.setInsertionPointAfter(op);
    auto rounded = arith::TruncFOp::create(rewriter, op->getLoc(), narrow,
                                           op->getResult(0));
    rewriter.replaceAllUsesExcept(op->getResult(0), rounded, rounded);
    return success();
  }
};
} // namespace

/// Functions for which upstream has a polynomial in f32.
static bool isApproximated(StringRef name) {
  return llvm::is_contained(
      {"math.acos", "math.asin", "math.atan", "math.atan2", "math.cbrt",
       "math.cos", "math.erf", "math.erfc", "math.exp", "math.expm1",
       "math.log", "math.log1p", "math.log2", "math.sin", "math.tanh"},
      name);
}

static void populateFunctionPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandAsinh, WidenFunction>(patterns.getContext());
  populateMathF32ExpansionPatterns(patterns, isApproximated);
  populateMathPolynomialApproximationPatterns(patterns, isApproximated);
  math::populateExpansionPatterns(patterns,
                                  {"acosh", "atanh", "clampf", "cosh", "exp2",
                                   "fpowi", "powf", "rsqrt", "sinh", "tan"});
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

namespace {
struct PreparePlainKernels
    : mlir::lowp::impl::PreparePlainKernelsPassBase<PreparePlainKernels> {
  void runOnOperation() override {
    // Modules of lowered matmul kernels have none.
    if (getOperation().getOps<gpu::GPUFuncOp>().empty())
      return;
    RewritePatternSet patterns(&getContext());
    populateIntrinsicPatterns(patterns);
    populateFunctionPatterns(patterns);
    populateFloatClassPatterns(patterns);
    populateGpuAllReducePatterns(patterns);
    populateGpuLowerSubgroupReduceToShufflePatterns(patterns,
                                                    /*subgroupSize=*/32);
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(
        patterns, /*subgroupSize=*/32);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))) ||
        failed(verifyNoMathLeft(getOperation())))
      signalPassFailure();
  }
};
} // namespace
