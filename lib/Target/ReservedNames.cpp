//===- ReservedNames.cpp - Names that functions cannot have ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/ReservedNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::lowp;
using llvm::StringRef;

/// The words of `text`.
static llvm::StringSet<> makeSet(StringRef text) {
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  llvm::StringSet<> set;
  set.insert(words.begin(), words.end());
  return set;
}

/// Functions of the C library that LLVM does not know of: it has no calls to
/// optimize there.
static bool isSystemFunction(StringRef name) {
  static const llvm::StringSet<> names = makeSet(
      "accept aligned_alloc bind clock close connect dlclose dlerror dlopen "
      "dlsym dup dup2 environ errno exit fcntl fork getpid index ioctl kill "
      "link listen longjmp mmap mprotect munmap open openat pause pipe poll "
      "raise realpath recv rindex select send setjmp sigaction signal sleep "
      "socket stderr stdin stdout sync sysconf system syscall time usleep "
      "wait waitpid");
  return names.contains(name) || name.starts_with("pthread_");
}

static bool isLibraryFunction(StringRef name) {
  static const llvm::TargetLibraryInfoImpl info{
      llvm::Triple(llvm::sys::getDefaultTargetTriple())};
  llvm::LibFunc function;
  return info.getLibFunc(name, function) || isSystemFunction(name);
}

/// Names that C and C++ keep for their implementations.
static bool isReservedIdentifier(StringRef name) {
  return name.size() >= 2 && name[0] == '_' &&
         (name[1] == '_' || llvm::isUpper(name[1]));
}

// Front ends call what they export main: a linker says itself when a program
// has another.
StringRef mlir::lowp::findOwnerOfSymbol(StringRef name) {
  // Such as the names with which ELF files begin and end.
  if (isReservedIdentifier(name) || name == "_init" || name == "_fini" ||
      name == "_start" || name == "_end" || name == "end" || name == "edata" ||
      name == "etext")
    return "the compiler and the linker";
  if (isLibraryFunction(name))
    return "the C library";
  if (name.starts_with("lowp") && name.size() > 4 && llvm::isUpper(name[4]))
    return "lowp's runtime";
  return "";
}

/// Types and macros of stdint.h and stddef.h.
static bool isOfStandardInteger(StringRef name) {
  if (name == "size_t" || name == "ptrdiff_t" || name == "max_align_t")
    return true;
  if (name.ends_with("_t"))
    return name.starts_with("int") || name.starts_with("uint");
  return (name.starts_with("INT") || name.starts_with("UINT")) &&
         (name.ends_with("_MAX") || name.ends_with("_MIN") ||
          name.ends_with("_C"));
}

StringRef mlir::lowp::findOwnerOfIdentifier(StringRef name) {
  if (name == "main")
    return "the start of every C program";
  static const llvm::StringSet<> keywords = makeSet(
      "alignas alignof and and_eq asm auto bitand bitor bool break case "
      "catch char char16_t char32_t char8_t class co_await co_return "
      "co_yield compl concept const const_cast consteval constexpr "
      "constinit continue decltype default delete do double dynamic_cast "
      "else enum explicit export extern false float for friend goto if "
      "inline int long mutable namespace new noexcept not not_eq nullptr "
      "operator or or_eq private protected public register reinterpret_cast "
      "requires restrict return short signed sizeof static static_assert "
      "static_cast struct switch template this thread_local throw true try "
      "typedef typeid typename typeof typeof_unqual union unsigned using "
      "virtual void volatile wchar_t while xor xor_eq");
  if (keywords.contains(name))
    return "a keyword of C or C++";
  // What the header includes: lowp_runtime.h, and stdint.h for that.
  if (name.starts_with("Lowp") || name.starts_with("LOWP_"))
    return "a name of lowp's runtime";
  if (isOfStandardInteger(name))
    return "a name of the C library's headers";
  if (llvm::is_contained({"NULL", "linux", "unix", "assert", "offsetof"}, name))
    return "a macro of C";
  return "";
}
