//===- NamePatterns.cpp - Operations chosen by name -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamePatterns.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

SmallVector<std::string> mlir::lowp_gpu::getNames(Operation *op) {
  SmallVector<std::string> names;
  if (auto name = op->getAttrOfType<StringAttr>(LowpDialect::getNameAttrName()))
    names.push_back(name.str());
  op->getLoc()->walk([&](Location loc) {
    if (auto named = dyn_cast<NameLoc>(loc))
      names.push_back(named.getName().str());
    if (auto place = dyn_cast<FileLineColLoc>(loc))
      names.push_back(llvm::formatv("{0}:{1}:{2}",
                                    place.getFilename().getValue(),
                                    place.getLine(), place.getColumn()));
    return WalkResult::advance();
  });
  return names;
}

FailureOr<NamePatterns>
NamePatterns::parse(StringRef text, StringRef option,
                    function_ref<InFlightDiagnostic()> emitError) {
  NamePatterns parsed;
  SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    StringRef pattern = part.trim();
    llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(pattern);
    if (!glob)
      return emitError() << "expected option '" << option
                         << "' to be patterns of names with commas between "
                            "them, got '"
                         << pattern
                         << "': " << llvm::toString(glob.takeError());
    parsed.patterns.push_back({pattern.str(), std::move(*glob)});
  }
  return parsed;
}

bool NamePatterns::match(Operation *op) {
  bool isMatched = false;
  SmallVector<std::string> names = getNames(op);
  for (Pattern &pattern : patterns)
    for (const std::string &name : names)
      if (pattern.glob.match(name))
        isMatched = pattern.isUsed = true;
  return isMatched;
}

std::vector<std::string> NamePatterns::listUnused() const {
  std::vector<std::string> unused;
  for (const Pattern &pattern : patterns)
    if (!pattern.isUsed)
      unused.push_back(pattern.text);
  return unused;
}
