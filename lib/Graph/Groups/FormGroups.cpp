//===- FormGroups.cpp - Masked sums over groups: grouped matmuls ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedRows.h"
#include "GatheredWeights.h"
#include "GroupMask.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Groups/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_FORMGROUPSPASS
#include "lowp/Graph/Groups/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isHighPrecision(Value tensor) {
  Type element = getElementTypeOrSelf(tensor);
  return isa<Float32Type, BFloat16Type, Float16Type>(element);
}

static bool has16Bits(Value tensor) {
  return getElementTypeOrSelf(tensor).isIntOrFloat() &&
         getElementTypeOrSelf(tensor).getIntOrFloatBitWidth() == 16;
}

/// Whether rows of `size` elements of 16 bits are copied in words of 16 bytes.
static bool isAligned(int64_t size) {
  return !ShapedType::isDynamic(size) && size % 8 == 0;
}

/// The dimensions of `element` that `indices` index, if these are all, each
/// once; empty otherwise.
static SmallVector<int64_t> findOrder(const Element &element,
                                      ArrayRef<AffineExpr> indices) {
  SmallVector<int64_t> order;
  ArrayRef<AffineExpr> results = element.map.getResults();
  for (AffineExpr index : indices) {
    const AffineExpr *found = llvm::find(results, index);
    if (found == results.end() || results.size() != indices.size())
      return {};
    order.push_back(found - results.begin());
  }
  return isPermutationVector(order) ? order : SmallVector<int64_t>();
}

/// The last tensor after `operand` that `indices` index, in whatever order;
/// null if there is none.
static Element findMatrix(Element operand, ArrayRef<AffineExpr> indices) {
  Element found;
  for (const MappedTensor &source : listSources(operand))
    if (isHighPrecision(source.value) && !findOrder(source, indices).empty())
      found = source;
  return found;
}

/// The size of the dimension that `index` indexes.
static int64_t getSize(const Element &matrix, AffineExpr index) {
  ArrayRef<AffineExpr> indices = matrix.map.getResults();
  return cast<RankedTensorType>(matrix.value.getType())
      .getDimSize(llvm::find(indices, index) - indices.begin());
}

/// `matrix` with its dimensions in the order of `indices`.
static Value arrange(ImplicitLocOpBuilder &b, const Element &matrix,
                     ArrayRef<AffineExpr> indices) {
  SmallVector<int64_t> order = findOrder(matrix, indices);
  if (llvm::is_sorted(order))
    return matrix.value;
  return transpose(b, b.getLoc(), matrix.value, order);
}

/// The ends of groups, as i32.
static Value narrowEnds(ImplicitLocOpBuilder &b, Value ends) {
  auto type = cast<RankedTensorType>(ends.getType());
  if (type.getElementType().isInteger(32))
    return ends;
  auto narrow = type.clone(b.getI32Type());
  return arith::TruncIOp::create(b, narrow, ends);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// A contraction of two masked or plain operands.
struct Product {
  static std::optional<Product> get(linalg::LinalgOp op);

  linalg::LinalgOp op;
  Element lhs, rhs;
  /// The loops of the result.
  SmallVector<AffineExpr> result;
};
} // namespace

std::optional<Product> Product::get(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() || !isSumOfProducts(op) ||
      !isZeroFilled(op.getDpsInits().front()) ||
      op->hasAttr(LowpDialect::getRecipeAttrName()) ||
      !isHighPrecision(op->getResult(0)))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!maps.back().isProjectedPermutation())
    return std::nullopt;
  return Product{op,
                 {op.getDpsInputs()[0], maps[0]},
                 {op.getDpsInputs()[1], maps[1]},
                 SmallVector<AffineExpr>(maps.back().getResults())};
}

/// Whether ends are numbers that a known count of groups has.
static bool areEnds(Value ends) {
  auto type = cast<RankedTensorType>(ends.getType());
  Type element = type.getElementType();
  return type.getRank() == 1 && !type.isDynamicDim(0) &&
         (element.isInteger(32) || element.isInteger(64));
}

/// `product` with 0 in all rows from the last end on.
static Value clearBehind(ImplicitLocOpBuilder &b, Value product, Value ends) {
  Type element = getElementTypeOrSelf(product);
  int64_t last = cast<RankedTensorType>(ends.getType()).getDimSize(0) - 1;
  auto clear = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    Value end = tensor::ExtractOp::create(
        b, ends, ValueRange(arith::ConstantIndexOp::create(b, last)));
    Value isRow = arith::CmpIOp::create(
        b, arith::CmpIPredicate::slt, linalg::IndexOp::create(b, 0),
        arith::IndexCastOp::create(b, b.getIndexType(), end));
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
    return arith::SelectOp::create(b, isRow, elements.front(), zero);
  };
  return mapElements(b, b.getLoc(), product, element, clear);
}

static Value buildProduct(ImplicitLocOpBuilder &b, Type type, Value lhs,
                          Value rhs, Value ends) {
  return GroupedMatmulOp::create(b, type, lhs, rhs, ends,
                                 /*counts=*/Value(), /*accumulator=*/Value());
}

static void report(linalg::LinalgOp op, StringRef groups) {
  remark::passed(
      op.getLoc(),
      remark::RemarkOpts::name("groups-formed").category("lowp-form-groups"))
      << remark::add("a masked sum is a grouped matmul of groups of {0}",
                     groups);
}

/// The loop of K: what indexes `kept` beside the row.
static AffineExpr findInner(const GroupMask &mask) {
  for (const MappedTensor &source : listSources(mask.kept))
    for (AffineExpr index : source.map.getResults())
      if (source.map.getNumResults() == 2 && index != mask.row &&
          index != mask.group)
        return index;
  return {};
}

namespace {

/// Groups of rows: sums over groups and K of masked rows and a batch.
struct FormRowGroups : OpInterfaceRewritePattern<linalg::LinalgOp> {
  /// `forKernels`: what no kernel of groups multiplies stays as it is.
  FormRowGroups(MLIRContext *context, bool forKernels)
      : OpInterfaceRewritePattern(context), forKernels(forKernels) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Product> product = Product::get(op);
    if (!product || product->result.size() != 2)
      return rewriter.notifyMatchFailure(op, "no sum from 0 into a matrix");
    std::optional<GroupMask> mask = matchGroupMask(product->lhs);
    if (!mask || !areEnds(mask->ends) || mask->row != product->result[0])
      return rewriter.notifyMatchFailure(op, "no rows masked by group");
    AffineExpr m = mask->row, n = product->result[1], g = mask->group;
    AffineExpr k = findInner(*mask);
    if (!k)
      return rewriter.notifyMatchFailure(op, "masked rows of no matrix");
    Element x = findMatrix(mask->kept, {m, k});
    Element w = findMatrix(product->rhs, {g, n, k});
    if (!x.value || !w.value || !addsUpAll(*product, w, g, k) ||
        getSize(w, g) !=
            cast<RankedTensorType>(mask->ends.getType()).getDimSize(0))
      return rewriter.notifyMatchFailure(op, "no sum over groups and K");
    if (forKernels && !(has16Bits(x.value) && has16Bits(w.value)))
      return rewriter.notifyMatchFailure(op, "operands of f32");
    if (forKernels && !(isAligned(getSize(w, k)) && isAligned(getSize(w, n))))
      return rewriter.notifyMatchFailure(op, "rows of parts of 16 bytes");
    report(op, "rows");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value ends = narrowEnds(b, mask->ends);
    Value result =
        buildProduct(b, op->getResult(0).getType(), arrange(b, x, {m, k}),
                     arrange(b, w, {g, n, k}), ends);
    rewriter.replaceOp(op, clearBehind(b, result, ends));
    return success();
  }

private:
  bool forKernels;

  /// Whether the sum is over all of `g` and `k`: two loops, or the digits of
  /// one whose size is the product of theirs.
  static bool addsUpAll(Product &product, const Element &w, AffineExpr g,
                        AffineExpr k) {
    unsigned loops = product.op.getNumReductionLoops();
    if (loops == 2)
      return isa<AffineDimExpr>(g) && isa<AffineDimExpr>(k);
    int64_t groups = getSize(w, g), inner = getSize(w, k);
    auto type = cast<RankedTensorType>(product.lhs.value.getType());
    return loops == 1 && !ShapedType::isDynamic(groups) &&
           !ShapedType::isDynamic(inner) && type.getRank() == 2 &&
           llvm::is_contained(type.getShape(), groups * inner);
  }
};

/// Groups of K: a sum for each group, of one or two masked operands.
struct FormSumGroups : OpInterfaceRewritePattern<linalg::LinalgOp> {
  /// With `chip` what it has no kernel for stays as it is.
  FormSumGroups(MLIRContext *context,
                std::optional<lowp_gpu::ChipTarget> chip = std::nullopt)
      : OpInterfaceRewritePattern(context), chip(chip) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Product> product = Product::get(op);
    if (!product || product->result.size() != 3 ||
        op.getNumReductionLoops() != 1)
      return rewriter.notifyMatchFailure(op, "no sum from 0 into a batch");
    std::optional<GroupMask> left = matchGroupMask(product->lhs);
    std::optional<GroupMask> right = matchGroupMask(product->rhs);
    const std::optional<GroupMask> &mask = left ? left : right;
    if (!mask || !areEnds(mask->ends) ||
        (left && right && !areSame(*left, *right)))
      return rewriter.notifyMatchFailure(op, "no operands masked by one group");
    AffineExpr g = product->result[0], m = product->result[1],
               n = product->result[2], k = mask->row;
    auto groups =
        cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(0);
    if (mask->group != g || llvm::is_contained(product->result, k) ||
        groups != cast<RankedTensorType>(mask->ends.getType()).getDimSize(0))
      return rewriter.notifyMatchFailure(op, "no sum for each group");
    Element x = findMatrix(left ? left->kept : product->lhs, {m, k});
    Element y = findMatrix(right ? right->kept : product->rhs, {n, k});
    if (!x.value || !y.value)
      return rewriter.notifyMatchFailure(op, "operands that are no matrices");
    if (chip && !isMultiplied(x.value, y.value))
      return rewriter.notifyMatchFailure(op, "no kernel for such operands");
    report(op, "K");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, buildProduct(b, op->getResult(0).getType(), arrange(b, x, {m, k}),
                         arrange(b, y, {n, k}), narrowEnds(b, mask->ends)));
    return success();
  }

private:
  std::optional<lowp_gpu::ChipTarget> chip;

  /// Whether the chip has products of `x` and `y` with rows last.
  bool isMultiplied(Value x, Value y) const {
    const lowp_gpu::MmaAtom *atom = chip->target->getMmaAtom(
        getElementTypeOrSelf(x), getElementTypeOrSelf(y));
    return has16Bits(x) && has16Bits(y) && atom && atom->takesMNMajor();
  }
  static bool areSame(const GroupMask &left, const GroupMask &right) {
    return left.ends == right.ends && left.group == right.group &&
           left.row == right.row;
  }
};

struct FormGroupsPass : lowp::impl::FormGroupsPassBase<FormGroupsPass> {
  using FormGroupsPassBase::FormGroupsPassBase;

  void runOnOperation() override {
    std::optional<lowp_gpu::ChipTarget> chip;
    if (forKernels) {
      chip = lowp_gpu::lookupChipTarget(getOperation());
      if (!chip)
        return;
    }
    readCountedRows(getOperation());
    RewritePatternSet patterns(&getContext());
    patterns.add<FormRowGroups>(&getContext(), forKernels);
    groupGatheredWeights(getOperation(), forKernels);
    patterns.add<FormSumGroups>(&getContext(), chip);
    GreedyRewriteConfig config;
    config.enableFolding(false);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
