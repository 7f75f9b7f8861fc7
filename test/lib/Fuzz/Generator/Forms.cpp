//===- Forms.cpp - Which forms a module may have --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include "RandomOperations.h"

using namespace mlir::lowp::fuzz;

namespace {
struct Form {
  Adder add;
  unsigned weight;
  bool fits;
  llvm::StringLiteral waitsFor;
};
} // namespace

static constexpr bool kFits = true, kMayNotFit = false;

static constexpr Form kForms[] = {
#define LOWP_FUZZ_FORM(name, weight, fits, waitsFor)                           \
  {add##name, weight, fits, waitsFor},
#include "Forms.def"
};

static constexpr llvm::StringLiteral kTraits[] = {
#define LOWP_FUZZ_TRAIT(name, waitsFor) waitsFor,
#include "Forms.def"
};

Forms::Forms(bool fits, bool withWaiting)
    : fits(fits), withWaiting(withWaiting) {
  for (const Form &form : kForms)
    if ((form.fits || !fits) && (form.waitsFor.empty() || withWaiting))
      adders.insert(adders.end(), form.weight, form.add);
}

bool Forms::has(Trait trait) const {
  return withWaiting || kTraits[static_cast<unsigned>(trait)].empty();
}
