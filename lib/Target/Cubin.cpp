//===- Cubin.cpp - Machine code, as far as it can be checked --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/Cubin.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELF.h"

using namespace mlir;
using namespace mlir::lowp;
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

LogicalResult
mlir::lowp::verifyCubin(StringRef cubin, unsigned architecture,
                        ArrayRef<StringRef> kernels,
                        function_ref<InFlightDiagnostic()> emitError) {
  auto refuse = [&](const Twine &got) -> LogicalResult {
    return emitError() << "expected machine code from ptxas, an ELF file for "
                          "sm_"
                       << architecture << ", got " << got.str()
                       << "; check which program option 'ptxas' or LOWP_PTXAS "
                          "names";
  };
  llvm::Expected<File> file = File::create(cubin);
  if (!file) {
    llvm::consumeError(file.takeError());
    return refuse(Twine(cubin.size()) + " bytes that are none");
  }
  const ELF64LE::Ehdr &header = file->getHeader();
  if (!header.checkMagic() || header.getFileClass() != llvm::ELF::ELFCLASS64 ||
      header.getDataEncoding() != llvm::ELF::ELFDATA2LSB)
    return refuse(Twine(cubin.size()) + " bytes that are none");
  if (header.e_machine != llvm::ELF::EM_CUDA)
    return refuse("a file for machine " + Twine(unsigned(header.e_machine)));
  if (!isOfChip(header, architecture))
    return refuse("a file with flags 0x" +
                  Twine::utohexstr(unsigned(header.e_flags)));
  llvm::Expected<llvm::StringSet<>> symbols = readSymbols(*file);
  if (!symbols)
    return refuse("a damaged file: " + llvm::toString(symbols.takeError()));
  for (StringRef kernel : kernels)
    if (!symbols->contains(kernel))
      return refuse("a file without kernel '" + kernel + "'");
  return success();
}
