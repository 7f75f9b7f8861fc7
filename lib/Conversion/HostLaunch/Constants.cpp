//===- Constants.cpp - Constant tensors of host functions -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

using namespace mlir;
using namespace mlir::lowp;

/// The symbol of a module's LowpConstants.
static constexpr llvm::StringLiteral kConstantsName = "lowp_constants";

/// The array that holds the elements of `type` in their order.
static Type getArrayType(MemRefType type) {
  LLVMTypeConverter converter(type.getContext());
  Type array = converter.convertType(type.getElementType());
  for (int64_t size : llvm::reverse(type.getShape()))
    array = LLVM::LLVMArrayType::get(array, size);
  return array;
}

/// The elements of `global` as LLVM's translation takes them: one alone is no
/// array.
static Attribute getElements(memref::GlobalOp global) {
  auto elements = dyn_cast<DenseElementsAttr>(*global.getInitialValue());
  if (!elements || global.getType().getRank() > 0)
    return *global.getInitialValue();
  return elements.getSplatValue<Attribute>();
}

/// Emits the elements of `global`, in host memory.
static LLVM::GlobalOp emitElements(memref::GlobalOp global) {
  OpBuilder builder(global);
  auto data = LLVM::GlobalOp::create(
      builder, global.getLoc(), getArrayType(global.getType()),
      /*isConstant=*/true, LLVM::Linkage::Internal,
      (global.getSymName() + "_data").str(), getElements(global));
  data.setAlignment(16);
  return data;
}

static LogicalResult verifyConstant(memref::GlobalOp global) {
  if (global.getConstant() && global.getInitialValue())
    return success();
  return global.emitOpError("expected a constant with its elements, got a "
                            "variable; pass state as an argument");
}

/// Emits a constant global whose contents `fill` builds.
static void emitGlobal(ModuleOp module, RuntimeABI &abi, Type type,
                       StringRef name,
                       function_ref<Value(HostBuilder &)> fill) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto global =
      LLVM::GlobalOp::create(builder, module.getLoc(), type,
                             /*isConstant=*/true, LLVM::Linkage::Internal, name,
                             /*value=*/Attribute());
  HostBuilder body(module.getLoc(), abi);
  body.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(body, fill(body));
}

/// Emits a LowpConstant for each of `data`, and the LowpConstants of all.
static void emitTable(ModuleOp module, RuntimeABI &abi,
                      ArrayRef<std::pair<LLVM::GlobalOp, int64_t>> data) {
  Type items = LLVM::LLVMArrayType::get(abi.constant, data.size());
  std::string itemsName = (kConstantsName + "_items").str();
  emitGlobal(module, abi, items, itemsName, [&](HostBuilder &b) {
    Value table = LLVM::PoisonOp::create(b, items);
    for (auto [number, entry] : llvm::enumerate(data)) {
      int64_t index = number;
      table = LLVM::InsertValueOp::create(
          b, table, LLVM::AddressOfOp::create(b, entry.first),
          ArrayRef<int64_t>{index, 0});
      table = LLVM::InsertValueOp::create(b, table, b.createI64(entry.second),
                                          ArrayRef<int64_t>{index, 1});
    }
    return table;
  });
  emitGlobal(module, abi, abi.constants, kConstantsName, [&](HostBuilder &b) {
    Value address = b.createAddress(itemsName);
    return b.createStruct(abi.constants, {address, b.createI64(data.size())});
  });
}

FailureOr<Constants> mlir::lowp::emitConstants(ModuleOp module,
                                               RuntimeABI &abi) {
  Constants constants;
  SmallVector<std::pair<LLVM::GlobalOp, int64_t>> data;
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>())) {
    FailureOr<int64_t> bytes = getElementBytes(global, global.getType());
    if (failed(bytes) || failed(verifyConstant(global)))
      return failure();
    constants[global.getSymName()] = data.size();
    data.push_back(
        {emitElements(global), *bytes * global.getType().getNumElements()});
    global.erase();
  }
  if (!data.empty())
    emitTable(module, abi, data);
  return constants;
}

LogicalResult mlir::lowp::lowerGetGlobal(memref::GetGlobalOp op, HostBuilder &b,
                                         const Constants &constants) {
  auto found = constants.find(op.getName());
  if (found == constants.end())
    return op.emitOpError("expected a constant of the module, got '")
           << op.getName() << "'";
  Value table = b.createAddress(kConstantsName);
  Value address =
      b.createCall("lowpConstantAddress",
                   {b.call, table, b.createI64(found->second)}, b.abi.pointer)
          .getResult();
  op.replaceAllUsesWith(createBuffer(b, op.getType(), address, {}));
  op.erase();
  return success();
}
