//===- HostCode.cpp - Host functions as LLVM IR and objects ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/HostCode.h"
#include "LLVMIR/OutlineLoops.h"
#include "LLVMPipeline.h"
#include "lowp/Target/FatalErrorGuard.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <array>
#include <mutex>

using namespace mlir;
using namespace mlir::lowp;

void mlir::lowp::registerHostTranslation(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

static llvm::OptimizationLevel getOptimization(HostOptLevel level) {
  using Level = llvm::OptimizationLevel;
  return std::array{Level::O0, Level::O1, Level::O2, Level::O3}[size_t(level)];
}

static std::unique_ptr<llvm::TargetMachine>
createHostMachine(HostOptLevel level, std::string &error) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, /*CPU=*/"", /*Features=*/"", llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt,
      level < HostOptLevel::O2 ? llvm::CodeGenOptLevel::None
                               : llvm::CodeGenOptLevel::Default));
}

/// A copy of `module` without what is not host code.
static OwningOpRef<ModuleOp> extractHostPart(ModuleOp module) {
  // Do not copy kernels and images only to throw them away.
  OwningOpRef<ModuleOp> host = ModuleOp::create(module.getLoc());
  (*host)->setAttrs(module->getDiscardableAttrDictionary());
  OpBuilder builder = OpBuilder::atBlockEnd(host->getBody());
  for (Operation &op : *module.getBody())
    if (!isa<gpu::GPUModuleOp, gpu::BinaryOp>(op))
      builder.clone(op);
  return host;
}

static std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, /*AAW=*/nullptr);
  return text;
}

/// The whole way, unguarded.
static FailureOr<std::string> compile(ModuleOp op, HostFormat format,
                                      HostOptLevel level) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine =
      createHostMachine(level, error);
  if (!machine)
    return emitError(op.getLoc())
           << "LLVM has no back end for this machine: " << error;
  auto emit = [&](llvm::Module &module) -> std::optional<std::string> {
    if (format == HostFormat::LLVMIR)
      return print(module);
    return emitCode(module, *machine, llvm::CodeGenFileType::ObjectFile);
  };
  auto prepare = [&](llvm::Module &module) {
    if (level > HostOptLevel::O0)
      outlineLoops(module);
  };
  FailureOr<LLVMTranslation> host = translateToLLVM(op, *machine, "host");
  if (failed(host))
    return failure();
  return reportOutcome(
      compileTranslation(*host, *machine,
                         {getOptimization(level), prepare, emit}),
      op.getLoc(), *machine);
}

FailureOr<std::string> mlir::lowp::compileHostCode(ModuleOp module,
                                                   HostFormat format,
                                                   HostOptLevel level) {
  OwningOpRef<ModuleOp> host = extractHostPart(module);
  FailureOr<std::string> code = failure();
  std::optional<std::string> fatal =
      runGuarded([&] { code = compile(*host, format, level); });
  if (fatal)
    return emitError(module.getLoc())
           << "LLVM cannot compile the host code: " << *fatal;
  return code;
}
