//===- CompileArtifact.cpp - From a module to an artifact -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/CompileArtifact.h"

#include "DescribeFunctions.h"
#include "EntryPoints.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/InitAll.h"
#include "lowp/Pipelines/Pipelines.h"
#include "lowp/Target/HostCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir::lowp;
using namespace mlir::lowp::execution;
namespace gpu = mlir::gpu;
namespace LLVM = mlir::LLVM;

void execution::registerDialects(mlir::DialectRegistry &registry) {
  mlir::lowp::registerAllDialects(registry);
  registerHostTranslation(registry);
}

//===----------------------------------------------------------------------===//
// Notes on the kernels
//===----------------------------------------------------------------------===//

static int32_t getNumber(gpu::KernelMetadataAttr kernel, llvm::StringRef key) {
  auto number = kernel.getAttr<mlir::IntegerAttr>(key);
  return number ? number.getInt() : -1;
}

/// The sum of two numbers, -1 for unknown ones counting as nothing.
static int32_t addKnown(int32_t lhs, int32_t rhs) {
  if (lhs < 0 || rhs < 0)
    return std::max(lhs, rhs);
  return lhs + rhs;
}

static void getSizes(gpu::KernelMetadataAttr kernel, llvm::StringRef key,
                     int32_t *sizes) {
  if (auto known = kernel.getAttr<mlir::DenseI32ArrayAttr>(key))
    llvm::copy(known.asArrayRef().take_front(3), sizes);
}

static Kernel describe(gpu::KernelMetadataAttr kernel) {
  Kernel description;
  description.name = kernel.getName().str();
  LowpKernelInfo &info = description.info;
  info.registers = getNumber(kernel, "registers");
  info.spillBytes = addKnown(getNumber(kernel, "spill_stores"),
                             getNumber(kernel, "spill_loads"));
  info.sharedBytes = addKnown(getNumber(kernel, "shared_bytes"),
                              getNumber(kernel, "static_shared_bytes"));
  getSizes(kernel, "block", info.block);
  getSizes(kernel, "cluster", info.cluster);
  return description;
}

namespace {
/// Notes the kernels right after they are serialized: host code has them only
/// as bytes.
class KernelRecorder : public mlir::PassInstrumentation {
public:
  explicit KernelRecorder(Artifact &artifact) : artifact(artifact) {}

  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    auto module = mlir::dyn_cast<mlir::ModuleOp>(op);
    if (module && pass->getArgument() == "lowp-serialize")
      for (auto binary : module.getOps<gpu::BinaryOp>())
        record(binary);
  }

private:
  void record(gpu::BinaryOp binary) {
    artifact.imageName = binary.getName().str();
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
      artifact.imageFormat =
          object.getFormat() == gpu::CompilationTarget::Assembly
              ? LOWP_IMAGE_PTX
              : LOWP_IMAGE_CUBIN;
      if (object.getKernels())
        for (gpu::KernelMetadataAttr kernel : object.getKernels())
          artifact.kernels.push_back(describe(kernel));
    }
  }

  Artifact &artifact;
};
} // namespace

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static ImageFormat getFormat(LowpImageFormat format) {
  switch (format) {
  case LOWP_IMAGE_PTX:
    return ImageFormat::PTX;
  case LOWP_IMAGE_CUBIN:
    return ImageFormat::Cubin;
  default:
    return ImageFormat::Auto;
  }
}

static void buildPipeline(mlir::PassManager &manager,
                          const CompileRequest &request) {
  if (request.device == LOWP_DEVICE_CPU) {
    CPUPipelineOptions options;
    options.recipe = request.recipe;
    // Results that the function allocates itself can be compared with what the
    // caller provides before anything is written there.
    options.outParams = false;
    return buildCPUPipeline(manager, options);
  }
  LowpToNVVMOptions options;
  options.chip = request.chip;
  options.recipe = request.recipe;
  options.ptxas = request.ptxas;
  options.expectedM = request.expectedM;
  options.configFile = request.configFile;
  options.ptxVersion = request.ptxVersion;
  options.format = getFormat(request.imageFormat);
  options.strict = request.strict;
  options.allowEmulation = request.allowEmulation;
  options.reference = request.reference;
  buildLowpToNVVMPipeline(manager, options);
}

/// What the functions of `module` take and give. Sizes are followed through one
/// function at a time, so calls are inlined first: in a copy, for the pipelines
/// have their own time for that.
static mlir::FailureOr<std::vector<Function>> describe(mlir::ModuleOp module) {
  auto calls = module.walk(
      [](mlir::func::CallOp) { return mlir::WalkResult::interrupt(); });
  if (!calls.wasInterrupted())
    return describeFunctions(module);
  mlir::OwningOpRef<mlir::ModuleOp> inlined(module.clone());
  mlir::PassManager manager(module.getContext());
  manager.addPass(mlir::createInlinerPass());
  if (mlir::failed(manager.run(*inlined)))
    return mlir::failure();
  return describeFunctions(*inlined);
}

static mlir::LogicalResult lower(mlir::ModuleOp module,
                                 const CompileRequest &request,
                                 Artifact &artifact) {
  mlir::PassManager manager(module.getContext());
  // What comes in has been verified. What passes make of it is verified after
  // each of them by the tools, on everything that is tested; elsewhere it would
  // take an eighth of the time, and users wait.
  manager.enableVerifier(request.verifyPasses);
  manager.addInstrumentation(std::make_unique<KernelRecorder>(artifact));
  buildPipeline(manager, request);
  return manager.run(module);
}

/// Moves the image out of the host code, which then refers to it by name: there
/// is one copy, and LLVM does not have to carry it along.
static mlir::LogicalResult takeImage(mlir::ModuleOp module,
                                     Artifact &artifact) {
  if (artifact.imageName.empty())
    return mlir::success();
  auto data =
      module.lookupSymbol<LLVM::GlobalOp>(getImageDataName(artifact.imageName));
  auto image = module.lookupSymbol<LLVM::GlobalOp>(
      getImageSymbolName(artifact.imageName));
  auto bytes =
      data ? mlir::dyn_cast_or_null<mlir::StringAttr>(data.getValueAttr())
           : nullptr;
  if (!bytes || !image)
    return module.emitError("expected the kernels in '")
           << getImageDataName(artifact.imageName) << "', got no such constant";
  artifact.image = bytes.getValue().str();
  data.removeValueAttr();
  data.setLinkage(LLVM::Linkage::External);
  image.setLinkage(LLVM::Linkage::External);
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
      mlir::failed(takeImage(module, artifact)) ||
      mlir::failed(addEntryPoints(module, artifact)))
    return mlir::failure();
  exposeConstants(module, artifact);
  artifact.chip = getChip(module, request);
  mlir::FailureOr<std::string> code =
      compileHostCode(module, HostFormat::Object);
  if (mlir::failed(code))
    return mlir::failure();
  artifact.code = std::move(*code);
  return artifact;
}
