//===- EntryPoints.cpp - One way to call every function -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "lowp/Pipelines/Compile.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir::lowp::execution;
namespace LLVM = mlir::LLVM;

/// The function of an entry point: on the GPU it has the C interface of
/// lowp_runtime.h already, on the CPU MLIR's wrapper is what takes pointers.
static LLVM::LLVMFuncOp getCallee(mlir::ModuleOp module, LowpDeviceKind device,
                                  llvm::StringRef plain) {
  std::string name = mlir::lowp::getHostName(plain);
  return module.lookupSymbol<LLVM::LLVMFuncOp>(
      device == LOWP_DEVICE_CPU ? "_mlir_ciface_" + name : name);
}

/// Argument `number` of the array: tensors are passed on, scalars are loaded.
static mlir::Value loadArgument(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value arguments, unsigned number,
                                mlir::Type type) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  mlir::Value slot = LLVM::GEPOp::create(
      builder, loc, pointer, pointer, arguments,
      llvm::ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
  mlir::Value address = LLVM::LoadOp::create(builder, loc, pointer, slot);
  if (type == pointer)
    return address;
  return LLVM::LoadOp::create(builder, loc, type, address);
}

static void addEntryPoint(LLVM::LLVMFuncOp callee, llvm::StringRef name,
                          bool takesCall) {
  mlir::OpBuilder builder(callee);
  mlir::Location loc = callee.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), {pointer, pointer});
  auto entry = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  mlir::Block *block = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);

  llvm::SmallVector<mlir::Value> operands;
  if (takesCall)
    operands.push_back(block->getArgument(0));
  llvm::ArrayRef<mlir::Type> parameters = callee.getArgumentTypes();
  for (auto [number, parameter] :
       llvm::enumerate(parameters.drop_front(operands.size())))
    operands.push_back(
        loadArgument(builder, loc, block->getArgument(1), number, parameter));
  LLVM::CallOp::create(builder, loc, callee, operands);
  LLVM::ReturnOp::create(builder, loc, mlir::ValueRange());
}

mlir::LogicalResult
mlir::lowp::execution::addEntryPoints(mlir::ModuleOp module,
                                      const Artifact &artifact) {
  bool isCpu = artifact.device == LOWP_DEVICE_CPU;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      function.setLinkage(LLVM::Linkage::Internal);
  for (auto [number, function] : llvm::enumerate(artifact.functions)) {
    LLVM::LLVMFuncOp callee = getCallee(module, artifact.device, function.name);
    // The CPU's results are one pointer, the call is passed on the GPU only.
    size_t results =
        isCpu ? !function.results.empty() : function.results.size() + 1;
    size_t expected = function.arguments.size() + results;
    if (!callee || callee.getNumArguments() != expected)
      return module.emitError("expected '")
             << function.name << "' to have " << expected
             << " parameters after lowering, got "
             << (callee ? callee.getNumArguments() : 0);
    addEntryPoint(callee, getEntryName(number), /*takesCall=*/!isCpu);
  }
  return mlir::success();
}
