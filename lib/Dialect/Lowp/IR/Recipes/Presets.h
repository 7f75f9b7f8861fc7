//===- Presets.h - Attributes that names stand for --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_RECIPES_PRESETS_H
#define LOWP_LIB_DIALECT_LOWP_IR_RECIPES_PRESETS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

#include <array>

namespace mlir::lowp {

/// The names of `presets`, a table of one per type.
template <typename Preset, size_t count>
ArrayRef<StringRef> collectPresetNames(const Preset (&presets)[count]) {
  static const auto names = [&] {
    std::array<StringRef, count> names;
    llvm::transform(presets, names.begin(),
                    [](const Preset &preset) { return preset.name; });
    return names;
  }();
  return names;
}

/// The preset called `name`, or null.
template <typename Preset, size_t count>
const Preset *findPreset(const Preset (&presets)[count], StringRef name) {
  const Preset *found = llvm::find_if(
      presets, [&](const Preset &preset) { return preset.name == name; });
  return found == std::end(presets) ? nullptr : found;
}

/// The name of the preset that `attribute` is; empty where there is no such.
template <typename Attr>
StringRef findPresetName(Attr attribute) {
  for (StringRef name : Attr::getPresetNames())
    if (Attr::getPreset(attribute.getContext(), name) == attribute)
      return name;
  return {};
}

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_RECIPES_PRESETS_H
