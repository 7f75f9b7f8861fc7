//===- LowpOps.td - All operations of lowp -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "lowp/Dialect/Lowp/IR/QuantizeOps.td"
include "lowp/Dialect/Lowp/IR/ScaleOps.td"
include "lowp/Dialect/Lowp/IR/ScaledOps.td"
include "lowp/Dialect/Lowp/IR/MatmulOps.td"
include "lowp/Dialect/Lowp/IR/GroupedOps.td"
include "lowp/Dialect/Lowp/IR/FusionOps.td"
include "lowp/Dialect/Lowp/IR/ExternalOps.td"
include "lowp/Dialect/Lowp/IR/AlignedEmptyOp.td"
