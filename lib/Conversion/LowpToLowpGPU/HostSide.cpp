//===- HostSide.cpp - The host code around a gemm kernel ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostSide.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
/// Builds the launch of one gemm kernel.
class GemmLaunch {
public:
  GemmLaunch(GemmOp gemm, const GemmKernelSpec &spec, KernelOp kernel)
      : gemm(gemm), spec(spec), kernel(kernel), builder(gemm.getLoc(), gemm) {}
  void build(StringRef moduleName);

private:
  Value getSize(Value buffer, unsigned dim, StringRef name);
  Value getK();
  void measure();
  void checkBatch(Value rows);
  void checkMultiple(Value size, int64_t factor, StringRef name);
  void checkSizes();
  void checkSameK();
  Value chooseTileM();
  Value countTiles();
  Value ceilDiv(Value size, Value part);
  Value encode(Value buffer, Type type, Value tileM = {});
  Value getArgument(const KernelArgumentInfo &info);
  Value constant(int64_t value) { return constantI32(builder, value); }

  GemmOp gemm;
  const GemmKernelSpec &spec;
  KernelOp kernel;
  ImplicitLocOpBuilder builder;
  Value m, n, k;
  /// Rows of a warpgroup's M tile.
  Value tileM;
  /// M in whole tiles, and the rows that the kernel computes: as many for each
  /// matrix of a batch. Without a batch the latter are M.
  Value batchM, rows;
};
} // namespace

Value GemmLaunch::getSize(Value buffer, unsigned dim, StringRef name) {
  Value size = memref::DimOp::create(builder, buffer, dim);
  if (cast<MemRefType>(buffer.getType()).isDynamicDim(dim)) {
    constexpr int64_t kMost = GemmKernelSpec::kMaxSize;
    Value most = arith::ConstantIndexOp::create(builder, kMost);
    Value ok =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, size, most);
    cf::AssertOp::create(builder, ok,
                         ("gemm: expected " + name + " of at most " +
                          std::to_string(kMost) + "; divide the matmul")
                             .str());
  }
  return arith::IndexCastOp::create(builder, builder.getI32Type(), size);
}

Value GemmLaunch::ceilDiv(Value size, Value part) {
  Value less = arith::SubIOp::create(builder, part, constant(1));
  Value padded = arith::AddIOp::create(builder, size, less);
  return arith::DivUIOp::create(builder, padded, part);
}

/// K, from the operand that knows it when compiling.
Value GemmLaunch::getK() {
  auto getDim = [](const GemmOperand &operand) -> unsigned {
    return llvm::find(operand.dims, OperandDim::K) - operand.dims.begin();
  };
  unsigned lhsDim = getDim(spec.problem.lhs);
  bool isKnown =
      !cast<MemRefType>(gemm.getLhsData().getType()).isDynamicDim(lhsDim);
  if (isKnown || spec.problem.lhs.hasScales())
    return getSize(gemm.getLhsData(), lhsDim, "K");
  return getSize(gemm.getRhsData(), getDim(spec.problem.rhs), "K");
}

/// The tile_m of a kernel, rows of a warpgroup's M tile: M divided evenly among
/// the fewest tiles. Tiles begin at multiples of 8 rows, because scales must be
/// loaded from multiples of 16 bytes; a single one is as low as M.
Value GemmLaunch::chooseTileM() {
  if (!spec.hasDynamicTileM())
    return constant(spec.atom.rows);
  constexpr int64_t kAlignment = 8;
  Value some = arith::MaxUIOp::create(builder, m, constant(1));
  Value tiles = ceilDiv(some, constant(spec.getTileM()));
  Value mTiles =
      arith::MulIOp::create(builder, tiles, constant(spec.getMTiles()));
  Value even = ceilDiv(some, mTiles);
  Value aligned = arith::MulIOp::create(
      builder, ceilDiv(even, constant(kAlignment)), constant(kAlignment));
  if (spec.config.getCluster()[0] > 1)
    return aligned;
  return arith::MinUIOp::create(builder, aligned, some);
}

Value GemmLaunch::countTiles() {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  Value clusterM = arith::MulIOp::create(
      builder, tileM, constant(spec.getMTiles() * cluster[0]));
  return arith::MulIOp::create(
      builder, ceilDiv(rows, clusterM),
      ceilDiv(n, constant(spec.getTileN() * cluster[1])));
}

void GemmLaunch::checkMultiple(Value size, int64_t factor, StringRef name) {
  Value rest = arith::RemUIOp::create(builder, size, constant(factor));
  Value ok = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rest,
                                   constant(0));
  cf::AssertOp::create(builder, ok,
                       ("gemm: expected " + name + " to be a multiple of " +
                        std::to_string(factor) + "; pad it")
                           .str());
}

/// Where the rhs alone tells K, kernels count on it: with fewer blocks than a
/// config assumes they would wait for ever. Operands without scales have been
/// compared before they became a gemm.
void GemmLaunch::checkSameK() {
  if (!spec.problem.lhs.hasScales() ||
      !cast<MemRefType>(gemm.getLhsData().getType()).isDynamicDim(1))
    return;
  int64_t expected = spec.problem.k;
  Value ok = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, k,
                                   constant(expected));
  cf::AssertOp::create(builder, ok,
                       "gemm: expected an lhs with K of " +
                           std::to_string(expected) + ", as the rhs has");
}

/// What `analyzeGemmKernel` checks of static sizes, at run time for others.
void GemmLaunch::checkSizes() {
  const GemmProblem &problem = spec.problem;
  if (ShapedType::isDynamic(problem.m) && problem.lhs.isMNMajor())
    checkMultiple(m, spec.getPanelRows(problem.lhs) / 8, "M");
  if (ShapedType::isDynamic(problem.n))
    checkMultiple(n, std::max<int64_t>(8, spec.getNAlignment()), "N");
  if (!ShapedType::isDynamic(problem.k))
    return checkSameK();
  checkMultiple(k, spec.getKAlignment(), "K");
  int64_t limit = spec.getMaxK();
  Value positive =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt, k, constant(0));
  Value small = arith::CmpIOp::create(builder, arith::CmpIPredicate::sle, k,
                                      constant(limit));
  cf::AssertOp::create(builder, arith::AndIOp::create(builder, positive, small),
                       "gemm: expected K from 1 to " + std::to_string(limit) +
                           "; compile with a static K");
}

/// The rows of all matrices are counted in 32 bits, too.
void GemmLaunch::checkBatch(Value count) {
  auto widen = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, builder.getI64Type(), value);
  };
  Value all = arith::MulIOp::create(builder, widen(count), widen(batchM));
  constexpr int64_t kMost = GemmKernelSpec::kMaxSize;
  Value ok = arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, all,
                                   widen(constant(kMost)));
  cf::AssertOp::create(builder, ok,
                       "gemm: expected at most " + std::to_string(kMost) +
                           " rows in all matrices of a batch; divide it");
}

/// Computes all sizes that arguments are made of.
void GemmLaunch::measure() {
  bool isBatched = spec.problem.batch.has_value();
  unsigned batchDim = spec.problem.outputBatchDim;
  m = getSize(gemm.getInit(), isBatched ? 1 - batchDim : 0, "M");
  n = getSize(gemm.getInit(), isBatched ? 2 : 1, "N");
  k = getK();
  checkSizes();
  tileM = chooseTileM();
  rows = m;
  if (!isBatched)
    return;
  Value tile =
      arith::MulIOp::create(builder, tileM, constant(spec.getMTiles()));
  batchM = arith::MulIOp::create(builder, ceilDiv(m, tile), tile);
  Value count = getSize(gemm.getInit(), batchDim, "the batch");
  checkBatch(count);
  rows = arith::MulIOp::create(builder, count, batchM);
}

/// The kernel argument of type `type` made from `buffer`. A vector is
/// addressed as one dimension, whichever of the two it fills. With `tileM` a
/// copy moves as many rows.
Value GemmLaunch::encode(Value buffer, Type type, Value tileM) {
  auto map = dyn_cast<TensorMapType>(type);
  if (!map)
    return buffer;
  if (map.getBox().size() == 1)
    buffer = memref::CollapseShapeOp::create(
        builder, buffer, SmallVector<ReassociationIndices>{{0, 1}});
  return EncodeTensorMapOp::create(builder, type, buffer, tileM);
}

Value GemmLaunch::getArgument(const KernelArgumentInfo &info) {
  // Of the lhs and of the output fewer rows may be moved.
  Value moved = spec.hasDynamicTileM() ? tileM : Value();
  switch (info.argument) {
  case KernelArgument::Lhs:
    return encode(gemm.getLhsData(), info.type, moved);
  case KernelArgument::Rhs:
    return encode(gemm.getRhsData(), info.type);
  case KernelArgument::Output:
    return encode(gemm.getInit(), info.type, moved);
  case KernelArgument::LhsScales:
    return encode(gemm.getLhsScales(), info.type);
  case KernelArgument::RhsScales:
    return encode(gemm.getRhsScales(), info.type);
  case KernelArgument::M:
    return rows;
  case KernelArgument::N:
    return n;
  case KernelArgument::K:
    return k;
  case KernelArgument::TileM:
    return tileM;
  case KernelArgument::BatchM:
    return batchM;
  }
  llvm_unreachable("all arguments are above");
}

void GemmLaunch::build(StringRef moduleName) {
  measure();
  auto arguments = llvm::map_to_vector(
      describeKernelArguments(spec, builder.getContext()),
      [&](const KernelArgumentInfo &info) { return getArgument(info); });
  auto symbol = SymbolRefAttr::get(
      builder.getContext(), moduleName,
      {FlatSymbolRefAttr::get(builder.getContext(), kernel.getSymName())});
  LaunchOp::create(builder, symbol, countTiles(), arguments);
  gemm.erase();
}

void mlir::lowp_gpu::buildGemmLaunch(GemmOp gemm, const GemmKernelSpec &spec,
                                     StringRef moduleName, KernelOp kernel) {
  GemmLaunch(gemm, spec, kernel).build(moduleName);
}
