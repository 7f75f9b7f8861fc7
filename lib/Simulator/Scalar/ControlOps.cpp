//===- ControlOps.cpp - Branches, ends and grid dependencies --------------===//

#include "Simulator/Machine/Opcodes.h"

using namespace lowp::simulator;

namespace {

Step branch(Warp &warp, const Instruction &instruction, LaneMask mask) {
  Fragment &fragment = warp.fragment();
  LaneMask others = fragment.lanes & ~mask;
  int behind = fragment.position + 1;
  fragment.lanes = mask;
  fragment.position = instruction.target;
  if (others)
    warp.fragments.push_back({others, behind});
  return Step::Jumped;
}

Step end(Warp &, const Instruction &, LaneMask) { return Step::Exited; }

/// Kernels run one after the other; the wait makes their order known.
Step waitForGrid(Warp &warp, const Instruction &, LaneMask) {
  warp.view.seen.raise(kGridBefore, 1);
  warp.block->cluster->hasWaitedForGrid = true;
  return Step::Next;
}

Step nothing(Warp &, const Instruction &, LaneMask) { return Step::Next; }

} // namespace

Handler lowp::simulator::bindControl(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode == "bra" || opcode == "bra.uni")
    return branch;
  if (opcode == "ret" || opcode == "exit")
    return end;
  if (opcode == "griddepcontrol.wait")
    return waitForGrid;
  if (opcode == "griddepcontrol.launch_dependents" ||
      opcode.rfind("nanosleep", 0) == 0 || opcode.rfind("prefetch", 0) == 0)
    return nothing;
  return nullptr;
}
