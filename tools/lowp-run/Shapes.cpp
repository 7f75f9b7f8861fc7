//===- Shapes.cpp - Sizes of dynamic dimensions ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::run;

/// The key for all dimensions that have no other.
static constexpr llvm::StringLiteral kAll = "M";

static std::string makeKey(StringRef tensor, unsigned dim) {
  return llvm::formatv("{0}.{1}", tensor, dim);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

llvm::Expected<ShapeBindings>
ShapeBindings::parse(ArrayRef<std::string> entries) {
  ShapeBindings bindings;
  for (StringRef entry : entries) {
    auto [key, value] = entry.split('=');
    int64_t size;
    if (key.empty() || value.getAsInteger(10, size) || size < 0)
      return llvm::createStringError(
          "expected --shape <name>=<size>, for example M=4096 or "
          "argument1.0=64, got '" +
          entry + "'");
    auto [before, isNew] = bindings.sizes.try_emplace(key, size);
    if (!isNew && before->second != size)
      return llvm::createStringError(
          "expected one size for '" + key + "', got " + Twine(before->second) +
          " and " + Twine(size) + "; drop one --shape");
  }
  return bindings;
}

namespace {
/// An entry of tensors.json.
struct FileEntry {
  std::string name;
  std::vector<int64_t> shape;
  /// For data of a scaled value: the shape of the value.
  std::optional<std::vector<int64_t>> logicalShape;
};

// LLVM finds it by its name.
bool fromJSON(const llvm::json::Value &value, FileEntry &entry,
              llvm::json::Path path) {
  llvm::json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("name", entry.name) &&
         mapper.map("shape", entry.shape) &&
         mapper.mapOptional("logical_shape", entry.logicalShape);
}
} // namespace

llvm::Error ShapeBindings::readFile(StringRef directory) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, "tensors.json");
  auto content = llvm::MemoryBuffer::getFile(path);
  // Files that others wrote are their elements alone.
  if (content.getError() == std::errc::no_such_file_or_directory)
    return llvm::Error::success();
  if (!content)
    return llvm::createStringError("cannot read " + path + ": " +
                                   content.getError().message());
  auto entries =
      llvm::json::parse<std::vector<FileEntry>>((*content)->getBuffer());
  if (!entries)
    return llvm::createStringError(
        "expected " + path +
        " to be a list of tensors with names and shapes, as --dump-inputs "
        "writes it, got: " +
        llvm::toString(entries.takeError()));
  file = path.str();
  for (const FileEntry &entry : *entries)
    shapesOfFiles[entry.name] =
        llvm::to_vector(entry.logicalShape.value_or(entry.shape));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

namespace {
/// A value that a caller sees, and the sizes of its type.
struct NamedShape {
  std::string name;
  ArrayRef<int64_t> sizes;
};
} // namespace

static void appendShapes(TypeRange types, StringRef kind,
                         SmallVectorImpl<NamedShape> &shapes) {
  for (auto [number, type] : llvm::enumerate(types)) {
    std::string name = (kind + Twine(number)).str();
    if (auto scaled = dyn_cast<ScaledType>(type))
      shapes.push_back({name, scaled.getShape()});
    else if (auto shaped = dyn_cast<ShapedType>(type);
             shaped && shaped.hasRank())
      shapes.push_back({name, shaped.getShape()});
  }
}

static SmallVector<NamedShape> getShapes(func::FuncOp function) {
  SmallVector<NamedShape> shapes;
  appendShapes(function.getArgumentTypes(), "argument", shapes);
  appendShapes(function.getResultTypes(), "result", shapes);
  return shapes;
}

/// Fails for a `key` that names none of `dimensions`, or one of known size.
/// `unknown` lists those that it may name.
static llvm::Error verifyKey(StringRef key,
                             const llvm::StringMap<int64_t> &dimensions,
                             StringRef unknown) {
  auto found = dimensions.find(key);
  bool isKnown =
      found != dimensions.end() && !ShapedType::isDynamic(found->second);
  if (isKnown)
    return llvm::createStringError("expected --shape to name a dimension whose "
                                   "size is unknown, got '" +
                                   key + "', which is " + Twine(found->second) +
                                   " in the program; drop the option");
  if (unknown.empty())
    return llvm::createStringError("expected no --shape, since the program "
                                   "knows all sizes, got '" +
                                   key + "'; drop the option");
  if (key != kAll && found == dimensions.end())
    return llvm::createStringError("expected --shape to name one of " + kAll +
                                   unknown + "; got '" + key + "'");
  return llvm::Error::success();
}

/// "?x8", or "no dimensions".
static std::string describeShape(ArrayRef<int64_t> sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : "x") +
            (ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return text.empty() ? "no dimensions" : text;
}

llvm::Error ShapeBindings::verifyFile(StringRef name,
                                      ArrayRef<int64_t> sizesOfType) const {
  auto found = shapesOfFiles.find(name);
  if (found == shapesOfFiles.end())
    return llvm::Error::success();
  ArrayRef<int64_t> shape = found->second;
  if (failed(verifyCompatibleShape(shape, sizesOfType)) ||
      llvm::any_of(shape, [](int64_t size) { return size < 0; }))
    return llvm::createStringError(llvm::formatv(
        "expected {0} to be {1}, as the program says, got {2} in "
        "{3}; read inputs of this function",
        name, describeShape(sizesOfType), describeShape(shape), file));
  for (auto [dim, size] : llvm::enumerate(shape)) {
    auto given = sizes.find(makeKey(name, dim));
    if (given != sizes.end() && given->second != size)
      return llvm::createStringError(
          llvm::formatv("expected --shape {0}={1}, as {2} says, "
                        "got {3}; drop the option",
                        given->first(), size, file, given->second));
  }
  return llvm::Error::success();
}

llvm::Error ShapeBindings::verify(func::FuncOp function) const {
  SmallVector<NamedShape> shapes = getShapes(function);
  llvm::StringMap<int64_t> dimensions;
  std::string unknown;
  for (const NamedShape &shape : shapes)
    for (auto [dim, size] : llvm::enumerate(shape.sizes)) {
      std::string key = makeKey(shape.name, dim);
      dimensions[key] = size;
      if (ShapedType::isDynamic(size))
        unknown += ", " + key;
    }
  for (StringRef key : sizes.keys())
    if (llvm::Error error = verifyKey(key, dimensions, unknown))
      return error;
  for (const NamedShape &shape : shapes)
    if (llvm::Error error = verifyFile(shape.name, shape.sizes))
      return error;
  return llvm::Error::success();
}

llvm::Expected<int64_t> ShapeBindings::lookup(StringRef tensor,
                                              unsigned dim) const {
  auto found = sizes.find(makeKey(tensor, dim));
  if (found != sizes.end())
    return found->second;
  auto inFile = shapesOfFiles.find(tensor);
  if (inFile != shapesOfFiles.end() && dim < inFile->second.size())
    return inFile->second[dim];
  found = sizes.find(kAll);
  if (found != sizes.end())
    return found->second;
  return llvm::createStringError(
      "expected a size for dimension " + Twine(dim) + " of " + tensor +
      ", got none; add --shape " + makeKey(tensor, dim) +
      "=<size>, or --shape M=<size> for all dynamic dimensions");
}
