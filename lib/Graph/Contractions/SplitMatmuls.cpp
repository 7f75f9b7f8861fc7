//===- SplitMatmuls.cpp - f32 operands as three of bf16 -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters multiply the probabilities of attention in f32 by values that are
// widened bf16. Tensor cores take 16 bits. An f32 number is the sum of three of
// bf16: where one operand of a contraction into f32 is f32 and the other one
// bf16 or such a tensor widened, the first becomes its three parts beside each
// other along K, and the second repeats itself. Each product is exact, as in
// the program; an infinite element of the second makes the sum NaN where it was
// infinite. K must be known, and the chip must multiply bf16.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Common/FloatMath.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// bf16 has 8 bits of the 24 of f32.
static constexpr unsigned kParts = 3;

/// Part `number` of `x`, f32, as bf16: what is left of it when the parts before
/// are taken away, rounded. Numbers that are not finite are their first part.
static Value buildPart(ImplicitLocOpBuilder &b, Value x, unsigned number) {
  FloatMath f(b);
  Type f32 = b.getF32Type(), bf16 = b.getBF16Type();
  Value isFinite = f.isLess(f.magnitude(x), kInfinity);
  // The largest numbers would round to infinity.
  Value most = f.f32(APFloat::getLargest(APFloat::BFloat()).convertToDouble());
  Value least = f.negate(most);
  Value inRange = arith::MaximumFOp::create(
      b, arith::MinimumFOp::create(b, x, most), least);
  Value part = f.roundTo(f.select(isFinite, inRange, x), bf16);
  if (number == 0)
    return part;
  Value rest = f.select(isFinite, x, f.f32(0));
  Value taken = f.select(isFinite, f.widen(part, f32), f.f32(0));
  for (unsigned next = 1; next <= number; ++next) {
    rest = f.sub(rest, taken);
    part = f.roundTo(rest, bf16);
    taken = f.widen(part, f32);
  }
  return part;
}

/// A tensor of part `number` of each element of `tensor`.
static Value buildParts(OpBuilder &builder, Location loc, Value tensor,
                        unsigned number) {
  return mapElements(builder, loc, tensor, builder.getBF16Type(),
                     [&](ImplicitLocOpBuilder &b, ValueRange elements) {
                       return buildPart(b, elements.front(), number);
                     });
}

static bool isBF16(Value operand) {
  return isa_and_present<BFloat16Type>(get16BitOrigin(operand));
}

namespace {
/// A contraction of an f32 tensor and one of bf16, with one K of a known size.
struct Mixed {
  linalg::LinalgOp op;
  /// Where K is in each operand.
  unsigned dims[2];
  /// The operand that is f32.
  unsigned wide;
};
} // namespace

static std::optional<Mixed> matchMixed(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  if (!isSumOfProducts(op) || loops.size() != 1 ||
      !getElementTypeOrSelf(op->getResult(0)).isF32() ||
      !op->getDiscardableAttrDictionary().empty())
    return std::nullopt;
  // Tensor cores have nothing to multiply where each element is read once.
  if (llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
        return hasAllPoints(op.getMatchingIndexingMap(input),
                            op.getStaticLoopRanges());
      }))
    return std::nullopt;
  Mixed mixed{op, {}, 0};
  auto k = getAffineDimExpr(loops.front(), op->getContext());
  for (unsigned number : {0u, 1u}) {
    auto type = dyn_cast<RankedTensorType>(op.getDpsInputs()[number].getType());
    auto place = op.getIndexingMapsArray()[number].getResultPosition(k);
    if (!type || !place || type.isDynamicDim(*place))
      return std::nullopt;
    mixed.dims[number] = *place;
  }
  bool narrow[] = {isBF16(op.getDpsInputs()[0]), isBF16(op.getDpsInputs()[1])};
  mixed.wide = narrow[0] ? 1 : 0;
  bool isMixed =
      narrow[0] != narrow[1] &&
      getElementTypeOrSelf(op.getDpsInputs()[mixed.wide].getType()).isF32();
  return isMixed ? std::optional(mixed) : std::nullopt;
}

/// `operand`, which is bf16 or such a tensor widened, as bf16.
static Value narrow(OpBuilder &builder, Location loc, Value operand) {
  if (getElementTypeOrSelf(operand).isBF16())
    return operand;
  return castElements(builder, loc, operand, builder.getBF16Type());
}

/// `operand` as often beside itself along dimension `dim`: a view of a repeat,
/// which a gemm reads where it is.
static Value repeat(OpBuilder &builder, Location loc, Value operand,
                    unsigned dim) {
  auto type = cast<RankedTensorType>(operand.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, operand);
  sizes.insert(sizes.begin() + dim, builder.getIndexAttr(kParts));
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  Value repeated = linalg::BroadcastOp::create(builder, loc, operand, empty,
                                               ArrayRef<int64_t>{dim})
                       ->getResult(0);
  SmallVector<ReassociationIndices> groups;
  for (int64_t place = 0; place < type.getRank(); ++place)
    if (place == dim)
      groups.push_back({place, place + 1});
    else
      groups.push_back({place + (place > dim)});
  return tensor::CollapseShapeOp::create(builder, loc, repeated, groups);
}

/// Multiplies by the parts beside each other along K.
static void split(Mixed mixed) {
  linalg::LinalgOp op = mixed.op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (auto [number, operand] : llvm::enumerate(op.getDpsInputs())) {
    unsigned k = mixed.dims[number];
    if (number != mixed.wide) {
      operands.push_back(
          repeat(builder, loc, narrow(builder, loc, operand), k));
      continue;
    }
    SmallVector<Value> parts;
    for (unsigned part = 0; part < kParts; ++part)
      parts.push_back(buildParts(builder, loc, operand, part));
    operands.push_back(tensor::ConcatOp::create(builder, loc, k, parts));
  }
  auto sum =
      linalg::GenericOp::create(builder, loc, op->getResultTypes(), operands,
                                op.getDpsInits(), op.getIndexingMapsArray(),
                                op.getIteratorTypesArray(), buildSumOfProducts);
  op->getResult(0).replaceAllUsesWith(sum.getResult(0));
  op.erase();
}

void mlir::lowp::splitMatmuls(ModuleOp op) {
  std::optional<ChipTarget> target = lookupChipTarget(op);
  Type bf16 = BFloat16Type::get(op->getContext());
  if (!target || !target->target->getMmaAtom(bf16, bf16))
    return;
  SmallVector<Mixed> sums;
  op.walk([&](linalg::LinalgOp op) {
    if (std::optional<Mixed> mixed = matchMixed(op))
      sums.push_back(*mixed);
  });
  llvm::for_each(sums, split);
}
