//===- Image.cpp - The PTX in what a program loads ------------------------===//

#include "Image.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

using namespace lowp::simulator;

/// In front of the PTX behind an ELF file, see ptxas.sh.
constexpr char kMarker[] = "\n//LOWP-PTX\n";

/// Where the ELF file ends that starts at `image`.
static size_t elfBytes(const char *image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  size_t end = std::max<size_t>(
      header.e_phoff + size_t(header.e_phnum) * header.e_phentsize,
      header.e_shoff + size_t(header.e_shnum) * header.e_shentsize);
  for (int i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section,
                image + header.e_shoff + size_t(i) * header.e_shentsize,
                sizeof(section));
    if (section.sh_type != SHT_NOBITS)
      end = std::max<size_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

std::string lowp::simulator::readPTX(const void *image) {
  const char *bytes = static_cast<const char *>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0)
    return bytes;
  const char *end = bytes + elfBytes(bytes);
  if (std::memcmp(end, kMarker, sizeof(kMarker) - 1) != 0)
    fail(FaultKind::Image, "the simulator runs PTX, and there is none in this "
                           "machine code; compile it under lowp-simulate");
  return end + sizeof(kMarker) - 1;
}
