//===- ShareKernels.cpp - Launches of equal kernels launch one ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layers of a model are the same functions of other tensors. Each
// `gpu.module` whose one kernel is, but for names and locations, that of a
// module before it goes away, and its launches name the first. A model of 80
// layers then takes ptxas as long as one layer does.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

/// The one kernel of `module`, or null where there is more than that.
static gpu::GPUFuncOp getOnlyKernel(gpu::GPUModuleOp module) {
  if (!llvm::hasSingleElement(module.getOps()))
    return {};
  auto kernel = dyn_cast<gpu::GPUFuncOp>(*module.getOps().begin());
  return kernel && kernel.isKernel() ? kernel : gpu::GPUFuncOp();
}

/// What `kernel` is but for its name and where it comes from: equal for kernels
/// that compute the same.
static std::string describe(gpu::GPUModuleOp module, gpu::GPUFuncOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << module->getDiscardableAttrDictionary() << module.getTargetsAttr();
  StringAttr name = kernel.getNameAttr();
  kernel.setName("kernel");
  // Without local scope names of values are looked up in the whole program.
  kernel->print(stream,
                OpPrintingFlags().useLocalScope().enableDebugInfo(false));
  kernel.setName(name);
  return text;
}

void mlir::lowp::shareKernels(ModuleOp op) {
  llvm::StringMap<SymbolRefAttr> first;
  DenseMap<Attribute, SymbolRefAttr> replacements;
  for (auto module :
       llvm::make_early_inc_range(op.getOps<gpu::GPUModuleOp>())) {
    gpu::GPUFuncOp kernel = getOnlyKernel(module);
    if (!kernel)
      continue;
    auto symbol = SymbolRefAttr::get(
        module.getNameAttr(), {FlatSymbolRefAttr::get(kernel.getNameAttr())});
    auto [entry, isNew] = first.insert({describe(module, kernel), symbol});
    if (isNew)
      continue;
    replacements[symbol] = entry->second;
    module.erase();
  }
  op.walk([&](gpu::LaunchFuncOp launch) {
    if (SymbolRefAttr kernel = replacements.lookup(launch.getKernel()))
      launch.setKernelAttr(kernel);
  });
}
