//===- BufferizableOpInterfaceImpl.cpp - Operations on buffers ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Bufferization/BufferizableOpInterfaceImpl.h"

#include "OverwrittenInput.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::lowp;

/// The buffers of the operands of `op` that are tensors, and all others.
static FailureOr<SmallVector<Value>>
getBuffers(RewriterBase &rewriter, Operation *op,
           const BufferizationOptions &options, BufferizationState &state) {
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> buffer = operand;
    if (isa<TensorType>(operand.getType()))
      buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
  }
  return buffers;
}

namespace {

/// What becomes the same operation on the buffers of its operands, the last of
/// which are its destinations.
template <typename Model, typename Op>
struct OnBuffers : DstBufferizableOpInterfaceExternalModel<Model, Op> {
  /// Destinations are not read, unless a model says so.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<Op>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    if (cast<Op>(op).hasPureBufferSemantics())
      return success();
    FailureOr<SmallVector<Value>> buffers =
        getBuffers(rewriter, op, options, state);
    if (failed(buffers))
      return failure();
    clone(rewriter, op, TypeRange(), *buffers);
    replaceOpWithBufferizedValues(
        rewriter, op, ValueRange(*buffers).take_back(op->getNumResults()));
    return success();
  }
};

struct GemmModel : OnBuffers<GemmModel, GemmOp> {
  /// Destinations are read only to add to them.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto gemm = cast<GemmOp>(op);
    return !gemm.isDpsInit(&operand) || gemm.getAccumulate();
  }

  /// An epilogue may update a matrix that it reads.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto gemm = cast<GemmOp>(op);
    return llvm::all_of(operands, [&](OpOperand *operand) {
      return gemm.isDpsInit(operand) || updatesElements(gemm, *operand);
    });
  }

private:
  /// Whether kernels read each element of `input`, an input of the epilogue,
  /// for the element of the destination at the same place alone, by the thread
  /// that has its sum.
  static bool updatesElements(GemmOp gemm, OpOperand &input) {
    unsigned first = gemm.getInputs().getBeginOperandIndex();
    unsigned number = input.getOperandNumber();
    return number >= first && number < first + gemm.getInputs().size() &&
           gemm.getEpilogueMaps()[number - first] == gemm.getDestinationMap();
  }
};

struct LaunchFusionModel : OnBuffers<LaunchFusionModel, LaunchFusionOp> {
  /// A fusion may update what it reads, element by element.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto launch = cast<LaunchFusionOp>(op);
    unsigned numInputs = launch.getInputs().size();
    for (OpOperand *input : operands)
      for (OpOperand *output : operands)
        if (!launch.isDpsInit(input) && launch.isDpsInit(output) &&
            !mayOverwrite(launch, input->getOperandNumber(),
                          output->getOperandNumber() - numInputs))
          return false;
    return true;
  }
};

/// What no update goes to stays, so that the destination is read.
struct ScatterModel : OnBuffers<ScatterModel, ScatterOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
};

struct LaunchOrderRowsModel
    : OnBuffers<LaunchOrderRowsModel, LaunchOrderRowsOp> {};

/// A function of the user's takes rows without gaps, unless it says otherwise.
struct CallExternalModel
    : DstBufferizableOpInterfaceExternalModel<CallExternalModel,
                                              CallExternalOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto call = cast<CallExternalOp>(op);
    return !call.isDpsInit(&operand) ||
           call.updates(operand.getOperandNumber() - call.getInputs().size());
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto call = cast<CallExternalOp>(op);
    if (call.hasPureBufferSemantics())
      return success();
    FailureOr<SmallVector<Value>> given =
        getBuffers(rewriter, op, options, state);
    if (failed(given))
      return failure();
    unsigned numInputs = call.getInputs().size();
    SmallVector<Value> passed;
    for (auto [number, buffer] : llvm::enumerate(*given)) {
      bool isRead = number < numInputs || call.updates(number - numInputs);
      bool mayHaveGaps = number < numInputs && call.takesStrides(number);
      FailureOr<Value> plain =
          mayHaveGaps ? buffer : withoutGaps(rewriter, buffer, isRead, options);
      if (failed(plain))
        return failure();
      passed.push_back(*plain);
    }
    clone(rewriter, op, TypeRange(), passed);
    for (auto [from, to] :
         llvm::drop_begin(llvm::zip(passed, *given), numInputs))
      if (from != to &&
          failed(options.createMemCpy(rewriter, call.getLoc(), from, to)))
        return failure();
    replaceOpWithBufferizedValues(rewriter, op,
                                  ValueRange(*given).drop_front(numInputs));
    return success();
  }

private:
  /// `buffer`, or a copy of it if its rows have gaps.
  static FailureOr<Value> withoutGaps(RewriterBase &rewriter, Value buffer,
                                      bool isRead,
                                      const BufferizationOptions &options) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    if (!type || type.getLayout().isIdentity() ||
        memref::isStaticShapeAndContiguousRowMajor(type))
      return buffer;
    Location loc = buffer.getLoc();
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(memref::DimOp::create(rewriter, loc, buffer, dim));
    FailureOr<Value> copy = options.createAlloc(
        rewriter, loc, MemRefType::get(type.getShape(), type.getElementType()),
        sizes);
    if (failed(copy) || !isRead)
      return copy;
    if (failed(options.createMemCpy(rewriter, loc, buffer, *copy)))
      return failure();
    return copy;
  }
};

/// An allocation with longer rows, and the part of it that the tensor is. One
/// without elements has no rows, and memref.subview takes no part of it.
struct AlignedEmptyModel
    : BufferizableOpInterface::ExternalModel<AlignedEmptyModel,
                                             AlignedEmptyOp> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }
  /// Elements are undefined: whoever writes the buffer first need not keep
  /// them.
  bool resultBufferizesToMemoryWrite(Operation *, OpResult,
                                     const AnalysisState &) const {
    return false;
  }

  FailureOr<BufferLikeType> getBufferType(Operation *op, Value,
                                          const BufferizationOptions &,
                                          const BufferizationState &,
                                          SmallVector<Value> &) const {
    auto type = cast<RankedTensorType>(cast<AlignedEmptyOp>(op).getType());
    MemRefType whole = getAllocation(type);
    if (whole.getShape() == type.getShape() && !hasUnknownGaps(type))
      return cast<BufferLikeType>(whole);
    SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
    return cast<BufferLikeType>(memref::SubViewOp::inferResultType(
        whole, zeros, type.getShape(), ones));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto empty = cast<AlignedEmptyOp>(op);
    Location loc = op->getLoc();
    FailureOr<BufferLikeType> type =
        bufferization::getBufferType(empty.getResult(), options, state);
    if (failed(type))
      return failure();
    auto tensor = cast<RankedTensorType>(empty.getType());
    SmallVector<Value> sizes(empty.getDynamicSizes());
    if (hasUnknownGaps(tensor))
      sizes.back() =
          alignUp(rewriter, loc, sizes.back(),
                  AlignedEmptyOp::getAlignment(tensor.getElementType()));
    MemRefType whole = getAllocation(tensor);
    FailureOr<Value> buffer = options.createAlloc(rewriter, loc, whole, sizes);
    if (failed(buffer))
      return failure();
    if (whole != cast<MemRefType>(*type))
      buffer = cutRows(rewriter, empty, cast<MemRefType>(*type), *buffer);
    replaceOpWithBufferizedValues(rewriter, op, *buffer);
    return success();
  }

private:
  static bool isEmpty(RankedTensorType type) {
    return llvm::is_contained(type.getShape(), 0);
  }

  static bool hasUnknownGaps(RankedTensorType type) {
    return type.isDynamicDim(type.getRank() - 1) && !isEmpty(type);
  }

  static MemRefType getAllocation(RankedTensorType type) {
    SmallVector<int64_t> shape(type.getShape());
    if (!ShapedType::isDynamic(shape.back()) && !isEmpty(type))
      shape.back() = llvm::alignTo(
          shape.back(), AlignedEmptyOp::getAlignment(type.getElementType()));
    return MemRefType::get(shape, type.getElementType());
  }

  static Value alignUp(OpBuilder &builder, Location loc, Value size,
                       int64_t alignment) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value parts = arith::DivUIOp::create(
        builder, loc,
        arith::AddIOp::create(builder, loc, size, constant(alignment - 1)),
        constant(alignment));
    return arith::MulIOp::create(builder, loc, parts, constant(alignment));
  }

  static Value cutRows(OpBuilder &builder, AlignedEmptyOp empty,
                       MemRefType type, Value whole) {
    int64_t rank = type.getRank();
    SmallVector<OpFoldResult> zeros(rank, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(rank, builder.getIndexAttr(1));
    return memref::SubViewOp::create(builder, empty.getLoc(), type, whole,
                                     zeros, empty.getMixedSizes(), ones);
  }
};

} // namespace

void mlir::lowp::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LowpDialect *) {
    // Sizes of padded rows are computed.
    context->loadDialect<arith::ArithDialect>();
    AlignedEmptyOp::attachInterface<AlignedEmptyModel>(*context);
    CallExternalOp::attachInterface<CallExternalModel>(*context);
    GemmOp::attachInterface<GemmModel>(*context);
    LaunchFusionOp::attachInterface<LaunchFusionModel>(*context);
    LaunchOrderRowsOp::attachInterface<LaunchOrderRowsModel>(*context);
    ScatterOp::attachInterface<ScatterModel>(*context);
  });
}
