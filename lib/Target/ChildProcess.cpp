//===- ChildProcess.cpp - A process that does not outlive ours ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir::lowp;
using llvm::StringRef;
using Clock = std::chrono::steady_clock;

extern char **environ;

namespace {
/// What the child needs, made ready: it may not allocate.
struct Start {
  const char *program;
  char *const *arguments;
  int input, output;
  pid_t parent;
};
} // namespace

/// Becomes the program; returns, with errno, when that cannot be.
static void become(const Start &start) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    return;
  // Our end may have come before.
  if (getppid() != start.parent)
    _exit(EXIT_FAILURE);
  if (dup2(start.input, STDIN_FILENO) < 0 ||
      dup2(start.output, STDOUT_FILENO) < 0 ||
      dup2(start.output, STDERR_FILENO) < 0)
    return;
  execve(start.program, start.arguments, environ);
}

/// vfork: a host may have hundreds of GiB mapped, which a fork would copy the
/// tables of. The child shares our memory until it is the program.
static llvm::ErrorOr<pid_t> spawn(const Start &start) {
  volatile int failure = 0;
  pid_t child = vfork();
  if (child == 0) {
    become(start);
    failure = errno;
    _exit(EXIT_FAILURE);
  }
  if (child < 0)
    return llvm::errnoAsErrorCode();
  if (failure == 0)
    return child;
  (void)llvm::sys::RetryAfterSignal(-1, waitpid, child, nullptr, 0);
  return std::error_code(failure, std::generic_category());
}

/// Kills a process, and before that all that it has started: a script may stand
/// in for the program.
static void killTree(pid_t process) {
  kill(process, SIGSTOP);
  std::string number = std::to_string(process);
  auto children = llvm::MemoryBuffer::getFileAsStream(
      "/proc/" + number + "/task/" + number + "/children");
  llvm::SmallVector<StringRef> numbers;
  if (children)
    llvm::SplitString((*children)->getBuffer(), numbers, " \n");
  for (StringRef child : numbers) {
    pid_t found = 0;
    if (!child.getAsInteger(10, found))
      killTree(found);
  }
  kill(process, SIGKILL);
}

/// Waits until `process` has ended; false when it has not by `deadline`.
static bool awaitEnd(pid_t process, Clock::time_point deadline) {
  int descriptor = syscall(SYS_pidfd_open, process, 0);
  auto left = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(deadline -
                                                                 Clock::now())
        .count();
  };
  siginfo_t info = {};
  auto hasEnded = [&] {
    return waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
  };
  bool ended = false;
  while (!(ended = hasEnded()) && left() > 0) {
    // An old kernel has no descriptors of processes.
    if (descriptor < 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    pollfd waiting = {descriptor, POLLIN, 0};
    (void)poll(&waiting, 1, std::min<int64_t>(left() + 1, 1000));
  }
  if (descriptor >= 0)
    close(descriptor);
  return ended;
}

static llvm::ErrorOr<ChildEnding> await(pid_t process, unsigned seconds) {
  bool ended = awaitEnd(process, Clock::now() + std::chrono::seconds(seconds));
  if (!ended)
    killTree(process);
  int status = 0;
  // A program that ignores SIGCHLD, or waits for all children, has the status.
  if (llvm::sys::RetryAfterSignal(-1, waitpid, process, &status, 0) < 0)
    return llvm::errnoAsErrorCode();
  if (!ended)
    return ChildEnding{ChildEnding::TimedOut, 0};
  if (WIFSIGNALED(status))
    return ChildEnding{ChildEnding::Signalled, WTERMSIG(status)};
  return ChildEnding{ChildEnding::Exited, WEXITSTATUS(status)};
}

llvm::ErrorOr<ChildEnding>
mlir::lowp::runChild(const std::string &program,
                     llvm::ArrayRef<StringRef> arguments,
                     const std::string &output, unsigned seconds) {
  auto texts = llvm::map_to_vector(
      arguments, [](StringRef argument) { return argument.str(); });
  llvm::SmallVector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  Start start = {
      program.c_str(), pointers.data(), open("/dev/null", O_RDONLY | O_CLOEXEC),
      open(output.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC), getpid()};
  llvm::ErrorOr<pid_t> process = llvm::errnoAsErrorCode();
  if (start.input >= 0 && start.output >= 0)
    process = spawn(start);
  for (int descriptor : {start.input, start.output})
    if (descriptor >= 0)
      close(descriptor);
  if (!process)
    return process.getError();
  return await(*process, seconds);
}
