//===- Traffic.cpp - Bytes that a function moves --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Traffic/Traffic.h"

#include "LaunchAccesses.h"
#include "PredictLaunch.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/SizeTracer.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

StringRef mlir::lowp::stringify(LaunchKind kind) {
  switch (kind) {
  case LaunchKind::Gemm:
    return "gemm";
  case LaunchKind::Fusion:
    return "fusion";
  case LaunchKind::Generic:
    return "generic";
  case LaunchKind::Copy:
    return "copy";
  case LaunchKind::External:
    return "external";
  }
  llvm_unreachable("unknown kind of launch");
}

static SizeFormula sum(ArrayRef<BufferTraffic> buffers) {
  SizeFormula bytes;
  for (const BufferTraffic &buffer : buffers)
    bytes += buffer.bytes;
  return bytes;
}

SizeFormula LaunchTraffic::countReads() const { return sum(reads); }

SizeFormula LaunchTraffic::countWrites() const { return sum(writes); }

SizeFormula FunctionTraffic::countLaunches() const {
  SizeFormula count;
  for (const LaunchTraffic &launch : launches)
    count += launch.times;
  return count;
}

SizeFormula FunctionTraffic::countBytes() const {
  SizeFormula bytes;
  for (const LaunchTraffic &launch : launches)
    bytes += launch.times * (launch.countReads() + launch.countWrites());
  return bytes;
}

std::optional<double> FunctionTraffic::getRatio() const {
  std::optional<int64_t> bytes = countBytes().getNumber();
  std::optional<int64_t> ideal = countIdeal().getNumber();
  if (!bytes || !ideal || *ideal == 0)
    return std::nullopt;
  return static_cast<double>(*bytes) / static_cast<double>(*ideal);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Whether a linalg op moves elements and computes nothing.
static bool moves(linalg::LinalgOp op) {
  return op.getBlock()->getNumArguments() != 0 && op.getNumDpsInits() == 1 &&
         op.getNumDpsInputs() == 1 &&
         isa<ShapedType>(op.getDpsInputs()[0].getType()) && isCopy(op);
}

/// The same for all that is in a fusion.
static bool moves(func::FuncOp fusion) {
  return llvm::all_of(fusion.front(), [](Operation &op) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      return moves(linalgOp);
    return isa<tensor::TensorDialect, func::FuncDialect>(op.getDialect()) ||
           op.hasTrait<OpTrait::ConstantLike>();
  });
}

static LaunchKind classify(Operation *op) {
  return llvm::TypeSwitch<Operation *, LaunchKind>(op)
      .Case([](GemmOp) { return LaunchKind::Gemm; })
      .Case([](CallExternalOp) { return LaunchKind::External; })
      .Case([](LaunchFusionOp fusion) {
        func::FuncOp callee = lookUpFusion(fusion);
        return callee && moves(callee) ? LaunchKind::Copy : LaunchKind::Fusion;
      })
      .Case([](linalg::LinalgOp op) {
        return moves(op) ? LaunchKind::Copy : LaunchKind::Generic;
      })
      .Default([](Operation *) { return LaunchKind::Generic; });
}

static std::string getName(Operation *op) {
  if (auto fusion = dyn_cast<LaunchFusionOp>(op))
    return fusion.getCallee().getLeafReference().str();
  if (auto external = dyn_cast<CallExternalOp>(op))
    return external.getSymbol().str();
  return op->getName().getStringRef().str();
}

/// How often the loops around `op` run it; branches count as taken.
static SizeFormula countRuns(Operation *op, SizeTracer &sizes) {
  SizeFormula times = 1;
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      continue;
    auto from = loop.getLoopLowerBounds(), to = loop.getLoopUpperBounds(),
         step = loop.getLoopSteps();
    if (!from || !to || !step)
      return SizeFormula::getUnknown();
    for (auto [least, end, stride] : llvm::zip(*from, *to, *step))
      times = times * SizeFormula::getQuotient(
                          sizes.getIndex(end) - sizes.getIndex(least),
                          sizes.getIndex(stride), /*roundUp=*/true);
  }
  return times;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Finds the launches of a function and what they move.
class TrafficAnalysis {
public:
  TrafficAnalysis(func::FuncOp func,
                  const std::optional<lowp_gpu::ChipTarget> &chip)
      : func(func), chip(chip), sizes(func), aliases(func),
        traffic(func.getLoc()) {}
  FunctionTraffic run(const GenericKernels &generic);

private:
  /// What is read of a buffer that the caller provides, or of a constant.
  struct OuterBuffer {
    SizeFormula reads;
    bool isRead = false;
    bool isWritten = false;
  };

  /// The launch of `op`: that of the one before it, if both will be one kernel.
  LaunchTraffic &getLaunch(Operation *op);
  void add(Operation *op, bool isFilled);
  BufferTraffic describe(Value buffer, const SizeFormula &bytes);
  SmallVector<Value> getRoots(Value buffer);
  std::string describeRoot(Value root);
  void countIdeal();
  void countWorkspace();

  func::FuncOp func;
  const std::optional<lowp_gpu::ChipTarget> &chip;
  SizeTracer sizes;
  BufferViewFlowAnalysis aliases;
  llvm::MapVector<Value, OuterBuffer> outer;
  /// Numbers of buffers in between, in the order in which launches meet them.
  DenseMap<Value, unsigned> numbers;
  /// What the last launch does, and the buffers that it has touched: it finds
  /// them in the cache.
  SmallVector<Operation *> joined;
  llvm::SmallDenseSet<Value> touched;
  FunctionTraffic traffic;
};
} // namespace

/// Where the memory of `buffer` may come from.
SmallVector<Value> TrafficAnalysis::getRoots(Value buffer) {
  SmallVector<Value> roots;
  for (Value value : aliases.resolveReverse(buffer)) {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isArgument = argument && argument.getOwner() == &func.front();
    if (isArgument || isa_and_nonnull<memref::AllocOp, memref::GetGlobalOp>(
                          value.getDefiningOp()))
      roots.push_back(value);
  }
  return roots;
}

std::string TrafficAnalysis::describeRoot(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root))
    return "argument" + std::to_string(argument.getArgNumber());
  if (root.getDefiningOp<memref::GetGlobalOp>())
    return "constant";
  unsigned number = numbers.try_emplace(root, numbers.size()).first->second;
  return "workspace" + std::to_string(number);
}

BufferTraffic TrafficAnalysis::describe(Value buffer,
                                        const SizeFormula &bytes) {
  SmallVector<Value> roots = getRoots(buffer);
  return {roots.size() == 1 ? describeRoot(roots.front()) : "workspace",
          buffer.getType(), bytes};
}

LaunchTraffic &TrafficAnalysis::getLaunch(Operation *op) {
  if (op->hasAttr(lowp_gpu::LowpGPUDialect::getFollowsAttrName()) &&
      !joined.empty()) {
    LaunchTraffic &launch = traffic.launches.back();
    launch.name += "+" + getName(op);
    joined.push_back(op);
    return launch;
  }
  joined = {op};
  touched.clear();
  LaunchTraffic &launch =
      traffic.launches.emplace_back(classify(op), getName(op), op->getLoc());
  launch.times = countRuns(op, sizes);
  return launch;
}

void TrafficAnalysis::add(Operation *op, bool isFilled) {
  LaunchTraffic &launch = getLaunch(op);
  LaunchAccesses accesses = getAccesses(op, isFilled, sizes);
  for (auto &[buffer, bytes] : accesses.reads) {
    if (!touched.insert(buffer).second)
      continue;
    launch.reads.push_back(describe(buffer, bytes));
    for (Value root : getRoots(buffer)) {
      // An outer buffer that is written is a result that is read back.
      if (outer[root].isWritten)
        continue;
      outer[root].isRead = true;
      outer[root].reads += launch.times * bytes;
    }
  }
  for (auto &[buffer, bytes] : accesses.writes) {
    touched.insert(buffer);
    launch.writes.push_back(describe(buffer, bytes));
    for (Value root : getRoots(buffer))
      outer[root].isWritten = true;
  }
  launch.flops = countFlops(op);
  if (chip) {
    launch.microseconds = predictMicroseconds(joined, launch, *chip);
    launch.isSlow = isSlow(launch, *chip);
  }
}

void TrafficAnalysis::countIdeal() {
  for (const auto &[root, use] : outer) {
    if (root.getDefiningOp<memref::AllocOp>())
      continue;
    SizeFormula bytes = sizes.getBytes(root);
    // Parts of it may be all that is read.
    if (use.isRead)
      traffic.idealReads += SizeFormula::getMin(use.reads, bytes);
    if (use.isWritten)
      traffic.idealWrites += bytes;
  }
}

void TrafficAnalysis::countWorkspace() {
  for (const BufferGroup &group : groupBuffers(func)) {
    SmallVector<SizeFormula> members;
    for (memref::AllocOp alloc : group.members) {
      members.push_back(sizes.getBytes(alloc));
      traffic.workspaceWithoutReuse += members.back();
    }
    traffic.workspace +=
        group.bytes ? SizeFormula(*group.bytes) : SizeFormula::getMax(members);
  }
}

static std::optional<StageSignature> getStage(func::FuncOp func) {
  auto reads = func->getAttrOfType<DenseI64ArrayAttr>(
      LowpDialect::getStageReadsAttrName());
  auto writes = func->getAttrOfType<DenseI64ArrayAttr>(
      LowpDialect::getStageWritesAttrName());
  auto types =
      func->getAttrOfType<ArrayAttr>(LowpDialect::getStageTypesAttrName());
  if (!reads || !writes || !types)
    return std::nullopt;
  StageSignature stage{SmallVector<int64_t>(reads.asArrayRef()),
                       SmallVector<int64_t>(writes.asArrayRef()),
                       {}};
  for (Type type : types.getAsValueRange<TypeAttr>())
    stage.types.push_back(cast<RankedTensorType>(type));
  return stage;
}

FunctionTraffic TrafficAnalysis::run(const GenericKernels &generic) {
  traffic.name = func.getName();
  traffic.stage = getStage(func);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto dps = dyn_cast<DestinationStyleOpInterface>(op);
    if (!dps || !dps.hasPureBufferSemantics())
      return WalkResult::advance();
    add(op, generic.initialValues.contains(op));
    return WalkResult::skip();
  });
  countIdeal();
  countWorkspace();
  return std::move(traffic);
}

FunctionTraffic
mlir::lowp::analyzeTraffic(func::FuncOp func,
                           const std::optional<lowp_gpu::ChipTarget> &chip) {
  GenericKernels generic = collectGenericKernels(func);
  return TrafficAnalysis(func, chip).run(generic);
}
