//===- Artifact.cpp - Names that artifacts are made of --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/Artifact.h"

#include "lowp/Support/Fingerprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::lowp::execution;

namespace {
struct TypeFacts {
  llvm::StringLiteral name;
  size_t bytes;
};
} // namespace

/// In the order of LowpTypeValue.
static constexpr TypeFacts kTypes[] = {
    {"f64", 8},      {"f32", 4},      {"f16", 2},       {"bf16", 2},
    {"f8E4M3FN", 1}, {"f8E5M2", 1},   {"f8E8M0FNU", 1}, {"f6E2M3FN", 1},
    {"f6E3M2FN", 1}, {"f4E2M1FN", 1}, {"i8", 1},        {"i16", 2},
    {"i32", 4},      {"i64", 8},      {"index", 8},     {"i1", 1},
};

static const TypeFacts *lookup(LowpType type) {
  bool isKnown = type >= 0 && size_t(type) < std::size(kTypes);
  return isKnown ? &kTypes[type] : nullptr;
}

llvm::StringRef mlir::lowp::execution::getTypeName(LowpType type) {
  const TypeFacts *facts = lookup(type);
  return facts ? llvm::StringRef(facts->name) : "";
}

size_t mlir::lowp::execution::getTypeBytes(LowpType type) {
  const TypeFacts *facts = lookup(type);
  return facts ? facts->bytes : 0;
}

std::optional<LowpType> mlir::lowp::execution::findType(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      kTypes, [&](const TypeFacts &facts) { return facts.name == name; });
  return found == std::end(kTypes) ? std::nullopt
                                   : std::optional(LowpType(found - kTypes));
}

int64_t mlir::lowp::execution::getFollowing(const LowpDimension &dimension,
                                            int64_t size) {
  return llvm::alignTo(llvm::divideCeil(size, dimension.divisor),
                       dimension.multiple);
}

size_t mlir::lowp::execution::findFunction(llvm::ArrayRef<Function> functions,
                                           llvm::StringRef name) {
  const Function *found =
      llvm::find_if(functions, [&](const Function &function) {
        return function.name == name;
      });
  return found - functions.begin();
}

mlir::lowp::runtime::Expected<void>
mlir::lowp::execution::checkPrepared(const Artifact &artifact, size_t number,
                                     llvm::StringRef fingerprint) {
  if (number >= artifact.functions.size() ||
      artifact.functions[number].prepare.empty())
    return runtime::makeError(LOWP_ERROR_INVALID_ARGUMENT,
                              "expected the number of a function that takes "
                              "prepared weights, got %zu",
                              number);
  const Function &function = artifact.functions[number];
  std::string difference =
      explainDifference(function.fingerprint, fingerprint, function.prepare);
  if (difference.empty())
    return {};
  return runtime::makeError(LOWP_ERROR_INVALID_ARGUMENT, "'%s': %s",
                            function.name.c_str(), difference.c_str());
}

llvm::StringRef mlir::lowp::execution::getVersion() { return LOWP_VERSION; }

std::string mlir::lowp::execution::getEntryName(size_t number) {
  return "lowp_entry_" + std::to_string(number);
}

// lowp-host-launch names its globals like this.
llvm::StringRef mlir::lowp::execution::getConstantsName() {
  return "lowp_constants";
}

std::string mlir::lowp::execution::getImageDataName(llvm::StringRef imageName) {
  return (imageName + "_data").str();
}

std::string
mlir::lowp::execution::getImageSymbolName(llvm::StringRef imageName) {
  return (imageName + "_image").str();
}
