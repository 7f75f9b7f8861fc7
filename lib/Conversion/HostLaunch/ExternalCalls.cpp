//===- ExternalCalls.cpp - Functions of the user's as C calls -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An external function has the interface of a compiled one: the LowpCall, then
// pointers to the tensors, and scalars. So a compiled function can be one.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

/// Address of the LowpTensorN of `buffer`, which has the layout of upstream's
/// descriptor.
static Value passTensor(HostBuilder &b, Value buffer) {
  Value descriptor = createConverted(b, buffer);
  Value slot = b.createEntrySlot(descriptor.getType());
  LLVM::StoreOp::create(b, descriptor, slot);
  return slot;
}

/// `scalar` as C takes it: floats of 16 bits as their bits. C compilers count
/// on narrow integers to fill a register of 32 bits.
static Value passScalar(HostBuilder &b, Value scalar) {
  Type type = scalar.getType();
  if (type.isIndex())
    return arith::IndexCastOp::create(b, b.abi.i64, scalar);
  if (type.isBF16() || type.isF16()) {
    Value bits = arith::BitcastOp::create(b, b.getI16Type(), scalar);
    return arith::ExtUIOp::create(b, b.abi.i32, bits);
  }
  if (type.isInteger(1))
    return arith::ExtUIOp::create(b, b.abi.i32, scalar);
  if (type.isInteger(8) || type.isInteger(16))
    return arith::ExtSIOp::create(b, b.abi.i32, scalar);
  return scalar;
}

/// Whether nothing has failed. A call whose workspace is too small goes on, to
/// find out how much it would have needed.
static Value goesOn(HostBuilder &b) {
  Value status = LLVM::LoadOp::create(
      b, b.abi.i32, b.createCallField(HostBuilder::CallStatusOffset));
  auto is = [&](int32_t value) -> Value {
    return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, status,
                                b.createI32(value));
  };
  Value isOk = is(HostBuilder::Ok);
  return LLVM::OrOp::create(b, isOk, is(HostBuilder::WorkspaceTooSmall));
}

/// Raises the number at `most` to `bytes`; returns the higher one.
static Value raise(HostBuilder &b, Value most, Value bytes) {
  Value before = LLVM::LoadOp::create(b, b.abi.i64, most);
  Value after = LLVM::UMaxOp::create(b, before, bytes);
  LLVM::StoreOp::create(b, after, most);
  return after;
}

Value mlir::lowp::trackExternalWorkspace(func::FuncOp func, HostBuilder b) {
  WalkResult found =
      func.walk([](CallExternalOp) { return WalkResult::interrupt(); });
  if (!found.wasInterrupted())
    return {};
  b.setInsertionPointToStart(&func.front());
  Value most = b.createEntrySlot(b.abi.i64);
  b.setInsertionPointAfterValue(most);
  LLVM::StoreOp::create(b, b.createI64(0), most);
  func.walk([&](func::ReturnOp exit) {
    b.setInsertionPoint(exit);
    Value used = b.createCallField(HostBuilder::CallWorkspaceUsedOffset);
    Value total = raise(b, most, LLVM::LoadOp::create(b, b.abi.i64, used));
    LLVM::StoreOp::create(b, total, used);
  });
  return most;
}

/// What two calls of one function have in common: `lhs`, where a size that they
/// disagree on is unknown.
static Type merge(Type lhs, Type rhs) {
  auto lhsBuffer = dyn_cast<MemRefType>(lhs);
  auto rhsBuffer = dyn_cast<MemRefType>(rhs);
  if (!lhsBuffer || !rhsBuffer)
    return lhs;
  SmallVector<int64_t> shape;
  for (auto [own, other] :
       llvm::zip_equal(lhsBuffer.getShape(), rhsBuffer.getShape()))
    shape.push_back(own == other ? own : ShapedType::kDynamic);
  return MemRefType::get(shape, lhsBuffer.getElementType());
}

static SmallVector<Type> merge(TypeRange lhs, TypeRange rhs) {
  return llvm::map_to_vector(llvm::zip_equal(lhs, rhs), [](auto types) {
    return merge(std::get<0>(types), std::get<1>(types));
  });
}

/// Notes what the function takes and gives, for the C header and for hosts.
static void describe(LLVM::CallOp call, CallExternalOp op) {
  auto function = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      op, call.getCalleeAttr());
  StringRef name = LowpDialect::getSignatureAttrName();
  SmallVector<Type> inputs(op.getInputs().getTypes());
  SmallVector<Type> outputs(op.getOutputs().getTypes());
  if (auto known = function->getAttrOfType<TypeAttr>(name)) {
    auto type = cast<FunctionType>(known.getValue());
    inputs = merge(inputs, type.getInputs());
    outputs = merge(outputs, type.getResults());
  }
  function->setAttr(
      name, TypeAttr::get(FunctionType::get(op.getContext(), inputs, outputs)));
}

LogicalResult mlir::lowp::lowerExternalCall(CallExternalOp op, HostBuilder &b,
                                            Value most) {
  if (!op.hasPureBufferSemantics())
    return op.emitOpError("expected a call on buffers, got one on tensors; run "
                          "one-shot-bufferize before lowp-host-launch");
  auto check = scf::IfOp::create(b, goesOn(b));
  b.setInsertionPoint(check.thenYield());
  SmallVector<Value> arguments = {b.call};
  for (Value operand : op->getOperands())
    arguments.push_back(isa<MemRefType>(operand.getType())
                            ? passTensor(b, operand)
                            : passScalar(b, operand));
  Value used = b.createCallField(HostBuilder::CallWorkspaceUsedOffset);
  Value before = LLVM::LoadOp::create(b, b.abi.i64, used);
  describe(b.createCall(op.getSymbol(), arguments), op);
  raise(b, most, LLVM::LoadOp::create(b, b.abi.i64, used));
  // What follows in the stream comes after all that the function submitted.
  LLVM::StoreOp::create(b, before, used);
  op.erase();
  return success();
}
