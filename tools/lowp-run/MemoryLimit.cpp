//===- MemoryLimit.cpp - Calls that do not fit into memory ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>
#include <unistd.h>

using namespace mlir::lowp;
using namespace mlir::lowp::run;

/// Bytes of the machine's memory, as a number that holds a sum of tensors.
static double getMemory() {
  return double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE));
}

llvm::Error run::checkMemory(const Arguments &arguments) {
  const TensorSpec *largest = nullptr;
  double total = 0;
  for (const TensorSpec &spec :
       llvm::concat<const TensorSpec>(arguments.inputs, arguments.outputs)) {
    total += double(spec.getNumBytes());
    if (!largest || spec.getNumBytes() > largest->getNumBytes())
      largest = &spec;
  }
  // A call gets copies of its inputs.
  for (const TensorSpec &spec : arguments.inputs)
    total += double(spec.getNumBytes());
  // Random numbers are drawn as f32.
  if (largest)
    total += double(largest->getNumElements()) * sizeof(float);
  if (total <= getMemory())
    return llvm::Error::success();
  return llvm::createStringError(llvm::formatv(
      "expected a call that fits into the {0:f1} GB of this machine's memory, "
      "got tensors that take {1:f1} GB, the largest is {2} of {3}; pass "
      "smaller sizes",
      getMemory() * 1e-9, total * 1e-9, largest->name, largest->describe()));
}

[[noreturn]] static void failAllocation() {
  static const char message[] =
      "lowp-run: error: expected memory for the tensors of the call, got none; "
      "pass smaller sizes\n";
  (void)!write(STDERR_FILENO, message, std::strlen(message));
  // Nothing here may allocate, so nothing is flushed or destroyed.
  _exit(1);
}

void run::reportExhaustedMemory() { std::set_new_handler(failAllocation); }
