//===- CodeTarget.cpp - The chips that PTX is for -------------------------===//

#include "CodeTarget.h"
#include "Simulator/Support/Fault.h"

#include <cctype>

using namespace lowp::simulator;

CodeTarget lowp::simulator::readCodeTarget(const std::string &ptx) {
  const std::string directive = ".target sm_";
  size_t at = ptx.find(directive);
  size_t digits = at + directive.size(), end = digits;
  while (at != std::string::npos && end < ptx.size() &&
         std::isdigit(static_cast<unsigned char>(ptx[end])))
    ++end;
  if (at == std::string::npos || end - digits < 2 || end - digits > 3)
    fail(FaultKind::Image, "expected a directive .target of a chip in the PTX");
  int number = std::stoi(ptx.substr(digits, end - digits));
  bool hasSuffix = end < ptx.size() && (ptx[end] == 'a' || ptx[end] == 'f');
  char suffix = hasSuffix ? ptx[end] : '\0';
  return {"sm_" + ptx.substr(digits, end - digits + hasSuffix), number / 10,
          number % 10, suffix};
}
