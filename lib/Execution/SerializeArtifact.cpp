//===- SerializeArtifact.cpp - Artifacts as bytes -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Header: magic, checksum of all that follows. Then version, architecture and
// the fields in their order; numbers as they are in memory, strings and lists
// after their size. Reading trusts no size.
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/Artifact.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <cstring>
#include <type_traits>

using namespace mlir::lowp;
using namespace mlir::lowp::execution;
using runtime::Expected;
using runtime::makeError;

static constexpr llvm::StringLiteral kMagic = "LOWPPRG7";
static constexpr size_t kChecksumBytes = 32;

static std::string getChecksum(llvm::StringRef content) {
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(content));
  return std::string(digest.begin(), digest.end());
}

static std::string getArchitecture() {
  return llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArchName().str();
}

// The fields of each part, in their order, for `V`, which reads or writes them.

template <typename V>
static void visitFields(V &visit, typename V::template Of<Argument> &part) {
  visit(part.name, part.type, part.isScalar, part.isWritten, part.dimensions,
        part.formulas);
}

template <typename V>
static void visitFields(V &visit, typename V::template Of<Function> &part) {
  visit(part.name, part.arguments, part.results, part.fingerprint, part.parts,
        part.prepare, part.numPrepared);
}

template <typename V>
static void visitFields(V &visit, typename V::template Of<Image> &part) {
  visit(part.name, part.content);
}

template <typename V>
static void visitFields(V &visit, typename V::template Of<Kernel> &part) {
  visit(part.name, part.info);
}

template <typename V>
static void visitFields(V &visit, typename V::template Of<Artifact> &part) {
  visit(part.device, part.chip, part.imageFormat, part.images, part.code,
        part.hasConstants, part.functions, part.externals, part.kernels);
}

/// Whether a field is stored as it is in memory.
template <typename T>
static constexpr bool isPlain =
    std::is_arithmetic_v<T> || std::is_same_v<T, LowpDimension> ||
    std::is_same_v<T, LowpKernelInfo>;

namespace {

/// Appends fields.
class Writer {
public:
  template <typename T>
  using Of = const T;

  template <typename... Fields>
  void operator()(const Fields &...fields) {
    (write(fields), ...);
  }

  std::string bytes;

private:
  void write(const std::string &text) {
    write(uint64_t(text.size()));
    bytes += text;
  }
  template <typename Item>
  void write(const std::vector<Item> &items) {
    write(uint64_t(items.size()));
    for (const Item &item : items)
      write(item);
  }
  template <typename T>
  void write(const T &field) {
    if constexpr (isPlain<T>)
      bytes.append(reinterpret_cast<const char *>(&field), sizeof(field));
    else
      visitFields(*this, field);
  }
};

/// Takes fields; after the first one that is not there, all are empty.
class Reader {
public:
  template <typename T>
  using Of = T;

  explicit Reader(llvm::StringRef rest) : rest(rest) {}

  template <typename... Fields>
  void operator()(Fields &...fields) {
    (read(fields), ...);
  }

  /// Whether everything was there and nothing is left.
  bool isComplete() const { return !failed && rest.empty(); }

private:
  uint64_t readSize() {
    uint64_t size = 0;
    read(size);
    return size;
  }
  void read(std::string &text) { text = take(readSize()).str(); }
  template <typename Item>
  void read(std::vector<Item> &items) {
    uint64_t size = readSize();
    for (uint64_t i = 0; i < size && !failed; ++i)
      read(items.emplace_back());
  }
  void read(bool &field) {
    uint8_t byte = 0;
    read(byte);
    field = byte != 0;
  }
  template <typename T>
  void read(T &field) {
    if constexpr (isPlain<T>) {
      llvm::StringRef bytes = take(sizeof(field));
      if (!failed)
        std::memcpy(&field, bytes.data(), sizeof(field));
    } else {
      visitFields(*this, field);
    }
  }

  llvm::StringRef take(uint64_t size) {
    failed |= size > rest.size();
    if (failed)
      return "";
    llvm::StringRef field = rest.take_front(size);
    rest = rest.drop_front(size);
    return field;
  }

  llvm::StringRef rest;
  bool failed = false;
};

} // namespace

std::string execution::serialize(const Artifact &artifact) {
  Writer write;
  write(getVersion().str(), getArchitecture(), artifact);
  return kMagic.str() + getChecksum(write.bytes) + write.bytes;
}

/// What comes after an intact header.
static Expected<Artifact> readContent(llvm::StringRef content) {
  Reader reader(content);
  std::string version, architecture;
  reader(version, architecture);
  if (version != getVersion() || architecture != getArchitecture())
    return makeError(LOWP_ERROR_FORMAT,
                     "expected a program of lowp %s for %s, got one of lowp %s "
                     "for %s; compile it again",
                     getVersion().data(), getArchitecture().c_str(),
                     version.c_str(), architecture.c_str());
  Artifact artifact;
  reader(artifact);
  if (!reader.isComplete())
    return makeError(LOWP_ERROR_FORMAT, "expected a whole program, got one "
                                        "that breaks off; compile it again");
  return artifact;
}

Expected<Artifact> execution::deserialize(llvm::StringRef bytes) {
  if (!bytes.consume_front(kMagic))
    return makeError(LOWP_ERROR_FORMAT,
                     "expected a serialized program, got other bytes");
  if (bytes.size() < kChecksumBytes ||
      bytes.take_front(kChecksumBytes) !=
          getChecksum(bytes.drop_front(kChecksumBytes)))
    return makeError(LOWP_ERROR_FORMAT,
                     "expected a serialized program, got one that is damaged "
                     "(its checksum does not match); compile it again");
  return readContent(bytes.drop_front(kChecksumBytes));
}
