//===- AttachChip.cpp - The chip of a module ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Target/Chips.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_ATTACHCHIPPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct AttachChip : lowp::impl::AttachChipPassBase<AttachChip> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    StringRef name = lowp_gpu::LowpGPUDialect::getChipAttrName();
    if (!chip.empty())
      module->setAttr(name, StringAttr::get(&getContext(), chip));
    auto attribute = module->getAttrOfType<StringAttr>(name);
    auto emitError = [&] { return mlir::emitError(module.getLoc()); };
    if (!attribute) {
      emitError() << "expected a chip to compile for, got none; set option "
                     "chip or the module's attribute "
                  << name;
      return signalPassFailure();
    }
    if (failed(resolvePTXTarget(attribute, /*ptxVersion=*/0, emitError)) ||
        failed(attachPart(module, attribute)))
      signalPassFailure();
  }

private:
  /// The option goes before the attribute; either must fit the chip.
  LogicalResult attachPart(ModuleOp module, StringRef chipName) {
    StringRef name = lowp_gpu::LowpGPUDialect::getPartAttrName();
    if (!part.empty())
      module->setAttr(name, StringAttr::get(&getContext(), part));
    auto attribute = module->getAttrOfType<StringAttr>(name);
    if (!attribute)
      return success();
    const PartFacts *found = lookupPart(attribute);
    if (found && found->chip == chipName)
      return success();
    return mlir::emitError(module.getLoc())
           << "expected a part with " << chipName << " (" << listParts(chipName)
           << "), got '" << attribute.getValue() << "'";
  }
};
} // namespace
