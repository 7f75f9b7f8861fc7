//===- Error.h - A value or the reason why there is none --------*- C++ -*-===//
//
// The runtime throws nothing and aborts nothing: what can fail returns an
// Expected. A small type of our own, since the runtime must not link LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUNTIME_ERROR_H
#define LOWP_RUNTIME_ERROR_H

#include "lowp/Runtime/lowp_runtime.h"

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace mlir::lowp::runtime {

/// Why something failed. `message` says what was expected, what came and what
/// to do; lower case, no full stop.
struct Error {
  LowpStatus status = LOWP_ERROR_DRIVER;
  std::string message;
};

/// Builds an Error from a printf format.
Error makeError(LowpStatus status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// A T, or an Error. Test it before use; reading the part that is not there is
/// a mistake of the program, caught by an assertion.
template <typename T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : storage(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : storage(std::in_place_index<1>, std::move(error)) {}

  /// True when there is a value.
  explicit operator bool() const { return storage.index() == 0; }

  T &operator*() {
    assert(*this && "no value; test the Expected first");
    return *std::get_if<0>(&storage);
  }
  const T &operator*() const {
    assert(*this && "no value; test the Expected first");
    return *std::get_if<0>(&storage);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  const Error &error() const {
    assert(!*this && "no error");
    return *std::get_if<1>(&storage);
  }

private:
  std::variant<T, Error> storage;
};

/// Success, or an Error: `return {};` is success.
template <>
class [[nodiscard]] Expected<void> {
public:
  Expected() = default;
  Expected(Error error) : failure(std::move(error)) {}

  /// True on success.
  explicit operator bool() const { return !failure; }

  const Error &error() const {
    assert(failure && "no error");
    return *failure;
  }

private:
  std::optional<Error> failure;
};

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_ERROR_H
