//===- RenamedWords.cpp - What words of lowp_gpu were called --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenamedWords.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
struct RenamedWord {
  WordPlace place;
  StringLiteral oldName;
  StringLiteral newName;
};
} // namespace

static constexpr RenamedWord kRenamedWords[] = {
    {WordPlace::Config, "raster", "group_m"},
    {WordPlace::Config, "store_slots", "epilogue_stages"},
    {WordPlace::Config, "column_groups", "warpgroups = [m, n]"},
    {WordPlace::Config, "late_next_grid", "pdl = late"},
    {WordPlace::Accumulator, "column_groups", "warpgroups_n"},
    {WordPlace::Operation, "allow_next_grid", "launch_dependents"},
    {WordPlace::Operation, "wait_for_previous_grid", "grid_dependency_wait"}};

StringRef mlir::lowp_gpu::findNewName(WordPlace place, StringRef word) {
  for (const RenamedWord &renamed : kRenamedWords)
    if (renamed.place == place && renamed.oldName == word)
      return renamed.newName;
  return {};
}

bool mlir::lowp_gpu::refuseOldName(AsmParser &parser, SMLoc loc,
                                   WordPlace place, StringRef word) {
  StringRef newName = findNewName(place, word);
  if (newName.empty())
    return false;
  parser.emitError(loc, "'") << word << "' is now called '" << newName << "'";
  return true;
}

ParseResult mlir::lowp_gpu::parseRenamedKeyword(AsmParser &parser,
                                                WordPlace place,
                                                StringRef keyword) {
  if (succeeded(parser.parseOptionalKeyword(keyword)))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  StringRef found;
  if (succeeded(parser.parseOptionalKeyword(&found)) &&
      refuseOldName(parser, loc, place, found))
    return failure();
  return parser.emitError(loc, "expected '") << keyword << "'";
}
