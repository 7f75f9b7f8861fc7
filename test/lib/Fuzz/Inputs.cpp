//===- Inputs.cpp - The trials of a run -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Generator.h"
#include "Mutator.h"
#include "Pipelines.h"
#include "Trial.h"

using namespace mlir::lowp::fuzz;
using llvm::StringRef;

static constexpr StringRef kPipelineComment = "// pipeline: ";

/// Images are made by LLVM and ptxas: slow, and not lowp's.
static bool isTooSlow(StringRef pipeline) {
  return pipeline.contains("lowp-serialize") ||
         pipeline.contains("lowp-to-nvvm");
}

/// One that `module` was made for, if it is known, else any.
static std::string pickPipeline(const Module &module, Random &random) {
  if (!module.pipelines.empty() && random.chance(1, 2)) {
    const std::string &pipeline = random.pick(module.pipelines);
    if (!isTooSlow(pipeline))
      return pipeline;
  }
  if (random.chance(1, 8))
    return "";
  if (random.chance(1, 6))
    return kRoundTrip.str();
  if (random.chance(1, 2))
    return nestPass(random.pick(getSinglePasses()));
  return random.pick(getWholePipelines()).str();
}

/// Invalid modules seldom get past the parser, whatever is changed in them.
static const Module &pickModule(const std::vector<Module> &corpus,
                                Random &random) {
  const Module *module = &random.pick(corpus);
  for (int attempt = 0; attempt < 3 && module->isInvalid; ++attempt)
    module = &random.pick(corpus);
  return *module;
}

/// Every module of the corpus, as it is, through every pipeline.
static Input sweep(uint64_t index, const std::vector<Module> &corpus) {
  llvm::ArrayRef<StringRef> whole = getWholePipelines();
  llvm::ArrayRef<StringRef> single = getSinglePasses();
  uint64_t pipeline =
      index / corpus.size() % (whole.size() + single.size() + 1);
  const std::string &text = corpus[index % corpus.size()].text;
  if (pipeline == 0)
    return {text, kRoundTrip.str()};
  if (pipeline <= whole.size())
    return {text, whole[pipeline - 1].str()};
  return {text, nestPass(single[pipeline - 1 - whole.size()])};
}

Input mlir::lowp::fuzz::makeInput(uint64_t seed, uint64_t index,
                                  const std::vector<Module> &corpus,
                                  mlir::MLIRContext *context,
                                  const Restrictions &restrictions) {
  if (seed == 0)
    return sweep(index, corpus);
  Random random(seed, index);
  Module module;
  bool isOurs = restrictions.onlyGenerated || random.chance(2, 5);
  if (isOurs)
    module.text = generateModule(context, random, !restrictions.withoutWaiting);
  else
    module = pickModule(corpus, random);
  // The corpus as it is serves other passes than those it was written for.
  if (random.chance(isOurs ? 1 : 9, isOurs ? 4 : 10) &&
      !restrictions.onlyGenerated)
    module.text = mutate(module.text, corpus, random);
  // What is valid gets far.
  if (isOurs && random.chance(1, 2))
    return {module.text, random.pick(getWholePipelines()).str()};
  return {module.text, pickPipeline(module, random)};
}

std::string mlir::lowp::fuzz::formatInput(const Input &input,
                                          StringRef remark) {
  return ("// " + remark + "\n" + kPipelineComment + input.pipeline + "\n" +
          input.text)
      .str();
}

Input mlir::lowp::fuzz::parseInput(StringRef file) {
  Input input = {file.str(), ""};
  size_t comment = file.find(kPipelineComment);
  if (comment != StringRef::npos)
    input.pipeline = file.drop_front(comment + kPipelineComment.size())
                         .split('\n')
                         .first.trim()
                         .str();
  return input;
}
