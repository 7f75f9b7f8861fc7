//===- PinnedContext.cpp - A context that is taken as current -------------===//

#include "lowp/Runtime/PinnedContext.h"

#include "lowp/Runtime/TensorMapMemo.h"

using namespace mlir::lowp::runtime;

static thread_local const PinnedContext *innermost = nullptr;

PinnedContext::PinnedContext(const ContextFacts &facts, TensorMapMemo *memo)
    : facts(facts), memo(memo), outer(innermost) {
  if (memo)
    memo->begin(facts.id);
  innermost = this;
}

PinnedContext::~PinnedContext() { innermost = outer; }

const PinnedContext *PinnedContext::get() { return innermost; }
