//===- RunProgram.cpp - Programs that this one runs -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's ExecuteAndWait keeps a time limit by SIGALRM, which belongs to the
// program that lowp is a library of, and may reach another of its threads; and
// what it starts goes on when that program is killed.
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "MemoryFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
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

using namespace mlir;
using namespace mlir::lowp;
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

/// The exit status of `process`, called `name`, which is killed after
/// `seconds`, with what it has started.
static llvm::Expected<int> await(pid_t process, StringRef name,
                                 unsigned seconds) {
  bool ended = awaitEnd(process, Clock::now() + std::chrono::seconds(seconds));
  if (!ended)
    killTree(process);
  int status = 0;
  // A program that ignores SIGCHLD, or waits for all children, has the status.
  if (llvm::sys::RetryAfterSignal(-1, waitpid, process, &status, 0) < 0)
    return llvm::createStringError("cannot run '" + name +
                                   "': " + llvm::errnoAsErrorCode().message());
  if (!ended)
    return llvm::createStringError("expected '" + name + "' to end within " +
                                   Twine(seconds) +
                                   " seconds, got no end: it was killed");
  if (WIFSIGNALED(status))
    return llvm::createStringError(
        "expected '" + name + "' to come to an end, got signal " +
        Twine(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")");
  return WEXITSTATUS(status);
}

llvm::Expected<ProgramResult>
mlir::lowp::runProgram(StringRef program, ArrayRef<StringRef> arguments,
                       unsigned seconds) {
  MemoryFile output;
  if (std::error_code error = output.write(""))
    return llvm::createStringError("cannot make a file in memory for what '" +
                                   program + "' prints: " + error.message());
  SmallVector<std::string> texts = {program.str()};
  for (StringRef argument : arguments)
    texts.push_back(argument.str());
  auto pointers =
      llvm::map_to_vector(texts, [](std::string &text) { return text.data(); });
  pointers.push_back(nullptr);
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  llvm::ErrorOr<pid_t> process =
      spawn({texts.front().c_str(), pointers.data(), input,
             output.getDescriptor(), getpid()});
  if (input >= 0)
    close(input);
  if (!process)
    return llvm::createStringError("cannot run '" + program +
                                   "': " + process.getError().message());
  llvm::Expected<int> status = await(*process, program, seconds);
  if (!status)
    return status.takeError();
  return ProgramResult{*status, output.read()};
}
