//===- SizeTracer.cpp - Where dynamic sizes come from ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeTracer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// The dimension of the data tensor that has the size of logical dimension
/// `dim`. Of packed rows only the number of bytes is seen, and of tiles only
/// their number: then there is none.
static std::optional<unsigned> getStorageDim(ScaledType type, unsigned dim) {
  unsigned first = type.isBatch() ? 1 : 0;
  if (dim < first)
    return dim;
  if (type.getDataAlignment(dim - first) != 1)
    return std::nullopt;
  return first + getSlowestDigit(type.getDataDigits(), dim - first);
}

/// The static size of dimension `dim` of a tensor or scaled value, or dynamic.
static int64_t getStaticSize(mlir::Type type, unsigned dim) {
  if (auto scaled = mlir::dyn_cast<ScaledType>(type))
    return scaled.getShape()[dim];
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
  return shaped ? shaped.getDimSize(dim) : mlir::ShapedType::kDynamic;
}

std::optional<Size> SizeTracer::trace(mlir::Value value, unsigned dim) const {
  int64_t size = getStaticSize(value.getType(), dim);
  if (!mlir::ShapedType::isDynamic(size))
    return Size{size};
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
    return traceArgument(argument, dim);
  return traceResult(mlir::cast<mlir::OpResult>(value), dim);
}

std::optional<Size> SizeTracer::traceArgument(mlir::BlockArgument value,
                                              unsigned dim) const {
  if (value.getOwner() != entry)
    return std::nullopt;
  unsigned tensor = first[value.getArgNumber()];
  auto scaled = mlir::dyn_cast<ScaledType>(value.getType());
  if (!scaled)
    return Size{-1, tensor, dim};
  std::optional<unsigned> storageDim = getStorageDim(scaled, dim);
  if (!storageDim)
    return std::nullopt;
  return Size{-1, tensor, *storageDim};
}

std::optional<Size> SizeTracer::traceResult(mlir::OpResult value,
                                            unsigned dim) const {
  mlir::Operation *op = value.getOwner();
  if (auto styled = mlir::dyn_cast<mlir::DestinationStyleOpInterface>(op))
    return trace(styled.getTiedOpOperand(value)->get(), dim);
  using Result = std::optional<Size>;
  return llvm::TypeSwitch<mlir::Operation *, Result>(op)
      .Case([&](mlir::tensor::EmptyOp empty) {
        return traceIndex(empty.getMixedSizes()[dim]);
      })
      .Case([&](mlir::tensor::CastOp cast) {
        return trace(cast.getSource(), dim);
      })
      .Case([&](mlir::tensor::ExpandShapeOp view) {
        return traceIndex(view.getMixedOutputShape()[dim]);
      })
      .Case([&](mlir::tensor::CollapseShapeOp view) {
        return traceCollapsed(view, dim);
      })
      .Case([&](mlir::tensor::ExtractSliceOp slice) {
        bool keepsRank =
            slice.getSourceType().getRank() == slice.getResultType().getRank();
        return keepsRank ? traceIndex(slice.getMixedSizes()[dim]) : Result();
      })
      .Case<QuantizeOp, DequantizeOp, RelayoutOp>(
          [&](auto same) { return trace(same.getInput(), dim); })
      .Case([&](ComputeScaleOp scales) { return trace(scales.getAmax(), dim); })
      .Case([&](AmaxOp amax) {
        // Of longer blocks there are fewer than elements.
        unsigned first = amax.getType().getRank() - 2;
        bool hasAll =
            dim < first || amax.getBlockShape().extent(dim - first) == 1;
        return hasAll ? trace(amax.getInput(), dim) : Result();
      })
      .Case([&](TransposeOp transposed) {
        unsigned first = transposed.getType().isBatch() ? 1 : 0;
        return trace(transposed.getInput(),
                     dim < first ? dim : 2 * first + 1 - dim);
      })
      .Case([&](ScaledMatmulOp matmul) {
        return trace(dim == 0 ? matmul.getLhs() : matmul.getRhs(), 0);
      })
      .Case([&](MakeScaledOp made) {
        ScaledType type = made.getResult().getType();
        std::optional<unsigned> storageDim = getStorageDim(type, dim);
        return storageDim ? trace(made.getData(), *storageDim) : Result();
      })
      .Default([](mlir::Operation *) { return Result(); });
}

/// Dimensions that become one have the size of the only one that is not 1.
std::optional<Size>
SizeTracer::traceCollapsed(mlir::tensor::CollapseShapeOp view,
                           unsigned dim) const {
  std::optional<int64_t> found;
  for (int64_t part : view.getReassociationIndices()[dim]) {
    if (view.getSrcType().getDimSize(part) == 1)
      continue;
    if (found)
      return std::nullopt;
    found = part;
  }
  return found ? trace(view.getSrc(), *found) : std::nullopt;
}

std::optional<Size> SizeTracer::traceIndex(mlir::OpFoldResult size) const {
  if (std::optional<int64_t> constant = mlir::getConstantIntValue(size))
    return *constant < 0 ? std::nullopt : std::optional(Size{*constant});
  auto value = mlir::dyn_cast<mlir::Value>(size);
  // Front ends count sizes in i64.
  while (auto cast =
             value ? value.getDefiningOp<mlir::arith::IndexCastOp>() : nullptr)
    value = cast.getIn();
  auto dim = value ? value.getDefiningOp<mlir::tensor::DimOp>() : nullptr;
  if (!dim || !dim.getConstantIndex())
    return std::nullopt;
  return trace(dim.getSource(), *dim.getConstantIndex());
}
