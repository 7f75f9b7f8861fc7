//===- TunedConfigReader.cpp - Reads an entry of a config file ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TunedConfigReader.h"
#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Files/Nesting.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp_gpu;
using mlir::lowp::BlockShape;
namespace json = llvm::json;

namespace {
/// Reads the fields of one JSON object; the first thing that is wrong becomes
/// a diagnostic.
class FieldReader {
public:
  FieldReader(const json::Object &object, MLIRContext *context,
              std::string place, function_ref<InFlightDiagnostic()> emitError)
      : object(object), context(context), place(std::move(place)),
        emitError(emitError) {}

  LogicalResult verifyNames(ArrayRef<StringRef> known);
  LogicalResult readFlag(StringRef name, bool &flag);
  LogicalResult readSize(StringRef name, int64_t &size);
  /// A size, or an array of the least and the greatest.
  LogicalResult readRange(StringRef name, int64_t &least, int64_t &most);
  LogicalResult readChip(StringRef name, std::string &chip);
  LogicalResult readType(StringRef name, Type &type);
  /// A type, or an array of several.
  LogicalResult readTypes(StringRef name, SmallVectorImpl<Type> &types);
  LogicalResult readBlock(StringRef name, BlockShape &block);
  LogicalResult readConfig(StringRef name, ConfigAttr &config);
  LogicalResult readOperand(StringRef name, OperandKey &operand);
  /// A size, where there is one.
  LogicalResult readBatch(StringRef name, std::optional<int64_t> &batch);
  LogicalResult readGroups(StringRef name,
                           std::optional<lowp::Grouping> &grouping);

private:
  /// Says what field `name` should have been.
  InFlightDiagnostic expected(StringRef name, const Twine &what);
  /// Text for a parser of MLIR's; nothing, perhaps with a reason, if there is
  /// none.
  std::optional<StringRef> readText(StringRef name, lowp::Reason reason);
  /// The type that `text` spells; null, perhaps with a reason, if there is
  /// none.
  Type parseText(std::optional<StringRef> text, lowp::Reason reason);
  /// Runs a parser of MLIR's; what it has to say goes to `reason`.
  template <typename ParseT>
  auto parse(lowp::Reason reason, ParseT parse);

  const json::Object &object;
  MLIRContext *context;
  std::string place;
  function_ref<InFlightDiagnostic()> emitError;
};
} // namespace

InFlightDiagnostic FieldReader::expected(StringRef name, const Twine &what) {
  const json::Value *value = object.get(name);
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << place << ": expected \"" << name << "\" to be " << what
             << ", got "
             << (value ? llvm::formatv("{0}", *value).str() : "no such field");
  return diagnostic;
}

LogicalResult FieldReader::verifyNames(ArrayRef<StringRef> known) {
  for (const auto &field : object)
    if (!llvm::is_contained(known, StringRef(field.first)))
      return emitError() << place << ": expected fields "
                         << llvm::join(known, ", ") << ", got \""
                         << StringRef(field.first) << "\"";
  return success();
}

LogicalResult FieldReader::readFlag(StringRef name, bool &flag) {
  std::optional<bool> value = object.getBoolean(name);
  if (!value)
    return expected(name, "true or false");
  flag = *value;
  return success();
}

/// The size that `value` is, or nothing.
static std::optional<int64_t> getSize(const json::Value *value) {
  std::optional<int64_t> size = value ? value->getAsInteger() : std::nullopt;
  return size && *size > 0 ? size : std::nullopt;
}

LogicalResult FieldReader::readSize(StringRef name, int64_t &size) {
  std::optional<int64_t> value = getSize(object.get(name));
  if (!value)
    return expected(name, "a size of 1 or more");
  size = *value;
  return success();
}

LogicalResult FieldReader::readBatch(StringRef name,
                                     std::optional<int64_t> &batch) {
  if (!object.get(name))
    return success();
  return readSize(name, batch.emplace());
}

LogicalResult FieldReader::readGroups(StringRef name,
                                      std::optional<lowp::Grouping> &grouping) {
  if (!object.get(name))
    return success();
  std::optional<StringRef> text = object.getString(name);
  if (text == kRowGroupsName)
    grouping = lowp::Grouping::M;
  else if (text == kCountsName)
    grouping = lowp::Grouping::Batch;
  else if (text == kKGroupsName)
    grouping = lowp::Grouping::K;
  else
    return expected(name, "\"" + kRowGroupsName + "\", \"" + kCountsName +
                              "\" or \"" + kKGroupsName + "\"");
  return success();
}

LogicalResult FieldReader::readRange(StringRef name, int64_t &least,
                                     int64_t &most) {
  const json::Array *pair = object.getArray(name);
  auto first = pair && pair->size() == 2 ? getSize(&(*pair)[0])
                                         : getSize(object.get(name));
  auto last = pair && pair->size() == 2 ? getSize(&(*pair)[1]) : first;
  if (!first || !last || *first > *last)
    return expected(name, "a size of 1 or more, or the least and the greatest "
                          "in an array");
  least = *first;
  most = *last;
  return success();
}

LogicalResult FieldReader::readChip(StringRef name, std::string &chip) {
  std::optional<StringRef> value = object.getString(name);
  if (!value || !lookupChipTarget(context, *value))
    return expected(name,
                    "a chip with gemm kernels, of " + listChipTargets(context));
  chip = value->str();
  return success();
}

/// `text` if it is no deeper than MLIR's parsers go.
static std::optional<StringRef> checkDepth(std::optional<StringRef> text,
                                           lowp::Reason reason) {
  auto fault = text ? lowp::findDeepNesting(*text) : std::nullopt;
  if (!fault)
    return text;
  return reason.refuse(fault->message, std::nullopt);
}

std::optional<StringRef> FieldReader::readText(StringRef name,
                                               lowp::Reason reason) {
  return checkDepth(object.getString(name), reason);
}

template <typename ParseT>
auto FieldReader::parse(lowp::Reason reason, ParseT parse) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    return reason.refuse(diagnostic.str(), success());
  });
  return parse();
}

Type FieldReader::parseText(std::optional<StringRef> text,
                            lowp::Reason reason) {
  text = checkDepth(text, reason);
  if (!text)
    return {};
  return parse(reason, [&] { return parseType(*text, context); });
}

LogicalResult FieldReader::readType(StringRef name, Type &type) {
  std::string reason;
  type = parseText(object.getString(name), reason);
  if (!type)
    return expected(name, "a type") << (reason.empty() ? "" : ": ") << reason;
  return success();
}

LogicalResult FieldReader::readTypes(StringRef name,
                                     SmallVectorImpl<Type> &types) {
  const json::Array *several = object.getArray(name);
  if (!several)
    return readType(name, types.emplace_back());
  std::string reason;
  for (const json::Value &text : *several)
    types.push_back(parseText(text.getAsString(), reason));
  if (types.empty() || llvm::is_contained(types, Type()))
    return expected(name, "a type, or an array of types of several results")
           << (reason.empty() ? "" : ": ") << reason;
  return success();
}

LogicalResult FieldReader::readBlock(StringRef name, BlockShape &block) {
  auto getExtent = [](const json::Value &value) -> std::optional<int64_t> {
    if (value.getAsString() == std::optional<StringRef>(kWholeBlockName))
      return BlockShape::kWhole;
    return getSize(&value);
  };
  const json::Array *extents = object.getArray(name);
  bool isPair = extents && extents->size() == 2;
  auto rows = isPair ? getExtent((*extents)[0]) : std::nullopt;
  auto columns = isPair ? getExtent((*extents)[1]) : std::nullopt;
  if (!rows || !columns)
    return expected(name, "rows and elements of K that share a scale, two "
                          "sizes or \"" +
                              kWholeBlockName + "\" in an array");
  block = {*rows, *columns};
  return success();
}

LogicalResult FieldReader::readConfig(StringRef name, ConfigAttr &config) {
  std::string reason;
  Attribute attribute;
  if (std::optional<StringRef> text = readText(name, reason))
    attribute = parse(reason, [&] { return parseAttribute(*text, context); });
  config = dyn_cast_or_null<ConfigAttr>(attribute);
  if (!config)
    return expected(name, "the text of a #lowp_gpu.config")
           << (reason.empty() ? "" : ": ") << reason;
  return success();
}

LogicalResult FieldReader::readOperand(StringRef name, OperandKey &operand) {
  const json::Object *fields = object.getObject(name);
  if (!fields)
    return expected(name, "an object of type, scales and block, or of type "
                          "and mn_major");
  FieldReader reader(*fields, context, (place + ", " + name).str(), emitError);
  if (fields->get("mn_major"))
    return failure(failed(reader.verifyNames({"type", "mn_major"})) ||
                   failed(reader.readType("type", operand.elementType)) ||
                   failed(reader.readFlag("mn_major", operand.mnMajor)));
  return failure(failed(reader.verifyNames({"type", "scales", "block"})) ||
                 failed(reader.readType("type", operand.elementType)) ||
                 failed(reader.readType("scales", operand.scaleType)) ||
                 failed(reader.readBlock("block", operand.block)));
}

FailureOr<TunedConfig>
mlir::lowp_gpu::readTunedConfig(const json::Value &value, MLIRContext *context,
                                StringRef place,
                                function_ref<InFlightDiagnostic()> emitError) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return emitError() << place << ": expected an object, got "
                       << llvm::formatv("{0}", value).str();
  FieldReader reader(*object, context, place.str(), emitError);
  TunedConfig entry{};
  ProblemKey &key = entry.key;
  // A note is for people.
  if (failed(reader.verifyNames({"chip", "m", "n", "k", "lhs", "rhs", "result",
                                 "accumulate", "fast_accumulation", "config",
                                 "note", "batch", "groups"})) ||
      failed(reader.readBatch("batch", key.batch)) ||
      failed(reader.readGroups("groups", key.grouping)) ||
      failed(reader.readChip("chip", key.chip)) ||
      failed(reader.readRange("m", entry.leastM, entry.mostM)) ||
      failed(reader.readSize("n", key.n)) ||
      failed(reader.readSize("k", key.k)) ||
      failed(reader.readOperand("lhs", key.lhs)) ||
      failed(reader.readOperand("rhs", key.rhs)) ||
      failed(reader.readTypes("result", key.outputTypes)) ||
      failed(reader.readFlag("accumulate", key.accumulate)) ||
      failed(reader.readFlag("fast_accumulation", key.fastAccumulation)) ||
      failed(reader.readConfig("config", entry.config)))
    return failure();
  return entry;
}
