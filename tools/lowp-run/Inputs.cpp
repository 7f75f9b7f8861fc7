//===- Inputs.cpp - What goes into a call ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "lowp/Files/OutputSet.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cmath>

using namespace mlir::lowp;
using namespace mlir::lowp::run;
using llvm::StringRef;

namespace {

/// splitmix64: small, fast, the same everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1).
  float uniform() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

  /// Nearly normal: the sum of four uniform numbers, with variance 1.
  float normal() {
    uint64_t bits = next();
    uint32_t sum = (bits & 0xffff) + ((bits >> 16) & 0xffff) +
                   ((bits >> 32) & 0xffff) + (bits >> 48);
    return (static_cast<float>(sum) * 0x1p-16f - 2.0f) * 1.7320508f;
  }

private:
  uint64_t state;
};

} // namespace

static bool isScales(const TensorSpec &spec) {
  return StringRef(spec.name).ends_with(".scales");
}

/// Powers of two around one: what rows of a matrix differ by.
static float drawMagnitude(Random &random) {
  return std::exp2(random.uniform() * 4.0f - 2.0f);
}

/// One element's number, before the row's magnitude.
static float drawElement(Random &random, const TensorSpec &spec) {
  if (!llvm::isa<mlir::FloatType>(spec.elementType))
    return std::floor(random.uniform() * 16.0f);
  if (isScales(spec))
    return std::exp2(random.uniform() * 6.0f - 9.0f);
  // Small floats hold data that were scaled to fill their range.
  bool isNarrow = spec.elementType.getIntOrFloatBitWidth() == 8;
  return random.normal() * (isNarrow ? 96.0f : 1.0f);
}

void mlir::lowp::run::fillRandom(Tensor &tensor, uint64_t seed) {
  const TensorSpec &spec = tensor.spec;
  Random random(seed ^ llvm::xxh3_64bits(spec.name));
  bool hasMagnitudes = spec.shape.size() >= 2 && !isScales(spec) &&
                       llvm::isa<mlir::FloatType>(spec.elementType);
  int64_t rowLength = spec.shape.empty() ? 1 : spec.shape.back();
  float magnitude = 1.0f;
  std::vector<float> values(spec.getNumElements());
  for (auto [position, value] : llvm::enumerate(values)) {
    if (hasMagnitudes && position % rowLength == 0)
      magnitude = drawMagnitude(random);
    value = drawElement(random, spec) * magnitude;
  }
  encode(values, tensor);
}

static std::string makePath(StringRef directory, StringRef file) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

llvm::Error mlir::lowp::run::readTensor(StringRef directory, Tensor &tensor) {
  std::string path = makePath(directory, tensor.spec.name + ".bin");
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return llvm::createStringError(file.getError(), "cannot read %s for %s: %s",
                                   path.c_str(), tensor.spec.name.c_str(),
                                   file.getError().message().c_str());
  if ((*file)->getBufferSize() != tensor.bytes.size())
    return llvm::createStringError(
        "expected %zu bytes in %s for a tensor of %s, got %zu",
        tensor.bytes.size(), path.c_str(), tensor.spec.describe().c_str(),
        (*file)->getBufferSize());
  llvm::copy((*file)->getBuffer(), tensor.bytes.begin());
  return llvm::Error::success();
}

static llvm::json::Object describe(const TensorSpec &spec) {
  llvm::json::Object object{{"name", spec.name},
                            {"shape", llvm::json::Array(spec.shape)},
                            {"type", mlir::debugString(spec.elementType)}};
  if (!spec.logicalShape.empty())
    object["logical_shape"] = llvm::json::Array(spec.logicalShape);
  return object;
}

llvm::Error mlir::lowp::run::writeTensors(StringRef directory,
                                          llvm::ArrayRef<Tensor> tensors,
                                          llvm::ArrayRef<TensorSpec> others) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return llvm::createStringError(error, "cannot create " + directory + ": " +
                                              error.message());
  // The table names the files: all of them are there, or none.
  OutputSet outputs;
  llvm::json::Array descriptions;
  for (const Tensor &tensor : tensors) {
    StringRef content(tensor.bytes.data(), tensor.bytes.size());
    std::string path = makePath(directory, tensor.spec.name + ".bin");
    if (llvm::Error error = outputs.add(path, content))
      return error;
    llvm::json::Object description = describe(tensor.spec);
    description["file"] = tensor.spec.name + ".bin";
    descriptions.push_back(std::move(description));
  }
  for (const TensorSpec &other : others)
    descriptions.push_back(describe(other));
  std::string json;
  llvm::raw_string_ostream(json)
      << llvm::formatv("{0:2}", llvm::json::Value(std::move(descriptions)))
      << "\n";
  if (llvm::Error error =
          outputs.add(makePath(directory, "tensors.json"), json))
    return error;
  return outputs.commit();
}
