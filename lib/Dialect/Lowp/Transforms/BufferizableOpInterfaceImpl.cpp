//===- BufferizableOpInterfaceImpl.cpp - lowp.gemm on buffers -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/BufferizableOpInterfaceImpl.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::lowp;

namespace {

struct GemmModel : DstBufferizableOpInterfaceExternalModel<GemmModel, GemmOp> {
  /// The destination is read only to add to it.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto gemm = cast<GemmOp>(op);
    return !gemm.isDpsInit(&operand) || gemm.getAccumulate();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto gemm = cast<GemmOp>(op);
    if (gemm.hasPureBufferSemantics())
      return success();
    SmallVector<Value> buffers;
    for (Value operand : gemm->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    auto onBuffers =
        GemmOp::create(rewriter, gemm.getLoc(), TypeRange(), buffers,
                       gemm->getAttrs(), gemm.getEpilogue().size());
    for (auto [from, to] :
         llvm::zip_equal(gemm.getEpilogue(), onBuffers.getEpilogue()))
      to.takeBody(from);
    replaceOpWithBufferizedValues(rewriter, op, buffers.back());
    return success();
  }
};

/// The destinations of a fusion are not read.
struct LaunchFusionModel
    : DstBufferizableOpInterfaceExternalModel<LaunchFusionModel,
                                              LaunchFusionOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<LaunchFusionOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto launch = cast<LaunchFusionOp>(op);
    if (launch.hasPureBufferSemantics())
      return success();
    SmallVector<Value> buffers;
    for (Value operand : launch->getOperands()) {
      if (!isa<TensorType>(operand.getType())) {
        buffers.push_back(operand);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    ValueRange all(buffers);
    ValueRange outputs = all.take_back(launch.getOutputs().size());
    LaunchFusionOp::create(rewriter, launch.getLoc(), TypeRange(),
                           launch.getCallee(),
                           all.drop_back(outputs.size()), outputs);
    replaceOpWithBufferizedValues(rewriter, op, outputs);
    return success();
  }
};

} // namespace

void mlir::lowp::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LowpDialect *) {
    GemmOp::attachInterface<GemmModel>(*context);
    LaunchFusionOp::attachInterface<LaunchFusionModel>(*context);
  });
}
