//===- GPUPipeline.h - From lowp to kernels and host code -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_GPUPIPELINE_H
#define LOWP_PIPELINES_GPUPIPELINE_H

#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h"
#include "lowp/Target/Passes.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace lowp {

/// Options of `lowp-to-nvvm`.
struct LowpToNVVMOptions : PassPipelineOptions<LowpToNVVMOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc(
          "Chip to compile for, e.g. sm_90a; without it the module's "
          "attribute lowp_gpu.chip says"),
      llvm::cl::init("")};
  Option<std::string> recipe{
      *this, "recipe",
      llvm::cl::desc("Preset that every matmul gets, whatever its attribute"),
      llvm::cl::init("")};
  Option<int64_t> expectedM{
      *this, "expected-m",
      llvm::cl::desc("M to choose kernels for where it is known only at run "
                     "time"),
      llvm::cl::init(lowp_gpu::kDefaultExpectedM)};
  Option<std::string> configFile{
      *this, "config-file",
      llvm::cl::desc("JSON file of tuned configs, as lowp.tune writes it"),
      llvm::cl::init("")};
  Option<std::string> rankingFile{
      *this, "ranking-file",
      llvm::cl::desc("JSON file to write the legal configs of all matmuls to; "
                     "- is standard output"),
      llvm::cl::init("")};
  Option<int64_t> rankingVariants{
      *this, "ranking-variants",
      llvm::cl::desc("Configs whose variants are listed there; -1: all"),
      llvm::cl::init(0)};
  Option<bool> reference{
      *this, "reference",
      llvm::cl::desc("Generic kernels alone: matmuls add up in f64, slow but "
                     "obviously right"),
      llvm::cl::init(false)};
  Option<bool> allowEmulation{
      *this, "allow-emulation",
      llvm::cl::desc("Multiply formats that the chip lacks as others, exactly "
                     "but slower; off: refuse them"),
      llvm::cl::init(false)};
  Option<bool> serialize{
      *this, "serialize",
      llvm::cl::desc("Compile kernels to images; off: stop at NVVM"),
      llvm::cl::init(true)};
  Option<bool> host{
      *this, "host",
      llvm::cl::desc("Lower the host code too; off: stop at gpu.binary ops"),
      llvm::cl::init(true)};
  Option<ImageFormat> format{
      *this, "format", llvm::cl::desc("What the images hold"),
      llvm::cl::values(
          clEnumValN(ImageFormat::PTX, "isa", "PTX"),
          clEnumValN(ImageFormat::Cubin, "bin", "machine code"),
          clEnumValN(ImageFormat::Auto, "auto",
                     "machine code if there is a ptxas, else PTX")),
      llvm::cl::init(ImageFormat::Auto)};
  Option<std::string> ptxas{*this, "ptxas", llvm::cl::desc("Path of ptxas"),
                            llvm::cl::init("")};
  Option<unsigned> ptxVersion{
      *this, "ptx-version",
      llvm::cl::desc("PTX version, e.g. 88; 0 is the chip's default"),
      llvm::cl::init(0)};
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("Performance notes of ptxas on matmul kernels are errors"),
      llvm::cl::init(true)};
};

/// Lowers a module of functions on tensors to kernels for one chip and to host
/// code in the LLVM dialect that launches them. A function `f` is called as
/// `void f(LowpCall *, ...)`, see `lowp-host-launch`: results come behind the
/// arguments, a scaled value is two tensors, data and scales. The context must
/// know what `lowp::registerAllDialects` registers.
void buildLowpToNVVMPipeline(OpPassManager &manager,
                             const LowpToNVVMOptions &options);

/// Makes the pipeline available as `lowp-to-nvvm`.
void registerLowpToNVVMPipeline();

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_GPUPIPELINE_H
