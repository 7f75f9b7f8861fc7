// What LLVM takes from the C library where that is new enough: the static build
// has its own, so that it runs where the C library is of 2.34.

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" std::uint32_t arc4random() {
  std::uint32_t number;
  if (getentropy(&number, sizeof(number)) != 0)
    std::abort();
  return number;
}
