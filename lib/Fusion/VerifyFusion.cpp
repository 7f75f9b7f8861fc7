//===- VerifyFusion.cpp - Whether a space is that of its ops --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks nothing of what has made the space: what joins dimensions and what
// checks them make their mistakes apart.
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/VerifyFusion.h"

#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::lowp;

static bool areKnownToDiffer(int64_t first, int64_t second) {
  return !ShapedType::isDynamic(first) && !ShapedType::isDynamic(second) &&
         first != second;
}

/// How many elements a kernel of `space` has of `value` along dimension `dim`:
/// of a concat those of all parts, which are stored beside each other.
static int64_t countElements(const IterationSpace &space, Value value,
                             unsigned dim) {
  if (auto concat = value.getDefiningOp<tensor::ConcatOp>();
      concat && !space.choices.contains(concat) &&
      space.dims.contains(concat.getInputs().front())) {
    int64_t all = 0, one = ShapedType::kDynamic;
    for (Value part : concat.getInputs()) {
      int64_t count = countElements(space, part, dim);
      if (ShapedType::isDynamic(count))
        return count;
      // Parts that differ in another dimension than the concat's are no part
      // of one.
      if (dim != concat.getDim() && areKnownToDiffer(one, count))
        return 0;
      one = count;
      all += count;
    }
    return dim == concat.getDim() ? all : one;
  }
  return space.getSize(value, dim) *
         (space.hasAllParts(value, dim) ? space.parts : 1);
}

static LogicalResult verifySizes(Operation *op, Value value,
                                 const IterationSpace &space) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !space.dims.contains(value))
    return success();
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t count = countElements(space, value, dim);
    if (areKnownToDiffer(count, type.getDimSize(dim)))
      return op->emitOpError("expected the fusion to iterate over ")
             << type.getDimSize(dim) << " elements of " << type
             << " along dimension " << dim << ", got " << count
             << ": a bug of lowp";
  }
  return success();
}

/// Whether `value` is read by its bytes or tiles, whose sizes are no
/// dimensions.
static bool isStorage(Operation *op, Value value) {
  auto made = dyn_cast<MakeScaledOp>(op);
  return made && value == made.getData() && !isPlainData(made.getType());
}

static LogicalResult verifyLoops(linalg::LinalgOp op,
                                 const IterationSpace &space) {
  SmallVector<SpaceDims> ofLoop(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInit = op.isDpsInit(&operand);
    Value value = isInit ? Value(op.getTiedOpResult(&operand)) : operand.get();
    if (!space.dims.contains(value))
      continue;
    SmallVector<SpaceDims> places = space.dims.lookup(value);
    for (auto [dims, index] : llvm::zip_equal(
             places, op.getMatchingIndexingMap(&operand).getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (!loop || dims.empty())
        continue;
      SpaceDims &known = ofLoop[loop.getPosition()];
      if (!known.empty() && known != dims)
        return op.emitOpError("expected loop ")
               << loop.getPosition()
               << " to be the same dimensions of the fusion, got [" << known
               << "] and [" << dims << "]: a bug of lowp";
      known = dims;
    }
  }
  llvm::SmallSet<int, 4> seen;
  for (ArrayRef<int> dims : ofLoop)
    for (int dim : dims)
      if (!seen.insert(dim).second)
        return op.emitOpError("expected loops of different dimensions of the "
                              "fusion, got two of dimension ")
               << dim << ": a bug of lowp";
  return success();
}

/// Whether a dimension of `narrow` has the dimensions of those of `wide`, of
/// which `op`, a reshape, makes it or which it makes of it.
static LogicalResult verifyReshape(Operation *op, Value wide, Value narrow,
                                   ArrayRef<ReassociationIndices> groups,
                                   const IterationSpace &space) {
  SmallVector<SpaceDims> parts = space.dims.lookup(wide);
  SmallVector<SpaceDims> wholes = space.dims.lookup(narrow);
  if (parts.empty() || wholes.empty())
    return success();
  for (auto [group, whole] : llvm::zip_equal(groups, wholes)) {
    SpaceDims joined;
    for (int64_t dim : group)
      joined.append(parts[dim]);
    if (joined != whole)
      return op->emitOpError("expected a reshape of the same dimensions of the "
                             "fusion, got [")
             << joined << "] and [" << whole << "]: a bug of lowp";
  }
  return success();
}

static LogicalResult verifyReshape(Operation *op, const IterationSpace &space) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return verifyReshape(op, collapse.getSrc(), collapse.getResult(),
                         collapse.getReassociationIndices(), space);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return verifyReshape(op, expand.getResult(), expand.getSrc(),
                         expand.getReassociationIndices(), space);
  return success();
}

/// Whether elements of `op`, which chooses, are those of its parts but for the
/// dimensions that count these.
static LogicalResult verifyChoice(tensor::ConcatOp op,
                                  const IterationSpace &space) {
  SmallVector<SpaceDims> all = space.dims.lookup(op.getResult());
  for (Value part : op.getInputs()) {
    SmallVector<SpaceDims> own = space.dims.lookup(part);
    SpaceDims low = std::exchange(own[op.getDim()], all[op.getDim()]);
    ArrayRef<int> whole = all[op.getDim()];
    if (own != all || whole.size() <= low.size() ||
        whole.take_back(low.size()) != ArrayRef(low))
      return op.emitOpError("expected the dimensions of a part to be the last "
                            "ones of what is chosen: a bug of lowp");
  }
  return success();
}

LogicalResult mlir::lowp::verifyFusion(ArrayRef<Operation *> ops,
                                       const IterationSpace &space) {
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (!isStorage(op, operand) && failed(verifySizes(op, operand, space)))
        return failure();
    for (Value result : op->getResults())
      if (failed(verifySizes(op, result, space)))
        return failure();
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
        linalgOp && failed(verifyLoops(linalgOp, space)))
      return failure();
    if (failed(verifyReshape(op, space)) ||
        (space.choices.contains(op) &&
         failed(verifyChoice(cast<tensor::ConcatOp>(op), space))))
      return failure();
    std::string why;
    if (isa<QuantizeOp, DequantizeOp, AmaxOp>(op) &&
        !space.holdsMatrix(op, why))
      return op->emitOpError("expected blocks along rows and columns of the "
                             "fusion, got that ")
             << why << ": a bug of lowp";
  }
  return success();
}

/// Whether `op` reads and writes buffers by maps, which its verifier holds to
/// their sizes.
static bool isAccess(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureBufferSemantics();
}

static LogicalResult verifyBody(Operation *op, Block &body) {
  SmallVector<Operation *> ops = getFusedOps(body);
  std::string why;
  std::optional<IterationSpace> space = IterationSpace::get(ops, why);
  if (!space)
    return op->emitOpError("expected ops with one iteration space, got that ")
           << why << ": a bug of lowp";
  return verifyFusion(ops, *space);
}

static LogicalResult verifyCallee(LaunchFusionOp launch) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      launch, launch.getCallee());
  if (!function || function.isDeclaration())
    return success();
  return verifyBody(launch, function.getBody().front());
}

LogicalResult mlir::lowp::verifyFusions(Operation *op) {
  WalkResult walk = op->walk([](Operation *op) {
    bool isRight = true;
    if (auto fusion = dyn_cast<FusionOp>(op))
      isRight = succeeded(verifyBody(op, fusion.getBody().front()));
    else if (auto launch = dyn_cast<LaunchFusionOp>(op))
      isRight = succeeded(verifyCallee(launch));
    else if (isAccess(op))
      isRight = succeeded(verify(op, /*verifyRecursively=*/false));
    return isRight ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}
