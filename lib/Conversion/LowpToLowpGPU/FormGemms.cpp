//===- FormGemms.cpp - Contractions that the chip multiplies: gemms -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/MappedTensor.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_FORMGEMMSPASS
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Whether elements are bf16 or f16.
static bool isHalf(Value tensor) {
  return isa<BFloat16Type, Float16Type>(getElementTypeOrSelf(tensor.getType()));
}

namespace {
/// A contraction as a gemm sees it: dimensions in the order (b,) m, n, k.
class Contraction {
public:
  explicit Contraction(linalg::LinalgOp op) : op(op) {}
  /// Finds the operands. Returns why there is no gemm, or nothing.
  std::optional<std::string> analyze(const KernelTarget &target);
  /// Replaces the operation, and one that rounds its result.
  void replace();

private:
  std::optional<std::string> orderDims();
  std::optional<std::string> findOperands();
  std::optional<std::string> checkSizes();
  AffineMap reorder(AffineMap map) const;
  bool isBatched() const { return loops.size() == 4; }
  bool isOperandMap(AffineMap map, unsigned row) const;
  bool isResultMap(AffineMap map) const;
  /// What a kernel reads instead of `operand`.
  MappedTensor findSource(MappedTensor operand, unsigned row) const;
  /// What a kernel writes instead of the product, whose users are views and
  /// copies of it up to that.
  MappedTensor findTarget();

  linalg::LinalgOp op;
  /// The loops that are b (maybe), m, n and k.
  SmallVector<unsigned> loops;
  MappedTensor lhs;
  MappedTensor rhs;
};
} // namespace

/// `map` from the loops to the dimensions of a gemm.
AffineMap Contraction::reorder(AffineMap map) const {
  SmallVector<AffineExpr> dims(loops.size());
  for (auto [position, loop] : llvm::enumerate(loops))
    dims[loop] = getAffineDimExpr(position, map.getContext());
  return map.replaceDimsAndSymbols(dims, {}, loops.size(), 0);
}

std::optional<std::string> Contraction::orderDims() {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.size() != 1 || dims->n.size() != 1 ||
      dims->k.size() != 1 || dims->batch.size() > 1)
    return "expected one dimension each of M, N and K and at most one of a "
           "batch";
  // The lhs is what the rows of the result come from.
  AffineMap result = op.getIndexingMapsArray()[2];
  loops.assign(dims->batch.begin(), dims->batch.end());
  unsigned m = dims->m[0], n = dims->n[0];
  bool swapped = result.getNumResults() > 0 &&
                 result.getDimPosition(result.getNumResults() - 1) == m;
  if (swapped)
    std::swap(m, n);
  loops.append({m, n, dims->k[0]});
  unsigned results = loops.size() - 1;
  if (reorder(result) !=
      AffineMap::getMultiDimIdentityMap(loops.size(), op.getContext())
          .getMajorSubMap(results))
    return "expected a result of matrices, rows by columns, in the order of "
           "the batch";
  lhs = {op.getDpsInputs()[swapped], op.getIndexingMapsArray()[swapped]};
  rhs = {op.getDpsInputs()[!swapped], op.getIndexingMapsArray()[!swapped]};
  return std::nullopt;
}

/// Whether a gemm can read a tensor indexed by `map`, whose own dimensions are
/// `row` and K: each once, constants for dimensions of size 1, matrices of the
/// batch maybe shared, neighbours in memory of one matrix.
bool Contraction::isOperandMap(AffineMap map, unsigned row) const {
  llvm::SmallBitVector seen(loops.size());
  bool endsInBatch = false;
  for (AffineExpr result : map.getResults()) {
    if (isa<AffineConstantExpr>(result))
      continue;
    std::optional<GemmIndex> index = matchGemmIndex(result);
    if (!index || seen.test(index->dim))
      return false;
    seen.set(index->dim);
    bool isBatch = isBatched() && index->dim == 0;
    if (!isBatch && index->sharing != 1)
      return false;
    endsInBatch = isBatch;
  }
  return !endsInBatch && seen.test(row) && seen.test(loops.size() - 1);
}

/// Whether a gemm can write a tensor indexed by `map`: rows by columns, the
/// batch before the columns.
bool Contraction::isResultMap(AffineMap map) const {
  SmallVector<unsigned> dims;
  for (AffineExpr result : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      dims.push_back(dim.getPosition());
    else if (!isa<AffineConstantExpr>(result))
      return false;
  if (!isBatched())
    return dims == ArrayRef<unsigned>{0, 1};
  return dims == ArrayRef<unsigned>{0, 1, 2} ||
         dims == ArrayRef<unsigned>{1, 0, 2};
}

MappedTensor Contraction::findSource(MappedTensor operand, unsigned row) const {
  MappedTensor best = operand;
  std::optional<MappedTensor> source = lookThroughOne(operand);
  for (; source; source = lookThroughOne(*source))
    if (isOperandMap(source->map, row) && isHalf(source->value))
      best = *source;
  return best;
}

MappedTensor Contraction::findTarget() {
  MappedTensor best{op->getResult(0), reorder(op.getIndexingMapsArray()[2])};
  auto mayRound = [](const MappedTensor &tensor) {
    return getElementTypeOrSelf(tensor.value).isF32();
  };
  std::optional<MappedTensor> target = followOne(best, mayRound(best));
  for (; target; target = followOne(*target, mayRound(*target)))
    if (isResultMap(target->map) && isa<Float32Type, BFloat16Type, Float16Type>(
                                        getElementTypeOrSelf(target->value)))
      best = *target;
  return best;
}

std::optional<std::string> Contraction::findOperands() {
  unsigned m = loops.size() - 3;
  for (auto [operand, row] : {std::pair(&lhs, m), std::pair(&rhs, m + 1)}) {
    operand->map = reorder(operand->map);
    if (!operand->map.isProjectedPermutation())
      return "expected operands with a dimension each of the result and of K";
    *operand = findSource(*operand, row);
    // Views may lie between a wider form and what no gemm reads in its order.
    if (Type half = getHalfOrigin(operand->value);
        half && !isHalf(operand->value)) {
      OpBuilder builder(op);
      operand->value = castElements(builder, op.getLoc(), operand->value, half);
    }
    if (!isOperandMap(operand->map, row))
      return "expected operands whose neighbours in memory are of one matrix";
  }
  return std::nullopt;
}

std::optional<std::string> Contraction::checkSizes() {
  auto k = getAffineDimExpr(loops.size() - 1, lhs.map.getContext());
  int64_t size = cast<ShapedType>(lhs.value.getType())
                     .getDimSize(*lhs.map.getResultPosition(k));
  if (size == 0)
    return "expected K of more than 0";
  for (Value tensor : {lhs.value, rhs.value, Value(op->getResult(0))})
    if (!ScaledType::isAddressable(
            cast<ShapedType>(tensor.getType()).getShape()))
      return "expected tensors of at most 2^48 elements";
  return std::nullopt;
}

std::optional<std::string> Contraction::analyze(const KernelTarget &target) {
  if (auto reason = orderDims())
    return reason;
  if (auto reason = findOperands())
    return reason;
  Type left = getElementTypeOrSelf(lhs.value.getType());
  Type right = getElementTypeOrSelf(rhs.value.getType());
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  if (left.isF32() || right.isF32())
    return "expected operands of one type of 16 bits that the chip multiplies, "
           "got f32; option round-f32-matmuls rounds them";
  if (left != right || !isHalf(lhs.value) ||
      !target.getMmaAtom(left, right))
    return "expected operands of one type of 16 bits that the chip multiplies, "
           "got others";
  if (!result.isF32())
    return "expected sums in f32, got another type";
  return checkSizes();
}

/// An uninitialised tensor of the dimensions that `map` takes from the loops,
/// whose sizes are those of `init`, the result of the contraction.
static Value buildEmpty(OpBuilder &builder, Value init, AffineMap initMap,
                        AffineMap map, Type element) {
  Location loc = init.getLoc();
  SmallVector<OpFoldResult> known = tensor::getMixedSizes(builder, loc, init);
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr index : map.getResults())
    sizes.push_back(known[*initMap.getResultPosition(index)]);
  return tensor::EmptyOp::create(builder, loc, sizes, element);
}

static AffineMap dropConstants(AffineMap map) {
  SmallVector<AffineExpr> indices(
      llvm::make_filter_range(map.getResults(), [](AffineExpr index) {
        return !isa<AffineConstantExpr>(index);
      }));
  return AffineMap::get(map.getNumDims(), 0, indices, map.getContext());
}

void Contraction::replace() {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  bool accumulate = !isZeroFilled(init);
  AffineMap initMap = reorder(op.getIndexingMapsArray()[2]);
  MappedTensor target{op->getResult(0), initMap};
  if (!accumulate)
    target = findTarget();
  AffineMap map = dropConstants(target.map);
  if (!accumulate)
    init = buildEmpty(builder, init, initMap, map,
                      getElementTypeOrSelf(target.value));
  MappedTensor left = dropUnitDims(builder, lhs);
  MappedTensor right = dropUnitDims(builder, rhs);
  auto gemm = GemmOp::create(
      builder, loc, left.value, right.value, init,
      builder.getAffineMapArrayAttr({left.map, right.map, map}), accumulate);
  Value value =
      addUnitDims(builder, gemm->getResult(0),
                  cast<RankedTensorType>(target.value.getType()), target.map);
  target.value.replaceAllUsesWith(value);
  eraseChain(op, target.value.getDefiningOp());
}

/// Says that `op` will be a kernel without tensor cores.
static void reportGeneric(linalg::LinalgOp op, StringRef reason) {
  remark::missed(
      op.getLoc(),
      remark::RemarkOpts::name("generic-matmul").category("lowp-form-gemms"))
      << remark::add("runs without tensor cores, up to 200 times slower: {0}",
                     reason);
}

/// Whether `op` sums up over a loop while no input has all other loops: more
/// arithmetic than elements, as in a matmul.
static bool isContraction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() < 2)
    return false;
  return llvm::none_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return llvm::all_of(llvm::seq(op.getNumLoops()), [&](unsigned loop) {
      return map.isFunctionOfDim(loop);
    });
  });
}

namespace {
struct FormGemms : public lowp_gpu::impl::FormGemmsPassBase<FormGemms> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> contractions;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (isSumOfProducts(op))
        contractions.push_back(op);
      else if (isContraction(op))
        reportGeneric(op, "expected a sum of products of elements, got a "
                          "function of them; keep it in an operation of its "
                          "own");
    });
    if (contractions.empty())
      return;
    std::optional<ChipTarget> chip = findTarget();
    for (linalg::LinalgOp op : contractions) {
      if (!chip) {
        reportGeneric(op, "lowp has no matmul kernels for this chip");
        continue;
      }
      Contraction contraction(op);
      if (auto reason = contraction.analyze(*chip->target))
        reportGeneric(op, *reason);
      else
        contraction.replace();
    }
  }

  /// The chip, where it has matmul kernels.
  std::optional<ChipTarget> findTarget() {
    auto chip = getOperation()->getAttrOfType<StringAttr>(
        LowpGPUDialect::getChipAttrName());
    return chip ? lookupChipTarget(&getContext(), chip.getValue())
                : std::nullopt;
  }
};
} // namespace
