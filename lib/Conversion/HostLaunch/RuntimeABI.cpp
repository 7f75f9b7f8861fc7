//===- RuntimeABI.cpp - lowp_runtime.h in the llvm dialect ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeABI.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

static LLVM::LLVMStructType makeStruct(MLIRContext *context,
                                       ArrayRef<Type> fields) {
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

RuntimeABI::RuntimeABI(ModuleOp module) : module(module), symbols(module) {
  MLIRContext *context = module.getContext();
  pointer = LLVM::LLVMPointerType::get(context);
  i32 = IntegerType::get(context, 32);
  i64 = IntegerType::get(context, 64);
  auto i32x3 = LLVM::LLVMArrayType::get(i32, 3);
  image = makeStruct(context, {pointer, i64, pointer});
  constant = makeStruct(context, {pointer, i64});
  constants = makeStruct(context, {pointer, i64});
  launch = makeStruct(context, {i32x3, i32x3, i32x3, i32, i32});
  tensorMap =
      makeStruct(context, {pointer, i32, i32, LLVM::LLVMArrayType::get(i64, 5),
                           LLVM::LLVMArrayType::get(i64, 4),
                           LLVM::LLVMArrayType::get(i32, 5), i32});
}

LLVM::LLVMFuncOp RuntimeABI::getFunction(StringRef name, TypeRange arguments,
                                         Type result) {
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder top(module.getContext());
    if (!result)
      result = LLVM::LLVMVoidType::get(module.getContext());
    auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(arguments));
    function = LLVM::LLVMFuncOp::create(top, module.getLoc(), name, type);
    symbols.insert(function, module.getBody()->begin());
  }
  return function;
}

LLVM::GlobalOp RuntimeABI::getString(StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string content = text.str() + '\0';
    OpBuilder top(module.getContext());
    global = LLVM::GlobalOp::create(
        top, module.getLoc(),
        LLVM::LLVMArrayType::get(top.getI8Type(), content.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, "lowp_text",
        top.getStringAttr(content));
    symbols.insert(global, module.getBody()->begin());
  }
  return global;
}

LLVM::CallOp HostBuilder::createCall(StringRef function, ValueRange arguments,
                                     Type result) {
  return LLVM::CallOp::create(
      *this, abi.getFunction(function, arguments.getTypes(), result),
      arguments);
}

Value HostBuilder::createCallField(int32_t offset) {
  return LLVM::GEPOp::create(*this, abi.pointer, getI8Type(), call,
                             ArrayRef<LLVM::GEPArg>{offset});
}

Value HostBuilder::createRuns() {
  Value mode =
      LLVM::LoadOp::create(*this, abi.i32, createCallField(CallModeOffset));
  return LLVM::ICmpOp::create(*this, LLVM::ICmpPredicate::eq, mode,
                              createI32(RunMode));
}

Value HostBuilder::createString(StringRef text) {
  return LLVM::AddressOfOp::create(*this, abi.getString(text));
}

Value HostBuilder::createAddress(StringRef name) {
  return LLVM::AddressOfOp::create(*this, abi.pointer, name);
}

Value HostBuilder::createI32(int64_t value) {
  return LLVM::ConstantOp::create(*this, abi.i32, getI32IntegerAttr(value));
}

Value HostBuilder::createI64(int64_t value) {
  return LLVM::ConstantOp::create(*this, abi.i64, getI64IntegerAttr(value));
}

void HostBuilder::storeField(Type type, Value address,
                             ArrayRef<LLVM::GEPArg> field, Value value) {
  SmallVector<LLVM::GEPArg> path = {0};
  path.append(field.begin(), field.end());
  Value place = LLVM::GEPOp::create(*this, abi.pointer, type, address, path);
  LLVM::StoreOp::create(*this, value, place);
}

void HostBuilder::createFailIf(Value condition, StringRef message) {
  auto check = scf::IfOp::create(*this, condition);
  InsertionGuard guard(*this);
  setInsertionPoint(check.thenYield());
  Value status = createI32(InvalidArgument), text = createString(message);
  createCall(kFailFunction, {call, status, text});
}

Value HostBuilder::createEntrySlot(Type type, unsigned alignment) {
  InsertionGuard guard(*this);
  Operation *inside = getInsertionBlock()->getParentOp();
  auto function = isa<func::FuncOp>(inside)
                      ? cast<func::FuncOp>(inside)
                      : inside->getParentOfType<func::FuncOp>();
  setInsertionPointToStart(&function.front());
  return LLVM::AllocaOp::create(*this, abi.pointer, type, createI64(1),
                                alignment);
}

Value HostBuilder::createStruct(LLVM::LLVMStructType type, ValueRange fields) {
  Value made = LLVM::PoisonOp::create(*this, type);
  for (auto [position, field] : llvm::enumerate(fields))
    made = LLVM::InsertValueOp::create(*this, made, field,
                                       static_cast<int64_t>(position));
  return made;
}
