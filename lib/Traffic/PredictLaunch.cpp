//===- PredictLaunch.cpp - The time of a launch of the report -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PredictLaunch.h"

#include "LaunchAccesses.h"

#include "lowp/Conversion/LinalgToGPU/GenericWork.h"
#include "lowp/Cost/GenericCost.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Kernel/Config/PredictGemm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static std::optional<double> predictGemm(GemmOp gemm, const ChipTarget &chip) {
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  if (failed(problem))
    return std::nullopt;
  GemmEpilogue epilogue;
  epilogue.maps.assign(gemm.getEpilogueMaps());
  for (Type input : gemm.getInputs().getTypes())
    epilogue.inputs.push_back(cast<MemRefType>(input));
  return predictGemm(*problem, chip, gemm.getContext(), {}, epilogue);
}

/// Matrices of which all rows are multiplied: those of the rhs, unless each
/// row, or element of K, is in one group.
static int64_t countProducts(const GemmProblem &problem) {
  bool isOnce = problem.hasRowGroups() || problem.hasKGroups();
  return isOnce ? 1 : problem.batch.value_or(1);
}

std::optional<double> mlir::lowp::countFlops(Operation *op) {
  auto gemm = dyn_cast<GemmOp>(op);
  if (!gemm)
    return std::nullopt;
  FailureOr<GemmProblem> problem = analyzeGemm(gemm);
  if (failed(problem))
    return std::nullopt;
  double flops = 2;
  for (int64_t size :
       {problem->m, problem->n, problem->k, countProducts(*problem)}) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    flops *= static_cast<double>(size);
  }
  return flops;
}

//===----------------------------------------------------------------------===//
// Fusions
//===----------------------------------------------------------------------===//

/// Points that `op` computes; nothing where a size is unknown.
static std::optional<double> countPoints(linalg::LinalgOp op) {
  double points = 1;
  for (int64_t range : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range))
      return std::nullopt;
    points *= static_cast<double>(range);
  }
  return points;
}

/// Bytes of a tensor that `op` writes along a column of what it reads, or 0.
static double countTurned(Operation &op) {
  auto quantize = dyn_cast<QuantizeOp>(op);
  if (!quantize)
    return 0;
  auto type = cast<ScaledType>(quantize.getResult().getType());
  RankedTensorType data = type.getDataType();
  bool isTurned = type.getOrder().front() != 0;
  return isTurned && data.hasStaticShape()
             ? static_cast<double>(data.getNumElements())
             : 0;
}

/// What of the body of `op` each element has for itself. The rest is the same
/// for several of them: what follows from that is computed once.
static llvm::SmallDenseSet<Value> findOwn(linalg::LinalgOp op) {
  llvm::SmallDenseSet<Value> own;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() >= op.getNumLoops() &&
        llvm::none_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>))
      own.insert(op.getMatchingBlockArgument(&operand));
  }
  auto isOwn = [&](Value value) { return own.contains(value); };
  for (Operation &inner : *op.getBlock())
    if (isa<linalg::IndexOp>(inner) || llvm::any_of(inner.getOperands(), isOwn))
      own.insert(inner.result_begin(), inner.result_end());
  return own;
}

/// Whether `op` takes as long as a function for each element that `own` has.
static bool isSlowForEach(const llvm::SmallDenseSet<Value> &own,
                          Operation &op) {
  if (!isSlowFunction(op) || !own.contains(op.getResult(0)))
    return false;
  // The reciprocal of a divisor that they share is computed once.
  auto divide = dyn_cast<arith::DivFOp>(op);
  return !divide || own.contains(divide.getRhs());
}

/// Whether the mode of mathematics lets `op` be approximated.
static bool isApproximate(Operation &op) {
  using arith::FastMathFlags;
  auto math = dyn_cast<arith::ArithFastMathInterface>(op);
  return math &&
         arith::bitEnumContainsAny(math.getFastMathFlagsAttr().getValue(),
                                   FastMathFlags::afn | FastMathFlags::arcp);
}

/// Adds what `fusion` does to the elements of `work`; false where a size is
/// unknown.
static bool addFusion(func::FuncOp fusion, FusionWork &work) {
  double functions = 0, approximations = 0, sums = 0;
  for (Operation &op : fusion.front()) {
    work.bytesTurned += countTurned(op);
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      continue;
    std::optional<double> points = countPoints(linalgOp);
    if (!points)
      return false;
    llvm::SmallDenseSet<Value> own = findOwn(linalgOp);
    for (Operation &inner : *linalgOp.getBlock()) {
      if (isSlowForEach(own, inner))
        (isApproximate(inner) ? approximations : functions) += *points;
      // A maximum has no order to be kept.
      if (linalgOp.getNumReductionLoops() != 0 && isa<arith::AddFOp>(inner))
        sums += *points;
    }
  }
  double elements = std::max(work.elements, 1.0);
  work.functions += std::llround(functions / elements);
  work.approximations += std::llround(approximations / elements);
  work.rowSums += std::llround(sums / elements);
  return true;
}

/// Elements of the largest buffer that a launch reads or writes.
static double countElements(const LaunchTraffic &traffic) {
  int64_t most = 0;
  for (const auto *list : {&traffic.reads, &traffic.writes})
    for (const BufferTraffic &buffer : *list)
      if (auto type = dyn_cast<ShapedType>(buffer.type);
          type && type.hasStaticShape())
        most = std::max(most, type.getNumElements());
  return static_cast<double>(most);
}

/// Bytes that a launch reads and writes; nothing where a size is unknown.
static std::optional<double> countBytes(const LaunchTraffic &traffic) {
  std::optional<int64_t> reads = traffic.countReads().getNumber();
  std::optional<int64_t> writes = traffic.countWrites().getNumber();
  if (!reads || !writes)
    return std::nullopt;
  return static_cast<double>(*reads) + static_cast<double>(*writes);
}

/// Whether a launch before `fusion` clears what it combines in memory: maxima
/// of whole rows or columns.
static bool needsZeros(func::FuncOp fusion) {
  Operation *end = fusion.front().getTerminator();
  return llvm::any_of(end->getOperands(), [](Value result) {
    auto amax = result.getDefiningOp<AmaxOp>();
    return amax && hasWholeExtent(amax.getBlockShape());
  });
}

static std::optional<double> predictFusions(ArrayRef<func::FuncOp> fusions,
                                            const LaunchTraffic &traffic,
                                            const ChipTarget &chip) {
  std::optional<int64_t> reads = traffic.countReads().getNumber();
  std::optional<int64_t> writes = traffic.countWrites().getNumber();
  if (!reads || !writes)
    return std::nullopt;
  FusionWork work;
  work.bytesRead = static_cast<double>(*reads);
  work.bytesWritten = static_cast<double>(*writes);
  work.elements = countElements(traffic);
  // Launches that are one have counters, which begin with zeros, too.
  work.launches += fusions.size() > 1 || llvm::any_of(fusions, needsZeros);
  for (func::FuncOp fusion : fusions)
    if (!addFusion(fusion, work))
      return std::nullopt;
  return estimateMicroseconds(work, chip.part->facts, chip.part->fusions);
}

//===----------------------------------------------------------------------===//
// Generic kernels
//===----------------------------------------------------------------------===//

/// What the kernel of `op` does; nothing for functions of the user's, and where
/// a size is unknown.
static std::optional<GenericWork> getWork(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return getGenericWork(linalgOp);
  if (auto order = dyn_cast<LaunchOrderRowsOp>(op))
    return getGenericWork(order);
  // A thread for each element of the updates.
  if (isa<ScatterOp>(op))
    return GenericWork();
  return std::nullopt;
}

static std::optional<double> predictGeneric(Operation *op,
                                            const LaunchTraffic &traffic,
                                            const ChipTarget &chip) {
  std::optional<GenericWork> work = getWork(op);
  std::optional<double> bytes = countBytes(traffic);
  if (!work || !bytes)
    return std::nullopt;
  return estimateMicroseconds(
      ThreadWork{*bytes, work->blocks, work->loads, work->loadsAtOnce},
      chip.part->facts, chip.part->fusions);
}

std::optional<double>
mlir::lowp::predictMicroseconds(ArrayRef<Operation *> ops,
                                const LaunchTraffic &traffic,
                                const ChipTarget &chip) {
  if (auto gemm = dyn_cast<GemmOp>(ops.front()))
    return predictGemm(gemm, chip);
  SmallVector<func::FuncOp> fusions;
  for (Operation *op : ops)
    if (auto launch = dyn_cast<LaunchFusionOp>(op))
      if (func::FuncOp fusion = lookUpFusion(launch))
        fusions.push_back(fusion);
  return fusions.size() == ops.size()
             ? predictFusions(fusions, traffic, chip)
             : predictGeneric(ops.front(), traffic, chip);
}

bool mlir::lowp::isSlow(const LaunchTraffic &traffic, const ChipTarget &chip) {
  std::optional<double> bytes = countBytes(traffic);
  return traffic.kind != LaunchKind::Gemm && traffic.microseconds && bytes &&
         isSlowForItsBytes(*traffic.microseconds, *bytes, chip.part->facts,
                           chip.part->fusions);
}
