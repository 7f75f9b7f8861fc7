//===- Fragments.cpp - A thread's share of what a CTA holds ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"

#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

Value mlir::lowp_gpu::buildIndex(ImplicitLocOpBuilder &b, int64_t constant) {
  return arith::ConstantIndexOp::create(b, constant);
}

Value mlir::lowp_gpu::buildAdd(ImplicitLocOpBuilder &b, Value value,
                               int64_t constant) {
  if (constant == 0)
    return value;
  return arith::AddIOp::create(b, value, buildIndex(b, constant));
}

Value mlir::lowp_gpu::buildMul(ImplicitLocOpBuilder &b, Value value,
                               int64_t constant) {
  if (constant == 1)
    return value;
  return arith::MulIOp::create(b, value, buildIndex(b, constant));
}

Value mlir::lowp_gpu::buildDiv(ImplicitLocOpBuilder &b, Value value,
                               int64_t constant) {
  if (constant == 1)
    return value;
  return arith::DivUIOp::create(b, value, buildIndex(b, constant));
}

Value mlir::lowp_gpu::buildRem(ImplicitLocOpBuilder &b, Value value,
                               int64_t constant) {
  if (constant == 1)
    return buildIndex(b, 0);
  return arith::RemUIOp::create(b, value, buildIndex(b, constant));
}

Value mlir::lowp_gpu::buildLess(ImplicitLocOpBuilder &b, Value value,
                                Value bound) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, value, bound);
}

Value mlir::lowp_gpu::buildAnd(ImplicitLocOpBuilder &b, Value condition,
                               Value other) {
  if (!condition || !other)
    return condition ? condition : other;
  return arith::AndIOp::create(b, condition, other);
}

ThreadPlace::ThreadPlace(gpu::LaunchOp launch, DistributionAttr distribution)
    : distribution(distribution), rows(distribution.getRows()),
      vectors(distribution.getVectors()), width(distribution.getWidth()),
      tileM(distribution.getTileM()), tileN(distribution.getTileN()),
      threads(distribution.getThreads()) {
  ImplicitLocOpBuilder b(launch.getLoc(), launch.getContext());
  b.setInsertionPointToStart(&launch.getBody().front());
  int64_t lanesN = distribution.getLanes()[1];
  int64_t warpsN = distribution.getWarps()[1];
  thread = launch.getThreadIds().x;
  lane = buildRem(b, thread, lowp::kWarpSize);
  warp = buildDiv(b, thread, lowp::kWarpSize);
  laneN = buildRem(b, lane, lanesN);
  laneM = buildDiv(b, lane, lanesN);
  warpN = buildRem(b, warp, warpsN);
  warpM = buildDiv(b, warp, warpsN);
  Value m = arith::AddIOp::create(
      b, buildMul(b, warpM, distribution.getLanes()[0]), laneM);
  Value n = arith::AddIOp::create(b, buildMul(b, warpN, lanesN), laneN);
  row = buildMul(b, m, rows);
  column = buildMul(b, n, width);
}

Value ThreadPlace::getColumn(ImplicitLocOpBuilder &b, int64_t vector,
                             int64_t element) const {
  return buildAdd(b, column, vector * distribution.getSpan() + element);
}

Value ThreadPlace::getEntry(ImplicitLocOpBuilder &b, int64_t index) const {
  return buildAdd(b, thread, index * threads);
}

std::pair<Value, Value> ThreadPlace::splitEntry(ImplicitLocOpBuilder &b,
                                                VectorType type, Value entry) {
  int64_t rows = type.getDimSize(0);
  if (type.getDimSize(1) == 1)
    return {entry, buildIndex(b, 0)};
  return {buildRem(b, entry, rows), buildDiv(b, entry, rows)};
}

Value ThreadPlace::hasEntry(ImplicitLocOpBuilder &b, VectorType type,
                            int64_t index) const {
  int64_t count = type.getNumElements();
  if ((index + 1) * threads <= count)
    return {};
  return buildLess(b, getEntry(b, index), buildIndex(b, count));
}

/// The last barrier that all threads pass before they come to where `b` is;
/// null if there is none.
static Operation *findBarrier(OpBuilder &b, Block &body) {
  Block *block = b.getInsertionBlock();
  Operation *op = block == &body
                      ? &*b.getInsertionPoint()
                      : body.findAncestorOpInBlock(*block->getParentOp());
  while ((op = op->getPrevNode()))
    if (isa<gpu::BarrierOp>(op))
      return op;
  return nullptr;
}

Value mlir::lowp_gpu::getSharedBuffer(OpBuilder &b, gpu::LaunchOp launch,
                                      ArrayRef<int64_t> shape,
                                      Type elementType) {
  auto space = gpu::AddressSpaceAttr::get(launch.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get(shape, elementType, AffineMap(), space);
  Block &body = launch.getBody().front();
  if (Operation *barrier = findBarrier(b, body))
    for (Value buffer : launch.getWorkgroupAttributions())
      if (buffer.getType() == type &&
          llvm::all_of(buffer.getUsers(), [&](Operation *user) {
            return body.findAncestorOpInBlock(*user)->isBeforeInBlock(barrier);
          }))
        return buffer;
  return launch.addWorkgroupAttribution(type, launch.getLoc());
}

Value mlir::lowp_gpu::extractElement(ImplicitLocOpBuilder &b, Value vector,
                                     int64_t position) {
  // What was put together from elements has them.
  if (auto whole = vector.getDefiningOp<vector::FromElementsOp>())
    return whole.getElements()[position];
  return vector::ExtractOp::create(b, vector, position);
}

Value mlir::lowp_gpu::buildVector(ImplicitLocOpBuilder &b,
                                  ArrayRef<Value> elements) {
  auto type = VectorType::get(int64_t(elements.size()), elements[0].getType());
  return vector::FromElementsOp::create(b, type, elements);
}

Value mlir::lowp_gpu::hide(ImplicitLocOpBuilder &b, Value piece,
                           bool hasSideEffects) {
  auto type = cast<VectorType>(piece.getType());
  Type element = type.getElementType();
  int64_t bits = element.isIntOrFloat()
                     ? type.getNumElements() * type.getElementTypeBitWidth()
                     : 0;
  if (bits == 0 || bits % 32 != 0)
    return piece;
  auto words = VectorType::get(bits / 32, b.getI32Type());
  Value packed = vector::BitCastOp::create(b, words, piece);
  SmallVector<Value> pinned;
  for (int64_t word = 0; word < words.getNumElements(); ++word)
    pinned.push_back(
        LLVM::InlineAsmOp::create(
            b, b.getI32Type(), extractElement(b, packed, word), /*asm=*/"",
            /*constraints=*/"=r,0", hasSideEffects,
            /*is_align_stack=*/false, LLVM::TailCallKind::None,
            /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/{})
            .getResult(0));
  return vector::BitCastOp::create(b, type, buildVector(b, pinned));
}

int64_t mlir::lowp_gpu::countBytes(Type element) {
  constexpr unsigned kIndexBits = 64;
  unsigned bits =
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : kIndexBits;
  return lowp::bytesOfBits(bits);
}

Fragment mlir::lowp_gpu::turnToColumns(ImplicitLocOpBuilder &b,
                                       const ThreadPlace &place,
                                       const Fragment &fragment) {
  Fragment turned = {fragment.share, fragment.type, {}, /*byColumn=*/true};
  for (int64_t vector = 0; vector < place.vectors; ++vector)
    for (int64_t column = 0; column < place.width; ++column) {
      SmallVector<Value> elements;
      for (int64_t row = 0; row < place.rows; ++row)
        elements.push_back(extractElement(
            b, fragment.pieces[row * place.vectors + vector], column));
      turned.pieces.push_back(buildVector(b, elements));
    }
  return turned;
}
