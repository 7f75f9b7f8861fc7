//===- Images.cpp - The images of a compiled module -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Images.h"

#include "llvm/ADT/StringExtras.h"
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
         << "; gather the kernels with lowp-divide-kernels before they are "
            "serialized";
}

/// A number of the kernel's metadata; -1 if it is not known.
static int64_t getNumber(gpu::KernelMetadataAttr kernel, StringRef key) {
  auto number = kernel.getAttr<IntegerAttr>(key);
  return number ? number.getInt() : -1;
}

/// The sum of two numbers, of which -1 counts as nothing unless both are.
static int64_t addKnown(int64_t lhs, int64_t rhs) {
  return lhs < 0 || rhs < 0 ? std::max(lhs, rhs) : lhs + rhs;
}

static std::array<int32_t, 3> getSizes(gpu::KernelMetadataAttr kernel,
                                       StringRef key) {
  std::array<int32_t, 3> sizes = {};
  if (auto known = kernel.getAttr<DenseI32ArrayAttr>(key))
    llvm::copy(known.asArrayRef().take_front(sizes.size()), sizes.begin());
  return sizes;
}

static KernelNote describe(gpu::KernelMetadataAttr kernel) {
  KernelNote note;
  note.name = kernel.getName().str();
  note.registers = getNumber(kernel, "registers");
  note.spillBytes = addKnown(getNumber(kernel, "spill_stores"),
                             getNumber(kernel, "spill_loads"));
  note.sharedBytes = addKnown(getNumber(kernel, "shared_bytes"),
                              getNumber(kernel, "static_shared_bytes"));
  note.block = getSizes(kernel, "block");
  note.cluster = getSizes(kernel, "cluster");
  return note;
}

std::vector<KernelNote> mlir::lowp::getKernelNotes(ModuleOp module) {
  std::vector<KernelNote> kernels;
  for (gpu::ObjectAttr object : getObjects(module))
    if (object.getKernels())
      for (gpu::KernelMetadataAttr kernel : object.getKernels())
        kernels.push_back(describe(kernel));
  return kernels;
}

static std::string print(int64_t number) {
  return number < 0 ? "-" : llvm::itostr(number);
}

/// Sizes such as "2x1x1".
static std::string print(const std::array<int32_t, 3> &sizes) {
  if (sizes[0] == 0)
    return "-";
  return llvm::formatv("{0}x{1}x{2}", sizes[0], sizes[1], sizes[2]);
}

void mlir::lowp::printKernelTable(ArrayRef<KernelNote> kernels,
                                  raw_ostream &os) {
  constexpr char kRow[] = "{0,-40} {1,9} {2,8} {3,8} {4,12} {5,10}\n";
  os << llvm::formatv(kRow, "kernel", "registers", "spills", "shared", "block",
                      "cluster");
  for (const KernelNote &kernel : kernels)
    os << llvm::formatv(kRow, kernel.name, print(kernel.registers),
                        print(kernel.spillBytes), print(kernel.sharedBytes),
                        print(kernel.block), print(kernel.cluster));
}
