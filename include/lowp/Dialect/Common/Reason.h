//===- Reason.h - Why something is refused ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_REASON_H
#define LOWP_DIALECT_COMMON_REASON_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir::lowp {

/// Where a function that refuses something says why, if its caller asks.
class Reason {
public:
  Reason() = default;
  /// The reason of the last refusal becomes `text`, which must outlive this.
  Reason(std::string &text) : text(&text) {}

  /// Says `why`, and returns `answer`, which is that of the function.
  template <typename Answer = bool>
  Answer refuse(const Twine &why, Answer answer = {}) const {
    if (text)
      *text = why.str();
    return answer;
  }

private:
  std::string *text = nullptr;
};

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_REASON_H
