//===- KeptElements.cpp - Elements that wait in shared memory -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread reads what it wrote itself. So no barrier lies between, and its
// vectors lie where those of its neighbours are beside them, not in the order
// of the tile.
//
//===----------------------------------------------------------------------===//

#include "FragmentTable.h"
#include "TileAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

Value mlir::lowp_gpu::getThreadBuffer(gpu::LaunchOp launch,
                                      const ThreadPlace &place, Location loc,
                                      Type element, int64_t pieces) {
  int64_t bytes = pieces * place.threads * place.width * countBytes(element);
  Value before = launch.getDynamicSharedMemorySize();
  int64_t offset = before ? *getConstantIntValue(before) : 0;
  ImplicitLocOpBuilder host(loc, launch);
  launch.getDynamicSharedMemorySizeMutable().assign(arith::ConstantOp::create(
      host, host.getI32IntegerAttr(static_cast<int32_t>(offset + bytes))));
  auto b = ImplicitLocOpBuilder::atBlockBegin(loc, &launch.getBody().front());
  auto space = gpu::AddressSpaceAttr::get(launch.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto raw = MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                             MemRefLayoutAttrInterface(), space);
  auto type = MemRefType::get({pieces, place.threads, place.width}, element,
                              MemRefLayoutAttrInterface(), space);
  Value all = gpu::DynamicSharedMemoryOp::create(b, raw);
  return memref::ViewOp::create(b, type, all, buildIndex(b, offset),
                                ValueRange());
}

SmallVector<Value>
mlir::lowp_gpu::locateInThreadBuffer(ImplicitLocOpBuilder &b,
                                     const ThreadPlace &place, int64_t piece) {
  return {buildIndex(b, piece), place.thread, buildIndex(b, 0)};
}

Value mlir::lowp_gpu::readThreadBuffer(ImplicitLocOpBuilder &b,
                                       const ThreadPlace &place, Value buffer,
                                       int64_t piece) {
  auto type = VectorType::get(
      place.width, cast<MemRefType>(buffer.getType()).getElementType());
  auto load = vector::LoadOp::create(b, type, buffer,
                                     locateInThreadBuffer(b, place, piece));
  load.setAlignment(getAlignment(type));
  return load;
}

bool FragmentTable::canKeep(Value value) const {
  if (deferred.contains(value.getDefiningOp()))
    return true;
  auto found = fragments.find(value);
  return found != fragments.end() && found->second->share == Share::Elements &&
         !found->second->byColumn;
}

void FragmentTable::keep(CTAKeepOp op) {
  kept[op] =
      getThreadBuffer(launch, place, op.getLoc(),
                      op.getValue().getType().getElementType(), countPieces());
  if (deferred.contains(op.getValue().getDefiningOp()))
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  const Fragment *fragment = find(op.getValue(), op);
  for (auto [piece, vector] : llvm::enumerate(fragment->pieces))
    storeKept(b, op, piece, vector);
}

SmallVector<CTAKeepOp> FragmentTable::findPendingKeeps() const {
  SmallVector<CTAKeepOp> pending;
  for (auto &[op, buffer] : kept)
    if (!stored.contains(op))
      pending.push_back(cast<CTAKeepOp>(op));
  return pending;
}

void FragmentTable::storeKept(ImplicitLocOpBuilder &b, CTAKeepOp op,
                              int64_t piece, Value vector) {
  vector::StoreOp::create(b, vector, kept[op],
                          locateInThreadBuffer(b, place, piece))
      .setAlignment(getAlignment(cast<VectorType>(vector.getType())));
  stored.insert(op);
}

void FragmentTable::readKept(CTAKeepOp op, Operation *reader) {
  if (!stored.contains(op))
    (void)find(op.getValue(), reader);
  ImplicitLocOpBuilder b(op.getLoc(), reader);
  Fragment fragment = {Share::Elements, op.getResult().getType(), {}};
  for (int64_t piece = 0; piece < countPieces(); ++piece)
    fragment.pieces.push_back(readThreadBuffer(b, place, kept[op], piece));
  set(op.getResult(), std::move(fragment));
  renewedAt[op.getResult()] = barriers;
}
