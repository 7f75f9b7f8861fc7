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
static Value passTensor(OpBuilder &builder, Location loc, Value buffer) {
  Value descriptor = createDescriptor(builder, loc, buffer);
  Value slot = createEntrySlot(builder, loc, descriptor.getType());
  LLVM::StoreOp::create(builder, loc, descriptor, slot);
  return slot;
}

/// `scalar` as C takes it: floats of 16 bits as their bits. C compilers count
/// on narrow integers to fill a register of 32 bits.
static Value passScalar(OpBuilder &builder, Location loc, Value scalar,
                        RuntimeABI &abi) {
  Type type = scalar.getType();
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, abi.i64, scalar);
  if (type.isBF16() || type.isF16()) {
    Value bits =
        arith::BitcastOp::create(builder, loc, builder.getI16Type(), scalar);
    return arith::ExtUIOp::create(builder, loc, abi.i32, bits);
  }
  if (type.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, abi.i32, scalar);
  if (type.isInteger(8) || type.isInteger(16))
    return arith::ExtSIOp::create(builder, loc, abi.i32, scalar);
  return scalar;
}

/// Whether nothing has failed. A call whose workspace is too small goes on, to
/// find out how much it would have needed.
static Value goesOn(OpBuilder &builder, Location loc, Value call,
                    RuntimeABI &abi) {
  Value status = LLVM::LoadOp::create(
      builder, loc, abi.i32,
      abi.createCallField(builder, loc, call,
                          RuntimeConstant::CallStatusOffset));
  auto is = [&](RuntimeConstant value) -> Value {
    return LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::eq, status,
        abi.createI32(builder, loc, static_cast<int64_t>(value)));
  };
  return LLVM::OrOp::create(builder, loc, is(RuntimeConstant::Ok),
                            is(RuntimeConstant::WorkspaceTooSmall));
}

/// Raises the number at `most` to `bytes`; returns the higher one.
static Value raise(OpBuilder &builder, Location loc, Value most, Value bytes,
                   RuntimeABI &abi) {
  Value before = LLVM::LoadOp::create(builder, loc, abi.i64, most);
  Value after = LLVM::UMaxOp::create(builder, loc, before, bytes);
  LLVM::StoreOp::create(builder, loc, after, most);
  return after;
}

static Value createWorkspaceUsed(OpBuilder &builder, Location loc, Value call,
                                 RuntimeABI &abi) {
  return abi.createCallField(builder, loc, call,
                             RuntimeConstant::CallWorkspaceUsedOffset);
}

Value mlir::lowp::trackExternalWorkspace(func::FuncOp func, Value call,
                                         RuntimeABI &abi) {
  WalkResult found =
      func.walk([](CallExternalOp) { return WalkResult::interrupt(); });
  if (!found.wasInterrupted())
    return {};
  Location loc = func.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  Value most = createEntrySlot(builder, loc, abi.i64);
  builder.setInsertionPointAfterValue(most);
  LLVM::StoreOp::create(builder, loc, abi.createI64(builder, loc, 0), most);
  func.walk([&](func::ReturnOp exit) {
    builder.setInsertionPoint(exit);
    Value used = createWorkspaceUsed(builder, loc, call, abi);
    Value bytes = LLVM::LoadOp::create(builder, loc, abi.i64, used);
    Value total = raise(builder, loc, most, bytes, abi);
    LLVM::StoreOp::create(builder, loc, total, used);
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

LogicalResult mlir::lowp::lowerExternalCall(CallExternalOp op, Value call,
                                            Value most, RuntimeABI &abi) {
  if (!op.hasPureBufferSemantics())
    return op.emitOpError("expected a call on buffers, got one on tensors; run "
                          "one-shot-bufferize before lowp-host-launch");
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto check = scf::IfOp::create(builder, loc, goesOn(builder, loc, call, abi));
  builder.setInsertionPoint(check.thenYield());
  SmallVector<Value> arguments = {call};
  for (Value operand : op->getOperands())
    arguments.push_back(isa<MemRefType>(operand.getType())
                            ? passTensor(builder, loc, operand)
                            : passScalar(builder, loc, operand, abi));
  Value used = createWorkspaceUsed(builder, loc, call, abi);
  Value before = LLVM::LoadOp::create(builder, loc, abi.i64, used);
  describe(abi.createExternalCall(builder, loc, op.getSymbol(), arguments), op);
  Value after = LLVM::LoadOp::create(builder, loc, abi.i64, used);
  raise(builder, loc, most, after, abi);
  // What follows in the stream comes after all that the function submitted.
  LLVM::StoreOp::create(builder, loc, before, used);
  op.erase();
  return success();
}
