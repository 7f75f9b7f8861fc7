//===- SplitK.cpp - CTAs of a cluster divide the K of a tile --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Gemm/KernelParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

ExchangeType mlir::lowp_gpu::getExchangeType(MLIRContext *context,
                                             const GemmKernelSpec &spec) {
  if (spec.config.getSplitK() == 1)
    return {};
  auto part = AccumulatorType::get(
      context, {spec.getTileM(), spec.getStoredColumns()},
      Float32Type::get(context), spec.getChoices().warpgroupsN);
  return ExchangeType::get(context, spec.config.getSplitK(), part);
}

Value mlir::lowp_gpu::buildExchange(ImplicitLocOpBuilder &builder,
                                    const KernelParts &parts) {
  ExchangeType type = getExchangeType(builder.getContext(), parts.spec);
  return type ? ExchangeOp::create(builder, type, IntegerAttr()) : Value();
}

SmallVector<Value>
mlir::lowp_gpu::buildReduceScatter(ImplicitLocOpBuilder &builder,
                                   const KernelParts &parts, ValueRange sums) {
  if (!parts.exchange)
    return llvm::to_vector(sums);
  auto part = cast<ExchangeType>(parts.exchange.getType()).getPart();
  auto reduce = ReduceScatterOp::create(builder, part, parts.exchange,
                                        sums.front(), /*phase=*/Value(),
                                        /*rows=*/IntegerAttr());
  if (int64_t rows = parts.spec.getExchangedRows();
      rows < parts.spec.getTileM())
    reduce.setRows(rows);
  return {reduce.getResult()};
}

Value mlir::lowp_gpu::buildStoredColumn(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts,
                                        ForEachTileOp tile) {
  if (!parts.exchange)
    return tile.getColumn();
  Value part = SplitRankOp::create(builder);
  Value offset = arith::MulIOp::create(
      builder, part, constantI32(builder, parts.spec.getGroupStoredColumns()));
  return arith::AddIOp::create(builder, tile.getColumn(), offset);
}
