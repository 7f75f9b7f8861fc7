//===- SizeTracer.cpp - Where dynamic sizes come from ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeTracer.h"

#include "SizeExpression.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::lowp;
using namespace mlir::lowp::execution;

llvm::SmallVector<mlir::RankedTensorType, 3>
execution::getTensors(mlir::Type type) {
  if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type))
    return {tensor};
  if (auto buffer = mlir::dyn_cast<mlir::MemRefType>(type))
    if (buffer.getLayout().isIdentity() && !buffer.getMemorySpace())
      return {mlir::RankedTensorType::get(buffer.getShape(),
                                          buffer.getElementType())};
  llvm::SmallVector<mlir::RankedTensorType, 3> tensors;
  if (auto scaled = mlir::dyn_cast<ScaledType>(type))
    for (mlir::Type part : scaled.getStorageTypes())
      tensors.push_back(mlir::cast<mlir::RankedTensorType>(part));
  return tensors;
}

SizeTracer::SizeTracer(mlir::func::FuncOp function) : entry(&function.front()) {
  unsigned next = 0;
  for (mlir::Type type : function.getArgumentTypes()) {
    first.push_back(next);
    next += std::max<size_t>(getTensors(type).size(), 1);
  }
}

/// The static size of dimension `dim` of a tensor or scaled value, or dynamic.
static int64_t getStaticSize(mlir::Type type, unsigned dim) {
  if (auto scaled = mlir::dyn_cast<ScaledType>(type))
    return scaled.getShape()[dim];
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
  return shaped ? shaped.getDimSize(dim) : mlir::ShapedType::kDynamic;
}

std::optional<Size> SizeTracer::trace(mlir::Value value, unsigned dim) {
  int64_t size = getStaticSize(value.getType(), dim);
  if (!mlir::ShapedType::isDynamic(size))
    return Size{size};
  auto known = traced.find({value, dim});
  if (known != traced.end())
    return known->second;
  std::optional<Size> found = traceUnknown(value, dim);
  traced[{value, dim}] = found;
  return found;
}

std::optional<Size> SizeTracer::traceUnknown(mlir::Value value, unsigned dim) {
  if (mlir::isa<ScaledType>(value.getType())) {
    mlir::OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    return traceIndex(getScaledDim(builder, value.getLoc(), value, dim));
  }
  if (auto result = mlir::dyn_cast<mlir::OpResult>(value))
    return traceResult(result, dim);
  auto argument = mlir::cast<mlir::BlockArgument>(value);
  auto loop =
      mlir::dyn_cast<mlir::scf::ForOp>(argument.getOwner()->getParentOp());
  if (loop && argument != loop.getInductionVar())
    return traceLoop(loop, argument.getArgNumber() - 1, dim);
  return traceArgument(value, /*part=*/0, dim);
}

/// The size of tensor `part` of `value`, if that is an argument.
std::optional<Size> SizeTracer::traceArgument(mlir::Value value, unsigned part,
                                              unsigned dim) {
  auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
  if (!argument || argument.getOwner() != entry)
    return std::nullopt;
  return Size{-1, first[argument.getArgNumber()] + part, dim};
}

std::optional<Size> SizeTracer::traceResult(mlir::OpResult value,
                                            unsigned dim) {
  mlir::Operation *op = value.getOwner();
  unsigned number = value.getResultNumber();
  if (auto styled = mlir::dyn_cast<mlir::DestinationStyleOpInterface>(op))
    return trace(styled.getTiedOpOperand(value)->get(), dim);
  // These have no interface for sizes.
  if (auto cast = mlir::dyn_cast<mlir::tensor::CastOp>(op))
    return trace(cast.getSource(), dim);
  if (mlir::OpTrait::hasElementwiseMappableTraits(op))
    return traceElementwise(op, dim);
  if (auto branch = mlir::dyn_cast<mlir::scf::IfOp>(op))
    return traceBranch(branch, number, dim);
  if (auto loop = mlir::dyn_cast<mlir::scf::ForOp>(op))
    return traceLoop(loop, number, dim);
  mlir::OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  mlir::FailureOr<mlir::OpFoldResult> size =
      mlir::reifyDimOfResult(builder, op, number, dim);
  if (mlir::succeeded(size) && *size)
    return traceIndex(*size);
  // The tensors of a scaled argument are arguments to the caller.
  auto split = mlir::dyn_cast<SplitScaledOp>(op);
  return split ? traceArgument(split.getInput(), number, dim) : std::nullopt;
}

/// All tensors of an elementwise operation have one shape.
std::optional<Size> SizeTracer::traceElementwise(mlir::Operation *op,
                                                 unsigned dim) {
  for (mlir::Value operand : op->getOperands()) {
    if (!mlir::isa<mlir::RankedTensorType>(operand.getType()))
      continue;
    if (std::optional<Size> size = trace(operand, dim))
      return size;
  }
  return std::nullopt;
}

std::optional<Size> SizeTracer::traceBranch(mlir::scf::IfOp branch,
                                            unsigned number, unsigned dim) {
  std::optional<Size> taken = trace(branch.thenYield().getOperand(number), dim);
  if (!taken || !(trace(branch.elseYield().getOperand(number), dim) == taken))
    return std::nullopt;
  return taken;
}

/// What a loop carries has one size where each iteration leaves it as it was at
/// first.
std::optional<Size> SizeTracer::traceLoop(mlir::scf::ForOp loop,
                                          unsigned number, unsigned dim) {
  std::optional<Size> first = trace(loop.getInitArgs()[number], dim);
  if (!first)
    return std::nullopt;
  std::pair<mlir::Value, unsigned> carried = {loop.getRegionIterArg(number),
                                              dim};
  auto known = traced;
  traced[carried] = first;
  if (trace(loop.getYieldedValues()[number], dim) == first)
    return first;
  // What follows from the assumption is wrong with it.
  traced = std::move(known);
  traced[carried] = std::nullopt;
  return std::nullopt;
}

/// The value or constant that `apply` is, or null where it computes more.
static mlir::OpFoldResult simplify(mlir::affine::AffineApplyOp apply) {
  mlir::AffineMap map = apply.getAffineMap();
  llvm::SmallVector<mlir::Value> operands(apply.getMapOperands());
  mlir::affine::fullyComposeAffineMapAndOperands(&map, &operands);
  mlir::affine::canonicalizeMapAndOperands(&map, &operands);
  mlir::AffineExpr result = map.getResult(0);
  if (auto constant = mlir::dyn_cast<mlir::AffineConstantExpr>(result))
    return mlir::Builder(apply.getContext()).getIndexAttr(constant.getValue());
  if (auto dim = mlir::dyn_cast<mlir::AffineDimExpr>(result))
    return operands[dim.getPosition()];
  if (auto symbol = mlir::dyn_cast<mlir::AffineSymbolExpr>(result))
    return operands[map.getNumDims() + symbol.getPosition()];
  return {};
}

std::optional<Size> SizeTracer::traceIndex(mlir::OpFoldResult size) {
  if (std::optional<int64_t> constant = mlir::getConstantIntValue(size))
    return *constant < 0 ? std::nullopt : std::optional(Size{*constant});
  auto value = mlir::dyn_cast<mlir::Value>(size);
  // Front ends count sizes in i64.
  while (auto cast =
             value ? value.getDefiningOp<mlir::arith::IndexCastOp>() : nullptr)
    value = cast.getIn();
  if (auto apply = value ? value.getDefiningOp<mlir::affine::AffineApplyOp>()
                         : nullptr) {
    if (mlir::OpFoldResult simple = simplify(apply))
      return traceIndex(simple);
  }
  auto dim = value ? value.getDefiningOp<mlir::tensor::DimOp>() : nullptr;
  if (dim && dim.getConstantIndex())
    return trace(dim.getSource(), *dim.getConstantIndex());
  return traceFormula(mlir::dyn_cast<mlir::Value>(size));
}

std::optional<Size> SizeTracer::traceFormula(mlir::Value value) {
  if (!value)
    return std::nullopt;
  std::optional<std::string> text = printSizeExpression(
      value, [&](mlir::tensor::DimOp dim) -> std::optional<std::string> {
        std::optional<int64_t> number = dim.getConstantIndex();
        std::optional<Size> size =
            number ? trace(dim.getSource(), *number) : std::nullopt;
        if (!size)
          return std::nullopt;
        if (size->isFormula())
          return size->formula;
        if (size->isConstant())
          return std::to_string(size->constant);
        return llvm::formatv("argument{0}.{1}", size->argument, size->dimension)
            .str();
      });
  if (!text)
    return std::nullopt;
  return Size{-1, 0, 0, std::move(*text)};
}
