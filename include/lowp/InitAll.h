//===- InitAll.h - Everything a lowp tool registers -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One place for the tools and the C API: lowp's dialects and passes, and of
// upstream just those that lowp's pipelines and tests use.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INITALL_H
#define LOWP_INITALL_H

#include <cstdint>
#include <string>

namespace mlir {
class DialectRegistry;

namespace lowp {

/// Adds all dialects, with the interfaces that passes want attached to them.
void registerAllDialects(DialectRegistry &registry);

/// Adds dialects of front ends that lowp reads beside its own. A process that
/// has the front end's own dialects leaves them out.
void registerFrontEndDialects(DialectRegistry &registry);

/// Registers all passes and pipelines by their names. Calling it again does
/// nothing.
void registerAllPasses();

/// The names of all chips that code can be made for: "sm_90a, sm_100a".
std::string listChips();

/// The name of a part that code can be priced for, by its index; null after
/// the last one.
const char *getPartName(size_t index);

/// The name of the part that a driver calls `device` ("NVIDIA H100 80GB HBM3"),
/// with `chip` and so many multiprocessors; empty if no target knows it.
std::string findPartOfDevice(const std::string &device, const std::string &chip,
                             int64_t multiprocessors);

} // namespace lowp
} // namespace mlir

#endif // LOWP_INITALL_H
