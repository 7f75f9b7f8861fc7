//===- Chips.cpp - What PTX a chip takes ----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Chips.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// The PTX versions since the first chip's minimum that LLVM can write.
static constexpr unsigned kPTXVersions[] = {80, 81, 82, 83, 84,
                                            85, 86, 87, 88, 90};

static std::string listPTXVersions() {
  return llvm::join(
      llvm::map_range(kPTXVersions,
                      [](unsigned version) { return llvm::utostr(version); }),
      ", ");
}

/// The first PTX version with code for families.
static constexpr unsigned kFamilyPTX = 88;

static bool isForFamily(const PTXTarget &target) {
  return target.chip->family != 0 && target.ptxVersion >= kFamilyPTX;
}

unsigned PTXTarget::getArchitecture() const {
  return isForFamily(*this) ? chip->family : chip->architecture;
}

std::string PTXTarget::getName() const {
  return isForFamily(*this) ? llvm::formatv("sm_{0}f", chip->family).str()
                            : chip->name.str();
}

std::string PTXTarget::getFeatures() const {
  return llvm::formatv("+ptx{0}", ptxVersion);
}

FailureOr<PTXTarget>
mlir::lowp::resolvePTXTarget(MLIRContext *context, StringRef name,
                             unsigned ptxVersion,
                             function_ref<InFlightDiagnostic()> emitError) {
  const ChipFacts *chip = lowp_gpu::lookupChip(context, name);
  if (!chip)
    return emitError() << "expected a chip that lowp knows ("
                       << lowp_gpu::listChips(context) << "), got '" << name
                       << "'";
  if (ptxVersion == 0)
    return PTXTarget{chip, chip->defaultPTX};
  if (!llvm::is_contained(kPTXVersions, ptxVersion))
    return emitError() << "expected a PTX version that LLVM can write ("
                       << listPTXVersions() << "), got " << ptxVersion;
  if (ptxVersion < chip->minimumPTX)
    return emitError() << "expected PTX version " << chip->minimumPTX
                       << " or higher for '" << name << "', got " << ptxVersion;
  return PTXTarget{chip, ptxVersion};
}

/// Whether code for any of `architectures` with all their own instructions
/// runs on `chip`. MLIR 22 lists 100 and 101 where it means their whole family.
static bool isInFamily(const ChipFacts &chip, ArrayRef<int> architectures) {
  return llvm::any_of(architectures, [&](int architecture) {
    return unsigned(architecture) / 10 == chip.architecture / 10;
  });
}

static bool runsOn(const NVVM::NVVMCheckSMVersion &required,
                   const ChipFacts &chip) {
  if (required.archAccelerated)
    return isInFamily(chip, required.smVersionList);
  return int(chip.architecture) >= required.smVersionList.front();
}

static std::string describe(const NVVM::NVVMCheckSMVersion &required) {
  StringRef suffix = required.archAccelerated ? "a" : " or later";
  return llvm::join(
      llvm::map_range(
          required.smVersionList,
          [&](int architecture) {
            return llvm::formatv("sm_{0}{1}", architecture, suffix).str();
          }),
      ", ");
}

LogicalResult mlir::lowp::verifyRunsOn(Operation *root, const ChipFacts &chip) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    auto restricted = dyn_cast<NVVM::RequiresSMInterface>(op);
    if (!restricted || runsOn(restricted.getRequiredMinSMVersion(), chip))
      return WalkResult::advance();
    return op->emitOpError()
           << "expected a chip that has this instruction ("
           << describe(restricted.getRequiredMinSMVersion()) << "), got '"
           << chip.name << "'; compile for another chip";
  });
  return failure(result.wasInterrupted());
}
