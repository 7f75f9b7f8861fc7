//===- SizeFacts.cpp - Which sizes must agree -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeFacts.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

/// Dimensions of tensors and scaled values.
using Places = SmallVector<std::pair<Value, int64_t>>;

/// For each loop of `op`, the dimensions of operands that it walks through.
static SmallVector<Places> findLoops(Operation *op) {
  SmallVector<Places> loops;
  auto add = [&](size_t loop, Value value, int64_t dim) {
    loops.resize(std::max(loops.size(), loop + 1));
    loops[loop].push_back({value, dim});
  };
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  bool isElementwise = OpTrait::hasElementwiseMappableTraits(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || (!linalgOp && !isElementwise))
      continue;
    AffineMap map = linalgOp ? linalgOp.getMatchingIndexingMap(&operand)
                             : AffineMap::getMultiDimIdentityMap(
                                   type.getRank(), op->getContext());
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        add(loop.getPosition(), operand.get(), dim);
  }
  auto matmul = dyn_cast<ScaledMatmulOp>(op);
  if (!matmul)
    return loops;
  // Matrices of a batch, M, N and K, which both operands have last.
  auto addOperand = [&](TypedValue<ScaledType> operand, size_t rows) {
    int64_t isBatch = operand.getType().isBatch();
    if (isBatch)
      add(0, operand, 0);
    add(rows, operand, isBatch);
    add(3, operand, isBatch + 1);
  };
  addOperand(matmul.getLhs(), 1);
  addOperand(matmul.getRhs(), 2);
  if (TypedValue<RankedTensorType> sum = matmul.getAccumulator())
    for (int64_t dim : llvm::seq(sum.getType().getRank()))
      add(3 - sum.getType().getRank() + dim, sum, dim);
  return loops;
}

void execution::learnSizes(func::FuncOp function, SizeTracer &tracer) {
  // What is computed of other sizes no LowpDimension says.
  auto isSimple = [](const SizeFormula &size) {
    return size.getName() || size.getNumber();
  };
  function.walk([&](Operation *op) {
    for (const Places &places : findLoops(op))
      for (auto [value, dim] : llvm::drop_begin(places, !places.empty())) {
        auto [firstValue, firstDim] = places.front();
        SizeFormula first = tracer.getSize(firstValue, firstDim);
        SizeFormula size = tracer.getSize(value, dim);
        if (isSimple(first) && isSimple(size))
          tracer.learn(first, size);
      }
  });
}

//===----------------------------------------------------------------------===//
// Describing
//===----------------------------------------------------------------------===//

static constexpr LowpDimension kUnknown = {-1, -1, -1, 1, 1};

namespace {
/// multiple * ceil(dimension / step) for a dimension of the logical shape.
struct RoundedSize {
  unsigned dim;
  int64_t step;
  int64_t multiple;
};
} // namespace

/// ceil(size / divisor), where that has the same form.
static std::optional<RoundedSize> divideUp(RoundedSize size, int64_t divisor) {
  if (size.multiple % divisor == 0)
    return RoundedSize{size.dim, size.step, size.multiple / divisor};
  int64_t factor = divisor / size.multiple;
  if (divisor % size.multiple != 0 ||
      llvm::MulOverflow(size.step, factor, size.step))
    return std::nullopt;
  return RoundedSize{size.dim, size.step, /*multiple=*/1};
}

/// What `size`, a result of a type's storage maps, is if it has that form.
static std::optional<RoundedSize> matchRoundedSize(AffineExpr size) {
  if (auto dim = dyn_cast<AffineDimExpr>(size))
    return RoundedSize{dim.getPosition(), /*step=*/1, /*multiple=*/1};
  auto operation = dyn_cast<AffineBinaryOpExpr>(size);
  if (!operation)
    return std::nullopt;
  auto operand = dyn_cast<AffineConstantExpr>(operation.getRHS());
  std::optional<RoundedSize> inner = matchRoundedSize(operation.getLHS());
  if (!operand || operand.getValue() < 1 || !inner)
    return std::nullopt;
  if (operation.getKind() == AffineExprKind::CeilDiv)
    return divideUp(*inner, operand.getValue());
  if (operation.getKind() != AffineExprKind::Mul ||
      llvm::MulOverflow(inner->multiple, operand.getValue(), inner->multiple))
    return std::nullopt;
  return inner;
}

/// A size of the storage of a value of the sizes `logical`, if it follows from
/// that of an argument.
static LowpDimension describeSize(AffineExpr stored,
                                  ArrayRef<SizeFormula> logical) {
  std::optional<RoundedSize> rounded = matchRoundedSize(stored);
  // A LowpDimension has `step` as a product with `multiple`.
  if (!rounded || rounded->step % rounded->multiple)
    return kUnknown;
  LowpDimension size{-1, -1, -1, rounded->step / rounded->multiple,
                     rounded->multiple};
  StringRef name = logical[rounded->dim].getName().value_or("");
  bool isArgument = name.consume_front("argument") &&
                    !name.consumeInteger(10, size.argument) &&
                    name.consume_front(".") &&
                    !name.consumeInteger(10, size.dimension);
  return isArgument && name.empty() ? size : kUnknown;
}

/// The sizes of a value, as far as `values` agree on them.
static SmallVector<SizeFormula> getSizes(ArrayRef<Value> values,
                                         SizeTracer &tracer) {
  auto scaled = dyn_cast<ScaledType>(values.front().getType());
  auto shaped = dyn_cast<ShapedType>(values.front().getType());
  int64_t rank = scaled                       ? scaled.getShape().size()
                 : shaped && shaped.hasRank() ? shaped.getRank()
                                              : 0;
  SmallVector<SizeFormula> sizes;
  for (int64_t dim : llvm::seq(rank)) {
    SizeFormula &size = sizes.emplace_back(tracer.getSize(values[0], dim));
    for (Value other : values.drop_front())
      if (!(tracer.getSize(other, dim) == size))
        size = SizeFormula::getUnknown();
  }
  return sizes;
}

SmallVector<execution::SizeDescription, 3>
execution::describeSizes(ArrayRef<Value> values, SizeTracer &tracer) {
  SmallVector<SizeFormula> logical = getSizes(values, tracer);
  Type type = values.front().getType();
  auto scaled = dyn_cast<ScaledType>(type);
  SmallVector<AffineMap> maps{
      Builder(type.getContext()).getMultiDimIdentityMap(logical.size())};
  if (scaled)
    maps = scaled.getStorageShapeMaps();
  SmallVector<SizeDescription, 3> descriptions;
  for (auto [tensor, map] : llvm::zip(getTensors(type), maps)) {
    SizeDescription &description = descriptions.emplace_back();
    for (auto [size, stored] :
         llvm::zip_equal(tensor.getShape(), map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(stored);
      SizeFormula formula = !ShapedType::isDynamic(size) ? SizeFormula(size)
                            : dim ? logical[dim.getPosition()]
                                  : SizeFormula::getUnknown();
      LowpDimension known = describeSize(stored, logical);
      if (std::optional<int64_t> number = formula.getNumber())
        known = {std::max<int64_t>(*number, -1), -1, -1, 1, 1};
      description.dimensions.push_back(known);
      bool isComputed = known.size < 0 && known.argument < 0;
      description.formulas.push_back(
          isComputed && !formula.isUnknown() ? formula.str() : "");
    }
  }
  return descriptions;
}
