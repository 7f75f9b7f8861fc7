//===- AlignRows.cpp - Rows of gemms begin where TMA can address them -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowViews.h"

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "lowp/Layout/Passes.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_ALIGNROWSPASS
#include "lowp/Layout/Passes.h.inc"
} // namespace mlir::lowp_gpu

#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// What may stay without gaps
//===----------------------------------------------------------------------===//

/// Whether rows of `tensor` with gaps would begin at places that types do not
/// tell.
static bool hasUnknownStrides(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return type.getRank() > 1 &&
         ShapedType::isDynamicShape(type.getShape().drop_front());
}

/// Whether `use` reads a tensor whose rows have gaps as well as another.
/// Epilogues address what they read by its type.
static bool takesGaps(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isEpilogueInput(use) && hasUnknownStrides(use.get()))
    return false;
  if (auto op = dyn_cast<DestinationStyleOpInterface>(user))
    return op.isDpsInput(&use);
  return isa<tensor::DimOp, tensor::ExtractOp, tensor::ExtractSliceOp,
             bufferization::AllocTensorOp>(user);
}

/// Whether no use of `tensor` needs aligned rows; `leaves` becomes true if one
/// hands it to the caller of the function.
static bool takesAnyRows(Value tensor, bool &leaves) {
  for (OpOperand &use : tensor.getUses()) {
    Operation *user = use.getOwner();
    if (isa<GemmOp>(user))
      return false;
    if (takesGaps(use))
      continue;
    bool returns = user->hasTrait<OpTrait::ReturnLike>() &&
                   isa<FunctionOpInterface>(user->getParentOp());
    leaves |= returns;
    if (!returns &&
        !(getReshaped(user) && takesAnyRows(user->getResult(0), leaves)))
      return false;
  }
  return true;
}

/// Whether `init` lies without gaps: in an empty tensor, or where the caller
/// has it.
static bool isPacked(Value init) {
  if (auto argument = dyn_cast<BlockArgument>(init))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (init.getDefiningOp<tensor::EmptyOp>())
    return true;
  OpOperand *destination = findDestination(init);
  return destination && destination->get().getDefiningOp<tensor::EmptyOp>();
}

/// Whether the epilogue of `gemm` reads matrices. Their rows and those of the
/// result, none of them aligned, would need more registers than a tile leaves.
static bool readsMatrices(GemmOp gemm) {
  return llvm::any_of(gemm.getInputs().getTypes(), [](Type type) {
    return cast<ShapedType>(type).getRank() > 1;
  });
}

/// Whether the kernel of `gemm` finds rows of result `output` only without
/// gaps: those of scaled operands, and of groups whose size is unknown.
static bool needsPackedRows(GemmOp gemm, unsigned output) {
  if (gemm.isScaled())
    return true;
  Value init = gemm.getInits()[output];
  auto type = cast<RankedTensorType>(init.getType());
  return gemm.getGroups() && type.getRank() == 2 && type.isDynamicDim(1) &&
         isPacked(init);
}

/// Whether `init` is what such a kernel writes.
static bool isNeededPacked(OpOperand &init) {
  auto gemm = dyn_cast<GemmOp>(init.getOwner());
  if (!gemm)
    return false;
  unsigned output = gemm.getTiedOpResult(&init).getResultNumber();
  return needsPackedRows(gemm, output);
}

/// Whether the kernel of `gemm` stores rows of result `output` without gaps for
/// the caller, who needs no copy then. What stays in the program is stored
/// faster by TMA.
static bool storesForCaller(GemmOp gemm, unsigned output) {
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  Value init = gemm.getInits()[output];
  auto type = cast<RankedTensorType>(init.getType());
  bool leaves = false;
  return succeeded(problem) && !readsMatrices(gemm) &&
         !isMisalignedPart(init) &&
         lowp_gpu::canStoreRows(type.getShape(), problem->outputRowDim) &&
         isPacked(init) && takesAnyRows(gemm->getResult(output), leaves) &&
         leaves;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The bytes of `type` in words.
static std::string describeBytes(RankedTensorType type) {
  if (!type.hasStaticShape())
    return llvm::formatv("all of {0}", type);
  int64_t bits = type.getNumElements() * type.getElementTypeBitWidth();
  return llvm::formatv("{0} bytes", bytesOfBits(bits));
}

static void reportCopy(Location loc, StringRef what, RankedTensorType type,
                       StringRef why) {
  remark::missed(
      loc, remark::RemarkOpts::name("copied-rows").category("lowp-align-rows"))
      << remark::reason(
             "copies {0}, {1}, because {2}; a last dimension of a multiple of "
             "{3} needs no copy",
             what, describeBytes(type), why,
             AlignedEmptyOp::getAlignment(type.getElementType()));
}

static AlignedEmptyOp buildAligned(OpBuilder &builder, Value like) {
  Location loc = like.getLoc();
  auto type = cast<RankedTensorType>(like.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, dim));
  return AlignedEmptyOp::create(builder, loc, type, sizes);
}

/// The elements of `tensor` in rows that begin aligned.
static Value copyAligned(OpBuilder &builder, Value tensor) {
  Value empty = buildAligned(builder, tensor);
  return linalg::CopyOp::create(builder, tensor.getLoc(), tensor, empty)
      .getResult(0);
}

namespace {
/// Gives the operands and the destination of gemms rows that begin aligned.
class RowAligner {
public:
  void align(GemmOp gemm);
  /// Copies `aligned` for those of its users that take no rows with gaps, such
  /// as the caller of the function.
  void closeGaps(Value aligned);

private:
  void packNumbers(GemmOp gemm);
  void alignOperand(GemmOp gemm, OpOperand &operand, StringRef name);
  void alignDestination(GemmOp gemm, unsigned output);
  void alignData(GemmOp gemm, OpOperand &data, Type elementType,
                 StringRef name);
  bool alignInPlace(Value tensor);

  /// Copies of tensors that several gemms read, by tensor and block.
  llvm::DenseMap<std::pair<Value, Block *>, Value> copies;
};
} // namespace

void RowAligner::closeGaps(Value aligned) {
  SmallVector<OpOperand *> others;
  for (OpOperand &use : aligned.getUses()) {
    Operation *user = use.getOwner();
    if (takesGaps(use))
      continue;
    if (getSourceOfRows(user))
      closeGaps(user->getResult(0));
    else if (auto op = dyn_cast<DestinationStyleOpInterface>(user))
      closeGaps(op.getTiedOpResult(&use));
    else
      others.push_back(&use);
  }
  if (others.empty())
    return;
  auto type = cast<RankedTensorType>(aligned.getType());
  OpBuilder builder(aligned.getContext());
  builder.setInsertionPointAfterValue(aligned);
  Value whole = bufferization::AllocTensorOp::create(
      builder, aligned.getLoc(), type, ValueRange(), aligned);
  for (OpOperand *use : others)
    use->set(whole);
  reportCopy(aligned.getLoc(), "what a gemm reads or writes", type,
             "its rows must begin at multiples of 16 bytes and others need "
             "them without gaps");
}

/// Lets `tensor` be computed in rows that begin aligned, if it is computed into
/// an empty tensor.
bool RowAligner::alignInPlace(Value tensor) {
  OpOperand *init = findDestination(tensor);
  if (!init || isNeededPacked(*init))
    return false;
  if (init->get().getDefiningOp<AlignedEmptyOp>())
    return true;
  auto empty = init->get().getDefiningOp<tensor::EmptyOp>();
  OpBuilder builder(init->getOwner());
  auto aligned = AlignedEmptyOp::create(
      builder, empty.getLoc(), empty.getType(), empty.getDynamicSizes());
  init->set(aligned);
  if (empty->use_empty())
    empty->erase();
  closeGaps(aligned);
  return true;
}

void RowAligner::alignOperand(GemmOp gemm, OpOperand &operand, StringRef name) {
  Value tensor = operand.get();
  if (!isMisalignedPart(tensor) &&
      (hasWholeRows(tensor) || alignInPlace(tensor)))
    return;
  OpBuilder builder(gemm);
  Value &copy = copies[{tensor, gemm->getBlock()}];
  if (!copy || !copy.getDefiningOp()->isBeforeInBlock(gemm)) {
    copy = copyAligned(builder, tensor);
    reportCopy(gemm.getLoc(), llvm::formatv("the {0} of a gemm", name).str(),
               cast<RankedTensorType>(tensor.getType()),
               "its rows do not begin at multiples of 16 bytes, as far as the "
               "type says");
  }
  operand.set(copy);
}

void RowAligner::alignDestination(GemmOp gemm, unsigned output) {
  OpOperand &destination = gemm.getInitsMutable()[output];
  Value init = destination.get(), result = gemm->getResult(output);
  if ((hasWholeRows(init) && !isMisalignedPart(init)) ||
      needsPackedRows(gemm, output) || storesForCaller(gemm, output))
    return;
  OpBuilder builder(gemm);
  // What the gemm adds to is read, anything else overwritten.
  if (!gemm.getAccumulate()) {
    if (!alignInPlace(result)) {
      destination.set(buildAligned(builder, init));
      closeGaps(result);
    }
    return;
  }
  if (init.hasOneUse() && alignInPlace(init))
    return;
  destination.set(copyAligned(builder, init));
  reportCopy(gemm.getLoc(), "what a gemm adds to",
             cast<RankedTensorType>(init.getType()),
             "its rows do not begin at multiples of 16 bytes, as far as the "
             "type says");
  closeGaps(result);
}

/// Whether rows of `data` of `gemm` have a size that only the call tells: where
/// their own type does not, the other operand's may.
static bool hasUnknownRows(GemmOp gemm, RankedTensorType data,
                           Type elementType) {
  if (!data.isDynamicDim(data.getRank() - 1))
    return false;
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  return failed(problem) || ShapedType::isDynamic(problem->k) ||
         problem->k % AlignedEmptyOp::getAlignment(elementType) == 0;
}

/// Data that the program quantizes have rows that begin aligned, whatever K is.
/// Data of the caller are copied where their type says that they do not begin
/// so; of an unknown K the kernel asks the call. No kernel reads elements of
/// 4 bits with a byte each.
void RowAligner::alignData(GemmOp gemm, OpOperand &data, Type elementType,
                           StringRef name) {
  auto type = cast<RankedTensorType>(data.get().getType());
  bool hasBytes = storedBits(type.getElementTypeBitWidth()) % kBitsPerByte == 0;
  if (!hasBytes || hasWholeRows(data.get()))
    return;
  if (!hasUnknownRows(gemm, type, elementType))
    return alignOperand(gemm, data, name);
  if (!isMisalignedPart(data.get()))
    alignInPlace(data.get());
}

/// Whether a size is more than kernels count. Aligned, it may be more than
/// there are numbers; the kernel's requirements refuse it.
static bool isUncountable(GemmOp gemm) {
  return llvm::any_of(gemm->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && llvm::any_of(tensor.getShape(), [](int64_t size) {
             return size > std::numeric_limits<int32_t>::max();
           });
  });
}

/// Copies numbers of groups that are a part of others: kernels read them from
/// the beginning of a buffer, one after the other.
void RowAligner::packNumbers(GemmOp gemm) {
  Value numbers = gemm.getGroups();
  if (!numbers || !isPart(numbers))
    return;
  OpBuilder builder(gemm);
  Value &copy = copies[{numbers, gemm->getBlock()}];
  if (!copy || !copy.getDefiningOp()->isBeforeInBlock(gemm))
    copy = bufferization::AllocTensorOp::create(
        builder, gemm.getLoc(), cast<RankedTensorType>(numbers.getType()),
        ValueRange(), numbers);
  gemm.getGroupsMutable().assign(copy);
}

void RowAligner::align(GemmOp gemm) {
  packNumbers(gemm);
  if (isUncountable(gemm))
    return;
  if (gemm.isScaled()) {
    alignData(gemm, gemm.getLhsDataMutable(),
              gemm.getLhsScaledType().getElementType(), "lhs");
    return alignData(gemm, gemm.getRhsDataMutable(),
                     gemm.getRhsScaledType().getElementType(), "rhs");
  }
  for (unsigned output = 0; output < gemm->getNumResults(); ++output)
    alignDestination(gemm, output);
  alignOperand(gemm, gemm.getLhsDataMutable(), "lhs");
  alignOperand(gemm, gemm.getRhsDataMutable(), "rhs");
}

namespace {
struct AlignRows : public lowp_gpu::impl::AlignRowsPassBase<AlignRows> {
  void runOnOperation() override {
    SmallVector<GemmOp> gemms;
    SmallVector<AlignedEmptyOp> given;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Outlined fusions stay on tensors.
      if (isa<ModuleOp>(op) && op != getOperation())
        return WalkResult::skip();
      if (auto empty = dyn_cast<AlignedEmptyOp>(op))
        given.push_back(empty);
      auto gemm = dyn_cast<GemmOp>(op);
      if (gemm && gemm->getNumResults() != 0)
        gemms.push_back(gemm);
      return WalkResult::advance();
    });
    RowAligner aligner;
    for (AlignedEmptyOp empty : given)
      aligner.closeGaps(empty);
    for (GemmOp gemm : gemms)
      aligner.align(gemm);
  }
};
} // namespace
