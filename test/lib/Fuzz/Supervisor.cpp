//===- Supervisor.cpp - Trials that may crash or hang ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supervisor.h"
#include "SharedMemory.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::lowp::fuzz;

namespace {
/// What a child tells its parent, in memory that both see.
struct Shared {
  volatile uint64_t trial;
  volatile bool hasFinding;
  volatile bool hangs;
  char finding[1024];
};
} // namespace

/// The timeout's signal handler needs it, too.
static Shared *shared = nullptr;

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

/// Ends the child as a crash, so that its stack shows where it hangs.
static void onTimeout(int) {
  shared->hangs = true;
  abort();
}

static void limitTime(const Limits &limits) {
  itimerval processor = {{0, 0}, {time_t(limits.seconds), 0}};
  itimerval real = {{0, 0}, {time_t(limits.seconds) * 10, 0}};
  setitimer(ITIMER_PROF, &processor, nullptr);
  setitimer(ITIMER_REAL, &real, nullptr);
}

static void limitMemory(const Limits &limits) {
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (limits.memory == 0)
    return;
  rlimit memory = {limits.memory, limits.memory};
  setrlimit(RLIMIT_AS, &memory);
}

void mlir::lowp::fuzz::endTrial(const std::string &finding) {
  snprintf(shared->finding, sizeof(shared->finding), "%s", finding.c_str());
  shared->hasFinding = true;
  _exit(0);
}

[[noreturn]] static void
runChild(uint64_t first, uint64_t count, const Limits &limits,
         llvm::function_ref<std::string(uint64_t)> trial,
         llvm::function_ref<bool()> isOver) {
  signal(SIGPROF, onTimeout);
  signal(SIGALRM, onTimeout);
  limitMemory(limits);
  for (uint64_t index = first; index != first + count && !isOver(); ++index) {
    shared->trial = index;
    limitTime(limits);
    std::string finding = trial(index);
    if (!finding.empty())
      endTrial(finding);
    shared->trial = index + 1;
  }
  _exit(0);
}

//===----------------------------------------------------------------------===//
// The parent
//===----------------------------------------------------------------------===//

static std::string describe(int status) {
  if (shared->hangs)
    return "hang";
  if (WIFSIGNALED(status))
    return std::string("crash: ") + strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0)
    return "exit with status " + std::to_string(WEXITSTATUS(status));
  return shared->hasFinding ? shared->finding : "";
}

static std::string readAll(FILE *file) {
  std::string text;
  char part[4096];
  rewind(file);
  while (size_t size = fread(part, 1, sizeof(part), file))
    text.append(part, size);
  return text;
}

Ending mlir::lowp::fuzz::superviseTrials(
    uint64_t first, uint64_t count, const Limits &limits,
    llvm::function_ref<std::string(uint64_t)> trial,
    llvm::function_ref<bool()> isOver) {
  if (!shared)
    shared = &allocateShared<Shared>();
  memset(static_cast<void *>(shared), 0, sizeof(Shared));
  shared->trial = first;
  FILE *output = tmpfile();
  pid_t child = output ? fork() : -1;
  if (child < 0) {
    llvm::errs() << "lowp-fuzz: cannot start a child: " << strerror(errno)
                 << "\n";
    exit(2);
  }
  if (child == 0) {
    dup2(fileno(output), STDERR_FILENO);
    runChild(first, count, limits, trial, isOver);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  Ending ending = {shared->trial, describe(status), readAll(output)};
  fclose(output);
  return ending;
}
