//===- ResultMemory.cpp - Buffers in results not yet written --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultMemory.h"

#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/ResultAttribute.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether a buffer of `type` may start where any matrix may: what is packed
/// wants more than the 16 bytes that callers promise.
static bool mayStartAnywhere(MemRefType type) {
  Type element = type.getElementType();
  return !element.isInteger() && element.isIntOrFloat() &&
         element.getIntOrFloatBitWidth() >= kBitsPerByte;
}

bool ResultMemory::place(memref::AllocOp alloc, Lifetime lifetime,
                         int64_t size) {
  if (lifetime.last >= firstAccess || !mayStartAnywhere(alloc.getType()))
    return false;
  std::optional<int64_t> offset =
      arena.place(size, lifetime.first, lifetime.last);
  if (offset)
    members.push_back({alloc, lifetime, *offset});
  return offset.has_value();
}

std::optional<int64_t> mlir::lowp::countKnownBytes(MemRefType type) {
  if (!type.getLayout().isIdentity() || type.getMemorySpace())
    return std::nullopt;
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  // What is stored in other units (i1, index, packed) is rarely large.
  if (bits == 0 || bits % kBitsPerByte != 0)
    return std::nullopt;
  std::optional<int64_t> bytes = bytesOfBits(bits);
  for (int64_t size : type.getShape())
    if (bytes && !ShapedType::isDynamic(size))
      bytes = llvm::checkedMul(*bytes, size);
  return bytes;
}

/// The bytes of a result that is aligned as matrices are; none of others, and
/// where only the caller knows them.
static std::optional<int64_t> countBytes(func::FuncOp func,
                                         BlockArgument result) {
  auto type = dyn_cast<MemRefType>(result.getType());
  if (!func.getArgAttr(result.getArgNumber(), kResultAttrName) || !type ||
      !type.hasStaticShape() || type.getRank() < 2)
    return std::nullopt;
  return countKnownBytes(type);
}

bool mlir::lowp::mayHold(func::FuncOp func, BlockArgument argument,
                         MemRefType type) {
  return countBytes(func, argument) && mayStartAnywhere(type);
}

SmallVector<ResultMemory>
mlir::lowp::collectResultMemory(func::FuncOp func, const Lifetimes &lifetimes) {
  SmallVector<ResultMemory> found;
  for (BlockArgument argument : func.getArguments())
    if (std::optional<int64_t> bytes = countBytes(func, argument))
      found.emplace_back(argument, *bytes, lifetimes.getFirstAccess(argument));
  llvm::sort(found, [](const ResultMemory &a, const ResultMemory &b) {
    return std::pair(a.getBytes(), a.getResult().getArgNumber()) <
           std::pair(b.getBytes(), b.getResult().getArgNumber());
  });
  return found;
}
