//===- DeviceBuilder.cpp - Short names for what device code repeats -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

Value DeviceBuilder::constant(int64_t value) {
  return constantI32(*this, value);
}
Value DeviceBuilder::add(Value lhs, Value rhs) {
  return arith::AddIOp::create(*this, lhs, rhs);
}
Value DeviceBuilder::add(Value lhs, int64_t rhs) {
  return rhs ? add(lhs, constant(rhs)) : lhs;
}
Value DeviceBuilder::multiply(Value lhs, Value rhs) {
  return arith::MulIOp::create(*this, lhs, rhs);
}
Value DeviceBuilder::multiply(Value lhs, int64_t rhs) {
  return arith::MulIOp::create(*this, lhs, constant(rhs));
}
Value DeviceBuilder::bitAnd(Value lhs, int64_t rhs) {
  return arith::AndIOp::create(*this, lhs, constant(rhs));
}
Value DeviceBuilder::bitOr(Value lhs, int64_t rhs) {
  return arith::OrIOp::create(*this, lhs, constant(rhs));
}
Value DeviceBuilder::bitXor(Value lhs, Value rhs) {
  return arith::XOrIOp::create(*this, lhs, rhs);
}
Value DeviceBuilder::bitXor(Value lhs, int64_t rhs) {
  return rhs ? bitXor(lhs, constant(rhs)) : lhs;
}
Value DeviceBuilder::shiftLeft(Value lhs, int64_t bits) {
  return arith::ShLIOp::create(*this, lhs, constant(bits));
}
Value DeviceBuilder::shiftRight(Value lhs, int64_t bits) {
  return arith::ShRUIOp::create(*this, lhs, constant(bits));
}
Value DeviceBuilder::isEqual(Value lhs, int64_t rhs) {
  return arith::CmpIOp::create(*this, arith::CmpIPredicate::eq, lhs,
                               constant(rhs));
}

SmallVector<Value> DeviceBuilder::selectShare(ValueRange values, int64_t shares,
                                              Value index) {
  size_t count = values.size() / shares;
  SmallVector<Value> selected(values.take_front(count));
  for (int64_t share = 1; share < shares; ++share) {
    Value isSelected = isEqual(index, share);
    for (auto [value, other] :
         llvm::zip_equal(selected, values.slice(share * count, count)))
      value = arith::SelectOp::create(*this, isSelected, other, value);
  }
  return selected;
}

Value DeviceBuilder::sharedPointer(Value address) {
  auto type = LLVM::LLVMPointerType::get(
      getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  return LLVM::IntToPtrOp::create(*this, type, address);
}

Value DeviceBuilder::loadShared(Type type, Value address, unsigned alignment) {
  return LLVM::LoadOp::create(*this, type, sharedPointer(address), alignment);
}

void DeviceBuilder::storeShared(Value value, Value address,
                                unsigned alignment) {
  LLVM::StoreOp::create(*this, value, sharedPointer(address), alignment);
}

SmallVector<Value> DeviceBuilder::unpack(Value structure) {
  auto type = cast<LLVM::LLVMStructType>(structure.getType());
  SmallVector<Value> values;
  for (int64_t i = 0, e = type.getBody().size(); i < e; ++i)
    values.push_back(LLVM::ExtractValueOp::create(*this, structure, i));
  return values;
}

Value DeviceBuilder::pack(ValueRange values) {
  Value structure = LLVM::UndefOp::create(
      *this, LLVM::LLVMStructType::getLiteral(
                 getContext(), llvm::to_vector(values.getTypes())));
  for (auto [i, value] : llvm::enumerate(values))
    structure = LLVM::InsertValueOp::create(*this, structure, value, i);
  return structure;
}

static LLVM::InlineAsmOp buildAssembly(DeviceBuilder &builder,
                                       TypeRange results, StringRef text,
                                       StringRef constraints,
                                       ValueRange operands) {
  std::string clobbering = constraints.empty()
                               ? std::string("~{memory}")
                               : (constraints + ",~{memory}").str();
  return LLVM::InlineAsmOp::create(
      builder, results, operands, builder.getStringAttr(text),
      builder.getStringAttr(clobbering), builder.getUnitAttr(), UnitAttr(),
      LLVM::TailCallKindAttr::get(builder.getContext(),
                                  LLVM::TailCallKind::None),
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      ArrayAttr());
}

Value DeviceBuilder::assembly(Type result, StringRef text,
                              StringRef constraints, ValueRange operands) {
  return buildAssembly(*this, result, text, constraints, operands).getRes();
}

void DeviceBuilder::assembly(StringRef text, StringRef constraints,
                             ValueRange operands) {
  buildAssembly(*this, {}, text, constraints, operands);
}

Value DeviceBuilder::takeFromFirst(Value value) {
  return NVVM::ShflOp::create(*this, getI32Type(), constant(-1), value,
                              constant(0), constant(lowp::kWarpSize - 1),
                              NVVM::ShflKind::idx, UnitAttr());
}

void DeviceBuilder::syncWarp() {
  constexpr int64_t kAllLanes = -1;
  NVVM::SyncWarpOp::create(*this, constant(kAllLanes));
}

void DeviceBuilder::fenceSharedForCopies() {
  NVVM::FenceProxyOp::create(
      *this, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(getContext(), NVVM::SharedSpace::shared_cta));
}

Value DeviceBuilder::mapToCluster(Value address, Value rank) {
  return LLVM::InlineAsmOp::create(
             *this, getI32Type(), ValueRange{address, rank},
             getStringAttr("mapa.shared::cluster.u32 $0, $1, $2;"),
             getStringAttr("=r,r,r"), UnitAttr(), UnitAttr(),
             LLVM::TailCallKindAttr::get(getContext(),
                                         LLVM::TailCallKind::None),
             LLVM::AsmDialectAttr::get(getContext(), LLVM::AsmDialect::AD_ATT),
             ArrayAttr())
      .getRes();
}

void DeviceBuilder::arriveInCluster(Value barrier, Value lane, int64_t ctas,
                                    StringRef qualifiers) {
  assembly("{ .reg .pred p; .reg .b32 remote; setp.lt.u32 p, $1, " +
               std::to_string(ctas) +
               "; @p mapa.shared::cluster.u32 remote, $0, $1; @p "
               "mbarrier.arrive" +
               qualifiers.str() + ".shared::cluster.b64 _, [remote]; }",
           "r,r", {barrier, lane});
}
