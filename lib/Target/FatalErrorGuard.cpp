//===- FatalErrorGuard.cpp - LLVM's fatal errors, survived ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/FatalErrorGuard.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include <mutex>
#include <utility>

using namespace mlir::lowp;

/// Where this thread's guard wants the message; null outside of a guard.
static thread_local std::string *fatalMessage = nullptr;

static void recordAndLeave(void *, const char *reason, bool) {
  if (!fatalMessage)
    return; // Not our thread: let LLVM end the process as it wanted to.
  *fatalMessage = reason;
  llvm::CrashRecoveryContext::GetCurrent()->HandleExit(/*RetCode=*/1);
}

// The handlers are global to the process: the first guard installs them and the
// last one restores what was there.
static std::mutex handlersMutex;
static unsigned handlersUsers = 0;

namespace {
struct GlobalHandlers {
  GlobalHandlers() {
    std::lock_guard<std::mutex> lock(handlersMutex);
    if (handlersUsers++ != 0)
      return;
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(recordAndLeave);
  }
  ~GlobalHandlers() {
    std::lock_guard<std::mutex> lock(handlersMutex);
    if (--handlersUsers != 0)
      return;
    llvm::remove_fatal_error_handler();
    llvm::CrashRecoveryContext::Disable();
  }
};
} // namespace

/// What ended the work: `code` is 128 and the number of a signal.
static std::string describeSignal(int code) {
  std::string text = "it crashed";
  if (const char *name = code > 128 ? strsignal(code - 128) : nullptr)
    text += " (" + std::string(name) + ")";
  return text;
}

std::optional<std::string>
mlir::lowp::runGuarded(llvm::function_ref<void()> work) {
  GlobalHandlers handlers;
  std::string message;
  std::string *outer = std::exchange(fatalMessage, &message);
  llvm::CrashRecoveryContext context;
  bool finished = context.RunSafely(work);
  fatalMessage = outer;
  if (finished)
    return std::nullopt;
  return message.empty() ? describeSignal(context.RetCode) : message;
}
