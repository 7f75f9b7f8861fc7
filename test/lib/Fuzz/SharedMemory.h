//===- SharedMemory.h - Memory of a process and its children ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_SHAREDMEMORY_H
#define LOWP_TEST_LIB_FUZZ_SHAREDMEMORY_H

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <sys/mman.h>

namespace mlir::lowp::fuzz {

/// A zeroed `T` that children forked later see and change too. Lives until the
/// process ends.
template <typename T>
T &allocateShared() {
  void *memory = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    llvm::errs() << "lowp-fuzz: cannot map memory\n";
    exit(2);
  }
  return *static_cast<T *>(memory);
}

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_SHAREDMEMORY_H
