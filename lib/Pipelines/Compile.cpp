//===- Compile.cpp - From a module to what a user takes away --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Compile.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Files/OutputSet.h"
#include "lowp/Pipelines/Pipelines.h"
#include "lowp/Pipelines/RunPasses.h"
#include "lowp/Target/CHeader.h"
#include "lowp/Target/HostCode.h"
#include "lowp/Target/ReservedNames.h"
#include "lowp/Target/SharedLibrary.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Notes the images of `module`. Host code has them only as bytes.
static void noteImages(ModuleOp module, Compilation &compilation) {
  compilation.kernels = getKernelNotes(module);
  for (auto binary : module.getOps<gpu::BinaryOp>()) {
    compilation.imageNames.push_back(binary.getName().str());
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      compilation.imageFormat =
          object.getFormat() == gpu::CompilationTarget::Assembly
              ? ImageFormat::PTX
              : ImageFormat::Cubin;
  }
}

static LogicalResult takeImage(ModuleOp module, Compilation &compilation) {
  FailureOr<gpu::ObjectAttr> image = getImage(module);
  if (failed(image))
    return failure();
  compilation.image = image->getObject().getValue().str();
  return success();
}

/// The part of a pipeline before `onProgram` is called, and the part after it.
static void buildProgram(OpPassManager &manager, Lowering lowering,
                         const CompileOptions &options) {
  if (lowering == Lowering::CPU)
    return buildCPUProgramPipeline(manager, options);
  buildProgramPipeline(manager, options);
}

static void buildCode(OpPassManager &manager, Lowering lowering, Names names,
                      CompileOptions options) {
  // What is written to a file of its own is one.
  options.oneImage |= lowering == Lowering::Images;
  if (lowering != Lowering::CPU)
    return buildImagePipeline(manager, options);
  // Results that the function allocates itself can be compared with what the
  // caller provides before anything is written there.
  buildCPUCodePipeline(manager, {/*outParams=*/false, names});
}

std::string mlir::lowp::getHostName(StringRef name) {
  return getMangledName(name);
}

FailureOr<Compilation>
mlir::lowp::compile(ModuleOp module, Lowering lowering, Names names,
                    const CompileOptions &options,
                    function_ref<LogicalResult(PassManager &)> configure,
                    function_ref<LogicalResult()> onProgram,
                    function_ref<LogicalResult()> onKernels) {
  auto run = [&](auto build) {
    PassManager manager(module.getContext(), ModuleOp::getOperationName());
    if (configure && failed(configure(manager)))
      return failure();
    build(manager);
    return runPasses(manager, module);
  };
  auto program = [&](PassManager &manager) {
    buildProgram(manager, lowering, options);
  };
  auto code = [&](PassManager &manager) {
    buildCode(manager, lowering, names, options);
  };
  auto host = [&](PassManager &manager) { buildHostPipeline(manager, names); };
  if (failed(run(program)) || (onProgram && failed(onProgram())) ||
      failed(run(code)))
    return failure();
  Compilation compilation;
  if (lowering == Lowering::CPU)
    return compilation;
  if (onKernels && failed(onKernels()))
    return failure();
  noteImages(module, compilation);
  if (failed(lowering == Lowering::Images ? takeImage(module, compilation)
                                          : run(host)))
    return failure();
  return compilation;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::optional<Product> mlir::lowp::getProductOfPath(StringRef path) {
  return llvm::StringSwitch<std::optional<Product>>(
             llvm::sys::path::extension(path))
      .Case(".ptx", Product::PTX)
      .Case(".cubin", Product::Cubin)
      .Case(".ll", Product::LLVMIR)
      .Case(".o", Product::Object)
      .Case(".so", Product::Library)
      .Default(std::nullopt);
}

static bool isImage(Product product) {
  return product == Product::PTX || product == Product::Cubin;
}

HostOptLevel mlir::lowp::getHostOptLevel(Lowering lowering,
                                         const CompileOptions &options) {
  HostOptLevel level = options.hostOptLevel;
  return lowering == Lowering::CPU ? level : std::min(level, HostOptLevel::O1);
}

Lowering mlir::lowp::getLowering(Product product) {
  return isImage(product) ? Lowering::Images : Lowering::Host;
}

ImageFormat mlir::lowp::getImageFormat(Product product) {
  return product == Product::PTX     ? ImageFormat::PTX
         : product == Product::Cubin ? ImageFormat::Cubin
                                     : ImageFormat::Auto;
}

static LogicalResult report(llvm::Error error, Location loc) {
  if (!error)
    return success();
  return emitError(loc) << llvm::toString(std::move(error));
}

/// The functions of a compiled module that C can call, or those of the user's
/// that it calls.
static SmallVector<CFunction> getFunctions(ModuleOp compiled,
                                           bool areExternal = false) {
  SmallVector<CFunction> functions;
  for (auto function : compiled.getOps<LLVM::LLVMFuncOp>()) {
    auto signature =
        function->getAttrOfType<TypeAttr>(LowpDialect::getSignatureAttrName());
    auto type =
        signature ? dyn_cast<FunctionType>(signature.getValue()) : nullptr;
    if (!type || !function.isPublic() || function.isExternal() != areExternal)
      continue;
    CFunction &described = functions.emplace_back(
        CFunction{function.getSymName(), type, function.getLoc()});
    described.isExternal = areExternal;
    if (auto fingerprint = function->getAttrOfType<StringAttr>(
            LowpDialect::getFingerprintAttrName()))
      described.fingerprint = fingerprint;
    if (auto prepare = function->getAttrOfType<FlatSymbolRefAttr>(
            LowpDialect::getPrepareAttrName()))
      described.prepare = prepare.getValue();
  }
  return functions;
}

/// Refuses functions that the linker would take for those of a library.
static LogicalResult verifyNames(ModuleOp compiled) {
  for (const CFunction &function : getFunctions(compiled)) {
    StringRef owner = findOwnerOfSymbol(function.name);
    if (!owner.empty())
      return emitError(function.loc)
             << "expected a function's name that no other code has, got '"
             << function.name << "', which is a name of " << owner
             << "; rename it, or make it private";
  }
  return success();
}

static LogicalResult addProduct(ModuleOp compiled,
                                const Compilation &compilation, Product product,
                                const ProductFiles &files, OutputSet &outputs) {
  Location loc = compiled.getLoc();
  if (isImage(product))
    return report(outputs.add(files.product, compilation.image), loc);
  if (failed(verifyNames(compiled)))
    return failure();
  FailureOr<std::string> code = compileHostCode(
      compiled,
      product == Product::LLVMIR ? HostFormat::LLVMIR : HostFormat::Object,
      files.level);
  if (failed(code))
    return failure();
  if (product != Product::Library)
    return report(outputs.add(files.product, *code), loc);
  llvm::Expected<std::string> path =
      outputs.addUnwritten(files.product, OutputKind::Program);
  if (!path)
    return report(path.takeError(), loc);
  auto names = llvm::map_to_vector(
      getFunctions(compiled),
      [](const CFunction &function) { return function.name; });
  return linkSharedLibrary(*code, names, files.runtime, *path,
                           [&] { return emitError(loc); });
}

static LogicalResult addHeader(ModuleOp compiled, StringRef path,
                               OutputSet &outputs) {
  if (path.empty())
    return success();
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<CFunction> functions = getFunctions(compiled, true);
  llvm::append_range(functions, getFunctions(compiled));
  if (failed(printCHeader(functions, llvm::sys::path::filename(path), os)))
    return failure();
  return report(outputs.add(path, text), compiled.getLoc());
}

LogicalResult mlir::lowp::writeProduct(ModuleOp compiled,
                                       const Compilation &compilation,
                                       Product product,
                                       const ProductFiles &files) {
  OutputSet outputs;
  // The header first: it costs less to find out that it cannot be.
  if (failed(addHeader(compiled, files.header, outputs)) ||
      failed(addProduct(compiled, compilation, product, files, outputs)))
    return failure();
  return report(outputs.commit(), compiled.getLoc());
}
