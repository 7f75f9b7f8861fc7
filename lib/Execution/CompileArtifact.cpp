//===- CompileArtifact.cpp - From a module to an artifact -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/CompileArtifact.h"

#include "DescribeFunctions.h"
#include "EntryPoints.h"

#include "lowp/Bufferization/Donations.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/InitAll.h"
#include "lowp/Pipelines/Compile.h"
#include "lowp/Pipelines/RunPasses.h"
#include "lowp/Target/HostCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir::lowp;
using namespace mlir::lowp::execution;
namespace LLVM = mlir::LLVM;

void execution::registerDialects(mlir::DialectRegistry &registry) {
  mlir::lowp::registerAllDialects(registry);
  mlir::lowp::registerFrontEndDialects(registry);
  registerHostTranslation(registry);
}

static_assert(int(ImageFormat::PTX) == LOWP_IMAGE_PTX &&
                  int(ImageFormat::Cubin) == LOWP_IMAGE_CUBIN,
              "formats have the same numbers");

static Kernel describe(const KernelNote &note) {
  Kernel kernel;
  kernel.name = note.name;
  LowpKernelInfo &info = kernel.info;
  info.registers = note.registers;
  info.spillBytes = note.spillBytes;
  info.sharedBytes = note.sharedBytes;
  llvm::copy(note.block, info.block);
  llvm::copy(note.cluster, info.cluster);
  return kernel;
}

/// What the functions of `module` take and give. Sizes are followed through one
/// function at a time, so calls are inlined first. All that is done in a copy:
/// the pipelines have their own time for inlining.
static mlir::FailureOr<std::vector<Function>> describe(mlir::ModuleOp module) {
  mlir::OwningOpRef<mlir::ModuleOp> copy(module.clone());
  auto calls = copy->walk(
      [](mlir::func::CallOp) { return mlir::WalkResult::interrupt(); });
  if (calls.wasInterrupted()) {
    mlir::PassManager manager(module.getContext());
    manager.addPass(mlir::createInlinerPass());
    if (mlir::failed(runPasses(manager, *copy)))
      return mlir::failure();
  }
  if (mlir::failed(takeDonations(*copy)))
    return mlir::failure();
  return describeFunctions(*copy);
}

static Lowering getRequestedLowering(const CompileRequest &request) {
  return request.device == LOWP_DEVICE_CPU ? Lowering::CPU : Lowering::Host;
}

static mlir::LogicalResult lower(mlir::ModuleOp module,
                                 const CompileRequest &request,
                                 Artifact &artifact) {
  // What comes in has been verified, and is again where each level of the
  // pipelines ends. After each pass lowp-opt verifies, on everything that is
  // tested; elsewhere it would take an eighth of the time, and users wait.
  auto configure = [&](mlir::PassManager &manager) {
    manager.enableVerifier(request.verifyPasses);
    return mlir::success();
  };
  Lowering lowering = getRequestedLowering(request);
  auto onProgram = [&] { return describePrepared(module, artifact.functions); };
  auto onKernels = [&] { return describeStages(module, artifact.functions); };
  mlir::FailureOr<Compilation> compilation =
      compile(module, lowering, Names::Mangled, request, configure, onProgram,
              onKernels);
  if (mlir::failed(compilation))
    return mlir::failure();
  for (std::string &name : compilation->imageNames)
    artifact.images.push_back({std::move(name), ""});
  artifact.imageFormat = LowpImageFormat(compilation->imageFormat);
  for (const KernelNote &note : compilation->kernels)
    artifact.kernels.push_back(describe(note));
  return mlir::success();
}

/// Moves an image out of the host code, which then refers to it by name: there
/// is one copy, and LLVM does not have to carry it along.
static mlir::LogicalResult takeImage(mlir::ModuleOp module, Image &taken) {
  auto data = module.lookupSymbol<LLVM::GlobalOp>(getImageDataName(taken.name));
  auto image =
      module.lookupSymbol<LLVM::GlobalOp>(getImageSymbolName(taken.name));
  auto bytes =
      data ? mlir::dyn_cast_or_null<mlir::StringAttr>(data.getValueAttr())
           : nullptr;
  if (!bytes || !image)
    return module.emitError("expected the kernels in '")
           << getImageDataName(taken.name) << "', got no such constant";
  taken.content = bytes.getValue().str();
  data.removeValueAttr();
  data.setLinkage(LLVM::Linkage::External);
  image.setLinkage(LLVM::Linkage::External);
  return mlir::success();
}

static mlir::LogicalResult takeImages(mlir::ModuleOp module,
                                      Artifact &artifact) {
  for (Image &image : artifact.images)
    if (mlir::failed(takeImage(module, image)))
      return mlir::failure();
  return mlir::success();
}

/// Lets the host find the constants.
static void exposeConstants(mlir::ModuleOp module, Artifact &artifact) {
  if (auto table = module.lookupSymbol<LLVM::GlobalOp>(getConstantsName())) {
    table.setLinkage(LLVM::Linkage::External);
    artifact.hasConstants = true;
  }
}

static std::string getChip(mlir::ModuleOp module,
                           const CompileRequest &request) {
  if (request.device == LOWP_DEVICE_CPU)
    return "";
  auto chip = module->getAttrOfType<mlir::StringAttr>(
      mlir::lowp_gpu::LowpGPUDialect::getChipAttrName());
  return chip ? chip.str() : request.chip;
}

mlir::FailureOr<Artifact>
execution::compileArtifact(mlir::ModuleOp module,
                           const CompileRequest &request) {
  if (mlir::failed(mlir::verify(module)))
    return mlir::failure();
  mlir::FailureOr<std::vector<Function>> functions = describe(module);
  if (mlir::failed(functions))
    return mlir::failure();
  Artifact artifact;
  artifact.device = request.device;
  artifact.functions = std::move(*functions);
  if (mlir::failed(lower(module, request, artifact)) ||
      mlir::failed(takeImages(module, artifact)) ||
      mlir::failed(addEntryPoints(module, artifact)))
    return mlir::failure();
  exposeConstants(module, artifact);
  artifact.chip = getChip(module, request);
  mlir::FailureOr<std::vector<Function>> externals = describeExternals(module);
  if (mlir::failed(externals))
    return mlir::failure();
  artifact.externals = std::move(*externals);
  mlir::FailureOr<std::string> code =
      compileHostCode(module, HostFormat::Object,
                      getHostOptLevel(getRequestedLowering(request), request));
  if (mlir::failed(code))
    return mlir::failure();
  artifact.code = std::move(*code);
  return artifact;
}
