//===- AttachChip.cpp - The chip of a module ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/PartAttr.h"
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
    if (failed(attach(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult attach(ModuleOp module) {
    using lowp_gpu::LowpGPUDialect;
    MLIRContext *context = module.getContext();
    auto emitError = [&] { return mlir::emitError(module.getLoc()); };
    StringRef chipName = LowpGPUDialect::getChipAttrName(),
              partName = LowpGPUDialect::getPartAttrName();
    std::string chip = this->chip, part = this->part;
    lowp_gpu::takePartForChip(context, chip, part);
    FailureOr<Attribute> asked =
        lowp_gpu::makePartAttr(context, part, partFile, emitError);
    if (failed(asked))
      return failure();
    if (batchInvariant)
      module->setAttr(LowpGPUDialect::getBatchInvariantAttrName(),
                      UnitAttr::get(context));
    if (!chip.empty())
      module->setAttr(chipName, StringAttr::get(context, chip));
    // A part's name tells its chip.
    if (StringRef known = lowp_gpu::getChipOfPart(*asked);
        !module->hasAttr(chipName) && !known.empty())
      module->setAttr(chipName, StringAttr::get(context, known));
    auto attached = module->getAttrOfType<StringAttr>(chipName);
    if (!attached && *asked &&
        failed(lowp_gpu::readPartOfChip(*asked, /*chip=*/"", emitError)))
      return failure();
    if (!attached)
      return emitError() << "expected a chip to compile for, got none; set "
                            "option chip or the module's attribute "
                         << chipName;
    if (failed(
            resolvePTXTarget(context, attached, /*ptxVersion=*/0, emitError)))
      return failure();
    // What options ask for goes before the attribute; either must fit the chip.
    if (*asked)
      module->setAttr(partName, *asked);
    Attribute named = module->getAttr(partName);
    return success(!named || succeeded(lowp_gpu::readPartOfChip(named, attached,
                                                                emitError)));
  }
};
} // namespace
