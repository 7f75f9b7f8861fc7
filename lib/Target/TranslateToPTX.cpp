//===- TranslateToPTX.cpp - A lowered gpu.module as PTX -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/TranslateToPTX.h"
#include "Convergent.h"
#include "UnrollMarks.h"

#include "LLVMPipeline.h"
#include "lowp/Target/FatalErrorGuard.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;
using namespace mlir::lowp;

void mlir::lowp::registerPTXTranslation(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

static void initializeBackend() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const PTXTarget &target, std::string &error) {
  initializeBackend();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, target.getName(), target.getFeatures(), llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// The whole way, unguarded.
static FailureOr<std::string> compile(gpu::GPUModuleOp op,
                                      const PTXTarget &target) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(target, error);
  if (!machine)
    return emitError(op.getLoc()) << "LLVM has no NVPTX back end: " << error;
  auto prepare = [](llvm::Module &module) {
    markConvergent(module);
    inlineIntoKernels(module);
  };
  auto emit = [&](llvm::Module &module) {
    dropUnrollMarks(module);
    return emitCode(module, *machine, llvm::CodeGenFileType::AssemblyFile);
  };
  return compileThroughLLVM(
      op, *machine, {op.getName(), llvm::OptimizationLevel::O3, prepare, emit});
}

/// Checks that kernels call only what there is: nothing is linked to them.
static LogicalResult verifyDefinitions(gpu::GPUModuleOp module) {
  // The driver provides these.
  static constexpr llvm::StringLiteral kProvided[] = {"vprintf", "malloc",
                                                      "free", "__assertfail"};
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getSymName();
    if (!function.isExternal() || name.starts_with("llvm.") ||
        llvm::is_contained(kProvided, name) ||
        SymbolTable::symbolKnownUseEmpty(function, module))
      continue;
    return emitError(function.getLoc())
           << "expected '" << name
           << "' to have a body: kernels are linked to no library, libdevice "
              "included; expand the operation that became this call before";
  }
  return success();
}

/// What a fatal error is about: LLVM does not say in which function it was, so
/// the one function that there is, else the module.
static Operation *findCulprit(gpu::GPUModuleOp module) {
  auto functions = module.getOps<LLVM::LLVMFuncOp>();
  return llvm::hasSingleElement(functions) ? *functions.begin()
                                           : module.getOperation();
}

FailureOr<std::string> mlir::lowp::translateToPTX(gpu::GPUModuleOp module,
                                                  const PTXTarget &target) {
  if (failed(verifyRunsOn(module, *target.chip)) ||
      failed(verifyDefinitions(module)))
    return failure();
  FailureOr<std::string> ptx = failure();
  std::optional<std::string> fatal =
      runGuarded([&] { ptx = compile(module, target); });
  if (!fatal)
    return ptx;
  InFlightDiagnostic diagnostic = emitError(findCulprit(module)->getLoc())
                                  << "LLVM cannot compile this for '"
                                  << target.chip->name << "' with PTX version "
                                  << target.ptxVersion << ": " << *fatal;
  diagnostic.attachNote() << "an instruction may need another chip or a "
                             "higher PTX version";
  return diagnostic;
}
