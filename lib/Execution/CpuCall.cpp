//===- CpuCall.cpp - Host code under guard --------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuCall.h"

#include "TensorView.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

using namespace mlir::lowp::execution;

namespace {
/// What the functions below know of the call that is under way on their thread.
struct Guard {
  std::jmp_buf leave;
  std::set<void *> allocations;
  std::string message;
  LowpStatus status = LOWP_ERROR_INVALID_ARGUMENT;
};
} // namespace

static thread_local Guard *guard = nullptr;

[[noreturn]] static void leaveCall() { std::longjmp(guard->leave, 1); }

/// `memory` of `bytes` bytes, noted as the call's.
static void *guardAllocation(void *memory, size_t bytes) {
  if (!memory) {
    guard->status = LOWP_ERROR_OUT_OF_MEMORY;
    guard->message = "expected memory for an intermediate tensor of " +
                     std::to_string(bytes) + " bytes, got none";
    leaveCall();
  }
  guard->allocations.insert(memory);
  return memory;
}

static void *guardedMalloc(size_t bytes) {
  return guardAllocation(std::malloc(bytes ? bytes : 1), bytes);
}

/// LLVM calls it for memory that begins as zeros.
static void *guardedCalloc(size_t count, size_t bytes) {
  bool isEmpty = count == 0 || bytes == 0;
  return guardAllocation(
      isEmpty ? std::calloc(1, 1) : std::calloc(count, bytes), count * bytes);
}

static void guardedFree(void *memory) {
  // Constants of the module, and what results are, is not ours to free now.
  if (guard->allocations.erase(memory))
    std::free(memory);
}

/// A failed check prints its reason and aborts.
static int guardedPuts(const char *text) {
  guard->message = text;
  return 0;
}

[[noreturn]] static void guardedAbort() {
  if (guard->message.empty())
    guard->message = "a check of the function failed";
  leaveCall();
}

void mlir::lowp::execution::appendGuardSymbols(std::vector<Symbol> &symbols) {
  auto add = [&](const char *name, auto *function) {
    symbols.push_back({name, reinterpret_cast<const void *>(function)});
  };
  add("malloc", guardedMalloc);
  add("calloc", guardedCalloc);
  add("free", guardedFree);
  add("puts", guardedPuts);
  // It writes the numbers of a message.
  add("snprintf", std::snprintf);
  add("abort", guardedAbort);
}

/// Runs the code; false when it left early. No object with a destructor may
/// live between here and a guarded function.
static bool enter(Entry entry, LowpCall &call, void *const *pointers) {
  if (setjmp(guard->leave))
    return false;
  entry(&call, pointers);
  return true;
}

/// Copies one result, unless its shape is not the one that the caller expects.
static void copyResult(const Argument &result, const void *computed,
                       const void *given, LowpCall &call) {
  size_t rank = result.dimensions.size();
  TensorView source(computed, rank), target(given, rank);
  for (size_t dim = 0; dim < rank; ++dim)
    if (source.getSizes()[dim] != target.getSizes()[dim]) {
      std::string message = result.name + ": expected dimension " +
                            std::to_string(dim) + " to be " +
                            std::to_string(source.getSizes()[dim]) + ", got " +
                            std::to_string(target.getSizes()[dim]);
      return lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT, message.c_str());
    }
  // Both have rows without gaps: at the boundary of a function the compiler
  // lays out everything so.
  size_t bytes = getTypeBytes(result.type);
  size_t total = source.countElements() * bytes;
  if (total)
    std::memcpy(reinterpret_cast<void *>(target.getAddress(bytes)),
                reinterpret_cast<const void *>(source.getAddress(bytes)),
                total);
}

/// The message with the function's name, as code for the GPU says it.
static std::string describeFailure(const Function &function,
                                   llvm::StringRef message) {
  std::string quoted = "'" + function.name + "'";
  std::string text = message.trim().str();
  return message.contains(quoted) ? text : quoted + ": " + text;
}

void mlir::lowp::execution::runOnCpu(Entry entry, const Function &function,
                                     LowpCall &call,
                                     llvm::ArrayRef<void *> arguments) {
  size_t words = 0;
  for (const Argument &result : function.results)
    words += TensorView::getNumWords(result.dimensions.size());
  std::vector<int64_t> computed(words);
  std::vector<void *> pointers;
  if (!computed.empty())
    pointers.push_back(computed.data());
  llvm::append_range(pointers, arguments.take_front(function.arguments.size()));

  Guard current;
  Guard *outer = std::exchange(guard, &current);
  bool finished = enter(entry, call, pointers.data());
  guard = outer;
  if (!finished)
    lowpFail(&call, current.status,
             describeFailure(function, current.message).c_str());
  const int64_t *next = computed.data();
  for (auto [number, result] : llvm::enumerate(function.results)) {
    if (call.status != LOWP_OK)
      break;
    copyResult(result, next, arguments[function.arguments.size() + number],
               call);
    next += TensorView::getNumWords(result.dimensions.size());
  }
  for (void *memory : current.allocations)
    std::free(memory);
}
