//===- HostCode.h - Objects linked into this process ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_HOSTCODE_H
#define LOWP_LIB_EXECUTION_HOSTCODE_H

#include "lowp/Runtime/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace mlir::lowp::execution {

/// A symbol that host code needs, and where it is.
struct Symbol {
  std::string name;
  const void *address;
};

/// What host code of either device may call: the runtime, memory, maths.
std::vector<Symbol> getHostSymbols();

/// An object file linked into this process, without a linker or a file.
class HostCode {
public:
  /// Links a copy of `object`, which may refer to `symbols` and nothing else.
  static runtime::Expected<std::unique_ptr<HostCode>>
  link(llvm::StringRef object, llvm::ArrayRef<Symbol> symbols);
  ~HostCode();

  /// The address of a symbol that the object defines.
  runtime::Expected<void *> lookup(llvm::StringRef name) const;

private:
  HostCode();

  struct Session;
  std::unique_ptr<Session> session;
};

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_HOSTCODE_H
