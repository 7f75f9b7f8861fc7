//===- Serialize.cpp - Compile lowered gpu.modules to images --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelAssembler.h"
#include "KernelNotes.h"
#include "Kernels.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Target/Cubin.h"
#include "lowp/Target/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_SERIALIZEPASS
#include "lowp/Target/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// What a gpu.module became.
struct Image {
  gpu::CompilationTarget format;
  std::string content;
  PTXASReport report;
};

/// A gpu.module and what is done about it.
struct ModuleJob {
  gpu::GPUModuleOp module;
  /// The name in PTX of its one kernel, which equal kernels share; empty where
  /// kernels have their own.
  std::string alias;
  KernelJob job;
};

struct SerializePass : public lowp::impl::SerializePassBase<SerializePass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
    registerPTXTranslation(registry);
  }

  void runOnOperation() override;

private:
  FailureOr<PTXTarget> chooseTarget();
  /// The ptxas to use; nothing for images of PTX.
  FailureOr<std::optional<std::string>> chooseAssembler();
  /// Starts on `module`; nothing where it cannot be translated.
  FailureOr<ModuleJob> begin(gpu::GPUModuleOp module,
                             const AssemblerSettings &settings);
  /// Assembles again what has spilled and may have more registers.
  LogicalResult freeRegisters(ArrayRef<ModuleJob *> jobs,
                              const AssemblerSettings &settings);
  FailureOr<Image> finish(ModuleJob &job, const AssemblerSettings &settings);
};

} // namespace

/// Whether a kernel of `module` is to have another config.
static bool hasSpilled(gpu::GPUModuleOp module) {
  StringRef name = lowp_gpu::LowpGPUDialect::getSpilledAttrName();
  return llvm::any_of(getKernels(module), [&](LLVM::LLVMFuncOp kernel) {
    return kernel->hasAttr(name);
  });
}

/// Whether nobody has said how many registers `kernel` may have.
static bool hasAnyRegisters(LLVM::LLVMFuncOp kernel) {
  return !kernel->hasAttr(lowp_gpu::LowpGPUDialect::getGemmAttrName()) &&
         !kernel->hasAttr(NVVM::NVVMDialect::getMaxnregAttrName());
}

/// Lets a CTA have all registers of a multiprocessor in kernels that `report`
/// says ptxas has let spill: left alone, it counts on several CTAs. Returns
/// whether there are any.
static bool freeRegisters(gpu::GPUModuleOp module, const PTXASReport &report) {
  StringRef minimum = NVVM::NVVMDialect::getMinctasmAttrName();
  IntegerAttr one = Builder(module.getContext()).getI32IntegerAttr(1);
  bool any = false;
  for (LLVM::LLVMFuncOp kernel : getKernels(module)) {
    const PTXASKernel *measured = report.lookup(kernel.getSymName());
    if (!measured || !measured->spills() || !hasAnyRegisters(kernel) ||
        kernel->getAttr(minimum) == one)
      continue;
    kernel->setAttr(minimum, one);
    any = true;
  }
  return any;
}

/// Checks that `module` has been lowered.
static LogicalResult verifyLowered(gpu::GPUModuleOp module) {
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (op == module ||
        isa<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect()))
      return WalkResult::advance();
    return op->emitOpError("expected only operations of the llvm and nvvm "
                           "dialects in a gpu.module to serialize; lower the "
                           "kernel with convert-lowp-gpu-to-nvvm first");
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// The kernel table
//===----------------------------------------------------------------------===//

/// A launch dimension attribute such as nvvm.maxntid, filled up to three.
static DenseI32ArrayAttr getDimensions(LLVM::LLVMFuncOp kernel,
                                       StringRef name) {
  auto given = kernel->getAttrOfType<DenseI32ArrayAttr>(name);
  if (!given)
    return {};
  SmallVector<int32_t, 3> sizes(given.asArrayRef());
  sizes.resize(3, 1);
  return DenseI32ArrayAttr::get(kernel.getContext(), sizes);
}

/// What a launch needs to know of `kernel` and what ptxas measured, if it ran.
static DictionaryAttr getMetadata(LLVM::LLVMFuncOp kernel,
                                  const PTXASKernel *measured) {
  Builder builder(kernel.getContext());
  NamedAttrList metadata;
  auto set = [&](StringRef name, Attribute value) {
    if (value)
      metadata.set(name, value);
  };
  set("block", getDimensions(kernel, NVVM::NVVMDialect::getMaxntidAttrName()));
  set("cluster",
      getDimensions(kernel, NVVM::NVVMDialect::getClusterDimAttrName()));
  set("shared_bytes",
      kernel->getAttr(lowp_gpu::LowpGPUDialect::getSharedBytesAttrName()));
  set("overlaps_previous",
      kernel->getAttr(lowp_gpu::LowpGPUDialect::getOverlapsPreviousAttrName()));
  if (measured) {
    set("registers", builder.getI32IntegerAttr(measured->registers));
    set("spill_stores", builder.getI32IntegerAttr(measured->spillStores));
    set("spill_loads", builder.getI32IntegerAttr(measured->spillLoads));
    set("static_shared_bytes",
        builder.getI32IntegerAttr(measured->staticSharedBytes));
  }
  return metadata.getDictionary(kernel.getContext());
}

static gpu::KernelTableAttr getKernelTable(gpu::GPUModuleOp module,
                                           const PTXASReport &report) {
  auto describe = [&](LLVM::LLVMFuncOp kernel) {
    return gpu::KernelMetadataAttr::get(
        kernel, getMetadata(kernel, report.lookup(kernel.getSymName())));
  };
  return gpu::KernelTableAttr::get(
      module.getContext(), llvm::map_to_vector(getKernels(module), describe));
}

static void replaceByBinary(gpu::GPUModuleOp module, const PTXTarget &target,
                            const Image &image) {
  OpBuilder builder(module);
  auto attribute = NVVM::NVVMTargetAttr::get(
      builder.getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda",
      target.getName(), target.getFeatures(), /*targetFlags=*/nullptr,
      /*linkFiles=*/nullptr, /*verifyTarget=*/false);
  auto object = gpu::ObjectAttr::get(
      attribute, image.format, builder.getStringAttr(image.content),
      /*properties=*/nullptr, getKernelTable(module, image.report));
  gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                        /*offloadingHandler=*/nullptr,
                        ArrayRef<Attribute>(object));
  module.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

FailureOr<std::optional<std::string>> SerializePass::chooseAssembler() {
  if (format == ImageFormat::PTX)
    return std::optional<std::string>();
  Location loc = getOperation().getLoc();
  auto found = findPTXAS(ptxas, [&] { return emitError(loc); });
  if (failed(found) || *found)
    return found;
  constexpr StringLiteral kHowToGet =
      "put one on PATH, or set LOWP_PTXAS (it is part of the CUDA toolkit and "
      "of the Python package nvidia-cuda-nvcc)";
  if (format == ImageFormat::Cubin)
    return emitError(loc) << "expected a ptxas to make machine code, got none; "
                          << kHowToGet << ", or ask for PTX with format=isa";
  emitRemark(loc)
      << "no ptxas: the images hold PTX, which the driver compiles when it "
         "loads them, and its notes on speed are not seen; "
      << kHowToGet;
  return found;
}

/// A name in PTX for the one kernel of `module`, no shorter than its own, that
/// equal kernels share; empty where there are several.
static std::string getAlias(gpu::GPUModuleOp module) {
  // Longer than what the compiler calls kernels.
  constexpr size_t kStep = 128;
  SmallVector<LLVM::LLVMFuncOp> kernels = getKernels(module);
  if (kernels.size() != 1)
    return "";
  return std::string(llvm::alignTo(kernels[0].getSymName().size(), kStep), '$');
}

/// Writes the kernel's own name for its alias.
static std::string restoreName(StringRef text, const ModuleJob &job) {
  std::string restored = text.str();
  if (job.alias.empty())
    return restored;
  StringRef name = getKernels(job.module)[0].getSymName();
  for (size_t at = restored.find(job.alias); at != std::string::npos;
       at = restored.find(job.alias, at + name.size()))
    restored.replace(at, job.alias.size(), name);
  return restored;
}

/// What ptxas said about the kernels of `job`.
static PTXASReport readReport(const ModuleJob &job) {
  return parsePTXASOutput(restoreName(job.job.outcome->assembly.output, job));
}

FailureOr<ModuleJob> SerializePass::begin(gpu::GPUModuleOp module,
                                          const AssemblerSettings &settings) {
  if (failed(verifyLowered(module)))
    return failure();
  std::string alias = settings.ptxas ? getAlias(module) : "";
  FailureOr<PTXTranslation> translation =
      PTXTranslation::begin(module, settings.target, alias);
  if (failed(translation))
    return failure();
  SmallVector<std::string, 1> names;
  for (LLVM::LLVMFuncOp kernel : getKernels(module))
    names.push_back(alias.empty() ? kernel.getSymName().str() : alias);
  return ModuleJob{
      module, alias, {std::move(*translation), std::move(names), nullptr}};
}

/// Assembles `jobs` side by side.
static void run(ArrayRef<ModuleJob *> jobs, const AssemblerSettings &settings) {
  runJobs(llvm::map_to_vector(jobs, [](ModuleJob *job) { return &job->job; }),
          settings);
}

LogicalResult SerializePass::freeRegisters(ArrayRef<ModuleJob *> jobs,
                                           const AssemblerSettings &settings) {
  SmallVector<ModuleJob *> freed;
  for (ModuleJob *job : jobs) {
    if (!job->job.outcome || !::freeRegisters(job->module, readReport(*job)))
      continue;
    FailureOr<ModuleJob> again = begin(job->module, settings);
    if (failed(again))
      return failure();
    *job = std::move(*again);
    freed.push_back(job);
  }
  run(freed, settings);
  return success();
}

FailureOr<Image> SerializePass::finish(ModuleJob &job,
                                       const AssemblerSettings &settings) {
  FailureOr<std::string> ptx = job.job.translation.finish();
  if (failed(ptx))
    return failure();
  if (!settings.ptxas)
    return Image{gpu::CompilationTarget::Assembly, std::move(*ptx), {}};
  gpu::GPUModuleOp module = job.module;
  const AssemblyOutcome &outcome = *job.job.outcome;
  if (!outcome.error.empty())
    return emitError(module.getLoc()) << outcome.error;
  PTXASReport report = readReport(job);
  if (failed(reportPTXAS(module, restoreName(*ptx, job), report, strict)))
    return failure();
  std::string cubin = outcome.assembly.cubin;
  auto names = llvm::map_to_vector(getKernels(module), [](auto kernel) {
    return StringRef(kernel.getSymName());
  });
  if (!job.alias.empty())
    renameInCubin(cubin, job.alias, names[0]);
  unsigned architecture = settings.target.getArchitecture();
  if (auto fault = checkCubin(cubin, architecture, names))
    return emitError(module.getLoc())
           << "expected machine code from ptxas, an ELF file for sm_"
           << architecture << ", got " << *fault
           << "; check which program option 'ptxas' or LOWP_PTXAS names";
  return Image{gpu::CompilationTarget::Binary, std::move(cubin),
               std::move(report)};
}

FailureOr<PTXTarget> SerializePass::chooseTarget() {
  constexpr StringLiteral kAttribute =
      lowp_gpu::LowpGPUDialect::getChipAttrName();
  auto emitError = [&] { return mlir::emitError(getOperation().getLoc()); };
  if (!chip.empty())
    return resolvePTXTarget(&getContext(), chip, ptxVersion, emitError);
  auto named = getOperation()->getAttrOfType<StringAttr>(kAttribute);
  if (!named)
    return emitError() << "expected a chip to compile for ("
                       << lowp_gpu::listChips(&getContext())
                       << "), got none; set option 'chip' or the module's '"
                       << kAttribute << "'";
  return resolvePTXTarget(&getContext(), named, ptxVersion, emitError);
}

void SerializePass::runOnOperation() {
  auto modules = llvm::filter_to_vector(
      getOperation().getOps<gpu::GPUModuleOp>(),
      [](gpu::GPUModuleOp module) { return !module.getBody()->empty(); });
  if (modules.empty())
    return markAllAnalysesPreserved();
  FailureOr<PTXTarget> target = chooseTarget();
  if (failed(target))
    return signalPassFailure();
  auto assembler = chooseAssembler();
  if (failed(assembler))
    return signalPassFailure();
  AssemblerSettings settings{*assembler, *target,
                             findKernelStore(getContext())};
  SmallVector<ModuleJob> jobs;
  for (gpu::GPUModuleOp module : modules) {
    FailureOr<ModuleJob> job = begin(module, settings);
    if (failed(job))
      return signalPassFailure();
    jobs.push_back(std::move(*job));
  }
  auto all = llvm::map_to_vector(jobs, [](ModuleJob &job) { return &job; });
  run(all, settings);
  if (failed(freeRegisters(all, settings)))
    return signalPassFailure();
  for (ModuleJob &job : jobs) {
    FailureOr<Image> image = finish(job, settings);
    if (failed(image))
      return signalPassFailure();
    if (!hasSpilled(job.module))
      replaceByBinary(job.module, *target, *image);
  }
}
