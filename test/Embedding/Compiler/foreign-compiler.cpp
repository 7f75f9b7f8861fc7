//===- foreign-compiler.cpp - A foreign compiler with lowp in it ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MyRecipe.h"

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/InitAll.h"
#include "lowp/Pipelines/CPUPipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

/// Quantizes by a recipe of lowp and by one of ours.
static const char kQuantize[] = R"mlir(
  !q = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  !mine = !lowp.scaled<?x512xf8E4M3FN, #mine.rows>
  func.func @quantize(%x: tensor<?x512xbf16>) -> (!q, !mine) {
    %q = lowp.quantize %x numerics <torchao> : tensor<?x512xbf16> -> !q
    %mine = lowp.quantize %x numerics <torchao> : tensor<?x512xbf16> -> !mine
    return %q, %mine : !q, !mine
  }
)mlir";

static bool expect(bool condition, const char *what) {
  if (!condition)
    llvm::errs() << "expected " << what << "\n";
  return condition;
}

/// Whether an operation of lowp is left in `module`.
static bool hasLowp(mlir::ModuleOp module) {
  return module
      .walk([](mlir::Operation *op) {
        return llvm::isa<mlir::lowp::LowpDialect>(op->getDialect())
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

int main() {
  mlir::DialectRegistry registry;
  mlir::lowp::registerAllDialects(registry);
  registry.insert<mine::MineDialect>();
  mlir::MLIRContext context(registry);
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(kQuantize, &context, "quantize");
  if (!expect(static_cast<bool>(module), "a module that parses") ||
      !expect(hasLowp(*module), "an operation of lowp"))
    return 1;

  mlir::PassManager manager(&context);
  mlir::lowp::CPUPipelineOptions options;
  mlir::lowp::buildCPUPipeline(manager, options);
  if (!expect(succeeded(manager.run(*module)), "the pipeline to succeed") ||
      !expect(!hasLowp(*module), "all of lowp to be lowered") ||
      !expect(module->lookupSymbol("_mlir_ciface_quantize"), "an entry point"))
    return 1;
  llvm::outs() << "quantize became code for the CPU\n";
  return 0;
}
