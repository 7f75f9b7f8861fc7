//===- EpilogueChain.cpp - What an epilogue can compute -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueChain.h"

#include "lowp/Dialect/Lowp/IR/GemmProblem.h"

#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.h"
#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::lowp;

EpilogueChain::EpilogueChain(GemmOp gemm) : gemm(gemm) {
  values.push_back({gemm->getResult(0), gemm.getDestinationMap()});
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isFloatOfKernels(Value tensor) {
  return isa<Float32Type, BFloat16Type, Float16Type>(
      getElementTypeOrSelf(tensor.getType()));
}

/// `op` as an operation that computes each element of a tensor from elements of
/// others; null if it is another.
static linalg::LinalgOp getElementwise(Operation *op) {
  auto elementwise = dyn_cast<linalg::LinalgOp>(op);
  if (!elementwise || !elementwise.hasPureTensorSemantics() ||
      elementwise.getNumDpsInits() != 1 ||
      elementwise.getNumParallelLoops() != elementwise.getNumLoops() ||
      elementwise.payloadUsesValueFromOperand(elementwise.getDpsInitOperand(0)))
    return {};
  return elementwise;
}

/// The first operation that an epilogue does not have; null for none.
static Operation *findOtherArithmetic(linalg::LinalgOp op) {
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isEpilogueArithmetic(&inner))
      return &inner;
  return nullptr;
}

/// Whether the body of `op` uses its own values and constants alone.
static bool usesOwnValues(linalg::LinalgOp op) {
  WalkResult result = op.getBlock()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      bool isOwn = operand.getParentBlock() == op.getBlock();
      if (!isOwn && !operand.getDefiningOp<arith::ConstantOp>())
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Whether `map` indexes a tensor of `shape` by dimensions, each once, and by a
/// constant where the size is 1.
static bool indexesOnce(AffineMap map, ArrayRef<int64_t> shape) {
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [size, index] : llvm::zip_equal(shape, map.getResults())) {
    if (isa<AffineConstantExpr>(index)) {
      if (size != 1)
        return false;
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim || seen.test(dim.getPosition()))
      return false;
    seen.set(dim.getPosition());
  }
  return true;
}

/// What `input` is a wider or reshaped form of, as far as that is made for one
/// reader alone.
static MappedTensor getSource(MappedTensor input) {
  while (input.value.hasOneUse()) {
    std::optional<MappedTensor> source = lookThroughOne(input);
    if (!source || !isFloatOfKernels(source->value))
      break;
    input = *source;
  }
  return input;
}

/// Whether `tensor` is a number per row that a kernel adds up, or is computed
/// from one: the same kernel computes it.
static bool comesFromRows(Value tensor) {
  SmallVector<Value> open = {tensor};
  SmallPtrSet<Operation *, 8> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !runsInFusion(op) || !seen.insert(op).second)
      continue;
    if (classifyForFusion(op) == FusedKind::RowReduction)
      return true;
    llvm::append_range(open, op->getOperands());
  }
  return false;
}

/// Whether `map` takes the same element at all places.
static bool isOfAll(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr index) {
    return isa<AffineConstantExpr>(index);
  });
}

/// Whether `tensor` is a value of the chain or a view of one.
bool EpilogueChain::isOfChain(Value tensor) const {
  Operation *op = tensor.getDefiningOp();
  if (isReshape(op))
    return isOfChain(op->getOperand(0));
  return llvm::any_of(
      values, [&](const MappedTensor &value) { return value.value == tensor; });
}

/// The table that `input` repeats the rows of for the groups of the gemm, which
/// the kernel knows of each tile; `input` itself if it is another.
static MappedTensor readTable(GemmOp gemm, MappedTensor input) {
  auto repeat = input.value.getDefiningOp<RepeatRowsOp>();
  if (!repeat || !gemm.hasRowGroups() || repeat.getEnds() != gemm.getGroups())
    return input;
  AffineMap map = input.map;
  AffineExpr group = getAffineDimExpr(0, map.getContext());
  AffineExpr row = getAffineDimExpr(1, map.getContext());
  if (map.getResult(0) != row)
    return input;
  SmallVector<AffineExpr> places(map.getResults());
  places.front() = group;
  return {repeat.getTable(),
          AffineMap::get(map.getNumDims(), 0, places, map.getContext())};
}

/// Whether the kernel of `gemm` finds rows of inputs: of matrices of a batch
/// with an unknown number of rows it does not.
static bool canReadInputs(GemmOp gemm) {
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  return failed(problem) || problem->outputBatches.empty() ||
         !ShapedType::isDynamic(problem->m);
}

/// Input `operand` of `op`, whose loops are `loops` of the destination.
std::optional<EpilogueInput>
EpilogueChain::matchInput(linalg::LinalgOp op, OpOperand &operand,
                          ArrayRef<AffineExpr> loops) const {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !isFloatOfKernels(operand.get()))
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&operand).replaceDimsAndSymbols(
      loops, {}, getEnd().map.getNumDims(), 0);
  for (auto [number, value] : llvm::enumerate(values))
    if (operand.get() == value.value && map == value.map)
      return EpilogueInput{static_cast<unsigned>(number)};
  // What only this operation reads is better computed where it is read, but for
  // the widening of a bias, which an epilogue computes, too, a number per row
  // that comes from a row of another tensor, and one for all elements.
  MappedTensor input = readTable(gemm, getSource({operand.get(), map}));
  Operation *producer = input.value.getDefiningOp();
  bool isOfRows = !input.map.isFunctionOfDim(input.map.getNumDims() - 1);
  bool isOwn = producer && input.value.hasOneUse() && runsInFusion(producer) &&
               !isOfAll(input.map) && !(isOfRows && comesFromRows(input.value));
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(input.value.getType()).getShape();
  // A slice has gaps.
  if (isOwn || isOfChain(input.value) ||
      isa_and_present<tensor::ExtractSliceOp>(producer) ||
      !indexesOnce(input.map, shape) || !isAddressableInput(shape, input.map) ||
      !canReadInputs(gemm))
    return std::nullopt;
  return EpilogueInput{std::nullopt, input};
}

std::optional<EpilogueStep> EpilogueChain::match(linalg::LinalgOp op,
                                                 const Reader &reader) const {
  if (!isFloatOfKernels(op->getResult(0)) ||
      op->getBlock() != gemm->getBlock() || findOtherArithmetic(op) ||
      !usesOwnValues(op))
    return std::nullopt;
  const MappedTensor &product = reader.tensor;
  AffineMap source = op.getMatchingIndexingMap(reader.operand);
  AffineMap result = op.getIndexingMapsArray().back();
  if (!op.isDpsInput(reader.operand) || !source.isPermutation() ||
      source != result)
    return std::nullopt;
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [place, index] : llvm::enumerate(product.map.getResults()))
    loops[source.getDimPosition(place)] = index;
  unsigned end = values.size() - 1;
  EpilogueStep step{op, {}};
  for (OpOperand *operand : op.getDpsInputOperands()) {
    bool isProduct = operand->get() == product.value &&
                     op.getMatchingIndexingMap(operand) == source;
    std::optional<EpilogueInput> input =
        isProduct ? EpilogueInput{end} : matchInput(op, *operand, loops);
    if (!input)
      return std::nullopt;
    step.inputs.push_back(*input);
  }
  return step;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// What reads `value`, the first one first; nothing where its sizes are asked
/// for, which are there before it is.
std::optional<SmallVector<EpilogueChain::Reader>>
EpilogueChain::getReaders(const MappedTensor &value) const {
  SmallVector<Reader> readers;
  for (OpOperand &use : value.value.getUses()) {
    Operation *user = use.getOwner();
    if (isa<tensor::DimOp>(user))
      return std::nullopt;
    std::optional<MappedTensor> view = followView(value, user);
    if (!view) {
      readers.push_back({&use, value});
      continue;
    }
    auto behind = getReaders(*view);
    if (!behind)
      return std::nullopt;
    llvm::append_range(readers, *behind);
  }
  // Readers in other blocks can be no steps.
  auto isHere = [&](const Reader &reader) {
    return reader.operand->getOwner()->getBlock() == gemm->getBlock();
  };
  llvm::sort(readers, [&](const Reader &a, const Reader &b) {
    Operation *first = a.operand->getOwner(), *second = b.operand->getOwner();
    if (!isHere(a) || !isHere(b))
      return isHere(a) && !isHere(b);
    return first == second
               ? a.operand->getOperandNumber() < b.operand->getOperandNumber()
               : first->isBeforeInBlock(second);
  });
  return readers;
}

static void collectReaders(Value value, SmallVectorImpl<Operation *> &readers) {
  for (Operation *user : value.getUsers()) {
    if (isReshape(user))
      collectReaders(user->getResult(0), readers);
    else
      readers.push_back(user);
  }
}

SmallVector<Operation *> EpilogueChain::getOtherReaders(Value value) const {
  SmallVector<Operation *> readers;
  collectReaders(value, readers);
  llvm::erase_if(readers, [&](Operation *reader) {
    return llvm::any_of(steps, [&](EpilogueStep step) {
      return step.op.getOperation() == reader;
    });
  });
  return readers;
}

std::optional<unsigned> EpilogueChain::findSharedValue() const {
  for (unsigned number = 0; number < steps.size(); ++number)
    if (!getOtherReaders(values[number].value).empty())
      return number;
  return std::nullopt;
}

Operation *EpilogueChain::findLastSource() const {
  SmallVector<Value> sources(gemm->getOperands());
  for (const EpilogueStep &step : steps)
    for (const EpilogueInput &input : step.inputs)
      if (!input.number)
        sources.push_back(input.tensor.value);
  Operation *last = nullptr;
  for (Value source : sources) {
    Operation *producer = source.getDefiningOp();
    if (producer && producer->getBlock() == gemm->getBlock() &&
        (!last || last->isBeforeInBlock(producer)))
      last = producer;
  }
  return last;
}

//===----------------------------------------------------------------------===//
// Growing
//===----------------------------------------------------------------------===//

/// Says why `op`, whose body has `other`, is no epilogue.
static void reportOther(linalg::LinalgOp op, Operation *other) {
  StringRef why =
      isSlowFunction(*other)
          ? "takes longer than a tile of the gemm before leaves idle"
          : "is none of the arithmetic that an epilogue has, of "
            "elements at the place of the result";
  remark::missed(
      op.getLoc(),
      remark::RemarkOpts::name("no-epilogue").category("lowp-form-epilogues"))
      << remark::reason("{0} {1}; it runs in a kernel of its own",
                        other->getName().getStringRef(), why);
}

/// Takes what `reader` computes, if an epilogue can.
bool EpilogueChain::add(const Reader &reader) {
  linalg::LinalgOp op = getElementwise(reader.operand->getOwner());
  std::optional<EpilogueStep> step = op ? match(op, reader) : std::nullopt;
  if (!step)
    return false;
  AffineMap map = reader.tensor.map;
  steps.push_back(*step);
  values.push_back({op->getResult(0), map});
  return true;
}

/// Takes the only operation that reads the end.
bool EpilogueChain::addOnlyReader() {
  auto readers = getReaders(getEnd());
  if (!readers || readers->empty())
    return false;
  Operation *first = readers->front().operand->getOwner();
  bool isOnly = llvm::all_of(*readers, [&](const Reader &reader) {
    return reader.operand->getOwner() == first;
  });
  if (!isOnly)
    return false;
  if (add(readers->front()))
    return true;
  linalg::LinalgOp op = getElementwise(first);
  if (Operation *other = op ? findOtherArithmetic(op) : nullptr)
    reportOther(op, other);
  return false;
}

/// Takes operations back until the epilogue pays, but keeps `least` of them.
void EpilogueChain::shrink(size_t least) {
  while (steps.size() > least && !pays()) {
    steps.pop_back();
    values.pop_back();
  }
}

/// Takes one of the operations that read the end, and what follows it, if the
/// end pays as a second result or all that reads it is taken, too.
bool EpilogueChain::addOneOfReaders() {
  auto readers = getReaders(getEnd());
  size_t before = steps.size();
  for (const Reader &reader : readers.value_or(SmallVector<Reader>())) {
    if (!add(reader))
      continue;
    while (addOnlyReader())
      continue;
    shrink(before);
    if (steps.size() > before)
      return true;
  }
  return false;
}

void EpilogueChain::grow() {
  do
    while (addOnlyReader())
      continue;
  while (addOneOfReaders());
  shrink(/*least=*/0);
}
