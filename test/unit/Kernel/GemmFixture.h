//===- GemmFixture.h - Specs of gemms for tests -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_UNIT_KERNEL_GEMMFIXTURE_H
#define LOWP_TEST_UNIT_KERNEL_GEMMFIXTURE_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Kernel/Config/KernelConfig.h"
#include "lowp/Kernel/Targets/Hopper/Hopper.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::lowp_gpu {

/// Specs of gemms that are written as types of their operands.
class GemmFixture : public ::testing::Test {
protected:
  GemmFixture() {
    DialectRegistry registry;
    registry.insert<lowp::LowpDialect, LowpGPUDialect, func::FuncDialect,
                    memref::MemRefDialect>();
    registerHopperTarget(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// What `config` says in words of the target's own.
  TargetChoices read(ConfigAttr config) {
    return getTarget().readChoices(config.getTarget());
  }

  /// The config of `config`, with `choices` of the target's own.
  ConfigAttr write(ConfigChoices config, const TargetChoices &choices) {
    config.target = getTarget().writeChoices(&context, choices);
    return config.get(&context);
  }

  const KernelTarget &getTarget() {
    return *lookupChipTarget(&context, "sm_90a")->target;
  }

  /// What a kernel for the one gemm of `source` depends on.
  FailureOr<GemmKernelSpec> parse(const std::string &source) {
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return failure();
    lowp::GemmOp gemm;
    module->walk([&](lowp::GemmOp op) { gemm = op; });
    return analyzeGemmKernel(gemm, ConfigAttr());
  }

  /// An operand: shapes and types of its data and scales.
  struct Operand {
    std::string data;
    std::string scales;
    std::string recipe;

    std::string getScaledType() const {
      return "!lowp.scaled<" + data + ", #lowp." + recipe + ">";
    }
  };

  FailureOr<GemmKernelSpec> parseProduct(const Operand &lhs, const Operand &rhs,
                                         const std::string &result,
                                         const std::string &accumulation) {
    std::string a = "memref<" + lhs.data + ">", b = "memref<" + rhs.data + ">",
                sa = "memref<" + lhs.scales + ">",
                sb = "memref<" + rhs.scales + ">", d = "memref<" + result + ">";
    return parse("module attributes {lowp_gpu.chip = \"sm_90a\"} {\n"
                 "func.func @f(%a: " +
                 a + ", %sa: " + sa + ", %b: " + b + ", %sb: " + sb +
                 ", %d: " + d +
                 ") {\n"
                 "  lowp.gemm lhs(%a, %sa : " +
                 a + ", " + sa +
                 ")\n"
                 "    rhs(%b, %sb : " +
                 b + ", " + sb +
                 ")\n"
                 "    outs(%d : " +
                 d +
                 ")\n"
                 "    {lhs_type = " +
                 lhs.getScaledType() +
                 ",\n"
                 "     rhs_type = " +
                 rhs.getScaledType() + accumulation + "}\n  return\n}}");
  }

  FailureOr<GemmKernelSpec>
  parseRowwise(const std::string &m,
               const std::string &accumulation = ", fast_accumulation") {
    return parseProduct({m + "x4096xf8E4M3FN", m + "x1xf32", "rowwise"},
                        {"8192x4096xf8E4M3FN", "8192x1xf32", "rowwise"},
                        m + "x8192xbf16", accumulation);
  }

  FailureOr<GemmKernelSpec> parseTensorwise(const std::string &m,
                                            const std::string &n,
                                            const std::string &k) {
    std::string row = "x" + k + "xf8E4M3FN";
    return parseProduct({m + row, "1x1xf32", "tensorwise"},
                        {n + row, "1x1xf32", "tensorwise"},
                        m + "x" + n + "xbf16", ", fast_accumulation");
  }

  /// Cycles of the first config that `isWanted`, of those ranked for `spec`.
  double findCycles(const GemmKernelSpec &spec,
                    function_ref<bool(ConfigAttr)> isWanted) {
    for (const ConfigCost &choice : rankConfigs(spec, &context, 1))
      if (isWanted(choice.config))
        return choice.cycles;
    ADD_FAILURE() << "no such config";
    return 0;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_TEST_UNIT_KERNEL_GEMMFIXTURE_H
