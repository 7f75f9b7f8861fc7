//===- MatmulForm.cpp - Matmuls that can take a recipe --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Contractions/MatmulForm.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp;

/// Why no operand of `op` can be quantized, whatever the maps; empty if they
/// can.
static std::string objectToTypes(Operation *op, int64_t rank) {
  for (Type type : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != rank ||
        !isa<Float32Type, BFloat16Type, Float16Type>(tensor.getElementType()))
      return "expected tensors of f32, bf16 or f16, got " + debugString(type);
    if (!ScaledType::isAddressable(tensor.getShape()))
      return "expected tensors of at most 2^48 elements, got " +
             debugString(type);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Two matrices
//===----------------------------------------------------------------------===//

/// Which of an operand's orders its map is: nothing if it is neither.
static std::optional<bool> contractsFirst(AffineMap map, unsigned freeLoop) {
  constexpr unsigned contractedLoop = 2;
  if (readsLoops(map, {freeLoop, contractedLoop}))
    return false;
  if (readsLoops(map, {contractedLoop, freeLoop}))
    return true;
  return std::nullopt;
}

static std::optional<MatmulForm> matchMatrices(linalg::MatmulOp matmul,
                                               Reason reason) {
  if (std::string text = objectToTypes(matmul, /*rank=*/2); !text.empty())
    return reason.refuse(text, std::nullopt);
  SmallVector<AffineMap> maps = matmul.getIndexingMapsArray();
  std::optional<bool> lhs = contractsFirst(maps[0], /*freeLoop=*/0);
  std::optional<bool> rhs = contractsFirst(maps[1], /*freeLoop=*/1);
  if (!lhs || !rhs || !readsLoops(maps[2], {0, 1}))
    return reason.refuse(
        "expected indexing maps of a plain or transposed matmul, without "
        "broadcast",
        std::nullopt);
  return MatmulForm{
      matmul, {matmul.getInputs()[0], *lhs}, {matmul.getInputs()[1], *rhs}};
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

namespace {
/// The loops of a batched contraction.
struct BatchLoops {
  unsigned batch, m, n, k;
};
} // namespace

/// An operand whose own loop is `row`, if its matrices lie in the order of the
/// batch, or are one for all.
static std::optional<MatmulOperand>
matchOrder(const MappedTensor &operand, const BatchLoops &loops, unsigned row) {
  for (bool isBatch : {true, false})
    for (bool first : {false, true}) {
      SmallVector<unsigned> order(isBatch ? 1 : 0, loops.batch);
      order.append({first ? loops.k : row, first ? row : loops.k});
      if (readsLoops(operand.map, order))
        return MatmulOperand{operand.value, first};
    }
  return std::nullopt;
}

/// What `operand` is a copy of, in another order or once for each matrix of the
/// batch, as far as a quantize can read that instead.
static std::optional<MatmulOperand>
matchBatchOperand(MappedTensor operand, const BatchLoops &loops, unsigned row) {
  Type element = getElementTypeOrSelf(operand.value.getType());
  std::optional<MatmulOperand> best;
  for (const MappedTensor &source : listSources(operand)) {
    if (getElementTypeOrSelf(source.value) != element)
      break;
    if (std::optional<MatmulOperand> found = matchOrder(source, loops, row))
      best = found;
  }
  return best;
}

/// The loops of `op`, if there is one of each kind.
static std::optional<BatchLoops> findLoops(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || op.getNumLoops() != 4 || dims->batch.size() != 1 ||
      dims->m.size() != 1 || dims->n.size() != 1 || dims->k.size() != 1)
    return std::nullopt;
  return BatchLoops{dims->batch[0], dims->m[0], dims->n[0], dims->k[0]};
}

static std::optional<MatmulForm> matchBatch(linalg::LinalgOp op,
                                            Reason reason) {
  std::optional<BatchLoops> loops = findLoops(op);
  if (!loops)
    return reason.refuse(
        "expected one dimension each of M, N and K, and of a batch at "
        "most",
        std::nullopt);
  if (std::string text = objectToTypes(op, /*rank=*/3); !text.empty())
    return reason.refuse(text, std::nullopt);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  // The lhs is what the rows of the result come from.
  unsigned left =
      readsLoops(maps[2], {loops->batch, loops->n, loops->m}) ? 1 : 0;
  if (left == 1)
    std::swap(loops->m, loops->n);
  auto match = [&](unsigned number, unsigned row) {
    return matchBatchOperand({op.getDpsInputs()[number], maps[number]}, *loops,
                             row);
  };
  std::optional<MatmulOperand> lhs = match(left, loops->m);
  std::optional<MatmulOperand> rhs = match(1 - left, loops->n);
  if (!lhs || !rhs || !readsLoops(maps[2], {loops->batch, loops->m, loops->n}))
    return reason.refuse(
        "expected operands and a result whose first dimension is that of "
        "the batch",
        std::nullopt);
  // One matmul that is repeated is a batch as far as its copies are.
  if (!lhs->isBatch() && !rhs->isBatch())
    rhs = matchOrder({op.getDpsInputs()[1 - left], maps[1 - left]}, *loops,
                     loops->n);
  if (!lhs->isBatch() && !(rhs && rhs->isBatch()))
    return reason.refuse(
        "expected a batch of different matrices, got one matmul repeated",
        std::nullopt);
  return MatmulForm{op, *lhs, *rhs, left == 1};
}

/// Transposes `operand` so that its dimensions run with `loops`, in that order.
static Value transposeTo(RewriterBase &rewriter, const MappedTensor &operand,
                         ArrayRef<unsigned> loops) {
  SmallVector<int64_t> order;
  for (unsigned loop : loops)
    order.push_back(*operand.map.getResultPosition(
        getAffineDimExpr(loop, operand.map.getContext())));
  return transpose(rewriter, operand.value.getLoc(), operand.value, order);
}

/// Transposes operands of `op`, a batched contraction, whose batch is not their
/// first dimension. Returns whether there was one.
static bool moveBatchFirst(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<BatchLoops> loops =
      findLoops(cast<linalg::LinalgOp>(op.getOperation()));
  if (!loops)
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool isMoved = false;
  rewriter.setInsertionPoint(op);
  for (unsigned number : {0, 1}) {
    MappedTensor operand{op.getInputs()[number], maps[number]};
    if (!operand.map.isProjectedPermutation() ||
        operand.map.getNumResults() != 3 ||
        operand.map.getDimPosition(0) == loops->batch ||
        !operand.map.isFunctionOfDim(loops->batch))
      continue;
    unsigned row = operand.map.isFunctionOfDim(loops->m) ? loops->m : loops->n;
    SmallVector<unsigned> order = {loops->batch, row, loops->k};
    op->setOperand(number, transposeTo(rewriter, operand, order));
    maps[number] = AffineMap::getMultiDimMapWithTargets(op.getNumLoops(), order,
                                                        op.getContext());
    isMoved = true;
  }
  if (isMoved)
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  return isMoved;
}

std::optional<MatmulForm> mlir::lowp::matchMatmulForm(Operation *op,
                                                      Reason reason) {
  if (auto matmul = dyn_cast<linalg::MatmulOp>(op))
    return matchMatrices(matmul, reason);
  if (auto groups = dyn_cast<GroupedMatmulOp>(op))
    return MatmulForm{
        op, findStoredOperand(groups.getLhs()),
        findStoredOperand(groups.getRhs()), /*isTurned=*/false,
        getGrouping(groups.getLhs().getType(), groups.getRhs().getType())};
  auto contraction = dyn_cast<linalg::LinalgOp>(op);
  if (contraction && isSumOfProducts(contraction))
    return matchBatch(contraction, reason);
  return reason.refuse(
      "expected linalg.matmul, or sums of products of tensors of floats, got " +
          op->getName().getStringRef(),
      std::nullopt);
}

std::optional<MatmulForm> mlir::lowp::matchAnyOrder(Operation *op,
                                                    Reason reason) {
  std::optional<MatmulForm> form = matchMatmulForm(op, reason);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (form || !generic || !isSumOfProducts(cast<linalg::LinalgOp>(op)))
    return form;
  IRRewriter rewriter(op->getContext());
  return moveBatchFirst(rewriter, generic) ? matchMatmulForm(op, reason)
                                           : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operands with the contracted dimension last
//===----------------------------------------------------------------------===//

/// `source` as an operand whose loops are its matrices, if it has any, its rows
/// and the contracted dimension.
static std::optional<MatmulOperand> matchStored(const MappedTensor &source,
                                                RankedTensorType operand) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(operand.getRank()));
  auto shape = llvm::to_vector(operand.getShape());
  for (bool first : {false, true}) {
    // A source whose type tells less would make worse kernels.
    if (readsLoops(source.map, order) &&
        source.value.getType() == operand.clone(shape))
      return MatmulOperand{source.value, first};
    std::swap(order.back(), order[order.size() - 2]);
    std::swap(shape.back(), shape[shape.size() - 2]);
  }
  return std::nullopt;
}

MatmulOperand mlir::lowp::findStoredOperand(Value operand) {
  auto type = cast<RankedTensorType>(operand.getType());
  MatmulOperand best{operand, /*contractsFirst=*/false};
  for (const MappedTensor &source : listSources(MappedTensor::of(operand))) {
    if (getElementTypeOrSelf(source.value) != type.getElementType())
      break;
    if (std::optional<MatmulOperand> found = matchStored(source, type))
      best = *found;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// What `value` is a view of, or a copy in another order or type. What is
/// repeated is no weight, but what all matrices of a batch are multiplied with.
static Value findOrigin(Value value) {
  value = skipViews<tensor::CastOp, tensor::ExtractSliceOp>(value);
  linalg::LinalgOp copy = getCopy(value, Through::Casts);
  bool moves = copy && copy.getIndexingMapsArray()[0].isPermutation();
  return moves ? findOrigin(copy.getDpsInputs()[0]) : value;
}

static bool isMarked(FunctionOpInterface function, unsigned number) {
  return function.getArgAttr(number, LowpDialect::getParameterAttrName()) !=
         Attribute();
}

/// The function that `argument` is of, null if it is another region's.
static FunctionOpInterface getFunction(BlockArgument argument) {
  return dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

bool mlir::lowp::isMarkedWeight(Value operand) {
  auto argument = dyn_cast<BlockArgument>(findOrigin(operand));
  FunctionOpInterface function =
      argument ? getFunction(argument) : FunctionOpInterface();
  return function && isMarked(function, argument.getArgNumber());
}

bool mlir::lowp::isWeight(Value operand) {
  Value source = findOrigin(operand);
  if (Operation *maker = source.getDefiningOp())
    return maker->hasTrait<OpTrait::ConstantLike>();
  auto argument = cast<BlockArgument>(source);
  FunctionOpInterface function = getFunction(argument);
  if (!function)
    return false;
  return isMarked(function, argument.getArgNumber()) ||
         llvm::none_of(
             llvm::seq(function.getNumArguments()),
             [&](unsigned number) { return isMarked(function, number); });
}

bool mlir::lowp::isParameter(Value operand) {
  Operation *maker = findOrigin(operand).getDefiningOp();
  return maker ? maker->hasTrait<OpTrait::ConstantLike>()
               : isMarkedWeight(operand);
}

bool mlir::lowp::readsWeight(const MatmulForm &form) {
  return isWeight(form.lhs.value) || isWeight(form.rhs.value);
}

/// Whether `operand` holds elements at positions that are data.
static bool isGathered(Value operand) {
  auto maker = findOrigin(operand).getDefiningOp<linalg::LinalgOp>();
  return maker && !maker.getBlock()->getOps<tensor::ExtractOp>().empty();
}

StringRef mlir::lowp::explainMissingWeight(const MatmulForm &form) {
  if (isGathered(form.lhs.value) || isGathered(form.rhs.value))
    return "matrices of a batch are gathered by positions that are data: to "
           "quantize them takes longer than to read them once";
  return "both operands of a batch are computed, none is a weight";
}

//===----------------------------------------------------------------------===//
// Functions and seeds
//===----------------------------------------------------------------------===//

bool mlir::lowp::isInExternalFunction(Operation *op) {
  auto func = op->getParentOfType<FunctionOpInterface>();
  return func && func->hasAttr(LowpDialect::getExternalAttrName());
}

Value mlir::lowp::findSeed(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || function.isExternal())
    return {};
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(),
                            LowpDialect::getSeedAttrName()))
      return argument;
  return {};
}

bool mlir::lowp::isStochastic(OperandRecipeAttr recipe) {
  return recipe.getNumerics().getRounding() == Rounding::Stochastic;
}

bool mlir::lowp::isStochastic(MatmulRecipeAttr recipe) {
  return isStochastic(recipe.getLhs()) || isStochastic(recipe.getRhs());
}
