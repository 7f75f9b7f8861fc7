//===- HostSide.cpp - The host code around a gemm kernel ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostSide.h"
#include "EmptySums.h"
#include "HostSizes.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Kernel/Gemm/TileKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// Builds the launch of one kernel of a gemm.
class GemmLaunch {
public:
  GemmLaunch(ImplicitLocOpBuilder &builder, GemmOp gemm,
             const GemmKernelSpec &spec, const GemmSizes &sizes)
      : gemm(gemm), spec(spec), builder(builder), sizes(sizes) {}
  void build(SymbolRefAttr kernel);

private:
  void measure();
  void checkBatch();
  void checkGroups();
  Value chooseTileM();
  Value countTiles();
  Value encode(Value buffer, Type type, Value tileM = {});
  Value encodeScales(Value buffer, const GemmOperand &operand, Type type);
  Value getArgument(const KernelArgumentInfo &info);
  Value ceilDiv(Value size, Value part) {
    return createCeilDiv(builder, size, part);
  }
  Value constant(int64_t value) { return constantI32(builder, value); }

  GemmOp gemm;
  const GemmKernelSpec &spec;
  ImplicitLocOpBuilder &builder;
  const GemmSizes &sizes;
  /// Rows of a warpgroup's M tile.
  Value tileM;
  /// M in whole tiles, and the rows that the kernel computes: as many for each
  /// matrix of a batch. Without a batch the latter are M; with groups they are
  /// as many at most.
  Value batchM, rows;
};
} // namespace

/// The tile_m of a kernel, rows of a warpgroup's M tile: M divided evenly among
/// the fewest tiles, up to the kernel's alignment; a single one is as low as M.
Value GemmLaunch::chooseTileM() {
  if (!spec.hasDynamicTileM())
    return constant(spec.atom->getRows());
  Value some = arith::MaxUIOp::create(builder, sizes.m, constant(1));
  Value tiles = ceilDiv(some, constant(spec.getTileM()));
  Value mTiles =
      arith::MulIOp::create(builder, tiles, constant(spec.getMTiles()));
  Value even = ceilDiv(some, mTiles);
  int64_t alignment = spec.getRowAlignment();
  Value aligned = arith::MulIOp::create(
      builder, ceilDiv(even, constant(alignment)), constant(alignment));
  if (spec.config.getCluster()[0] > 1)
    return aligned;
  return arith::MinUIOp::create(builder, aligned, some);
}

Value GemmLaunch::countTiles() {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  Value clusterM = arith::MulIOp::create(
      builder, tileM, constant(spec.getMTiles() * cluster[0]));
  HostRows host{sizes.m, sizes.batch, rows, clusterM, spec.getTileM()};
  return arith::MulIOp::create(
      builder, getTileKind(spec.problem).countTileRows(builder, host),
      ceilDiv(sizes.n, constant(spec.getTileN() * cluster[1])));
}

/// The rows of all matrices are counted in 32 bits, too.
void GemmLaunch::checkBatch() {
  auto widen = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, builder.getI64Type(), value);
  };
  Value all = arith::MulIOp::create(builder, widen(sizes.batch), widen(batchM));
  constexpr int64_t kMost = GemmKernelSpec::kMaxSize;
  Value ok = arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, all,
                                   widen(constant(kMost)));
  cf::AssertOp::create(builder, ok,
                       "gemm: expected at most " + std::to_string(kMost) +
                           " rows in all matrices of a batch; divide it");
}

/// Tables have room for some groups, and their virtual rows are counted in 32
/// bits.
void GemmLaunch::checkGroups() {
  auto isAtMost = [&](Value value, int64_t most) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, value,
                                 constant(most));
  };
  if (ShapedType::isDynamic(*spec.problem.batch)) {
    constexpr int64_t kMost = GroupTableOp::kMostGroups;
    cf::AssertOp::create(builder, isAtMost(sizes.batch, kMost),
                         "gemm: expected at most " + std::to_string(kMost) +
                             " groups; divide the matmul");
  }
  int64_t most =
      GemmKernelSpec::kMaxSize - spec.getMostGroups() * spec.getTileM();
  if (spec.problem.hasRowGroups() && ShapedType::isDynamic(spec.problem.m))
    cf::AssertOp::create(builder, isAtMost(sizes.m, most),
                         "gemm: expected at most " + std::to_string(most) +
                             " rows in all groups; divide the matmul");
}

/// Computes the sizes that depend on the tile.
void GemmLaunch::measure() {
  tileM = chooseTileM();
  rows = sizes.m;
  if (spec.problem.grouping)
    checkGroups();
  if (!spec.problem.batch || spec.problem.hasRowGroups())
    return;
  int64_t tiles = spec.getMTiles() * spec.config.getCluster()[0];
  Value tile = arith::MulIOp::create(builder, tileM, constant(tiles));
  batchM = arith::MulIOp::create(builder, ceilDiv(sizes.m, tile), tile);
  checkBatch();
  rows = arith::MulIOp::create(builder, sizes.batch, batchM);
}

/// The kernel argument of type `type` made from `buffer`. With `tileM` a copy
/// moves as many rows.
Value GemmLaunch::encode(Value buffer, Type type, Value tileM) {
  if (!isa<TensorMapType>(type))
    return buffer;
  return EncodeTensorMapOp::create(builder, type, buffer, tileM);
}

/// The same made from the scales of `operand`.
Value GemmLaunch::encodeScales(Value buffer, const GemmOperand &operand,
                               Type type) {
  SmallVector<ReassociationIndices> groups = getScaleGroups(operand);
  if (!groups.empty())
    buffer = memref::CollapseShapeOp::create(builder, buffer, groups);
  return encode(buffer, type);
}

Value GemmLaunch::getArgument(const KernelArgumentInfo &info) {
  // Copies of the lhs, of outputs and inputs may move fewer rows.
  Value moved = spec.hasDynamicTileM() ? tileM : Value();
  switch (info.argument) {
  case KernelArgument::Lhs:
    return encode(gemm.getLhsData(), info.type, moved);
  case KernelArgument::Rhs:
    return encode(gemm.getRhsData(), info.type);
  case KernelArgument::Output:
    return encode(gemm.getInits()[info.index], info.type, moved);
  case KernelArgument::OutputRows:
    return gemm.getInits()[info.index];
  case KernelArgument::LhsScales:
    return encodeScales(gemm.getLhsScales(), spec.problem.lhs, info.type);
  case KernelArgument::RhsScales:
    return encodeScales(gemm.getRhsScales(), spec.problem.rhs, info.type);
  case KernelArgument::LhsGlobalScale:
    return gemm.getLhsGlobalScale();
  case KernelArgument::RhsGlobalScale:
    return gemm.getRhsGlobalScale();
  case KernelArgument::M:
    return spec.problem.countsRows() ? sizes.m : rows;
  case KernelArgument::N:
    return sizes.n;
  case KernelArgument::K:
    return sizes.k;
  case KernelArgument::TileM:
    return tileM;
  case KernelArgument::BatchM:
    return batchM;
  case KernelArgument::Groups:
    return gemm.getGroups();
  case KernelArgument::GroupCount:
    return sizes.batch;
  case KernelArgument::EpilogueInput:
    return encode(gemm.getInputs()[info.index], info.type, moved);
  }
  llvm_unreachable("all arguments are above");
}

void GemmLaunch::build(SymbolRefAttr kernel) {
  measure();
  auto arguments = llvm::map_to_vector(
      describeKernelArguments(spec, builder.getContext()),
      [&](const KernelArgumentInfo &info) { return getArgument(info); });
  LaunchOp::create(builder, kernel, countTiles(), arguments);
}

/// The number of the config that `table` has for `m`, an index.
static Value lookupConfig(ImplicitLocOpBuilder &builder, ConfigTableAttr table,
                          Value m) {
  auto number = [&](int64_t choice) -> Value {
    return arith::ConstantIndexOp::create(builder, choice);
  };
  Value found = number(table.getChoices().back());
  for (auto [bound, choice] : llvm::reverse(
           llvm::zip(table.getBounds(), table.getChoices().drop_back()))) {
    Value most = constantI32(builder, bound);
    Value isWithin =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, m, most);
    found = arith::SelectOp::create(builder, isWithin, number(choice), found);
  }
  return found;
}

/// The region of `choice` that config `number` of `count` is launched in. The
/// last config is the default.
static Region &getRegion(scf::IndexSwitchOp choice, size_t number,
                         size_t count) {
  return number + 1 == count ? choice.getDefaultRegion()
                             : choice.getCaseRegions()[number];
}

/// Builds the launches of all kernels of `table`, of which the one for M runs.
static void buildSwitch(ImplicitLocOpBuilder &builder, GemmOp gemm,
                        ConfigTableAttr table, const GemmSizes &sizes,
                        ArrayRef<GemmKernelSpec> specs,
                        ArrayRef<SymbolRefAttr> kernels) {
  size_t count = specs.size();
  auto cases = llvm::to_vector(llvm::seq<int64_t>(0, count - 1));
  auto choice = scf::IndexSwitchOp::create(
      builder, TypeRange(), lookupConfig(builder, table, sizes.m), cases,
      cases.size());
  for (size_t number = 0; number < count; ++number) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&getRegion(choice, number, count));
    GemmLaunch(builder, gemm, specs[number], sizes).build(kernels[number]);
    scf::YieldOp::create(builder);
  }
}

/// Builds what is done where `k` is 0; `builder` goes on where it is not.
static void guardEmptySum(ImplicitLocOpBuilder &builder, GemmOp gemm, Value k) {
  Value isEmpty = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, k,
                                        constantI32(builder, 0));
  auto guard = scf::IfOp::create(builder, isEmpty, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(guard.thenBlock());
  buildEmptySum(builder, gemm);
  builder.setInsertionPointToStart(guard.elseBlock());
}

void mlir::lowp_gpu::buildGemmLaunch(GemmOp gemm,
                                     ArrayRef<GemmKernelSpec> specs,
                                     ArrayRef<SymbolRefAttr> kernels) {
  ImplicitLocOpBuilder builder(gemm.getLoc(), gemm);
  GemmSizes sizes = measureGemm(builder, gemm, specs);
  if (ShapedType::isDynamic(specs.front().problem.k))
    guardEmptySum(builder, gemm, sizes.k);
  auto table =
      gemm->getAttrOfType<ConfigTableAttr>(LowpGPUDialect::getConfigAttrName());
  if (table && specs.size() > 1)
    buildSwitch(builder, gemm, table, sizes, specs, kernels);
  else
    GemmLaunch(builder, gemm, specs.front(), sizes).build(kernels.front());
  gemm.erase();
}
