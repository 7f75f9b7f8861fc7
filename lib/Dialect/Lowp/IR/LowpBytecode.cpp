//===- LowpBytecode.cpp - Versions of stored lowp -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is not written here (recipes, layouts) is stored as text by MLIR:
// their text names all there is to know. Presets and parameters that text
// leaves out are another matter, since a later lowp may mean something else by
// them.
//
// MLIR calls `upgradeFromVersion` for files that name a version only. Files of
// version 0 name none, so operations are upgraded while they are read, see
// `HadamardOp::readProperties`.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"

#include "Numerics/NumericsFields.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
// Numbers in files: never given to something else.
enum class AttributeCode : uint64_t {
  Numerics = 0,
  OperandRecipe = 1,
  MatmulRecipe = 2,
  TrainingRecipe = 3
};
enum class TypeCode : uint64_t { Scaled = 0 };
} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

template <typename Code>
static void writeCode(DialectBytecodeWriter &writer, Code code) {
  writer.writeVarInt(static_cast<uint64_t>(code));
}

/// Reads a case of an enumeration, whose cases are numbered from 0; `name` says
/// which in the diagnostic.
template <typename Enum>
static LogicalResult readCode(DialectBytecodeReader &reader, StringRef name,
                              Enum &result) {
  uint64_t number;
  if (failed(reader.readVarInt(number)))
    return failure();
  result = static_cast<Enum>(number);
  if (number > UINT32_MAX || stringifyEnum(result).empty())
    return reader.emitError() << "expected the number of a " << name
                              << " that lowp knows, got " << number;
  return success();
}

static LogicalResult readCode(DialectBytecodeReader &reader, StringRef,
                              bool &result) {
  uint64_t number;
  if (failed(reader.readVarInt(number)))
    return failure();
  result = number != 0;
  return success();
}

static auto makeEmitter(DialectBytecodeReader &reader) {
  return [&reader] { return reader.emitError(); };
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void writeCode(DialectBytecodeWriter &writer, double number) {
  writer.writeAPFloatWithKnownSemantics(APFloat(number));
}

static LogicalResult readCode(DialectBytecodeReader &reader, StringRef,
                              double &result) {
  FailureOr<APFloat> number =
      reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  if (succeeded(number))
    result = number->convertToDouble();
  return number;
}

static void write(NumericsAttr numerics, DialectBytecodeWriter &writer) {
  writeCode(writer, AttributeCode::Numerics);
  NumericsFields fields(numerics);
  NumericsFields::forEach(
      [&](StringRef, auto member) { writeCode(writer, fields.*member); });
}

/// Before version 3 numerics had only the first fields.
static Attribute readNumerics(DialectBytecodeReader &reader) {
  NumericsFields fields;
  bool hasAll = getBytecodeVersion(reader) >= 3, isRead = true;
  unsigned index = 0;
  NumericsFields::forEach([&](StringRef name, auto member) {
    if (isRead && (index++ < NumericsFields::kOldest || hasAll))
      isRead = succeeded(readCode(reader, name, fields.*member));
  });
  return isRead ? fields.getChecked(makeEmitter(reader), reader.getContext())
                : NumericsAttr();
}

static void write(OperandRecipeAttr operand, DialectBytecodeWriter &writer) {
  writeCode(writer, AttributeCode::OperandRecipe);
  writer.writeType(operand.getElementType());
  writer.writeAttribute(operand.getRecipe());
  writer.writeAttribute(operand.getNumerics());
}

static Attribute readOperandRecipe(DialectBytecodeReader &reader) {
  Type elementType;
  Attribute recipe;
  NumericsAttr numerics;
  if (failed(reader.readType(elementType)) ||
      failed(reader.readAttribute(recipe)) ||
      failed(reader.readAttribute(numerics)))
    return {};
  return OperandRecipeAttr::getChecked(makeEmitter(reader), reader.getContext(),
                                       elementType, recipe, numerics);
}

static void write(MatmulRecipeAttr recipe, DialectBytecodeWriter &writer) {
  writeCode(writer, AttributeCode::MatmulRecipe);
  writer.writeAttribute(recipe.getLhs());
  writer.writeAttribute(recipe.getRhs());
  writeCode(writer, recipe.getFastAccumulation());
  writer.writeVarIntWithFlag(recipe.getHadamard().value_or(0),
                             recipe.getHadamard().has_value());
}

static Attribute readMatmulRecipe(DialectBytecodeReader &reader) {
  OperandRecipeAttr lhs, rhs;
  uint64_t signs;
  bool fastAccumulation, hasHadamard;
  if (failed(reader.readAttribute(lhs)) || failed(reader.readAttribute(rhs)) ||
      failed(readCode(reader, "", fastAccumulation)) ||
      failed(reader.readVarIntWithFlag(signs, hasHadamard)))
    return {};
  std::optional<uint32_t> hadamard;
  if (hasHadamard) // Too large is a mask that the verifier refuses.
    hadamard = std::min<uint64_t>(signs, UINT32_MAX);
  return MatmulRecipeAttr::getChecked(makeEmitter(reader), reader.getContext(),
                                      lhs, rhs, fastAccumulation, hadamard);
}

static void write(TrainingRecipeAttr recipe, DialectBytecodeWriter &writer) {
  writeCode(writer, AttributeCode::TrainingRecipe);
  writer.writeOptionalAttribute(recipe.getForward());
  writer.writeOptionalAttribute(recipe.getDgrad());
  writer.writeOptionalAttribute(recipe.getWgrad());
}

static Attribute readTrainingRecipe(DialectBytecodeReader &reader) {
  MatmulRecipeAttr forward, dgrad, wgrad;
  if (failed(reader.readOptionalAttribute(forward)) ||
      failed(reader.readOptionalAttribute(dgrad)) ||
      failed(reader.readOptionalAttribute(wgrad)))
    return {};
  return TrainingRecipeAttr::getChecked(
      makeEmitter(reader), reader.getContext(), forward, dgrad, wgrad);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void write(ScaledType type, DialectBytecodeWriter &writer) {
  writeCode(writer, TypeCode::Scaled);
  writer.writeSignedVarInts(type.getShape());
  writer.writeType(type.getElementType());
  writer.writeAttribute(type.getRecipe());
  writer.writeSignedVarInts(type.getOrder());
  writer.writeAttribute(type.getDataLayout());
  writer.writeAttribute(type.getScaleLayout());
  writeCode(writer, type.getConvention());
  writeCode(writer, type.getPacking());
  writer.writeOptionalAttribute(type.getGroups());
}

/// Reads the width of panels that version 1 has in place of a data layout.
static LogicalResult readPanel(DialectBytecodeReader &reader,
                               DataLayoutAttrInterface &layout) {
  int64_t width;
  if (failed(reader.readSignedVarInt(width)))
    return failure();
  layout = PanelsAttr::fromStoredWidth(makeEmitter(reader), reader.getContext(),
                                       width);
  return success(bool(layout));
}

static Type readScaled(DialectBytecodeReader &reader) {
  bool hasPanel = getBytecodeVersion(reader) < 2;
  SmallVector<int64_t> shape, order;
  Type elementType;
  RecipeAttrInterface recipe;
  DataLayoutAttrInterface dataLayout;
  ScaleLayoutAttrInterface layout;
  ScaleConvention convention;
  Packing packing;
  GroupsAttr groups;
  if (failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(elementType)) ||
      failed(reader.readAttribute(recipe)) ||
      failed(reader.readSignedVarInts(order)) ||
      (!hasPanel && failed(reader.readAttribute(dataLayout))) ||
      failed(reader.readAttribute(layout)) ||
      failed(readCode(reader, "convention", convention)) ||
      failed(readCode(reader, "packing", packing)) ||
      (hasPanel && failed(readPanel(reader, dataLayout))) ||
      failed(reader.readOptionalAttribute(groups)))
    return {};
  return ScaledType::getChecked(makeEmitter(reader), reader.getContext(),
                                ArrayRef<int64_t>(shape), elementType, recipe,
                                ArrayRef<int64_t>(order), dataLayout, layout,
                                convention, packing, groups);
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

namespace {
struct LowpBytecodeInterface : BytecodeDialectInterface {
  explicit LowpBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const final {
    return TypeSwitch<Attribute, LogicalResult>(attribute)
        .Case<NumericsAttr, OperandRecipeAttr, MatmulRecipeAttr,
              TrainingRecipeAttr>([&](auto known) {
          write(known, writer);
          return success();
        })
        .Default([](Attribute) { return failure(); }); // As text.
  }

  Attribute readAttribute(DialectBytecodeReader &reader) const final {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (static_cast<AttributeCode>(code)) {
    case AttributeCode::Numerics:
      return readNumerics(reader);
    case AttributeCode::OperandRecipe:
      return readOperandRecipe(reader);
    case AttributeCode::MatmulRecipe:
      return readMatmulRecipe(reader);
    case AttributeCode::TrainingRecipe:
      return readTrainingRecipe(reader);
    }
    reader.emitError() << "expected the number of an attribute that lowp "
                          "knows, got "
                       << code;
    return {};
  }

  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const final {
    auto scaled = dyn_cast<ScaledType>(type);
    if (!scaled)
      return failure(); // As text.
    write(scaled, writer);
    return success();
  }

  Type readType(DialectBytecodeReader &reader) const final {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (static_cast<TypeCode>(code)) {
    case TypeCode::Scaled:
      return readScaled(reader);
    }
    reader.emitError() << "expected the number of a type that lowp knows, got "
                       << code;
    return {};
  }

  void writeVersion(DialectBytecodeWriter &writer) const final {
    FailureOr<const DialectVersion *> wanted =
        writer.getDialectVersion<LowpDialect>();
    writer.writeVarInt(
        succeeded(wanted)
            ? static_cast<const LowpDialectVersion *>(*wanted)->number
            : kBytecodeVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number <= kBytecodeVersion)
      return std::make_unique<LowpDialectVersion>(number);
    reader.emitError() << "expected lowp bytecode of version "
                       << kBytecodeVersion << " or older, got version "
                       << number
                       << "; read it with the lowp that wrote it or a newer "
                          "one";
    return nullptr;
  }
};
} // namespace

uint64_t mlir::lowp::getBytecodeVersion(const DialectBytecodeReader &reader) {
  FailureOr<const DialectVersion *> version =
      reader.getDialectVersion<LowpDialect>();
  return succeeded(version)
             ? static_cast<const LowpDialectVersion *>(*version)->number
             : 0;
}

LogicalResult mlir::lowp::readDenseSegments(DialectBytecodeReader &reader,
                                            StringRef op,
                                            MutableArrayRef<int32_t> segments) {
  DenseI32ArrayAttr stored;
  if (failed(reader.readAttribute(stored)))
    return failure();
  if (stored.size() != static_cast<int64_t>(segments.size()))
    return reader.emitError()
           << "expected " << segments.size() << " segments of operands of "
           << op << ", got " << stored.size();
  llvm::copy(stored.asArrayRef(), segments.begin());
  return success();
}

void mlir::lowp::addBytecodeInterface(LowpDialect &dialect) {
  dialect.addInterface(std::make_unique<LowpBytecodeInterface>(&dialect));
}
