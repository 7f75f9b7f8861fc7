//===- Pipelines.h - All pipelines ------------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_PIPELINES_H
#define LOWP_PIPELINES_PIPELINES_H

#include "lowp/Pipelines/CPUPipeline.h"
#include "lowp/Pipelines/ExplainPipeline.h"
#include "lowp/Pipelines/GPUPipeline.h"

#endif // LOWP_PIPELINES_PIPELINES_H
