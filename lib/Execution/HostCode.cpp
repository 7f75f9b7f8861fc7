//===- HostCode.cpp - Objects linked into this process --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ORC without its compiler layers: the code is machine code already, so that
// linking takes about a millisecond.
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::lowp;
using namespace mlir::lowp::execution;
using runtime::Expected;
namespace orc = llvm::orc;

struct HostCode::Session {
  explicit Session(std::unique_ptr<orc::ExecutorProcessControl> control)
      : session(std::move(control)), layer(session),
        library(session.createBareJITDylib("lowp")) {}
  ~Session() { llvm::consumeError(session.endSession()); }

  /// Notes why linking failed: what a lookup returns only says that it did.
  void note(llvm::Error error) {
    reason += (reason.empty() ? "" : "; ") + llvm::toString(std::move(error));
  }

  orc::ExecutionSession session;
  orc::ObjectLinkingLayer layer;
  orc::JITDylib &library;
  std::string reason;
};

static runtime::Error makeLinkError(llvm::Error error) {
  return runtime::Error{LOWP_ERROR_LOAD, "host code cannot be linked: " +
                                             llvm::toString(std::move(error))};
}

static orc::SymbolMap intern(orc::ExecutionSession &session,
                             llvm::ArrayRef<Symbol> symbols) {
  orc::SymbolMap map;
  for (const Symbol &symbol : symbols)
    map[session.intern(symbol.name)] = {
        orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported};
  return map;
}

HostCode::HostCode() = default;
HostCode::~HostCode() = default;

Expected<std::unique_ptr<HostCode>>
HostCode::link(llvm::StringRef object, llvm::ArrayRef<Symbol> symbols) {
  auto control = orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<orc::InPlaceTaskDispatcher>());
  if (!control)
    return makeLinkError(control.takeError());
  std::unique_ptr<HostCode> code(new HostCode);
  code->session = std::make_unique<Session>(std::move(*control));
  Session &session = *code->session;
  session.session.setErrorReporter(
      [&session](llvm::Error error) { session.note(std::move(error)); });
  if (llvm::Error error = session.library.define(
          orc::absoluteSymbols(intern(session.session, symbols))))
    return makeLinkError(std::move(error));
  if (llvm::Error error = session.layer.add(
          session.library, llvm::MemoryBuffer::getMemBufferCopy(object)))
    return makeLinkError(std::move(error));
  return code;
}

Expected<void *> HostCode::lookup(llvm::StringRef name) const {
  auto found = session->session.lookup({&session->library}, name);
  if (!found) {
    session->note(found.takeError());
    return runtime::Error{LOWP_ERROR_LOAD,
                          "host code cannot be linked: " + session->reason};
  }
  return found->getAddress().toPtr<void *>();
}
