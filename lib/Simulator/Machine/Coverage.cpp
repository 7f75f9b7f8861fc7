//===- Coverage.cpp - Instructions that never ran -------------------------===//

#include "Coverage.h"
#include "Simulator/Support/Fault.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>

using namespace lowp::simulator;

namespace {

/// A kernel by name and size: a program may load an image again.
struct Entry {
  std::vector<uint8_t> hasRun;
  std::vector<int> lines;
};

struct Log {
  std::mutex mutex;
  std::map<std::pair<std::string, size_t>, Entry> kernels;
};

/// Never freed: it is printed while the process ends.
Log &log() {
  static auto *result = new Log;
  return *result;
}

/// The lines of what never ran, as ranges.
std::string describe(const Entry &entry) {
  std::string text;
  for (size_t i = 0; i < entry.hasRun.size(); ++i) {
    if (entry.hasRun[i])
      continue;
    size_t last = i;
    while (last + 1 < entry.hasRun.size() && !entry.hasRun[last + 1])
      ++last;
    text += print(" %d", entry.lines[i]);
    if (entry.lines[last] != entry.lines[i])
      text += print("-%d", entry.lines[last]);
    i = last;
  }
  return text.empty() ? " none" : text;
}

void printLog() {
  for (const auto &[key, entry] : log().kernels)
    std::fprintf(stderr,
                 "simulator: kernel '%s': PTX lines that never ran:%s\n",
                 key.first.c_str(), describe(entry).c_str());
}

} // namespace

void lowp::simulator::noteCoverage(const Kernel &kernel,
                                   const std::vector<uint8_t> &hasRun) {
  static const int atExit = std::atexit(printLog);
  (void)atExit;
  std::lock_guard<std::mutex> lock(log().mutex);
  Entry &entry = log().kernels[{kernel.name, kernel.code.size()}];
  if (entry.hasRun.empty()) {
    entry.hasRun.resize(kernel.code.size(), 0);
    for (const Instruction &instruction : kernel.code)
      entry.lines.push_back(instruction.line);
  }
  for (size_t i = 0; i < hasRun.size(); ++i)
    entry.hasRun[i] |= hasRun[i];
}
