//===- ImageTarget.cpp - What an image has code for -----------------------===//

#include "ImageTarget.h"

#include <cstring>
#include <elf.h>
#include <string_view>

using namespace mlir::lowp::runtime;

/// The target of a file of machine code: the number of the chip stands in the
/// lowest byte of the flags, and since CUDA 13 in the next.
static std::string readCubin(std::string_view bytes) {
  constexpr uint16_t kCudaMachine = 190;
  // Numbers of chips begin with 50, and of versions of the format with 1.
  constexpr unsigned kLeastChip = 50;
  Elf64_Ehdr header;
  if (bytes.size() < sizeof(header))
    return "";
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.e_machine != kCudaMachine)
    return "";
  unsigned lowest = header.e_flags & 0xff, next = header.e_flags >> 8 & 0xff;
  return "sm_" + std::to_string(lowest >= kLeastChip ? lowest : next);
}

/// The target that PTX names: ".target sm_120f, debug".
static std::string readPTX(std::string_view text) {
  constexpr std::string_view kDirective = "\n.target ";
  size_t at = text.find(kDirective);
  if (at == std::string_view::npos)
    return "";
  std::string_view rest = text.substr(at + kDirective.size());
  return std::string(rest.substr(0, rest.find_first_of(", \n\r\0")));
}

std::string mlir::lowp::runtime::imageTarget(const LowpImage &image) {
  std::string_view bytes(static_cast<const char *>(image.data), image.size);
  bool isELF = bytes.substr(0, SELFMAG) == std::string_view(ELFMAG, SELFMAG);
  return isELF ? readCubin(bytes) : readPTX(bytes);
}
