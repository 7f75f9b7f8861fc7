//===- Compile.cpp - From a module to what a user takes away --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Compile.h"

#include "Output.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Pipelines/GPUPipeline.h"
#include "lowp/Target/CHeader.h"
#include "lowp/Target/HostCode.h"
#include "lowp/Target/Images.h"
#include "lowp/Target/SharedLibrary.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::lowp;

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

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static bool isImage(Product product) {
  return product == Product::PTX || product == Product::Cubin;
}

static ImageFormat getImageFormat(Product product) {
  switch (product) {
  case Product::PTX:
    return ImageFormat::PTX;
  case Product::Cubin:
    return ImageFormat::Cubin;
  default:
    return ImageFormat::Auto;
  }
}

static void setOptions(LowpToNVVMOptions &pipeline,
                       const CompileOptions &options) {
  pipeline.chip = options.chip;
  pipeline.recipe = options.recipe;
  pipeline.ptxVersion = options.ptxVersion;
  pipeline.host = !isImage(options.product);
  pipeline.format = getImageFormat(options.product);
  pipeline.strict = options.strict;
  pipeline.allowEmulation = options.allowEmulation;
  pipeline.ptxas = options.ptxas;
  pipeline.expectedM = options.expectedM;
  pipeline.configFile = options.configFile;
  pipeline.rankingFile = options.rankingFile;
  pipeline.rankingVariants = options.rankingVariants;
}

namespace {
/// Notes the kernels right after they are serialized: host code has them only
/// as bytes.
class KernelTableRecorder : public PassInstrumentation {
public:
  explicit KernelTableRecorder(std::string &table) : table(table) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (!module || pass->getArgument() != "lowp-serialize")
      return;
    llvm::raw_string_ostream os(table);
    printKernelTable(module, os);
  }

private:
  std::string &table;
};
} // namespace

FailureOr<Compilation>
mlir::lowp::compile(ModuleOp module, const CompileOptions &options,
                    function_ref<LogicalResult(PassManager &)> configure) {
  Compilation compilation;
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  if (configure && failed(configure(manager)))
    return failure();
  manager.addInstrumentation(
      std::make_unique<KernelTableRecorder>(compilation.kernelTable));
  LowpToNVVMOptions pipeline;
  setOptions(pipeline, options);
  buildLowpToNVVMPipeline(manager, pipeline);
  if (failed(manager.run(module)))
    return failure();
  if (!isImage(options.product))
    return compilation;
  FailureOr<gpu::ObjectAttr> image = getImage(module);
  if (failed(image))
    return failure();
  compilation.image = image->getObject().getValue().str();
  return compilation;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static LogicalResult writeFile(StringRef content, StringRef path,
                               Location loc) {
  std::error_code error = writeOutput(content, path);
  if (!error)
    return success();
  return emitError(loc) << "cannot write '" << (path == "-" ? "stdout" : path)
                        << "': " << error.message();
}

/// The functions of a compiled module that C can call.
static SmallVector<CFunction> getFunctions(ModuleOp compiled) {
  SmallVector<CFunction> functions;
  for (auto function : compiled.getOps<LLVM::LLVMFuncOp>()) {
    auto signature = function->getAttrOfType<TypeAttr>(kSignatureAttrName);
    auto type =
        signature ? dyn_cast<FunctionType>(signature.getValue()) : nullptr;
    if (type && function.isPublic())
      functions.push_back({function.getSymName(), type, function.getLoc()});
  }
  return functions;
}

LogicalResult mlir::lowp::writeProduct(ModuleOp compiled,
                                       const Compilation &compilation,
                                       Product product, StringRef path,
                                       StringRef runtime) {
  Location loc = compiled.getLoc();
  if (isImage(product))
    return writeFile(compilation.image, path, loc);
  FailureOr<std::string> code = compileHostCode(
      compiled,
      product == Product::LLVMIR ? HostFormat::LLVMIR : HostFormat::Object);
  if (failed(code))
    return failure();
  if (product != Product::Library)
    return writeFile(*code, path, loc);
  auto names = llvm::map_to_vector(
      getFunctions(compiled),
      [](const CFunction &function) { return function.name; });
  return linkSharedLibrary(*code, names, runtime, path,
                           [&] { return emitError(loc); });
}

LogicalResult mlir::lowp::writeHeader(ModuleOp compiled, StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(printCHeader(getFunctions(compiled),
                          llvm::sys::path::filename(path), os)))
    return failure();
  return writeFile(text, path, compiled.getLoc());
}
