//===- Fingerprint.cpp - What prepared weights were made for --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/Fingerprint.h"

#include <algorithm>

using namespace mlir::lowp;

namespace {
struct Field {
  std::string_view key;
  std::string Fingerprint::*value;
  /// The field in a message; hashes are not shown.
  std::string_view name;
  bool isHash = false;
};
} // namespace

static constexpr Field kFields[] = {
    {"lowp", &Fingerprint::version, "compiler version lowp"},
    {"chip", &Fingerprint::chip, "chip"},
    {"recipes", &Fingerprint::recipes, "recipe"},
    {"layouts", &Fingerprint::layouts, "layout"},
    {"values", &Fingerprint::values, "other types or shapes", true},
    {"computation", &Fingerprint::computation, "another computation", true},
};

static constexpr std::string_view kSeparator = "; ";

std::string Fingerprint::getText() const {
  std::string text;
  for (const Field &field : kFields) {
    std::string value = this->*field.value;
    std::replace(value.begin(), value.end(), ';', ',');
    text += (text.empty() ? "" : std::string(kSeparator)) +
            std::string(field.key) + "=" + value;
  }
  return text;
}

bool Fingerprint::hasPlainRows() const {
  return layouts == "rows of #lowp.identity with #lowp.compact bytes";
}

std::optional<Fingerprint> Fingerprint::parse(std::string_view text) {
  Fingerprint fingerprint;
  for (const Field &field : kFields) {
    std::string start = std::string(field.key) + "=";
    if (text.substr(0, start.size()) != start)
      return std::nullopt;
    text.remove_prefix(start.size());
    bool isLast = &field == std::end(kFields) - 1;
    size_t end = isLast ? text.size() : text.find(kSeparator);
    if (end == std::string_view::npos)
      return std::nullopt;
    fingerprint.*field.value = std::string(text.substr(0, end));
    text.remove_prefix(isLast ? end : end + kSeparator.size());
  }
  return fingerprint;
}

/// "chip sm_90a, recipe ..." for the fields of `fingerprint` that differ from
/// those of `other`. Hashes follow from the fields above, so they speak only
/// where these are equal.
static std::string listDifferences(const Fingerprint &fingerprint,
                                   const Fingerprint &other) {
  std::string text;
  for (const Field &field : kFields) {
    const std::string &value = fingerprint.*field.value;
    if (value == other.*field.value || (field.isHash && !text.empty()))
      continue;
    text += text.empty() ? "" : ", ";
    text += field.name;
    if (!field.isHash)
      text += " " + (value.empty() ? "none" : value);
  }
  return text;
}

std::string mlir::lowp::explainDifference(std::string_view expected,
                                          std::string_view got,
                                          std::string_view function) {
  if (expected == got)
    return "";
  std::string advice = "; prepare them again with '" + std::string(function) +
                       "' of this program";
  std::optional<Fingerprint> wanted = Fingerprint::parse(expected);
  std::optional<Fingerprint> given = Fingerprint::parse(got);
  if (!wanted || !given)
    return "expected weights with the fingerprint '" + std::string(expected) +
           "', got '" + std::string(got) + "'" + advice;
  std::string difference = listDifferences(*wanted, *given);
  bool isHashAlone =
      wanted->version == given->version && wanted->chip == given->chip &&
      wanted->recipes == given->recipes && wanted->layouts == given->layouts;
  if (isHashAlone)
    return "expected weights that this program prepared, got weights of " +
           difference + advice;
  return "expected weights prepared for " + difference + ", got " +
         listDifferences(*given, *wanted) + advice;
}
