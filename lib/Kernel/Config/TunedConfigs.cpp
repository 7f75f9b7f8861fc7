//===- TunedConfigs.cpp - Configs from a file of the user's ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Config/TunedConfigs.h"
#include "TunedConfigReader.h"
#include "lowp/Files/Nesting.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::lowp_gpu;
namespace json = llvm::json;

static constexpr StringLiteral kFormat = "lowp-configs 1";

/// "config file 'tuned.json'", as diagnostics call it.
static std::string describeFile(StringRef path) {
  return ("config file '" + path + "'").str();
}

static std::string describeEntry(StringRef path, size_t number) {
  return "entry " + std::to_string(number) + " of " + describeFile(path);
}

std::string TunedConfigs::describe(const TunedConfig &entry) const {
  return describeEntry(path, entry.number);
}

const TunedConfig *TunedConfigs::find(const ProblemKey &key, int64_t m) const {
  const TunedConfig *found = llvm::find_if(entries, [&](const auto &entry) {
    return entry.leastM <= m && m <= entry.mostM && entry.key == key;
  });
  return found == entries.end() ? nullptr : found;
}

SmallVector<const TunedConfig *>
TunedConfigs::findAll(const ProblemKey &key) const {
  SmallVector<const TunedConfig *> found;
  for (const TunedConfig &entry : entries)
    if (entry.key == key)
      found.push_back(&entry);
  return found;
}

/// The array of entries in the text of a file.
static FailureOr<json::Array>
readEntries(StringRef path, StringRef text,
            function_ref<InFlightDiagnostic()> emitError) {
  if (auto fault = lowp::findDeepNesting(text))
    return emitError() << describeFile(path) << ": " << fault->message;
  llvm::Expected<json::Value> content = json::parse(text);
  if (!content)
    return emitError() << describeFile(path) << ": expected JSON, got "
                       << llvm::toString(content.takeError());
  json::Object *object = content->getAsObject();
  auto format = object ? object->getString("format") : std::nullopt;
  if (!format || *format != kFormat)
    return emitError() << describeFile(path)
                       << ": expected an object of format \"" << kFormat
                       << "\", got " << (format ? *format : "something else");
  json::Array *entries = object->getArray("configs");
  if (!entries)
    return emitError() << describeFile(path)
                       << ": expected an array \"configs\", got none";
  return std::move(*entries);
}

/// Fails if `entry` and one before it are for the same problem.
static LogicalResult
verifyUnique(ArrayRef<TunedConfig> before, const TunedConfig &entry,
             StringRef path, function_ref<InFlightDiagnostic()> emitError) {
  for (const TunedConfig &other : before)
    if (other.leastM <= entry.mostM && entry.leastM <= other.mostM &&
        other.key == entry.key)
      return emitError() << describeEntry(path, entry.number)
                         << ": expected one config per problem and M, got "
                            "another in entry "
                         << other.number;
  return success();
}

FailureOr<TunedConfigs>
TunedConfigs::read(StringRef path, MLIRContext *context,
                   function_ref<InFlightDiagnostic()> emitError) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return emitError() << "expected a config file at '" << path
                       << "', got: " << buffer.getError().message();
  FailureOr<json::Array> array =
      readEntries(path, (*buffer)->getBuffer(), emitError);
  if (failed(array))
    return failure();
  TunedConfigs configs;
  configs.path = path.str();
  for (auto [index, value] : llvm::enumerate(*array)) {
    size_t number = index + 1;
    FailureOr<TunedConfig> entry =
        readTunedConfig(value, context, describeEntry(path, number), emitError);
    if (failed(entry))
      return failure();
    entry->number = number;
    if (failed(verifyUnique(configs.entries, *entry, path, emitError)))
      return failure();
    configs.entries.push_back(std::move(*entry));
  }
  return configs;
}
