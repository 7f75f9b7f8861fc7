//===- ModulePipeline.h - Pipelines of whole modules ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_MODULEPIPELINE_H
#define LOWP_LIB_PIPELINES_MODULEPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::lowp {

/// Registers a pipeline of passes on modules. Unlike upstream's registration it
/// refuses the text "func.func(name)", for which upstream ends the process.
template <typename OptionsT>
void registerModulePipeline(StringRef name, StringRef description,
                            void (*build)(OpPassManager &, const OptionsT &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &manager, StringRef text,
          function_ref<LogicalResult(const Twine &)> fail) -> LogicalResult {
        StringRef anchor = manager.getOpAnchorName();
        if (anchor != ModuleOp::getOperationName() &&
            anchor != OpPassManager::getAnyOpAnchorName())
          return fail("expected pipeline '" + name +
                      "' to run on builtin.module, got " + anchor +
                      "; name it alone, or in builtin.module(...)");
        OptionsT options;
        if (failed(options.parseFromString(text)))
          return failure();
        build(manager, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> print) {
        print(OptionsT());
      });
}

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_MODULEPIPELINE_H
