//===- ScaledOperands.cpp - Elements times scales: scaled values ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How front ends write a weight that is quantized already: small floats,
// widened and multiplied with scales that are broadcast, repeated by a division
// of the index, or those of a view in blocks.
//
//===----------------------------------------------------------------------===//

#include "ScaledOperands.h"

#include "PackedOperands.h"
#include "ScalingCasts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Analysis/TraceElement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// A tensor that is `data` times `scales`, as its dimensions index them.
struct ScaledElements {
  MappedTensor data, scales;
};

/// The two factors of an element, which their product is rounded from once.
struct Factors {
  Value data, scale;
};
} // namespace

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static bool isSmallFloat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() <= 8 && !isa<Float8E8M0FNUType>(element);
}

/// What `value` is a wider form of.
static Value skipWidening(Value value) {
  while (auto widening = value.getDefiningOp<arith::ExtFOp>())
    value = widening.getIn();
  return value;
}

/// The factors of `value`, an element of a result. Their product has all bits
/// where it is rounded: a small float has five at most, a scale of 16 bits
/// eleven.
static std::optional<Factors> matchProduct(Value value) {
  Type result = value.getType();
  if (auto rounding = value.getDefiningOp<arith::TruncFOp>())
    if (!rounding.getRoundingmodeAttr() && rounding.getIn().getType().isF32())
      value = rounding.getIn();
  bool isDirect = value.getType() == result;
  if (!value.getType().isF32() && !isDirect)
    return std::nullopt;
  if (auto cast = value.getDefiningOp<arith::ScalingExtFOp>()) {
    if (!hasExactScales(cast))
      return std::nullopt;
    return Factors{cast.getIn(), cast.getScale()};
  }
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  return Factors{skipWidening(product.getLhs()),
                 skipWidening(product.getRhs())};
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// `index` without a division whose quotient and remainder it puts together
/// again.
static AffineExpr joinDigits(AffineExpr index) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(index);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return index;
  auto high = dyn_cast<AffineBinaryOpExpr>(sum.getLHS());
  auto low = dyn_cast<AffineBinaryOpExpr>(sum.getRHS());
  if (!high || !low || high.getKind() != AffineExprKind::Mul ||
      low.getKind() != AffineExprKind::Mod || high.getRHS() != low.getRHS())
    return index;
  bool isWhole = high.getLHS() == low.getLHS().floorDiv(low.getRHS());
  return isWhole ? low.getLHS() : index;
}

static AffineMap joinDigits(AffineMap map) {
  SmallVector<AffineExpr> indices = llvm::map_to_vector(
      map.getResults(), [](AffineExpr index) { return joinDigits(index); });
  return AffineMap::get(map.getNumDims(), 0, indices, map.getContext());
}

/// What `tensor` is made from by views and copies: small floats at the places
/// of their matrix, or scales.
static MappedTensor findSource(MappedTensor tensor) {
  tensor.map = joinDigits(tensor.map);
  while (!(isSmallFloat(tensor.value.getType()) && tensor.map.isIdentity())) {
    std::optional<MappedTensor> source = lookThroughOne(tensor);
    if (!source)
      break;
    tensor = {source->value, joinDigits(source->map)};
  }
  return tensor;
}

/// The scaled elements that `tensor` is, through views and one rounding copy.
static std::optional<ScaledElements> matchElements(Value tensor) {
  MappedTensor product = MappedTensor::of(tensor);
  bool isRounded = false;
  std::optional<Factors> factors;
  linalg::LinalgOp op;
  while (!factors) {
    op = getElementProducer(product.value);
    if (op && op->getNumResults() == 1)
      factors = matchProduct(op.getBlock()->getTerminator()->getOperand(0));
    if (factors)
      break;
    linalg::LinalgOp copy = getCopy(product.value, Through::Rounding);
    bool rounds = copy && !isRounded &&
                  getElementTypeOrSelf(copy.getDpsInputs()[0]).isF32();
    if (rounds) {
      isRounded = true;
      product = {copy.getDpsInputs()[0],
                 copy.getIndexingMapsArray()[0].compose(product.map)};
      continue;
    }
    std::optional<MappedTensor> source = lookThroughOne(product);
    if (!source || getElementTypeOrSelf(source->value) !=
                       getElementTypeOrSelf(product.value))
      return std::nullopt;
    product = *source;
  }
  AffineMap result = op.getIndexingMapsArray().back();
  AffineMap loops = inversePermutation(result).compose(product.map);
  MappedTensor first = getRead(factors->data, loops);
  MappedTensor second = getRead(factors->scale, loops);
  if (!first.value || !second.value)
    return std::nullopt;
  ScaledElements found{findSource(first), findSource(second)};
  if (!isSmallFloat(found.data.value.getType()))
    std::swap(found.data, found.scales);
  return found;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The neighbours along each dimension of `type` that share a scale of `map`, 0
/// for all of them; nothing if they are in no blocks.
static std::optional<SmallVector<int64_t>> findBlock(RankedTensorType type,
                                                     AffineMap map) {
  SmallVector<int64_t> block(type.getRank(), 0);
  int64_t next = 0;
  for (AffineExpr index : map.getResults()) {
    if (isa<AffineConstantExpr>(index))
      continue;
    int64_t size = 1;
    auto quotient = dyn_cast<AffineBinaryOpExpr>(index);
    if (quotient && quotient.getKind() == AffineExprKind::FloorDiv)
      if (auto divisor = dyn_cast<AffineConstantExpr>(quotient.getRHS())) {
        size = divisor.getValue();
        index = quotient.getLHS();
      }
    auto dim = dyn_cast<AffineDimExpr>(index);
    // Scales lie in the order of the dimensions.
    if (!dim || int64_t(dim.getPosition()) < next)
      return std::nullopt;
    next = dim.getPosition() + 1;
    block[dim.getPosition()] = size;
  }
  return block;
}

/// The format of matrices of `block` and such scales; null if there is none.
static RecipeAttrInterface findRecipe(Type scale, ArrayRef<int64_t> block) {
  MLIRContext *context = scale.getContext();
  int64_t rows = block[0], columns = block[1];
  if (!rows && !columns)
    return TensorwiseAttr::get(context);
  if (!rows || !columns) {
    if (rows + columns != 1)
      return {};
    return RowwiseAttr::get(context, /*axis=*/columns ? 0 : 1);
  }
  if (!llvm::isPowerOf2_64(rows) || !llvm::isPowerOf2_64(columns) ||
      rows * columns == 1)
    return {};
  constexpr int64_t kBlockOfMX = 32;
  if (isa<Float8E8M0FNUType>(scale) && rows == 1 && columns == kBlockOfMX)
    return MXAttr::get(context, rows, columns);
  return BlockAttr::get(context, rows, columns);
}

/// The scaled type of `data` with `scales`; null if there is none.
static ScaledType findType(const ScaledElements &elements) {
  auto data = cast<RankedTensorType>(elements.data.value.getType());
  auto block = findBlock(data, elements.scales.map);
  int64_t rank = data.getRank();
  // Each matrix of a batch has its own scales.
  if (!block || rank < 2 || rank > 3 || (rank == 3 && block->front() != 1))
    return {};
  ArrayRef<int64_t> own = ArrayRef(*block).take_back(2);
  for (auto [size, extent] : llvm::zip_equal(data.getShape().take_back(2), own))
    if (extent > 1 && (ShapedType::isDynamic(size) || size % extent != 0))
      return {};
  RecipeAttrInterface recipe =
      findRecipe(getElementTypeOrSelf(elements.scales.value), own);
  if (!recipe || !recipe.isLegalElementType(data.getElementType()) ||
      !ScaledType::isAddressable(data.getShape()))
    return {};
  return ScaledType::get(data.getShape(), data.getElementType(), recipe);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// The scales as a matrix, or a batch of them, of a scale for each block of the
/// data.
static Value buildScales(OpBuilder &builder, Location loc,
                         const ScaledElements &elements, ScaledType type) {
  MappedTensor scales = dropUnitDims(builder, elements.scales);
  bool isMX = isa<MXAttr>(type.getRecipe());
  Value value = scales.value;
  if (!isMX && !getElementTypeOrSelf(value).isF32())
    value = castElements(builder, loc, value, builder.getF32Type());
  auto source = cast<RankedTensorType>(value.getType());
  unsigned rank = type.getShape().size();
  // Constants index what scales do not depend on.
  SmallVector<AffineExpr> indices(rank, builder.getAffineConstantExpr(0));
  SmallVector<int64_t> sizes(rank, 1);
  for (auto [index, size] :
       llvm::zip_equal(scales.map.getResults(), source.getShape())) {
    for (unsigned dim = 0; dim < rank; ++dim)
      if (index.isFunctionOfDim(dim)) {
        indices[dim] = index;
        sizes[dim] = size;
      }
  }
  return addUnitDims(builder, value, source.clone(sizes),
                     AffineMap::get(rank, 0, indices, builder.getContext()));
}

/// The scaled value of elements that are multiplied with scales; null if
/// `tensor` is of no format.
static Value buildScaledOperand(OpBuilder &builder, Value tensor) {
  std::optional<ScaledElements> elements = matchElements(tensor);
  if (!elements || !isSmallFloat(elements->data.value.getType()) ||
      !elements->data.map.isIdentity())
    return {};
  Type scale = getElementTypeOrSelf(elements->scales.value);
  if (!isa<Float32Type, BFloat16Type, Float16Type, Float8E8M0FNUType>(scale))
    return {};
  ScaledType type = findType(*elements);
  if (!type)
    return {};
  Location loc = tensor.getLoc();
  Value scales = buildScales(builder, loc, *elements, type);
  return MakeScaledOp::create(builder, loc, type, elements->data.value, scales);
}

/// Makes a scaled value of `tensor`, an operand of a matmul.
static void raise(Value tensor) {
  if (isa<RankedTensorType>(tensor.getType()))
    tensor = listOrders(MappedTensor::of(tensor)).back().value;
  auto result = dyn_cast<RankedTensorType>(tensor.getType());
  if (!result ||
      !isa<Float32Type, BFloat16Type, Float16Type>(result.getElementType()))
    return;
  OpBuilder builder(tensor.getContext());
  builder.setInsertionPointAfterValue(tensor);
  Value made = buildPackedOperand(builder, tensor);
  if (!made)
    made = buildScaledOperand(builder, tensor);
  if (!made)
    return;
  Value whole = DequantizeOp::create(builder, tensor.getLoc(), result, made);
  tensor.replaceAllUsesWith(whole);
}

void mlir::lowp::raiseScaledOperands(Operation *root) {
  SmallVector<Value> operands;
  root->walk([&](linalg::LinalgOp op) {
    if (linalg::isaContractionOpInterface(op) || isSumOfProducts(op))
      llvm::append_range(operands, op.getDpsInputs());
  });
  for (Value operand : operands)
    raise(operand);
}
