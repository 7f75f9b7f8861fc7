//===- Images.cpp - Binaries as constant data -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

using namespace mlir;
using namespace mlir::lowp;

/// The bytes that the driver gets; PTX comes with its terminating NUL.
static std::string getContent(gpu::ObjectAttr object) {
  std::string content = object.getObject().getValue().str();
  if (object.getFormat() == gpu::CompilationTarget::Assembly)
    content.push_back('\0');
  return content;
}

static LLVM::GlobalOp createGlobal(gpu::BinaryOp binary, Type type,
                                   const Twine &suffix, Attribute value) {
  OpBuilder builder(binary);
  return LLVM::GlobalOp::create(builder, binary.getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                (binary.getName() + suffix).str(), value);
}

static void emitImage(gpu::BinaryOp binary, gpu::ObjectAttr object,
                      RuntimeABI &abi) {
  std::string content = getContent(object);
  Type bytes = LLVM::LLVMArrayType::get(
      IntegerType::get(binary.getContext(), 8), content.size());
  LLVM::GlobalOp data = createGlobal(
      binary, bytes, "_data", StringAttr::get(binary.getContext(), content));
  data.setAlignment(64);

  LLVM::GlobalOp image =
      createGlobal(binary, abi.image, "_image", /*value=*/Attribute());
  HostBuilder b(binary.getLoc(), abi);
  b.createBlock(&image.getInitializerRegion());
  Value fields[] = {LLVM::AddressOfOp::create(b, data),
                    b.createI64(content.size()),
                    b.createString(binary.getName())};
  LLVM::ReturnOp::create(b, b.createStruct(abi.image, fields));
}

/// The one object of a binary: which of several suits the device is not known
/// here.
static FailureOr<gpu::ObjectAttr> getObject(gpu::BinaryOp binary) {
  ArrayAttr objects = binary.getObjects();
  if (objects.size() != 1)
    return binary.emitOpError("expected one object, got ")
           << objects.size() << "; compile for one chip at a time";
  auto object = cast<gpu::ObjectAttr>(objects[0]);
  if (object.getFormat() == gpu::CompilationTarget::Offload)
    return binary.emitOpError("expected an image for the driver, got LLVM "
                              "bitcode; make it with lowp-serialize");
  return object;
}

FailureOr<KernelImages> mlir::lowp::emitImages(ModuleOp module,
                                               RuntimeABI &abi) {
  KernelImages images;
  for (auto binary :
       llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>())) {
    FailureOr<gpu::ObjectAttr> object = getObject(binary);
    if (failed(object))
      return failure();
    emitImage(binary, *object, abi);
    gpu::KernelTableAttr kernels = object->getKernels();
    for (gpu::KernelMetadataAttr kernel :
         kernels ? kernels.getKernelTable()
                 : ArrayRef<gpu::KernelMetadataAttr>()) {
      auto name = SymbolRefAttr::get(
          binary.getSymNameAttr(), {FlatSymbolRefAttr::get(kernel.getName())});
      images[name] = {binary.getName(), kernel};
    }
  }
  return images;
}
