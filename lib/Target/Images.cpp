//===- Images.cpp - The images of a compiled module -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Images.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// All objects of all binaries.
static SmallVector<gpu::ObjectAttr> getObjects(ModuleOp module) {
  SmallVector<gpu::ObjectAttr> objects;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    llvm::append_range(objects,
                       binary.getObjects().getAsRange<gpu::ObjectAttr>());
  return objects;
}

FailureOr<gpu::ObjectAttr> mlir::lowp::getImage(ModuleOp module) {
  SmallVector<gpu::ObjectAttr> objects = getObjects(module);
  if (objects.size() == 1)
    return objects.front();
  if (objects.empty())
    return emitError(module.getLoc(),
                     "expected kernels to write, got none: no operation of "
                     "this module runs on the GPU");
  return emitError(module.getLoc())
         << "expected one image to write, got " << objects.size()
         << "; gather the kernels with lowp-merge-gpu-modules before they are "
            "serialized";
}

/// A number of the kernel's metadata, or a dash.
static std::string getNumber(gpu::KernelMetadataAttr kernel, StringRef key) {
  auto number = kernel.getAttr<IntegerAttr>(key);
  return number ? llvm::itostr(number.getInt()) : "-";
}

/// Spilled bytes, stores and loads together.
static std::string getSpills(gpu::KernelMetadataAttr kernel) {
  auto stores = kernel.getAttr<IntegerAttr>("spill_stores");
  auto loads = kernel.getAttr<IntegerAttr>("spill_loads");
  return stores && loads ? llvm::itostr(stores.getInt() + loads.getInt()) : "-";
}

/// Dynamic and static shared memory together, as far as they are known.
static std::string getSharedBytes(gpu::KernelMetadataAttr kernel) {
  int64_t bytes = 0;
  bool known = false;
  for (StringRef key : {"shared_bytes", "static_shared_bytes"})
    if (auto number = kernel.getAttr<IntegerAttr>(key)) {
      bytes += number.getInt();
      known = true;
    }
  return known ? llvm::itostr(bytes) : "-";
}

/// Sizes such as "2x1x1", or a dash.
static std::string getSizes(gpu::KernelMetadataAttr kernel, StringRef key) {
  auto sizes = kernel.getAttr<DenseI32ArrayAttr>(key);
  if (!sizes)
    return "-";
  auto texts = llvm::map_range(sizes.asArrayRef(),
                               [](int32_t size) { return llvm::itostr(size); });
  return llvm::join(texts, "x");
}

void mlir::lowp::printKernelTable(ModuleOp module, raw_ostream &os) {
  constexpr char kRow[] = "{0,-40} {1,9} {2,8} {3,8} {4,12} {5,10}\n";
  os << llvm::formatv(kRow, "kernel", "registers", "spills", "shared", "block",
                      "cluster");
  for (gpu::ObjectAttr object : getObjects(module)) {
    if (!object.getKernels())
      continue;
    for (gpu::KernelMetadataAttr kernel : object.getKernels())
      os << llvm::formatv(kRow, kernel.getName().getValue(),
                          getNumber(kernel, "registers"), getSpills(kernel),
                          getSharedBytes(kernel), getSizes(kernel, "block"),
                          getSizes(kernel, "cluster"));
  }
}
