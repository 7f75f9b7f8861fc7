//===- KernelFunction.cpp - A kernel becomes an llvm.func -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kSharedName = "lowp_shared";

/// The dynamic shared memory of the module's kernels; its size is a launch
/// parameter. 1024 bytes are the strictest alignment of a swizzled tile.
static LLVM::GlobalOp getSharedMemory(gpu::GPUModuleOp module) {
  if (auto known = module.lookupSymbol<LLVM::GlobalOp>(kSharedName))
    return known;
  OpBuilder builder(module.getBodyRegion());
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  return LLVM::GlobalOp::create(
      builder, module.getLoc(), type, /*isConstant=*/false,
      LLVM::Linkage::External, kSharedName, /*value=*/Attribute(),
      /*alignment=*/1024, static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
}

/// A tensor map is a parameter by value: TMA reads it from there.
static void annotateTensorMap(LLVM::LLVMFuncOp function, unsigned argument) {
  Builder builder(function.getContext());
  constexpr int64_t kBytes = 128, kAlignment = 64;
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), kBytes);
  function.setArgAttr(argument, LLVM::LLVMDialect::getByValAttrName(),
                      TypeAttr::get(type));
  function.setArgAttr(argument, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(kAlignment));
  function.setArgAttr(argument, NVVM::NVVMDialect::getGridConstantAttrName(),
                      builder.getUnitAttr());
}

/// Registers of a thread that the kernel's chip holds ptxas to, or 0.
static int64_t getMostRegisters(KernelOp kernel) {
  std::optional<ChipTarget> chip =
      lookupChipTarget(kernel.getContext(), kernel.getChip());
  return chip ? chip->target->getMostRegisters(kernel) : 0;
}

static void annotateKernel(LLVM::LLVMFuncOp function, KernelOp kernel) {
  Builder builder(function.getContext());
  auto dimensions = [&](int64_t x) {
    return builder.getDenseI32ArrayAttr({static_cast<int32_t>(x), 1, 1});
  };
  auto set = [&](StringRef name, Attribute value) {
    function->setAttr(name, value);
  };
  set(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  set(NVVM::NVVMDialect::getMaxntidAttrName(),
      builder.getDenseI32ArrayAttr(
          {static_cast<int32_t>(*kernel.getWarps() * lowp::kWarpSize)}));
  // With the thread count this fixes the registers at entry, without which
  // ptxas ignores their reallocation.
  set(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(1));
  if (int64_t most = getMostRegisters(kernel))
    set(NVVM::NVVMDialect::getMaxnregAttrName(),
        builder.getI32IntegerAttr(static_cast<int32_t>(most)));
  if (kernel.getConfig().getClusterSize() > 1)
    set(NVVM::NVVMDialect::getClusterDimAttrName(),
        dimensions(kernel.getConfig().getClusterSize()));
  set(LowpGPUDialect::getSharedBytesAttrName(),
      builder.getI32IntegerAttr(*kernel.getSharedBytes()));
  set(LowpGPUDialect::getGemmAttrName(), builder.getUnitAttr());
  if (Attribute gemms = kernel->getAttr(LowpGPUDialect::getGemmsAttrName())) {
    set(LowpGPUDialect::getGemmsAttrName(), gemms);
    set(LowpGPUDialect::getConfigAttrName(), kernel.getConfig());
  }
  if (!kernel.getBody().getOps<GridDependencyWaitOp>().empty())
    set(LowpGPUDialect::getOverlapsPreviousAttrName(), builder.getUnitAttr());
}

static LLVM::LLVMFuncOp createFunction(KernelOp kernel,
                                       const LLVMTypeConverter &converter) {
  OpBuilder builder(kernel);
  SmallVector<Type> arguments;
  for (Type argument : kernel.getArgumentTypes())
    arguments.push_back(converter.convertType(argument));
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), arguments);
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(),
                                           kernel.getSymName(), type);
  for (auto [number, argument] : llvm::enumerate(kernel.getArgumentTypes()))
    if (isa<TensorMapType>(argument))
      annotateTensorMap(function, number);
  annotateKernel(function, kernel);
  return function;
}

/// Computes the frame at the insertion point.
static void emitFrame(DeviceBuilder &builder, LLVM::GlobalOp shared,
                      KernelFrame &frame) {
  Type i32 = builder.getI32Type();
  Value address = LLVM::AddressOfOp::create(builder, shared);
  frame.sharedBase = LLVM::PtrToIntOp::create(builder, i32, address);
  Value thread = NVVM::ThreadIdXOp::create(builder, i32);
  frame.warp = builder.takeFromFirst(builder.shiftRight(thread, 5));
  frame.lane = builder.bitAnd(thread, lowp::kWarpSize - 1);
  frame.warpgroup = builder.shiftRight(frame.warp, 2);
  frame.warpInGroup = builder.bitAnd(frame.warp, 3);
}

LLVM::LLVMFuncOp mlir::lowp_gpu::lowerKernelFunction(
    KernelOp kernel, const LLVMTypeConverter &converter, KernelFrame &frame) {
  LLVM::GlobalOp shared =
      getSharedMemory(kernel->getParentOfType<gpu::GPUModuleOp>());
  LLVM::LLVMFuncOp function = createFunction(kernel, converter);
  Region &body = function.getBody();
  body.takeBody(kernel.getBody());
  Block &entry = body.front();
  DeviceBuilder builder(kernel.getLoc(), kernel->getContext());
  builder.setInsertionPointToStart(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    Type original = argument.getType();
    Type converted = converter.convertType(original);
    if (converted == original)
      continue;
    argument.setType(converted);
    auto cast = UnrealizedConversionCastOp::create(builder, original, argument);
    argument.replaceAllUsesExcept(cast.getResult(0), cast);
  }
  frame.config = kernel.getConfig();
  frame.tensorAddress = kernel.getTensorAddress().value_or(0);
  std::optional<ChipTarget> chip =
      lookupChipTarget(kernel.getContext(), kernel.getChip());
  constexpr int64_t kPTXOfBlockTargets = 86;
  frame.addressesCluster = !chip || frame.config.getClusterSize() > 1 ||
                           (chip->facts->maxCluster > 1 &&
                            chip->facts->minimumPTX < kPTXOfBlockTargets);
  if (chip)
    frame.choices = chip->target->readChoices(frame.config.getTarget());
  emitFrame(builder, shared, frame);
  kernel.erase();
  return function;
}
