//===- lowp-run.cpp - Runs a function on the CPU or the GPU ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Tools.h"

int main(int argc, char **argv) { return lowpRunMain(argc, argv); }
