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
    ModuleOp module = getOperation();
    StringRef name = lowp_gpu::LowpGPUDialect::getChipAttrName();
    std::string chip = this->chip, part = this->part;
    lowp_gpu::takePartForChip(&getContext(), chip, part);
    FailureOr<Attribute> asked =
        lowp_gpu::makePartAttr(&getContext(), part, partFile,
                               [&] { return emitError(module.getLoc()); });
    if (failed(asked))
      return signalPassFailure();
    if (batchInvariant)
      module->setAttr(lowp_gpu::LowpGPUDialect::getBatchInvariantAttrName(),
                      UnitAttr::get(&getContext()));
    if (!chip.empty())
      module->setAttr(name, StringAttr::get(&getContext(), chip));
    // A part's name tells its chip.
    if (StringRef known = lowp_gpu::getChipOfPart(*asked);
        !module->hasAttr(name) && !known.empty())
      module->setAttr(name, StringAttr::get(&getContext(), known));
    auto attribute = module->getAttrOfType<StringAttr>(name);
    auto emitError = [&] { return mlir::emitError(module.getLoc()); };
    if (!attribute && *asked &&
        failed(lowp_gpu::readPartOfChip(*asked, /*chip=*/"", emitError)))
      return signalPassFailure();
    if (!attribute) {
      emitError() << "expected a chip to compile for, got none; set option "
                     "chip or the module's attribute "
                  << name;
      return signalPassFailure();
    }
    if (failed(resolvePTXTarget(&getContext(), attribute, /*ptxVersion=*/0,
                                emitError)) ||
        failed(attachPart(module, *asked, attribute)))
      signalPassFailure();
  }

private:
  /// What options ask for goes before the attribute; either must fit the chip.
  LogicalResult attachPart(ModuleOp module, Attribute asked,
                           StringRef chipName) {
    auto emitError = [&] { return mlir::emitError(module.getLoc()); };
    StringRef name = lowp_gpu::LowpGPUDialect::getPartAttrName();
    if (asked)
      module->setAttr(name, asked);
    Attribute attribute = module->getAttr(name);
    return success(!attribute || succeeded(lowp_gpu::readPartOfChip(
                                     attribute, chipName, emitError)));
  }
};
} // namespace
