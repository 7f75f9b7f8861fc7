//===- PartFile.cpp - Reads a user's description of a part ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/PartModel.h"

#include "lowp/Files/Nesting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::lowp;
namespace json = llvm::json;

static constexpr llvm::StringLiteral kFormat = "lowp-part 1";

/// What `object` has as `field`, for diagnostics.
static std::string quote(const json::Object &object, llvm::StringRef field) {
  const json::Value *value = object.get(field);
  return value ? llvm::formatv("{0}", *value).str() : "no such field";
}

static llvm::Error verifyFields(const json::Object &object) {
  // A note is for people.
  const llvm::SmallVector<llvm::StringRef> known = {"format", "name", "base",
                                                    "figures", "note"};
  for (const auto &field : object)
    if (!llvm::is_contained(known, llvm::StringRef(field.first)))
      return llvm::createStringError("expected fields " +
                                     llvm::join(known, ", ") + ", got \"" +
                                     llvm::StringRef(field.first) + "\"");
  return llvm::Error::success();
}

static llvm::Error readText(const json::Object &object, llvm::StringRef field,
                            std::string &text) {
  std::optional<llvm::StringRef> value = object.getString(field);
  if (!value)
    return llvm::createStringError("expected \"" + field +
                                   "\" to be a string, got " +
                                   quote(object, field));
  text = value->str();
  return llvm::Error::success();
}

static llvm::Error readFigures(const json::Object &object,
                               PartDescription &part) {
  const json::Object *figures = object.getObject("figures");
  if (!figures)
    return llvm::createStringError(
        "expected \"figures\" to be an object of numbers, got " +
        quote(object, "figures"));
  for (const auto &[key, value] : *figures) {
    std::optional<double> number = value.getAsNumber();
    if (!number)
      return llvm::createStringError("expected \"" + llvm::StringRef(key) +
                                     "\" to be a number, got " +
                                     llvm::formatv("{0}", value).str());
    part.figures.emplace_back(key.str(), *number);
  }
  // Objects of JSON have no order.
  llvm::sort(part.figures);
  return llvm::Error::success();
}

static llvm::Error readPart(llvm::StringRef text, const PartTable &parts,
                            PartDescription &part) {
  if (auto fault = findDeepNesting(text))
    return llvm::createStringError(fault->message);
  llvm::Expected<json::Value> content = json::parse(text);
  if (!content)
    return llvm::createStringError("expected JSON, got " +
                                   llvm::toString(content.takeError()));
  const json::Object *object = content->getAsObject();
  auto format = object ? object->getString("format") : std::nullopt;
  if (!format || *format != kFormat)
    return llvm::createStringError("expected an object of format \"" + kFormat +
                                   "\", got " +
                                   (format ? *format : "something else"));
  if (llvm::Error error = verifyFields(*object))
    return error;
  if (llvm::Error error = readText(*object, "name", part.name))
    return error;
  if (llvm::Error error = readText(*object, "base", part.base))
    return error;
  if (llvm::Error error = readFigures(*object, part))
    return error;
  return part.verify(parts);
}

llvm::Expected<PartDescription>
mlir::lowp::readPartFile(llvm::StringRef path, const PartTable &parts) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError("expected a part file at '" + path +
                                   "', got: " + buffer.getError().message());
  PartDescription part;
  if (llvm::Error error = readPart((*buffer)->getBuffer(), parts, part))
    return llvm::createStringError("part file '" + path +
                                   "': " + llvm::toString(std::move(error)));
  return part;
}
