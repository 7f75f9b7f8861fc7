//===- Settings.cpp - What the environment asks for -----------------------===//

#include "Settings.h"
#include "Fault.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

extern char **environ;

using namespace lowp::simulator;

static const std::string kPrefix = "LOWP_SIMULATOR_";

/// The scripts beside the library read the last two.
static const std::vector<std::string> kNames = {
    "CHIP", "SEED",    "ORDER", "LENIENT", "READ_FENCES", "COVERAGE",
    "SMS",  "THREADS", "LIMIT", "PTXAS",   "FILTER"};

static std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

static const char *find(const char *name) {
  return std::getenv((kPrefix + name).c_str());
}

[[noreturn]] static void refuse(const char *name, const std::string &expected,
                                const char *text) {
  fail(FaultKind::Launch, "expected %s%s to be %s, got '%s'", kPrefix.c_str(),
       name, expected.c_str(), text);
}

/// A number from `least` to `most`, in decimal digits alone.
static uint64_t number(const char *name, uint64_t least, uint64_t most,
                       uint64_t otherwise) {
  const char *text = find(name);
  if (!text)
    return otherwise;
  uint64_t value = 0;
  const char *end = text + std::strlen(text);
  auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc() || stop != end || value < least || value > most)
    refuse(name,
           "a number from " + std::to_string(least) + " to " +
               std::to_string(most),
           text);
  return value;
}

static bool flag(const char *name, bool otherwise) {
  const char *text = find(name);
  if (!text)
    return otherwise;
  if (std::strcmp(text, "0") != 0 && std::strcmp(text, "1") != 0)
    refuse(name, "0 or 1", text);
  return text[0] == '1';
}

bool settings::asksChip() { return find("CHIP") != nullptr; }

size_t settings::chip(const std::vector<std::string> &known) {
  const char *text = find("CHIP");
  if (!text)
    return 0;
  auto found = std::find(known.begin(), known.end(), text);
  if (found == known.end())
    refuse("CHIP", "one of " + join(known), text);
  return found - known.begin();
}

uint64_t settings::seed() { return number("SEED", 0, UINT64_MAX, 0); }

bool settings::checksOrder() { return flag("ORDER", true); }

bool settings::isLenient() { return flag("LENIENT", false); }

bool settings::asksReadFences() { return flag("READ_FENCES", false); }

bool settings::wantsCoverage() { return flag("COVERAGE", false); }

int32_t settings::multiprocessors(int32_t most) {
  return number("SMS", 1, 1024, most);
}

unsigned settings::threads() { return number("THREADS", 1, 1024, 1); }

uint64_t settings::instructionLimit() {
  return number("LIMIT", 1, UINT64_MAX, uint64_t(1) << 32);
}

/// Throws a Fault if `variable` begins as those of the simulator do and is
/// none.
static void checkName(const std::string &variable) {
  if (variable.compare(0, kPrefix.size(), kPrefix) != 0)
    return;
  std::string name = variable.substr(kPrefix.size());
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end())
    fail(FaultKind::Launch, "expected one of %s behind %s, got %s",
         join(kNames).c_str(), kPrefix.c_str(), variable.c_str());
}

void settings::checkAll() {
  for (char **each = environ; each && *each; ++each)
    checkName(std::string(*each, std::strcspn(*each, "=")));
  seed();
  checksOrder();
  isLenient();
  asksReadFences();
  wantsCoverage();
  multiprocessors(1);
  threads();
  instructionLimit();
}
