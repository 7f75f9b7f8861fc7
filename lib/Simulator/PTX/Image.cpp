//===- Image.cpp - The PTX in what a program loads ------------------------===//

#include "Image.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

using namespace lowp::simulator;

/// Before the PTX after an ELF file, see ptxas.sh.
constexpr char kMarker[] = "\n//LOWP-PTX\n";

/// Section `number` of the ELF file at `image`.
static Elf64_Shdr readSection(const char *image, const Elf64_Ehdr &header,
                              size_t number) {
  Elf64_Shdr section;
  std::memcpy(&section, image + header.e_shoff + number * header.e_shentsize,
              sizeof(section));
  return section;
}

/// Where the ELF file ends that starts at `image`.
static size_t elfBytes(const char *image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  size_t end = std::max<size_t>(
      header.e_phoff + size_t(header.e_phnum) * header.e_phentsize,
      header.e_shoff + size_t(header.e_shnum) * header.e_shentsize);
  for (int i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section = readSection(image, header, i);
    if (section.sh_type != SHT_NOBITS)
      end = std::max<size_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

/// The name of the one kernel of the ELF file at `image`; empty for several.
static std::string readKernelName(const char *image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  std::string name;
  for (int i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr table = readSection(image, header, i);
    if (table.sh_type != SHT_SYMTAB)
      continue;
    const char *names =
        image + readSection(image, header, table.sh_link).sh_offset;
    for (size_t at = 0; at < table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, image + table.sh_offset + at, sizeof(symbol));
      if (ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL ||
          ELF64_ST_TYPE(symbol.st_info) != STT_FUNC ||
          symbol.st_shndx == SHN_UNDEF)
        continue;
      if (!name.empty())
        return "";
      name = names + symbol.st_name;
    }
  }
  return name;
}

/// Calls the one kernel of `ptx`, which equal kernels share with its name, as
/// the machine code at `image` does.
static void restoreName(std::string &ptx, const char *image) {
  constexpr char kEntry[] = ".entry $";
  size_t at = ptx.find(kEntry);
  if (at == std::string::npos)
    return;
  at += sizeof(kEntry) - 2;
  std::string alias = ptx.substr(at, ptx.find_first_not_of('$', at) - at);
  std::string name = readKernelName(image);
  for (at = ptx.find(alias); at != std::string::npos;
       at = ptx.find(alias, at + name.size()))
    ptx.replace(at, alias.size(), name);
}

std::string lowp::simulator::readPTX(const void *image) {
  const char *bytes = static_cast<const char *>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0)
    return bytes;
  const char *end = bytes + elfBytes(bytes);
  if (std::memcmp(end, kMarker, sizeof(kMarker) - 1) != 0)
    fail(FaultKind::Image, "the simulator runs PTX, and there is none in this "
                           "machine code; compile it under lowp-simulate");
  std::string ptx = end + sizeof(kMarker) - 1;
  restoreName(ptx, bytes);
  return ptx;
}
