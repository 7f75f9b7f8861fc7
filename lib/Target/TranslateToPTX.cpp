//===- TranslateToPTX.cpp - A lowered gpu.module as PTX -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/TranslateToPTX.h"
#include "LLVMIR/Convergent.h"
#include "LLVMIR/SignsOfZeros.h"
#include "LLVMIR/UnrollMarks.h"

#include "LLVMPipeline.h"
#include "lowp/Target/FatalErrorGuard.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/IR/GlobalVariable.h"
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

struct PTXTranslation::State {
  gpu::GPUModuleOp module;
  PTXTarget target;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::optional<LLVMTranslation> translation;
  LLVMOutcome outcome;
  /// What ended LLVM's work, if anything did.
  std::optional<std::string> fatal;

  InFlightDiagnostic reportFatal(StringRef reason) const;
};

InFlightDiagnostic PTXTranslation::State::reportFatal(StringRef reason) const {
  InFlightDiagnostic diagnostic = emitError(findCulprit(module)->getLoc())
                                  << "LLVM cannot compile this for '"
                                  << target.chip->name << "' with PTX version "
                                  << target.ptxVersion << ": " << reason;
  diagnostic.attachNote() << "an instruction may need another chip or a "
                             "higher PTX version";
  return diagnostic;
}

PTXTranslation::PTXTranslation(std::unique_ptr<State> state)
    : state(std::move(state)) {}
PTXTranslation::PTXTranslation(PTXTranslation &&) = default;
PTXTranslation &PTXTranslation::operator=(PTXTranslation &&) = default;
PTXTranslation::~PTXTranslation() = default;

/// Calls the kernel of `module` `alias`, and its variables by numbers.
static void rename(llvm::Module &module, StringRef alias) {
  for (llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      function.setName(alias);
  unsigned number = 0;
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.hasLocalLinkage())
      variable.setName("variable_" + Twine(number++));
}

FailureOr<PTXTranslation> PTXTranslation::begin(gpu::GPUModuleOp module,
                                                const PTXTarget &target,
                                                StringRef alias) {
  if (failed(verifyRunsOn(module, *target.chip)) ||
      failed(verifyDefinitions(module)))
    return failure();
  auto state = std::make_unique<State>();
  state->module = module;
  state->target = target;
  std::string error;
  state->machine = createTargetMachine(target, error);
  if (!state->machine)
    return emitError(module.getLoc())
           << "LLVM has no NVPTX back end: " << error;
  FailureOr<LLVMTranslation> translation = failure();
  std::optional<std::string> fatal = runGuarded([&] {
    translation = translateToLLVM(module, *state->machine, module.getName());
  });
  if (fatal)
    return state->reportFatal(*fatal);
  if (failed(translation))
    return failure();
  if (!alias.empty())
    rename(*translation->module, alias);
  state->translation = std::move(*translation);
  return PTXTranslation(std::move(state));
}

const std::string *PTXTranslation::run() {
  auto prepare = [](llvm::Module &module) {
    markConvergent(module);
    inlineIntoKernels(module);
  };
  auto emit = [&](llvm::Module &module) {
    dropUnrollMarks(module);
    keepSignsOfZeros(module);
    return emitCode(module, *state->machine,
                    llvm::CodeGenFileType::AssemblyFile);
  };
  auto compile = [&] {
    state->outcome =
        compileTranslation(*state->translation, *state->machine,
                           {llvm::OptimizationLevel::O3, prepare, emit});
  };
  state->fatal = runGuarded(compile);
  if (state->fatal) {
    // What a crash leaves behind is not for destructors.
    (void)new LLVMTranslation(std::move(*state->translation));
    (void)state->machine.release();
    return nullptr;
  }
  state->translation.reset();
  return state->outcome.code ? &*state->outcome.code : nullptr;
}

FailureOr<std::string> PTXTranslation::finish() {
  if (state->fatal)
    return state->reportFatal(*state->fatal);
  return reportOutcome(std::move(state->outcome), state->module.getLoc(),
                       *state->machine);
}
