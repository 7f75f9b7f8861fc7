//===- lowp-fuzz.cpp - Sends modules nobody has thought of through lowp ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/AddingAPass.md says how to run it and what to do with a finding.
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "Minimizer.h"
#include "Report.h"
#include "SharedMemory.h"
#include "Trial.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/InitAll.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>

using namespace mlir::lowp::fuzz;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::list<std::string>
    inputFiles(cl::Positional,
               cl::desc("<input that lowp-fuzz has written>..."));
static cl::list<std::string>
    corpusFolders("corpus", cl::desc("Folder of .mlir files to start from"));
static cl::opt<uint64_t> seed("seed", cl::desc("Start of all choices"),
                              cl::init(1));
static cl::opt<uint64_t>
    firstTrial("first", cl::desc("Number of the first trial"), cl::init(0));
static cl::opt<uint64_t> trialCount("trials", cl::desc("Number of trials"),
                                    cl::init(UINT64_MAX));
static cl::opt<unsigned> seconds("seconds", cl::desc("Length of the run"),
                                 cl::init(60));
static cl::opt<unsigned> timeout("timeout",
                                 cl::desc("Seconds after which a trial hangs"),
                                 cl::init(20));
static cl::opt<uint64_t>
    memory("memory", cl::desc("MiB of address space per trial, 0: no limit"),
           cl::init(2048));
static cl::opt<std::string> findingFolder("findings",
                                          cl::desc("Where findings go"),
                                          cl::init("fuzz-findings"));
static cl::opt<std::string>
    knownFile("known", cl::desc("File with expressions of known findings"));
static cl::opt<bool> minimizes("minimize",
                               cl::desc("Remove lines of what was found"),
                               cl::init(true));
static cl::opt<bool>
    withWaiting("all-forms",
                cl::desc("With the forms that wait for a fault to be mended"));
static cl::opt<bool> onlyGenerated("generated",
                                   cl::desc("Modules written by chance alone"));
static cl::opt<bool> printsInput("print", cl::desc("Print the first input"));

namespace {
/// Trials by outcome, counted by the children.
struct Counts {
  uint64_t trials[4];
};

class Fuzzer {
public:
  Fuzzer();

  bool hasCorpus() const { return !corpus.empty(); }

  /// Runs the inputs of files again.
  int runFiles();
  /// Runs the trials of the seed.
  int run();
  /// The first trial's input, as a file.
  std::string printInput() {
    return formatInput(getInput(firstTrial), "seed " + std::to_string(seed));
  }

private:
  using Clock = std::chrono::steady_clock;

  Input getInput(uint64_t trial) {
    return makeInput(seed, trial, corpus, &context,
                     {/*withoutWaiting=*/!withWaiting, onlyGenerated});
  }
  Limits getLimits() const { return {timeout, memory << 20}; }
  bool isOver() const { return Clock::now() >= end; }
  std::string tryInput(const Input &input);
  /// Runs one input on its own, whatever the time.
  Ending runAlone(const Input &input);
  void add(uint64_t trial, const Ending &ending);
  void printSummary();

  mlir::DialectRegistry registry;
  /// For types of generated modules.
  mlir::MLIRContext context;
  std::vector<Module> corpus;
  KnownFindings known;
  Report report;
  Counts &counts;
  uint64_t knownCount = 0;
  /// In a child. MLIR's parser writes to what it has freed where a text fails
  /// whose top level reads a value before its definition: no trial follows.
  bool hasFailedToParse = false;
  Clock::time_point start, end;
};
} // namespace

Fuzzer::Fuzzer()
    : context(mlir::MLIRContext::Threading::DISABLED), report(findingFolder),
      counts(allocateShared<Counts>()), start(Clock::now()),
      end(start + std::chrono::seconds(seconds)) {
  mlir::lowp::registerAllDialects(registry);
  mlir::lowp::registerFrontEndDialects(registry);
  mlir::lowp::registerAllPasses();
  registry.insert<lowp_test::LowpTestDialect>();
  context.loadDialect<mlir::lowp::LowpDialect>();
  for (const std::string &folder : corpusFolders) {
    std::vector<Module> modules = readCorpus(folder);
    corpus.insert(corpus.end(), modules.begin(), modules.end());
  }
  if (!knownFile.empty())
    known.read(knownFile);
}

std::string Fuzzer::tryInput(const Input &input) {
  TrialResult result = runTrial(registry, input.text, input.pipeline, endTrial);
  ++counts.trials[static_cast<unsigned>(result.outcome)];
  hasFailedToParse |= result.outcome == Outcome::Unparsable;
  return result.finding;
}

Ending Fuzzer::runAlone(const Input &input) {
  return superviseTrials(
      0, 1, getLimits(), [&](uint64_t) { return tryInput(input); },
      [] { return false; });
}

void Fuzzer::add(uint64_t trial, const Ending &ending) {
  Input input = getInput(trial);
  if (known.match(ending)) {
    ++knownCount;
    return;
  }
  if (!report.isNew(input, ending))
    return report.addRepeated(input, ending);
  std::string summary = summarize(input, ending);
  // A hang would take the timeout for each line.
  if (minimizes && !StringRef(ending.finding).starts_with("hang"))
    input.text = minimize(input.text, [&](StringRef text) {
      Input smaller = {text.str(), input.pipeline};
      return summarize(smaller, runAlone(smaller)) == summary;
    });
  report.add(input, ending,
             "seed-" + std::to_string(seed) + "-" + std::to_string(trial));
}

void Fuzzer::printSummary() {
  auto passed =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
  llvm::outs() << "lowp-fuzz: seed " << seed << ", " << passed.count()
               << " s: " << counts.trials[0] << " not parsed, "
               << counts.trials[1] << " refused, " << counts.trials[2]
               << " passed, " << knownCount << " known, " << report.size()
               << " kinds of findings\n";
}

int Fuzzer::run() {
  llvm::outs() << "lowp-fuzz: seed " << seed << ", " << corpus.size()
               << " modules to start from\n";
  llvm::outs().flush();
  // A child lives for so many trials, so that leaks do not add up.
  constexpr uint64_t kTrialsPerChild = 500;
  uint64_t trial = firstTrial, left = trialCount;
  while (left > 0 && !isOver()) {
    uint64_t count = std::min(left, kTrialsPerChild);
    Ending ending = superviseTrials(
        trial, count, getLimits(),
        [&](uint64_t index) { return tryInput(getInput(index)); },
        [&] { return isOver() || hasFailedToParse; });
    uint64_t done = ending.trial - trial;
    if (!ending.finding.empty()) {
      add(ending.trial, ending);
      ++done;
    }
    trial += done;
    left -= done;
  }
  printSummary();
  return report.size() == 0 ? 0 : 1;
}

int Fuzzer::runFiles() {
  int status = 0;
  for (const std::string &path : inputFiles) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer) {
      llvm::errs() << "lowp-fuzz: cannot read " << path << ": "
                   << buffer.getError().message() << "\n";
      return 2;
    }
    Ending ending = runAlone(parseInput((*buffer)->getBuffer()));
    llvm::outs() << path << ": "
                 << (ending.finding.empty() ? "fine" : ending.finding) << "\n"
                 << ending.output;
    if (!ending.finding.empty())
      status = 1;
  }
  return status;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs random modules through lowp and reports crashes, hangs and "
      "failures without a diagnostic.\nExits with 1 if there are any.\n");
  Fuzzer fuzzer;
  if (!inputFiles.empty())
    return fuzzer.runFiles();
  if (!fuzzer.hasCorpus()) {
    llvm::errs() << "lowp-fuzz: expected .mlir files below the folders of "
                    "--corpus, got none\n";
    return 2;
  }
  if (printsInput) {
    llvm::outs() << fuzzer.printInput();
    return 0;
  }
  return fuzzer.run();
}
