//===- WarpProduct.cpp - One mma.sync -------------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpProduct.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Which one
//===----------------------------------------------------------------------===//

/// PTX's name of an element of 8 bits, empty for others.
static StringRef getFloat8Name(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return "e4m3";
  return isa<Float8E5M2Type>(type) ? "e5m2" : "";
}

std::optional<WarpProduct> WarpProduct::get(Type lhs, Type rhs) {
  WarpProduct product;
  if (!getFloat8Name(lhs).empty() && !getFloat8Name(rhs).empty()) {
    product.intrinsic = ("llvm.nvvm.mma.m16n8k32.row.col.f32." +
                         getFloat8Name(lhs) + "." + getFloat8Name(rhs) + ".f32")
                            .str();
    return product;
  }
  if (lhs != rhs)
    return std::nullopt;
  product.isF16 = lhs.isF16();
  if (lhs.isF16())
    product.intrinsic = "llvm.nvvm.mma.m16n8k16.row.col.f32.f32";
  else if (lhs.isBF16())
    product.intrinsic = "llvm.nvvm.mma.m16n8k16.row.col.bf16";
  else if (isa<FloatTF32Type>(lhs))
    product.intrinsic = "llvm.nvvm.mma.m16n8k8.row.col.tf32";
  else
    return std::nullopt;
  return product;
}

static std::optional<NVVM::MMATypes> getScaledType(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return NVVM::MMATypes::e4m3;
  if (isa<Float8E5M2Type>(type))
    return NVVM::MMATypes::e5m2;
  if (isa<Float6E2M3FNType>(type))
    return NVVM::MMATypes::e2m3;
  if (isa<Float6E3M2FNType>(type))
    return NVVM::MMATypes::e3m2;
  if (isa<Float4E2M1FNType>(type))
    return NVVM::MMATypes::e2m1;
  return std::nullopt;
}

std::optional<WarpProduct> WarpProduct::getScaled(Type lhs, Type rhs,
                                                  Type scale, int64_t scaleK) {
  std::optional<NVVM::MMATypes> lhsType = getScaledType(lhs);
  std::optional<NVVM::MMATypes> rhsType = getScaledType(rhs);
  if (!lhsType || !rhsType)
    return std::nullopt;
  // Both of 4 bits are contracted packed, all others with a byte each.
  constexpr int64_t kMX = 32, kNVFP4 = 16;
  bool isFloat4 = *lhsType == NVVM::MMATypes::e2m1 && lhsType == rhsType;
  WarpProduct product;
  product.lhsType = *lhsType;
  product.rhsType = *rhsType;
  product.k = isFloat4 ? 64 : 32;
  product.scales = product.k / std::max<int64_t>(1, scaleK);
  if (isa<Float8E8M0FNUType>(scale) && scaleK == kMX) {
    product.kind = isFloat4 ? NVVM::MMABlockScaleKind::MXF4
                            : NVVM::MMABlockScaleKind::MXF8F6F4;
    product.format = NVVM::BlockScaleFormat::UE8M0;
    return product;
  }
  if (!isFloat4 || !isa<Float8E4M3FNType>(scale) || scaleK != kNVFP4)
    return std::nullopt;
  product.kind = NVVM::MMABlockScaleKind::MXF4NVF4;
  product.format = NVVM::BlockScaleFormat::UE4M3;
  return product;
}

std::optional<WarpProduct> WarpProduct::getUnitScaled(Type lhs, Type rhs) {
  constexpr int64_t kMX = 32;
  if (getFloat8Name(lhs).empty() || getFloat8Name(rhs).empty())
    return std::nullopt;
  return getScaled(lhs, rhs, Float8E8M0FNUType::get(lhs.getContext()), kMX);
}

//===----------------------------------------------------------------------===//
// Its code
//===----------------------------------------------------------------------===//

static Type getSumsType(DeviceBuilder &builder) {
  constexpr int64_t kSums = 4;
  return LLVM::LLVMStructType::getLiteral(
      builder.getContext(), SmallVector<Type>(kSums, builder.getF32Type()));
}

/// As text LLVM's intrinsics: upstream's operation refuses fp8.
SmallVector<Value> WarpProduct::emitPlain(DeviceBuilder &builder,
                                          ArrayRef<Value> lhs,
                                          ArrayRef<Value> rhs,
                                          ArrayRef<Value> sums) const {
  SmallVector<Value> operands(lhs);
  llvm::append_range(operands, rhs);
  if (isF16)
    for (Value &operand : operands)
      operand = LLVM::BitcastOp::create(
          builder, VectorType::get({2}, builder.getF16Type()), operand);
  llvm::append_range(operands, sums);
  auto call =
      LLVM::CallIntrinsicOp::create(builder, getSumsType(builder),
                                    builder.getStringAttr(intrinsic), operands);
  return builder.unpack(call.getResult(0));
}

SmallVector<Value>
WarpProduct::emitScaled(DeviceBuilder &builder, ArrayRef<Value> lhs,
                        ArrayRef<Value> rhs, ArrayRef<Value> sums,
                        const ScaleOperands &operands) const {
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, builder.getI16Type(),
                                    builder.getI16IntegerAttr(value));
  };
  // The first lanes of a quad give scales of rows, one that of a column.
  Value first = constant(operands.first), lane = constant(0);
  auto size = scales == 1   ? NVVM::ScaleVecSize::X1
              : scales == 2 ? NVVM::ScaleVecSize::X2
                            : NVVM::ScaleVecSize::X4;
  Value product = NVVM::MmaBlockScaleOp::create(
      builder, getSumsType(builder), lhs, rhs, sums, operands.lhs, first, lane,
      operands.rhs, first, lane, ArrayRef<int64_t>{16, 8, k},
      std::array<NVVM::MMATypes, 2>{lhsType, rhsType}, size, format, kind);
  return builder.unpack(product);
}

SmallVector<Value> WarpProduct::emit(DeviceBuilder &builder,
                                     ArrayRef<Value> lhs, ArrayRef<Value> rhs,
                                     ArrayRef<Value> sums,
                                     const ScaleOperands *operands) const {
  return operands ? emitScaled(builder, lhs, rhs, sums, *operands)
                  : emitPlain(builder, lhs, rhs, sums);
}
