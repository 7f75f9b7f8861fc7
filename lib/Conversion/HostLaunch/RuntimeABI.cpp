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

LLVM::CallOp RuntimeABI::emitCall(OpBuilder &builder, Location loc,
                                  StringRef name, ValueRange arguments,
                                  Type result) {
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!function) {
    auto type = LLVM::LLVMFunctionType::get(
        result, llvm::to_vector(arguments.getTypes()));
    OpBuilder top(builder.getContext());
    function = LLVM::LLVMFuncOp::create(top, module.getLoc(), name, type);
    symbols.insert(function, module.getBody()->begin());
  }
  return LLVM::CallOp::create(builder, loc, function, arguments);
}

void RuntimeABI::createCall(OpBuilder &builder, Location loc,
                            StringRef function, ValueRange arguments) {
  emitCall(builder, loc, function, arguments,
           LLVM::LLVMVoidType::get(builder.getContext()));
}

Value RuntimeABI::createCall(OpBuilder &builder, Location loc,
                             StringRef function, ValueRange arguments,
                             Type result) {
  return emitCall(builder, loc, function, arguments, result).getResult();
}

LLVM::CallOp RuntimeABI::createExternalCall(OpBuilder &builder, Location loc,
                                            StringRef name,
                                            ValueRange arguments) {
  return emitCall(builder, loc, name, arguments,
                  LLVM::LLVMVoidType::get(builder.getContext()));
}

Value RuntimeABI::createCallField(OpBuilder &builder, Location loc, Value call,
                                  RuntimeConstant offset) {
  return LLVM::GEPOp::create(
      builder, loc, pointer, builder.getI8Type(), call,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
}

Value RuntimeABI::createRuns(OpBuilder &builder, Location loc, Value call) {
  Value mode = LLVM::LoadOp::create(
      builder, loc, i32,
      createCallField(builder, loc, call, RuntimeConstant::CallModeOffset));
  Value run =
      createI32(builder, loc, static_cast<int64_t>(RuntimeConstant::RunMode));
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, mode, run);
}

Value RuntimeABI::createString(OpBuilder &builder, Location loc,
                               StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string content = text.str() + '\0';
    OpBuilder top(builder.getContext());
    global = LLVM::GlobalOp::create(
        top, module.getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), content.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, "lowp_text",
        builder.getStringAttr(content));
    symbols.insert(global, module.getBody()->begin());
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeABI::createAddress(OpBuilder &builder, Location loc,
                                StringRef name) {
  return LLVM::AddressOfOp::create(builder, loc, pointer, name);
}

Value RuntimeABI::createI32(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, i32,
                                  builder.getI32IntegerAttr(value));
}

Value RuntimeABI::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, i64,
                                  builder.getI64IntegerAttr(value));
}

void RuntimeABI::storeField(OpBuilder &builder, Location loc, Type type,
                            Value address, ArrayRef<LLVM::GEPArg> field,
                            Value value) {
  SmallVector<LLVM::GEPArg> path = {0};
  path.append(field.begin(), field.end());
  Value place = LLVM::GEPOp::create(builder, loc, pointer, type, address, path);
  LLVM::StoreOp::create(builder, loc, value, place);
}

void RuntimeABI::createFailIf(OpBuilder &builder, Location loc, Value call,
                              Value condition, StringRef message) {
  auto check = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(check.thenYield());
  auto status = static_cast<int64_t>(RuntimeConstant::InvalidArgument);
  createCall(builder, loc, kFailFunction,
             {call, createI32(builder, loc, status),
              createString(builder, loc, message)});
}

Value mlir::lowp::createEntrySlot(OpBuilder &builder, Location loc, Type type,
                                  unsigned alignment) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *inside = builder.getInsertionBlock()->getParentOp();
  auto function = isa<func::FuncOp>(inside)
                      ? cast<func::FuncOp>(inside)
                      : inside->getParentOfType<func::FuncOp>();
  builder.setInsertionPointToStart(&function.front());
  Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                       builder.getI64IntegerAttr(1));
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), type, one,
      alignment);
}
