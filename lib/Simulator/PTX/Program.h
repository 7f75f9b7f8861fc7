//===- Program.h - PTX as the simulator runs it -----------------*- C++ -*-===//
//
// A register is a slot of 32 lanes of 4 bytes in the register file of a warp,
// or two slots in a row if it has 64 bits. Constants, special registers and
// addresses of shared variables are slots too, filled before the kernel starts:
// hence no instruction has to tell them from registers.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_PTX_PROGRAM_H
#define LOWP_LIB_SIMULATOR_PTX_PROGRAM_H

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lowp::simulator {

struct Warp;
struct Instruction;

constexpr int kLanes = 32;
using LaneMask = uint32_t;
constexpr LaneMask kAllLanes = ~LaneMask(0);

/// Generic addresses of shared memory, of the kernel's parameters and of a
/// thread's local memory; all others are addresses of global memory, which is
/// memory of the host.
constexpr uint64_t kSharedWindow = uint64_t(1) << 48;
constexpr uint64_t kParameterWindow = uint64_t(2) << 48;
constexpr uint64_t kLocalWindow = uint64_t(3) << 48;

/// What becomes of the lanes that executed an instruction.
enum class Step {
  Next,    // they go on after it
  Jumped,  // it set where they go on
  Blocked, // it could not run yet and is tried again
  Exited,  // they are done
};

/// Executes an instruction for the lanes of the mask.
using Handler = Step (*)(Warp &, const Instruction &, LaneMask);

struct Operand;

/// Operands by their number; one that is not there is an error of the program.
class OperandList : public std::vector<Operand> {
public:
  using std::vector<Operand>::vector;
  inline const Operand &operator[](size_t number) const;
};

struct Operand {
  enum Kind : uint8_t {
    None,
    Register,
    Quad, // a register of 128 bits: four slots
    Predicate,
    Constant, // also special registers and addresses of shared variables
    Vector,
    Address, // parts[0]: the base if there is one; then what else is in []
    Sink,
    Label,
  };
  Kind kind = None;
  bool isNegated = false;
  bool isWide = false; // a register of 64 bits
  /// Whether an address is one in the kernel's parameters.
  bool isParameter = false;
  /// The register's or constant's slot, or the number of the predicate.
  int slot = -1;
  /// Where a constant is kept with 64 bits.
  int wideSlot = -1;
  /// The value of a constant, or what an address adds to its base.
  int64_t value = 0;
  std::string name;
  OperandList parts;
};

/// Throws a Fault.
[[noreturn]] void failMissing(size_t number);

const Operand &OperandList::operator[](size_t number) const {
  if (number >= size())
    failMissing(number);
  return *(data() + number);
}

/// The registers that an operand has, as slots of 32 bits.
std::vector<int> slotsOf(const Operand &operand);

/// That an instruction reads or writes a register of an accumulator.
struct AccumulatorAccess {
  int slot;
  bool isWrite;
};

struct Instruction {
  Handler handler = nullptr;
  int guard = -1;
  bool isGuardNegated = false;
  /// Waits until all live lanes of the warp stand at it.
  bool needsWholeWarp = false;
  /// Deals itself with registers that wgmma still writes.
  bool isWGMMA = false;
  int target = -1; // of a branch
  int line = 0;
  /// What a binder worked out from the opcode for its handler.
  std::array<int, 4> detail = {0, 0, 0, 0};
  std::string opcode;
  /// The opcode at its dots, without the first piece.
  std::vector<std::string> modifiers;
  std::string text;
  OperandList operands;
  std::vector<int> slots; // of all operands
  /// What it accesses of where wgmmas accumulate.
  std::vector<AccumulatorAccess> accumulators;

  bool has(const char *modifier) const {
    for (const std::string &present : modifiers)
      if (present == modifier)
        return true;
    return false;
  }
};

struct Parameter {
  std::string name;
  uint32_t offset;
  uint32_t bytes;
};

struct SharedVariable {
  uint32_t offset = 0; // from the start of the block's shared memory
  uint32_t bytes = 0;
  uint32_t alignment = 1;
  bool isDynamic = false;
};

/// Constants of a module by their names. Their place is their address, which
/// stays where it is as long as one of the kernels does.
using ModuleConstants =
    std::map<std::string, std::shared_ptr<const std::vector<uint8_t>>>;

struct Kernel {
  std::string name;
  std::vector<Instruction> code;
  std::vector<Parameter> parameters;
  uint32_t parameterBytes = 0;
  /// 0 where the PTX asks for nothing.
  std::array<uint32_t, 3> maxThreads = {0, 0, 0};
  std::array<uint32_t, 3> cluster = {0, 0, 0};

  int slots = 0;
  int predicates = 0;
  /// Slots (narrow, wide) of each constant and special register.
  std::map<uint64_t, std::pair<int, int>> constants;
  std::map<std::string, std::pair<int, int>> specials;
  std::map<std::string, std::pair<int, int>> sharedAddresses;

  std::map<std::string, SharedVariable> shared;
  uint32_t staticSharedBytes = 0;
  /// What a thread has on its stack.
  uint32_t localBytes = 0;
  ModuleConstants moduleConstants;
};

/// The names of the kernels in PTX; throws a Fault if the simulator cannot run
/// any of them.
std::vector<std::string> checkModule(const std::string &text);

/// Parses a kernel of PTX. Images have many of which few run, and a parsed one
/// is large: hence not all at once.
Kernel parseKernel(const std::string &text, const std::string &name);

/// Finds handlers for all instructions; throws a Fault for the first that the
/// simulator does not know.
void bindHandlers(Kernel &kernel);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_PTX_PROGRAM_H
