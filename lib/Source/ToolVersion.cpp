//===- ToolVersion.cpp - What tools say of their version ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Source/ToolVersion.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

void mlir::lowp::setToolVersion() {
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "lowp " << LOWP_VERSION << " with LLVM " << LLVM_VERSION_STRING
       << '\n';
  });
}
