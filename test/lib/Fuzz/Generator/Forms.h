//===- Forms.h - Which forms a module may have ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_FORMS_H
#define LOWP_TEST_LIB_FUZZ_FORMS_H

#include "Random.h"

#include <vector>

namespace mlir::lowp::fuzz {

class FunctionBody;

/// Appends one operation, or a few that belong together.
using Adder = void (*)(FunctionBody &);

/// What a function may have besides operations.
enum class Trait {
#define LOWP_FUZZ_TRAIT(name, waitsFor) name,
#include "Forms.def"
};

/// The forms of one function. Forms that wait for a fault to be mended are in
/// it on demand alone.
class Forms {
public:
  /// `fits`: only forms whose types fit, so that most modules are compiled.
  Forms(bool fits, bool withWaiting);

  bool has(Trait trait) const;
  Adder pick(Random &random) const { return random.pick(adders); }

  const bool fits;

private:
  const bool withWaiting;
  /// Each as often as its weight.
  std::vector<Adder> adders;
};

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_FORMS_H
