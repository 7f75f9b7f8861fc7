//===- ParseParameters.h - Values of parameters in text ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_PARSEPARAMETERS_H
#define LOWP_LIB_DIALECT_LOWP_IR_PARSEPARAMETERS_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::lowp {

/// The keywords of `Enum`, whose cases are numbered from 0, as in "'a', 'b' or
/// 'c'".
template <typename Enum>
std::string listKeywords() {
  std::string list;
  StringRef keyword = stringifyEnum(Enum(0));
  for (uint32_t number = 1; !keyword.empty(); ++number) {
    StringRef next = stringifyEnum(static_cast<Enum>(number));
    if (!list.empty())
      list += next.empty() ? " or " : ", ";
    list += ("'" + keyword + "'").str();
    keyword = next;
  }
  return list;
}

/// Parses one of the keywords of `Enum`, whose cases are numbered from 0.
template <typename Enum>
ParseResult parseEnum(AsmParser &parser, Enum &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Enum> parsed = symbolizeEnum<Enum>(keyword);
  if (!parsed)
    return parser.emitError(loc) << "expected " << listKeywords<Enum>()
                                 << ", got '" << keyword << "'";
  value = *parsed;
  return success();
}

/// Parses numbers in square brackets.
inline ParseResult parseNumbers(AsmParser &parser,
                                SmallVector<int64_t> &numbers) {
  numbers.clear();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(numbers.emplace_back());
  });
}

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_PARSEPARAMETERS_H
