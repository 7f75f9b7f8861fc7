//===- TileKinds.cpp - Which tiles a matmul consists of -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/GroupStarts.h"
#include "lowp/Kernel/Gemm/TileKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

TileKind::~TileKind() = default;

/// Adds the arguments of all kernels of groups.
static void describeGroups(const GemmKernelSpec &spec, MLIRContext *context,
                           SmallVectorImpl<KernelArgumentInfo> &arguments) {
  arguments.push_back({KernelArgument::Groups, "groups", spec.groups});
  arguments.push_back(
      {KernelArgument::GroupCount, "G", IntegerType::get(context, 32)});
}

/// What a tile walks of K at least: a block, or one for each step of the store
/// that its products hide.
static int64_t getLeastK(const GemmKernelSpec &spec) {
  if (!spec.getChoices().overlapStore)
    return 1;
  int64_t steps = llvm::divideCeil(countStoreSubtiles(spec),
                                   spec.getChoices().epilogueStages);
  return (steps - 1) * spec.getTileK() + 1;
}

/// A table of groups that `kind` of them says lie along `dim`, each in whole
/// tiles of `tile`.
static GroupTableOp createTable(ImplicitLocOpBuilder &builder,
                                const KernelParts &parts, GroupKind kind,
                                KernelArgument dim, int64_t tile) {
  const GemmProblem &problem = parts.spec.problem;
  Value count = ShapedType::isDynamic(*problem.batch)
                    ? parts.getArgument(KernelArgument::GroupCount)
                    : constantI32(builder, *problem.batch);
  return GroupTableOp::create(
      builder, GroupsType::get(builder.getContext()), builder.getI32Type(),
      kind, parts.getArgument(KernelArgument::Groups), count,
      parts.spec.getMostGroups(), parts.getArgument(dim), tile,
      /*offset=*/IntegerAttr());
}

/// Builds the table of groups. Returns how many rows their tiles have.
static Value buildTable(ImplicitLocOpBuilder &builder, KernelParts &parts,
                        GroupKind kind, KernelArgument dim, int64_t tile) {
  GroupTableOp table = createTable(builder, parts, kind, dim, tile);
  parts.groups = table.getGroups();
  return table.getVirtualRows();
}

/// Whether `op` reads at most, so that tables of groups are as they were.
static bool onlyReads(Operation &op) {
  auto effects = getEffectsRecursively(&op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect());
         });
}

/// Finds where the tile of a loop is in a table of groups, unless that has just
/// been found: not by what the products of the tile lie between, as registers
/// would hold it meanwhile.
template <typename LocateOp, typename... Operands>
static LocateOp findPlace(ImplicitLocOpBuilder &builder, Value groups,
                          Operands... operands) {
  auto before = llvm::make_range(builder.getInsertionBlock()->begin(),
                                 builder.getInsertionPoint());
  for (Operation &op : llvm::reverse(before)) {
    if (auto found = dyn_cast<LocateOp>(op);
        found && found.getGroups() == groups)
      return found;
    if (!onlyReads(op))
      break;
  }
  return LocateOp::create(builder, groups, operands...);
}

namespace {
/// One matrix.
class DenseTiles : public TileKind {
public:
  void describeArguments(const GemmKernelSpec &, MLIRContext *,
                         SmallVectorImpl<KernelArgumentInfo> &) const override {
  }
  Value buildRows(ImplicitLocOpBuilder &builder,
                  KernelParts &parts) const override {
    return parts.getSize(builder, KernelArgument::M);
  }
  TilePlace locate(ImplicitLocOpBuilder &, const KernelParts &,
                   ForEachTileOp tile) const override {
    return {Value(), tile.getRow(), tile.getColumn(), Value()};
  }
  Value countTileRows(ImplicitLocOpBuilder &builder,
                      const HostRows &host) const override {
    return createCeilDiv(builder, host.rows, host.clusterRows);
  }
};

/// Matrices of one size, each in whole tiles, one below the other.
class BatchTiles : public DenseTiles {
public:
  void describeArguments(
      const GemmKernelSpec &, MLIRContext *context,
      SmallVectorImpl<KernelArgumentInfo> &arguments) const override {
    arguments.push_back(
        {KernelArgument::BatchM, "batch_m", IntegerType::get(context, 32)});
  }
  TilePlace locate(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                   ForEachTileOp tile) const override {
    Value rows = parts.getArgument(KernelArgument::BatchM);
    return {arith::DivUIOp::create(builder, tile.getRow(), rows),
            arith::RemUIOp::create(builder, tile.getRow(), rows),
            tile.getColumn(), Value()};
  }
};

/// Matrices of one size, as those of a batch, each the sum over a group of K.
class KGroupTiles : public BatchTiles {
public:
  void describeArguments(
      const GemmKernelSpec &spec, MLIRContext *context,
      SmallVectorImpl<KernelArgumentInfo> &arguments) const override {
    BatchTiles::describeArguments(spec, context, arguments);
    describeGroups(spec, context, arguments);
  }
  Value buildRows(ImplicitLocOpBuilder &builder,
                  KernelParts &parts) const override {
    const GemmProblem &problem = parts.spec.problem;
    buildTable(builder, parts, GroupKind::Rows, KernelArgument::K,
               problem.getStart() > 1 ? problem.getStart()
                                      : parts.spec.getTileK());
    if (hasOwnPlaces(problem.lhs.type))
      parts.scaleGroups = createTable(builder, parts, GroupKind::Rows,
                                      KernelArgument::K, parts.spec.getTileK())
                              .getGroups();
    return BatchTiles::buildRows(builder, parts);
  }
  TilePlace locate(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                   ForEachTileOp tile) const override {
    auto found = findPlace<LocateKOp>(builder, parts.groups, tile.getRow(),
                                      parts.getArgument(KernelArgument::BatchM),
                                      getLeastK(parts.spec),
                                      parts.spec.problem.getStart() > 1);
    return {found.getGroup(), found.getRowInMatrix(), tile.getColumn(), Value(),
            found.getFirst(), found.getSize(),        found.getExtent()};
  }
};

/// Matrices of which so many rows count, each in as many tiles as those need.
class CountedTiles : public DenseTiles {
public:
  void describeArguments(
      const GemmKernelSpec &spec, MLIRContext *context,
      SmallVectorImpl<KernelArgumentInfo> &arguments) const override {
    describeGroups(spec, context, arguments);
  }
  Value buildRows(ImplicitLocOpBuilder &builder,
                  KernelParts &parts) const override {
    return buildTable(builder, parts, getNumbers(), KernelArgument::M,
                      parts.spec.getTileM());
  }
  TilePlace locate(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                   ForEachTileOp tile) const override {
    auto found = findPlace<LocateGroupOp>(builder, parts.groups, tile.getRow());
    return {found.getGroup(), found.getFirst(), tile.getColumn(),
            found.getEnd()};
  }

protected:
  virtual GroupKind getNumbers() const { return GroupKind::Counts; }
};

/// One matrix whose rows are in groups that end anywhere.
class RowGroupTiles : public CountedTiles {
public:
  Value countTileRows(ImplicitLocOpBuilder &builder,
                      const HostRows &host) const override;

protected:
  GroupKind getNumbers() const override { return GroupKind::Rows; }
};
} // namespace

/// Each group has one tile at most that it does not fill. Without groups, or
/// rows, there are none.
Value RowGroupTiles::countTileRows(ImplicitLocOpBuilder &builder,
                                   const HostRows &host) const {
  Value full =
      arith::DivUIOp::create(builder, host.m, constantI32(builder, host.tileM));
  Value most = arith::AddIOp::create(
      builder, full, arith::MinUIOp::create(builder, host.matrices, host.m));
  Value zero = constantI32(builder, 0);
  Value isEmpty = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                        host.matrices, zero);
  return arith::SelectOp::create(builder, isEmpty, zero, most);
}

const TileKind &mlir::lowp_gpu::getTileKind(const GemmProblem &problem) {
  static const DenseTiles dense;
  static const BatchTiles batch;
  static const CountedTiles counted;
  static const RowGroupTiles rowGroups;
  static const KGroupTiles kGroups;
  if (problem.hasRowGroups())
    return rowGroups;
  if (problem.hasKGroups())
    return kGroups;
  if (problem.grouping)
    return counted;
  if (problem.batch)
    return batch;
  return dense;
}
