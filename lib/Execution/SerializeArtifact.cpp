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

using namespace mlir::lowp;
using namespace mlir::lowp::execution;
using runtime::Expected;
using runtime::makeError;

static constexpr llvm::StringLiteral kMagic = "LOWPPRG6";
static constexpr size_t kChecksumBytes = 32;

static std::string getChecksum(llvm::StringRef content) {
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(content));
  return std::string(digest.begin(), digest.end());
}

static std::string getArchitecture() {
  return llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArchName().str();
}

namespace {

/// Appends fields.
class Writer {
public:
  template <typename Number>
  void number(Number value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void string(llvm::StringRef text) {
    number<uint64_t>(text.size());
    bytes.append(text.data(), text.size());
  }
  template <typename Item>
  void list(const std::vector<Item> &items) {
    number<uint64_t>(items.size());
    for (const Item &item : items)
      write(item);
  }

  void write(const LowpDimension &dimension) { number(dimension); }
  void write(const std::string &text) { string(text); }
  void write(const Argument &argument) {
    string(argument.name);
    number(argument.type);
    number<uint8_t>(argument.isScalar);
    number<uint8_t>(argument.isWritten);
    list(argument.dimensions);
    list(argument.formulas);
  }
  void write(const Function &function) {
    string(function.name);
    list(function.arguments);
    list(function.results);
    string(function.fingerprint);
    string(function.parts);
    string(function.prepare);
    number(function.numPrepared);
  }
  void write(const Image &image) {
    string(image.name);
    string(image.content);
  }
  void write(const Kernel &kernel) {
    string(kernel.name);
    LowpKernelInfo info = kernel.info;
    info.name = nullptr;
    number(info);
  }

  std::string bytes;
};

/// Takes fields; after the first one that is not there, all are empty.
class Reader {
public:
  explicit Reader(llvm::StringRef rest) : rest(rest) {}

  template <typename Number>
  void number(Number &value) {
    llvm::StringRef field = take(sizeof(value));
    if (!failed)
      std::memcpy(&value, field.data(), sizeof(value));
  }
  void string(std::string &text) {
    uint64_t size = 0;
    number(size);
    text = take(size).str();
  }
  template <typename Item>
  void list(std::vector<Item> &items) {
    uint64_t size = 0;
    number(size);
    for (uint64_t i = 0; i < size && !failed; ++i)
      read(items.emplace_back());
  }

  void read(LowpDimension &dimension) { number(dimension); }
  void read(std::string &text) { string(text); }
  void read(Argument &argument) {
    uint8_t isScalar = 0, isWritten = 0;
    string(argument.name);
    number(argument.type);
    number(isScalar);
    number(isWritten);
    argument.isScalar = isScalar != 0;
    argument.isWritten = isWritten != 0;
    list(argument.dimensions);
    list(argument.formulas);
  }
  void read(Function &function) {
    string(function.name);
    list(function.arguments);
    list(function.results);
    string(function.fingerprint);
    string(function.parts);
    string(function.prepare);
    number(function.numPrepared);
  }
  void read(Image &image) {
    string(image.name);
    string(image.content);
  }
  void read(Kernel &kernel) {
    string(kernel.name);
    number(kernel.info);
  }

  /// Whether everything was there and nothing is left.
  bool isComplete() const { return !failed && rest.empty(); }

private:
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
  Writer writer;
  writer.string(getVersion());
  writer.string(getArchitecture());
  writer.number(artifact.device);
  writer.string(artifact.chip);
  writer.number(artifact.imageFormat);
  writer.list(artifact.images);
  writer.string(artifact.code);
  writer.number(artifact.hasConstants);
  writer.list(artifact.functions);
  writer.list(artifact.externals);
  writer.list(artifact.kernels);
  return kMagic.str() + getChecksum(writer.bytes) + writer.bytes;
}

/// What comes after an intact header.
static Expected<Artifact> readContent(llvm::StringRef content) {
  Reader reader(content);
  std::string version, architecture;
  reader.string(version);
  reader.string(architecture);
  if (version != getVersion() || architecture != getArchitecture())
    return makeError(LOWP_ERROR_FORMAT,
                     "expected a program of lowp %s for %s, got one of lowp %s "
                     "for %s; compile it again",
                     getVersion().data(), getArchitecture().c_str(),
                     version.c_str(), architecture.c_str());
  Artifact artifact;
  reader.number(artifact.device);
  reader.string(artifact.chip);
  reader.number(artifact.imageFormat);
  reader.list(artifact.images);
  reader.string(artifact.code);
  reader.number(artifact.hasConstants);
  reader.list(artifact.functions);
  reader.list(artifact.externals);
  reader.list(artifact.kernels);
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
