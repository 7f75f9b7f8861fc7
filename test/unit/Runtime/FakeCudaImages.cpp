//===- FakeCudaImages.cpp - Which images the fake has code in -------------===//

#include "FakeCudaNotes.h"

#include <cstring>
#include <elf.h>

using namespace mlir::lowp::runtime;

static constexpr uint16_t kCudaMachine = 190;

namespace {
/// What code is for: a chip, and the suffix of its name.
struct CodeTarget {
  int32_t major;
  int32_t minor;
  char suffix;
};
} // namespace

static CodeTarget makeTarget(int32_t number, char suffix) {
  return {number / 10, number % 10, suffix};
}

/// What ptxas was told, which it keeps in a note: "-arch sm_120f".
static char readSuffix(const char *elf, const Elf64_Ehdr &header) {
  constexpr char kOption[] = "-arch sm_";
  const char *end = elf + header.e_shoff;
  for (const char *at = elf; at + sizeof(kOption) + 4 < end; ++at)
    if (std::memcmp(at, kOption, sizeof(kOption) - 1) == 0)
      return at[sizeof(kOption) - 1 +
                std::strspn(at + sizeof(kOption) - 1, "0123456789")];
  return 0;
}

/// The driver reads as much; a file for another machine is for any chip here.
static CodeTarget readELF(const char *elf) {
  Elf64_Ehdr header;
  std::memcpy(&header, elf, sizeof(header));
  if (header.e_machine != kCudaMachine)
    return {0, 0, 0};
  int32_t lowest = header.e_flags & 0xff, next = header.e_flags >> 8 & 0xff;
  return makeTarget(lowest >= 50 ? lowest : next, readSuffix(elf, header));
}

/// Text without a directive is for any chip.
static CodeTarget readPTX(const char *text) {
  const char *directive = std::strstr(text, "\n.target sm_");
  if (!directive)
    return {0, 0, 0};
  char *end = nullptr;
  long number = std::strtol(directive + std::strlen("\n.target sm_"), &end, 10);
  return makeTarget(int32_t(number), *end);
}

bool mlir::lowp::runtime::test::hasCodeFor(const char *image, int32_t major,
                                           int32_t minor) {
  bool isELF = std::strncmp(image, ELFMAG, SELFMAG) == 0;
  CodeTarget target = isELF ? readELF(image) : readPTX(image);
  if (target.major == 0)
    return true;
  if (target.suffix == 'a')
    return major == target.major && minor == target.minor;
  // A family has one major number, as chips that run each other's code have.
  if (target.suffix == 'f' || isELF)
    return major == target.major && minor >= target.minor;
  return major > target.major ||
         (major == target.major && minor >= target.minor);
}
