//===- lowp-compile.cpp - From MLIR to kernels and libraries --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Tools.h"

int main(int argc, char **argv) { return lowpCompileMain(argc, argv); }
