//===- Fingerprint.h - What prepared weights were made for ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepared weights outlive the program that prepared them: a host keeps them in
// a file. Their fingerprint says in one line of text which programs take them.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_FINGERPRINT_H
#define LOWP_SUPPORT_FINGERPRINT_H

#include <optional>
#include <string>
#include <string_view>

namespace mlir::lowp {

/// What must be equal for prepared weights to fit a function.
struct Fingerprint {
  /// The version of lowp.
  std::string version;
  /// The chip, "cpu" without one.
  std::string chip;
  /// How weights are quantized.
  std::string recipes;
  /// How data and scales are stored.
  std::string layouts;
  /// Hashes of the types of the values that are handed over, in their order.
  std::string values;
  /// A hash of how they are computed.
  std::string computation;

  /// The fingerprint as one line of text.
  std::string getText() const;

  /// Whether all that is handed over are rows of data and their scales, as
  /// `lowp.quantize` writes them to types without layouts.
  bool hasPlainRows() const;

  /// Reads what `getText` wrote; nothing for another text.
  static std::optional<Fingerprint> parse(std::string_view text);
};

/// What `got` has that `expected` has not, as a message for the user; "" if
/// both texts are the same. `function` is the one that prepares.
std::string explainDifference(std::string_view expected, std::string_view got,
                              std::string_view function);

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_FINGERPRINT_H
