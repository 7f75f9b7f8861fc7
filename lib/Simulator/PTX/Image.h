//===- Image.h - The PTX in what a program loads ----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_PTX_IMAGE_H
#define LOWP_LIB_SIMULATOR_PTX_IMAGE_H

#include <string>

namespace lowp::simulator {

/// The PTX of an image: its text, or machine code to which our ptxas has
/// appended it. A Fault for machine code without PTX.
std::string readPTX(const void *image);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_PTX_IMAGE_H
