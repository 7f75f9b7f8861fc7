//===- Fault.cpp - What stops a program under the simulator ---------------===//

#include "Fault.h"

#include <cstdarg>
#include <cstdio>
#include <exception>

using namespace lowp::simulator;

static std::string vprint(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int size = vsnprintf(nullptr, 0, format, arguments);
  std::string text(size + 1, '\0');
  vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  text.resize(size);
  return text;
}

void lowp::simulator::fail(FaultKind kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Fault fault{kind, vprint(format, arguments)};
  va_end(arguments);
  throw fault;
}

Fault lowp::simulator::currentFault() {
  try {
    throw;
  } catch (const Fault &fault) {
    return fault;
  } catch (const std::exception &error) {
    return {FaultKind::Program, error.what()};
  }
}

std::string lowp::simulator::print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = vprint(format, arguments);
  va_end(arguments);
  return text;
}
