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
  Value getSize(Value buffer, unsigned dim);
  void checkMultiple(Value size, int64_t factor, StringRef name);
  void checkSizes(Value columns, Value depth);
  Value countTiles(Value rows, Value columns);
  Value ceilDiv(Value size, int64_t part);
  Value getArgument(Value buffer, Type type);
  Value constant(int64_t value) { return constantI32(builder, value); }

  GemmOp gemm;
  const GemmKernelSpec &spec;
  KernelOp kernel;
  ImplicitLocOpBuilder builder;
};
} // namespace

Value GemmLaunch::getSize(Value buffer, unsigned dim) {
  Value size = memref::DimOp::create(builder, buffer, dim);
  return arith::IndexCastOp::create(builder, builder.getI32Type(), size);
}

Value GemmLaunch::ceilDiv(Value size, int64_t part) {
  Value padded = arith::AddIOp::create(builder, size, constant(part - 1));
  return arith::DivUIOp::create(builder, padded, constant(part));
}

Value GemmLaunch::countTiles(Value rows, Value columns) {
  ArrayRef<int64_t> cluster = spec.config.getCluster();
  return arith::MulIOp::create(
      builder, ceilDiv(rows, spec.getTileRows() * cluster[0]),
      ceilDiv(columns, spec.getTileColumns() * cluster[1]));
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

/// What `analyzeGemmKernel` checks of static sizes, at run time for others.
void GemmLaunch::checkSizes(Value columns, Value depth) {
  const GemmProblem &problem = spec.problem;
  if (ShapedType::isDynamic(problem.columns))
    checkMultiple(columns, std::max<int64_t>(8, spec.getColumnGranule()), "N");
  if (!ShapedType::isDynamic(problem.depth))
    return;
  checkMultiple(depth, spec.getDepthGranule(), "K");
  int64_t limit = spec.getMaxDepth();
  Value positive = arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt,
                                         depth, constant(0));
  Value small = arith::CmpIOp::create(builder, arith::CmpIPredicate::sle, depth,
                                      constant(limit));
  cf::AssertOp::create(builder, arith::AndIOp::create(builder, positive, small),
                       "gemm: expected K from 1 to " + std::to_string(limit) +
                           "; compile with a static K");
}

/// The kernel argument of type `type` made from `buffer`. A vector is
/// addressed as one dimension, whichever of the two it fills.
Value GemmLaunch::getArgument(Value buffer, Type type) {
  auto map = dyn_cast<TensorMapType>(type);
  if (!map)
    return buffer;
  if (map.getBox().size() == 1)
    buffer = memref::CollapseShapeOp::create(
        builder, buffer, SmallVector<ReassociationIndices>{{0, 1}});
  return EncodeTensorMapOp::create(builder, type, buffer);
}

void GemmLaunch::build(StringRef moduleName) {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  Value rows = getSize(gemm.getInit(), 0);
  Value columns = getSize(gemm.getInit(), 1);
  Value depth = getSize(gemm.getLhsData(), 1);
  checkSizes(columns, depth);
  SmallVector<Value> arguments;
  // In the order of KernelArgument.
  Value buffers[] = {gemm.getLhsData(), gemm.getRhsData(), gemm.getInit(),
                     gemm.getLhsScales(), gemm.getRhsScales()};
  for (auto [number, buffer] : llvm::enumerate(buffers))
    arguments.push_back(getArgument(buffer, types[number]));
  arguments.append({rows, columns, depth});
  auto symbol = SymbolRefAttr::get(
      builder.getContext(), moduleName,
      {FlatSymbolRefAttr::get(builder.getContext(), kernel.getSymName())});
  LaunchOp::create(builder, symbol, countTiles(rows, columns), arguments);
  gemm.erase();
}

void mlir::lowp_gpu::buildGemmLaunch(GemmOp gemm, const GemmKernelSpec &spec,
                                     StringRef moduleName, KernelOp kernel) {
  GemmLaunch(gemm, spec, kernel).build(moduleName);
}
