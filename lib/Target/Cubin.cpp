//===- Cubin.cpp - Machine code, as far as it can be checked --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Cubin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELF.h"

using namespace mlir::lowp;
using llvm::StringRef;
using llvm::object::ELF64LE;
using File = llvm::object::ELFFile<ELF64LE>;

/// The names of what `file` defines.
static llvm::Expected<llvm::StringSet<>> readSymbols(const File &file) {
  llvm::StringSet<> names;
  auto sections = file.sections();
  if (!sections)
    return sections.takeError();
  for (const ELF64LE::Shdr &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_SYMTAB)
      continue;
    auto symbols = file.symbols(&section);
    if (!symbols)
      return symbols.takeError();
    auto strings = file.getStringTableForSymtab(section, *sections);
    if (!strings)
      return strings.takeError();
    for (const ELF64LE::Sym &symbol : *symbols) {
      if (symbol.st_shndx == llvm::ELF::SHN_UNDEF)
        continue;
      auto name = symbol.getName(*strings);
      if (!name)
        return name.takeError();
      names.insert(*name);
    }
  }
  return names;
}

/// The chip's number stands in the lowest byte of the flags, and since CUDA 13
/// in the next.
static bool isOfChip(const ELF64LE::Ehdr &header, unsigned architecture) {
  unsigned flags = header.e_flags;
  return (flags & 0xff) == architecture || (flags >> 8 & 0xff) == architecture;
}

std::optional<std::string>
mlir::lowp::checkCubin(StringRef cubin, unsigned architecture,
                       llvm::ArrayRef<StringRef> kernels) {
  std::string none = std::to_string(cubin.size()) + " bytes that are none";
  llvm::Expected<File> file = File::create(cubin);
  if (!file) {
    llvm::consumeError(file.takeError());
    return none;
  }
  const ELF64LE::Ehdr &header = file->getHeader();
  if (!header.checkMagic() || header.getFileClass() != llvm::ELF::ELFCLASS64 ||
      header.getDataEncoding() != llvm::ELF::ELFDATA2LSB)
    return none;
  if (header.e_machine != llvm::ELF::EM_CUDA)
    return "a file for machine " + std::to_string(header.e_machine);
  if (!isOfChip(header, architecture))
    return "a file with flags 0x" + llvm::utohexstr(header.e_flags);
  llvm::Expected<llvm::StringSet<>> symbols = readSymbols(*file);
  if (!symbols)
    return "a damaged file: " + llvm::toString(symbols.takeError());
  for (StringRef kernel : kernels)
    if (!symbols->contains(kernel))
      return "a file without kernel '" + kernel.str() + "'";
  return std::nullopt;
}

/// Writes `to` for each `from` in the strings from `start` to `end`. What is
/// after it in a string moves up, and the rest of the string becomes empty.
static void renameInStrings(std::string &bytes, size_t start, size_t end,
                            StringRef from, StringRef to) {
  for (size_t at = bytes.find(from, start);
       at != std::string::npos && at + from.size() <= end;
       at = bytes.find(from, at + to.size())) {
    size_t tail = at + from.size();
    size_t stop = std::min(bytes.find('\0', tail), end);
    std::string renamed = to.str() + bytes.substr(tail, stop - tail);
    renamed.resize(stop - at, '\0');
    bytes.replace(at, stop - at, renamed);
  }
}

void mlir::lowp::renameInCubin(std::string &cubin, StringRef from,
                               StringRef to) {
  assert(from.size() >= to.size() && "offsets of strings stay as they are");
  llvm::Expected<File> file = File::create(cubin);
  if (!file)
    return llvm::consumeError(file.takeError());
  auto sections = file->sections();
  if (!sections)
    return llvm::consumeError(sections.takeError());
  for (const ELF64LE::Shdr &section : *sections)
    if (section.sh_type == llvm::ELF::SHT_STRTAB &&
        section.sh_offset <= cubin.size() &&
        section.sh_size <= cubin.size() - section.sh_offset)
      renameInStrings(cubin, section.sh_offset,
                      section.sh_offset + section.sh_size, from, to);
}
