// A target needs a source file before CMake precompiles its header.
