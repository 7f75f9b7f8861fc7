//===- PartAttr.cpp - The part that a module is compiled for --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/PartAttr.h"

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "mlir/IR/Builders.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kName = "name";
static constexpr StringLiteral kBase = "base";

Attribute mlir::lowp_gpu::makePartAttr(MLIRContext *context,
                                       const PartDescription &description) {
  Builder builder(context);
  SmallVector<NamedAttribute> fields = {
      builder.getNamedAttr(kName, builder.getStringAttr(description.name)),
      builder.getNamedAttr(kBase, builder.getStringAttr(description.base))};
  for (const auto &[key, value] : description.figures)
    fields.push_back(builder.getNamedAttr(key, builder.getF64FloatAttr(value)));
  return builder.getDictionaryAttr(fields);
}

static llvm::Expected<PartDescription> readFields(DictionaryAttr fields) {
  PartDescription part;
  for (NamedAttribute field : fields) {
    StringRef key = field.getName();
    bool isText = key == kName || key == kBase;
    auto text = dyn_cast<StringAttr>(field.getValue());
    auto number = dyn_cast<FloatAttr>(field.getValue());
    if (isText ? !text : !number)
      return llvm::createStringError("expected \"" + key + "\" to be a " +
                                     (isText ? "string" : "float") + ", got " +
                                     debugString(field.getValue()));
    if (key == kName)
      part.name = text.str();
    else if (key == kBase)
      part.base = text.str();
    else
      part.figures.emplace_back(key, number.getValueAsDouble());
  }
  if (llvm::Error error = part.verify(getParts(fields.getContext())))
    return error;
  return part;
}

llvm::Expected<PartDescription>
mlir::lowp_gpu::readPartAttr(Attribute attribute) {
  if (auto name = dyn_cast<StringAttr>(attribute))
    return PartDescription{name.str(), name.str(), {}};
  if (auto fields = dyn_cast<DictionaryAttr>(attribute))
    return readFields(fields);
  return llvm::createStringError(
      "expected a string or a dictionary of figures, got " +
      debugString(attribute));
}

FailureOr<Attribute>
mlir::lowp_gpu::makePartAttr(MLIRContext *context, StringRef part,
                             StringRef partFile,
                             function_ref<InFlightDiagnostic()> emitError) {
  if (partFile.empty())
    return part.empty() ? Attribute()
                        : Attribute(StringAttr::get(context, part));
  llvm::Expected<PartDescription> description =
      readPartFile(partFile, getParts(context));
  if (!description)
    return emitError() << llvm::toString(description.takeError());
  if (!part.empty() && part != description->name)
    return emitError() << "expected option 'part' to be the part of '"
                       << partFile << "', '" << description->name << "', got '"
                       << part << "'; leave one of them out";
  return makePartAttr(context, *description);
}

StringRef mlir::lowp_gpu::getChipOfPart(Attribute attribute) {
  if (!attribute)
    return "";
  llvm::Expected<PartDescription> part = readPartAttr(attribute);
  if (!part) {
    llvm::consumeError(part.takeError());
    return "";
  }
  const PartFacts *base = getParts(attribute.getContext()).lookup(part->base);
  return base ? StringRef(base->chip) : "";
}

void mlir::lowp_gpu::takePartForChip(MLIRContext *context, std::string &chip,
                                     std::string &part) {
  if (!part.empty() || !getParts(context).lookup(chip))
    return;
  part = chip;
  chip.clear();
}

FailureOr<PartDescription>
mlir::lowp_gpu::readPartOfChip(Attribute attribute, StringRef chip,
                               function_ref<InFlightDiagnostic()> emitError) {
  llvm::Expected<PartDescription> part = readPartAttr(attribute);
  if (!part)
    return emitError() << llvm::toString(part.takeError());
  const PartFacts *base = getParts(attribute.getContext()).lookup(part->base);
  if (base && (chip.empty() || base->chip == chip))
    return std::move(*part);
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected a part "
             << (chip.empty() ? "that lowp knows" : "with " + chip.str())
             << " (" << getParts(attribute.getContext()).list(chip)
             << "), got '" << part->name << "'";
  if (part->name != part->base)
    diagnostic << " by '" << part->base << "'";
  return diagnostic;
}
