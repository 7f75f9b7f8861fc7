//===- GemmEpilogue.cpp - What a gemm makes of its sums -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

SmallVector<AffineMap> GemmOp::getEpilogueMaps() {
  if (!getInputMapsAttr())
    return {};
  return llvm::to_vector(getInputMapsAttr().getAsValueRange<AffineMapAttr>());
}

bool mlir::lowp::isEpilogueArithmetic(Operation *op) {
  return isa<arith::ConstantOp, arith::AddFOp, arith::SubFOp, arith::MulFOp,
             arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::ExtFOp, arith::TruncFOp,
             arith::CmpFOp, arith::SelectOp>(op);
}

bool mlir::lowp::isAddressableInput(ArrayRef<int64_t> shape, AffineMap map) {
  unsigned columns = map.getNumDims() - 1;
  bool isFirst = true;
  for (auto [size, index] : llvm::zip_equal(shape, map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim)
      continue;
    if (ShapedType::isDynamic(size) &&
        (!isFirst || dim.getPosition() == columns))
      return false;
    isFirst = false;
  }
  return true;
}

SmallVector<Value> mlir::lowp::cloneEpilogue(OpBuilder &builder,
                                             Block &epilogue,
                                             ValueRange arguments) {
  return cloneBody(builder, epilogue, arguments);
}

AffineMap GemmOp::getDestinationMap() {
  unsigned rank = cast<ShapedType>(getInit().getType()).getRank();
  if (isScaled() && hasRowGroups())
    return AffineMap::getMinorIdentityMap(rank + 1, rank, getContext());
  if (isScaled())
    return AffineMap::getMultiDimIdentityMap(rank, getContext());
  // Without K, which is the last dimension.
  AffineMap map = getMaps()[2];
  return AffineMap::get(map.getNumDims() - 1, 0, map.getResults(),
                        getContext());
}

/// gemm-C17: the maps of the inputs, and their sizes.
static LogicalResult verifyInput(GemmOp op, AffineMap map, ShapedType input,
                                 ArrayRef<int64_t> destination) {
  if (map.getNumDims() != destination.size() || map.getNumSymbols() != 0 ||
      !map.isProjectedPermutation())
    return op.emitOpError("expected input maps from the ")
           << destination.size()
           << " dimensions of the destination to those of an input, each once, "
              "got "
           << AffineMapAttr::get(map);
  if (input.getRank() != map.getNumResults())
    return op.emitOpError("expected an input of ")
           << map.getNumResults() << " dimensions, as "
           << AffineMapAttr::get(map) << " has results, got " << input;
  for (auto [position, size] : llvm::enumerate(input.getShape()))
    if (!mayBeEqual(destination[map.getDimPosition(position)], size))
      return op.emitOpError("expected inputs of the sizes of the destination, "
                            "got ")
             << size << " where it has "
             << destination[map.getDimPosition(position)];
  return success();
}

/// Sizes of the destination in the order (batch,) m, n. The batch of groups of
/// rows is the groups.
static SmallVector<int64_t> getDestinationSizes(GemmOp op) {
  AffineMap map = op.getDestinationMap();
  SmallVector<int64_t> sizes(map.getNumDims(), 1);
  for (auto [index, size] :
       llvm::zip_equal(*matchGemmIndices(map),
                       cast<ShapedType>(op.getInit().getType()).getShape())) {
    int64_t &known = sizes[index.dim];
    bool isDynamic =
        ShapedType::isDynamic(size) || ShapedType::isDynamic(known);
    known = isDynamic ? ShapedType::kDynamic : known * size;
  }
  if (op.hasRowGroups())
    sizes.front() = cast<ShapedType>(op.getGroups().getType()).getDimSize(0);
  return sizes;
}

/// gemm-C16: an element of each destination.
static LogicalResult verifyYield(GemmOp op, EpilogueYieldOp yield) {
  auto elements = llvm::map_to_vector(op.getInits(), [](Value init) {
    return getElementTypeOrSelf(init.getType());
  });
  if (yield && yield.getValues().getTypes() == TypeRange(elements))
    return success();
  InFlightDiagnostic diagnostic =
      op.emitOpError("expected an epilogue that yields one ");
  llvm::interleave(elements, diagnostic, " and one ");
  return diagnostic;
}

/// gemm-C16.
static LogicalResult verifyBody(GemmOp op) {
  Block &body = op.getEpilogueBody();
  SmallVector<Type> expected{Float32Type::get(op.getContext())};
  for (Value input : op.getInputs())
    expected.push_back(getElementTypeOrSelf(input.getType()));
  if (TypeRange(body.getArgumentTypes()) != TypeRange(expected))
    return op.emitOpError(
               "expected an epilogue on an f32 sum and an element of "
               "each input, got arguments ")
           << body.getArgumentTypes();
  if (body.empty())
    return verifyYield(op, /*yield=*/{});
  for (Operation &inner : body.without_terminator())
    if (!isEpilogueArithmetic(&inner))
      return inner.emitOpError(
          "expected arithmetic on floats in the epilogue of "
          "lowp.gemm (arith without division); keep it in "
          "an operation of its own");
  return verifyYield(op, dyn_cast<EpilogueYieldOp>(body.getTerminator()));
}

LogicalResult mlir::lowp::verifyEpilogue(GemmOp op) {
  if (op.getEpilogue().size() > 1)
    return op.emitOpError("expected one epilogue or none, got ")
           << op.getEpilogue().size();
  SmallVector<AffineMap> maps = op.getEpilogueMaps();
  if (maps.size() != op.getInputs().size())
    return op.emitOpError("expected an input map for each of ")
           << op.getInputs().size() << " inputs, got " << maps.size();
  if (!op.hasEpilogue()) {
    if (maps.empty())
      return success();
    return op.emitOpError("expected an epilogue that reads the inputs, got "
                          "none");
  }
  // gemm-C18.
  if (op.getAccumulate())
    return op.emitOpError("expected no epilogue where the product is added to "
                          "the destination; give the addend as an input");
  SmallVector<int64_t> sizes = getDestinationSizes(op);
  for (auto [map, input] : llvm::zip_equal(maps, op.getInputs()))
    if (failed(verifyInput(op, map, cast<ShapedType>(input.getType()), sizes)))
      return failure();
  return verifyBody(op);
}
