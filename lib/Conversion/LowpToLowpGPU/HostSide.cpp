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
  void checkMultiple(Value size, int64_t factor, StringRef name);
  void checkSizes(Value n, Value k);
  void checkSameK(Value k);
  Value chooseTileM(Value m);
  Value countTiles(Value m, Value n, Value tileM);
  Value ceilDiv(Value size, Value part);
  Value getArgument(Value buffer, Type type, Value tileM);
  Value constant(int64_t value) { return constantI32(builder, value); }

  GemmOp gemm;
  const GemmKernelSpec &spec;
  KernelOp kernel;
  ImplicitLocOpBuilder builder;
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

/// The tile_m of a kernel, rows of a warpgroup's M tile: M divided evenly among
/// the fewest tiles. Tiles begin at multiples of 8 rows, because scales must be
/// loaded from multiples of 16 bytes; a single one is as low as M.
Value GemmLaunch::chooseTileM(Value m) {
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

Value GemmLaunch::countTiles(Value m, Value n, Value tileM) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  Value clusterM = arith::MulIOp::create(
      builder, tileM, constant(spec.getMTiles() * cluster[0]));
  return arith::MulIOp::create(
      builder, ceilDiv(m, clusterM),
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
/// config assumes they would wait for ever.
void GemmLaunch::checkSameK(Value k) {
  if (!cast<MemRefType>(gemm.getLhsData().getType()).isDynamicDim(1))
    return;
  int64_t expected = spec.problem.k;
  Value ok = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, k,
                                   constant(expected));
  cf::AssertOp::create(builder, ok,
                       "gemm: expected an lhs with K of " +
                           std::to_string(expected) + ", as the rhs has");
}

/// What `analyzeGemmKernel` checks of static sizes, at run time for others.
void GemmLaunch::checkSizes(Value n, Value k) {
  const GemmProblem &problem = spec.problem;
  if (ShapedType::isDynamic(problem.n))
    checkMultiple(n, std::max<int64_t>(8, spec.getNAlignment()), "N");
  if (!ShapedType::isDynamic(problem.k))
    return checkSameK(k);
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

/// The kernel argument of type `type` made from `buffer`. A vector is
/// addressed as one dimension, whichever of the two it fills. With `tileM` a
/// copy moves as many rows.
Value GemmLaunch::getArgument(Value buffer, Type type, Value tileM) {
  auto map = dyn_cast<TensorMapType>(type);
  if (!map)
    return buffer;
  if (map.getBox().size() == 1)
    buffer = memref::CollapseShapeOp::create(
        builder, buffer, SmallVector<ReassociationIndices>{{0, 1}});
  return EncodeTensorMapOp::create(builder, type, buffer, tileM);
}

void GemmLaunch::build(StringRef moduleName) {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  Value m = getSize(gemm.getInit(), 0, "M");
  Value n = getSize(gemm.getInit(), 1, "N");
  Value k = getSize(gemm.getLhsData(), 1, "K");
  checkSizes(n, k);
  Value tileM = chooseTileM(m);
  Value loaded = spec.hasDynamicTileM() ? tileM : Value();
  // In the order of KernelArgument. Its tile_m is that of the lhs and
  // of the output.
  SmallVector<Value> arguments{
      getArgument(gemm.getLhsData(), types[0], loaded),
      getArgument(gemm.getRhsData(), types[1], Value()),
      getArgument(gemm.getInit(), types[2], loaded),
      getArgument(gemm.getLhsScales(), types[3], Value()),
      getArgument(gemm.getRhsScales(), types[4], Value()),
      m,
      n,
      k};
  if (loaded)
    arguments.push_back(loaded);
  auto symbol = SymbolRefAttr::get(
      builder.getContext(), moduleName,
      {FlatSymbolRefAttr::get(builder.getContext(), kernel.getSymName())});
  LaunchOp::create(builder, symbol, countTiles(m, n, tileM), arguments);
  gemm.erase();
}

void mlir::lowp_gpu::buildGemmLaunch(GemmOp gemm, const GemmKernelSpec &spec,
                                     StringRef moduleName, KernelOp kernel) {
  GemmLaunch(gemm, spec, kernel).build(moduleName);
}
