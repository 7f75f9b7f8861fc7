//===- ElementFormats.cpp - The formats of float types --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

StringRef mlir::lowp::describeFloatFormats() {
  return "f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN, f4E2M1FN";
}

const FloatFormat *mlir::lowp::getFloatFormat(Type type) {
  return llvm::TypeSwitch<Type, const FloatFormat *>(type)
      .Case([](Float8E4M3FNType) { return &kFloat8E4M3FN; })
      .Case([](Float8E5M2Type) { return &kFloat8E5M2; })
      .Case([](Float6E2M3FNType) { return &kFloat6E2M3FN; })
      .Case([](Float6E3M2FNType) { return &kFloat6E3M2FN; })
      .Case([](Float4E2M1FNType) { return &kFloat4E2M1FN; })
      .Default([](Type) { return nullptr; });
}
