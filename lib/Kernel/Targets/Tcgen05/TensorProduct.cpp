//===- TensorProduct.cpp - The forms of tcgen05.mma -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProduct.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

// The instruction descriptor: bits 4-5 the type of sums, 1 for f32, or the byte
// of scales of the rhs; 7-9 and 10-12 the types of lhs and rhs; 15 and 16
// whether they are MN-major; 17-22 columns / 8; 23 whether scales are powers of
// two; 24-28 rows / 16; 29-30 the byte of scales of the lhs.

/// The number of a type of 8 bits among those of 8 and fewer, or nothing.
static std::optional<uint32_t> getByteCode(Type type) {
  return llvm::TypeSwitch<Type, std::optional<uint32_t>>(type)
      .Case([](Float8E4M3FNType) { return 0; })
      .Case([](Float8E5M2Type) { return 1; })
      .Default([](Type) { return std::nullopt; });
}

/// The numbers of two types beside each other, of which FP4 lies spread beside
/// fp8, or nothing.
static std::optional<std::pair<uint32_t, uint32_t>> getScaledCodes(Type lhs,
                                                                   Type rhs) {
  constexpr uint32_t kE2M1 = 5;
  std::optional<uint32_t> lhsCode = getByteCode(lhs),
                          rhsCode = getByteCode(rhs);
  if (lhsCode && isa<Float4E2M1FNType>(rhs))
    rhsCode = kE2M1;
  else if (rhsCode && isa<Float4E2M1FNType>(lhs))
    lhsCode = kE2M1;
  if (!lhsCode || !rhsCode)
    return std::nullopt;
  return std::make_pair(*lhsCode, *rhsCode);
}

std::optional<TensorProduct> TensorProduct::get(Type lhs, Type rhs) {
  TensorProduct product;
  std::optional<uint32_t> lhsCode = getByteCode(lhs),
                          rhsCode = getByteCode(rhs);
  if (lhsCode && rhsCode) {
    product.kind = "kind::f8f6f4";
    product.lhsCode = *lhsCode;
    product.rhsCode = *rhsCode;
    return product;
  }
  if (lhs != rhs)
    return std::nullopt;
  if (isa<Float16Type, BFloat16Type>(lhs)) {
    product.kind = "kind::f16";
    product.lhsCode = product.rhsCode = isa<BFloat16Type>(lhs);
    return product;
  }
  if (isa<FloatTF32Type>(lhs)) {
    product.kind = "kind::tf32";
    product.lhsCode = product.rhsCode = 2;
    return product;
  }
  return std::nullopt;
}

std::optional<TensorProduct>
TensorProduct::getScaled(Type lhs, Type rhs, Type scale, int64_t scaleK) {
  constexpr int64_t kMX = 32, kNVFP4 = 16;
  bool isMX = isa<Float8E8M0FNUType>(scale) && scaleK == kMX;
  TensorProduct product;
  product.hasPowersOfTwo = isMX;
  if (auto codes = getScaledCodes(lhs, rhs); isMX && codes) {
    product.kind = "kind::mxf8f6f4.block_scale.block32";
    std::tie(product.lhsCode, product.rhsCode) = *codes;
    product.scales = 1;
    product.areSpread = true;
    return product;
  }
  bool isNVFP4 = isa<Float8E4M3FNType>(scale) && scaleK == kNVFP4;
  if (!isa<Float4E2M1FNType>(lhs) || lhs != rhs || (!isMX && !isNVFP4))
    return std::nullopt;
  product.kind = isMX ? StringLiteral("kind::mxf4.block_scale.block32")
                      : StringLiteral("kind::mxf4nvf4.block_scale.block16");
  product.lhsCode = product.rhsCode = 1;
  product.scales = isMX ? 2 : 4;
  return product;
}

uint32_t TensorProduct::describe(TileType lhs, TileType rhs, int64_t ctas,
                                 int64_t scaleByte) const {
  uint32_t word = lhsCode << 7 | rhsCode << 10;
  word |= uint32_t(lhs.isMNMajor()) << 15 | uint32_t(rhs.isMNMajor()) << 16;
  word |= uint32_t(ctas * rhs.getRows() / 8) << 17 |
          uint32_t(ctas * lhs.getRows() / 16) << 24;
  if (!scales)
    return word | 1 << 4;
  auto byte = static_cast<uint32_t>(scaleByte);
  return word | byte << 4 | uint32_t(hasPowersOfTwo) << 23 | byte << 29;
}
