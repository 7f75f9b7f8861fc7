//===- NameKernels.cpp - Kernels by the names that profilers show ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is called by where it comes from and what it does:
//
//   layers_mlp_up_proj_gemm_f8E4M3FN_block_1x128_128x128_bf16_128x256
//
// It comes from the layer that the locations of its launches name, or the part
// of its path that several have in common, without any from their function. No
// number of an operation is part of a name, so that a name stays as it is when
// other operations come and go; kernels that would have one name are counted.
// Kernels whose location does not say what they do keep their names.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Support/Identifier.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::lowp;

/// Characters of the place that a kernel comes from.
static constexpr size_t kMostOfOrigin = 40;

namespace {
/// A kernel whose location says what it does, and where its launches come from.
struct Origin {
  Operation *kernel = nullptr;
  /// The path that all layers have in common; nothing before the first.
  std::optional<SmallVector<StringRef>> layer;
  /// Their function, or null of several.
  Operation *function = nullptr;
  SmallVector<Operation *> launches;
};

using Origins = llvm::MapVector<SymbolRefAttr, Origin>;
} // namespace

/// "layers.*.mlp.up/linear" is the operation `linear` of the layer
/// `layers`, `mlp`, `up`, whose number does not count.
static SmallVector<StringRef> splitLayer(StringRef name) {
  if (name.contains('/'))
    name = name.rsplit('/').first;
  SmallVector<StringRef> parts;
  name.split(parts, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::erase(parts, "*");
  return parts;
}

/// Leaves of `layer` what `other` begins with, too.
static void keepCommon(std::optional<SmallVector<StringRef>> &layer,
                       ArrayRef<StringRef> other) {
  if (!layer)
    layer.emplace(other);
  auto end =
      std::mismatch(layer->begin(), layer->end(), other.begin(), other.end());
  layer->erase(end.first, layer->end());
}

static void addLaunch(Origin &origin, Operation *launch) {
  Operation *function = launch->getParentOfType<FunctionOpInterface>();
  bool isFirst = origin.launches.empty();
  origin.function = isFirst || origin.function == function ? function : nullptr;
  origin.launches.push_back(launch);
  bool isNamed = false;
  launch->getLoc()->walk([&](Location loc) {
    if (auto named = dyn_cast<NameLoc>(loc)) {
      isNamed = true;
      keepCommon(origin.layer, splitLayer(named.getName()));
    }
    return WalkResult::advance();
  });
  if (!isNamed)
    origin.layer.emplace();
}

/// The kernels to name, in the order of their first launches.
static Origins collectOrigins(ModuleOp program) {
  Origins origins;
  program.walk([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      addLaunch(origins[launch.getKernel()], op);
    else if (auto persistent = dyn_cast<lowp_gpu::LaunchOp>(op))
      addLaunch(origins[persistent.getKernel()], op);
  });
  for (auto &[reference, origin] : origins)
    origin.kernel = SymbolTable::lookupSymbolIn(program, reference);
  origins.remove_if([](const auto &entry) {
    Operation *kernel = entry.second.kernel;
    return !kernel || getKernelWork(kernel->getLoc()).empty();
  });
  return origins;
}

/// The last parts of the layer's path, the function, or nothing.
static std::string describe(const Origin &origin) {
  std::string layer = makeIdentifier(llvm::join(*origin.layer, "_"));
  if (!origin.layer->empty())
    return StringRef(layer).take_back(kMostOfOrigin).ltrim('_').str();
  if (!origin.function)
    return "";
  StringRef function = SymbolTable::getSymbolName(origin.function);
  return makeIdentifier(function.take_front(kMostOfOrigin).str());
}

/// `name`, or the first of `name_1`, `name_2` that is not among `taken`.
static std::string makeUnique(StringRef name, llvm::StringSet<> &taken) {
  std::string unique = name.str();
  for (unsigned number = 1; !taken.insert(unique).second; ++number)
    unique = (name + "_" + Twine(number)).str();
  return unique;
}

static void setKernel(Operation *launch, SymbolRefAttr kernel) {
  if (auto generic = dyn_cast<gpu::LaunchFuncOp>(launch))
    generic.setKernelAttr(kernel);
  else
    cast<lowp_gpu::LaunchOp>(launch).setKernelAttr(kernel);
}

/// What is in the gpu.modules of `program` but for the kernels of `origins`.
static llvm::StringSet<> collectNames(ModuleOp program,
                                      const Origins &origins) {
  DenseSet<Operation *> renamed;
  for (auto &[reference, origin] : origins)
    renamed.insert(origin.kernel);
  llvm::StringSet<> names;
  for (auto module : program.getOps<gpu::GPUModuleOp>())
    for (auto symbol : module.getOps<SymbolOpInterface>())
      if (!renamed.contains(symbol))
        names.insert(symbol.getName());
  return names;
}

void mlir::lowp::nameKernels(ModuleOp program) {
  Origins origins = collectOrigins(program);
  llvm::StringSet<> taken = collectNames(program, origins);
  for (auto &[reference, origin] : origins) {
    std::string name = describe(origin);
    if (!name.empty())
      name += "_";
    name += getKernelWork(origin.kernel->getLoc());
    auto after = StringAttr::get(program.getContext(), makeUnique(name, taken));
    SymbolTable::setSymbolName(origin.kernel, after);
    auto kernel = SymbolRefAttr::get(reference.getRootReference(),
                                     FlatSymbolRefAttr::get(after));
    for (Operation *launch : origin.launches)
      setKernel(launch, kernel);
  }
}
