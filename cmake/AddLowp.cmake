# The functions that every CMakeLists.txt of lowp is written with.

find_program(LOWP_CCACHE ccache)
mark_as_advanced(LOWP_CCACHE)
if(LOWP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Sloppiness: without it ccache declines every file that uses a precompiled
  # header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros ${LOWP_CCACHE})
endif()

# Flags of all our code. One set for everybody: a precompiled header can only
# be shared between files compiled with the same flags. Hence also -fPIC here:
# CMake's own property would mean -fPIC for libraries and -fPIE for programs.
add_library(LowpFlags INTERFACE)
target_compile_options(LowpFlags INTERFACE
  -Wall -Wextra -Werror -Wno-unused-parameter -fno-exceptions -fPIC)
target_include_directories(LowpFlags INTERFACE "${PROJECT_SOURCE_DIR}/include")
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # No time stamp in the precompiled header, so that ccache can reuse it.
  target_compile_options(LowpFlags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
if(LOWP_ENABLE_ASSERTS)
  target_compile_options(LowpFlags INTERFACE -UNDEBUG)
endif()
if(LOWP_STATIC)
  target_compile_options(LowpFlags INTERFACE -ffunction-sections -fdata-sections)
endif()

# The same, plus MLIR's headers and what tablegen writes. Both are code that we
# do not write, hence SYSTEM: no warnings.
add_library(LowpMLIRFlags INTERFACE)
target_link_libraries(LowpMLIRFlags INTERFACE LowpFlags)
separate_arguments(lowp_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(LowpMLIRFlags INTERFACE ${lowp_llvm_definitions})
target_include_directories(LowpMLIRFlags SYSTEM INTERFACE
  "${PROJECT_BINARY_DIR}/include" ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})

# One precompiled header serves all code that uses MLIR: it costs half a minute
# once and saves most of the compile time of each file.
add_library(LowpPCH OBJECT "${PROJECT_SOURCE_DIR}/cmake/Precompiled.cpp")
target_link_libraries(LowpPCH PRIVATE LowpMLIRFlags)
target_precompile_headers(LowpPCH PRIVATE
  "${PROJECT_SOURCE_DIR}/cmake/Precompiled.h")

# All our MLIR code waits for LowpTablegen.
set(Lowp_INCLUDE_DIRS "${PROJECT_SOURCE_DIR}/include")
include(LowpTablegen)

# Applies flags, precompiled header and tablegen order to one of our targets.
# BUILD_INTERFACE: the flags are ours, not those of who uses an installed lowp.
function(lowp_configure_target name no_mlir)
  if(no_mlir)
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:LowpFlags>)
  else()
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:LowpMLIRFlags>)
    target_precompile_headers(${name} REUSE_FROM LowpPCH)
    add_dependencies(${name} LowpTablegen)
  endif()
endfunction()

# Link flags of the executables and shared objects that we ship. --as-needed:
# LLVM's archives name z3, which nothing of ours calls. libgcc_s is shared: its
# archive wants a C library of 2.35.
if(LOWP_STATIC)
  add_library(LowpOlderCLibrary OBJECT
    "${PROJECT_SOURCE_DIR}/cmake/OlderCLibrary.cpp")
  target_link_libraries(LowpOlderCLibrary PRIVATE LowpFlags)
endif()
function(lowp_configure_link name)
  if(LOWP_STATIC)
    target_link_libraries(${name} PRIVATE LowpOlderCLibrary)
    target_link_options(${name} PRIVATE
      -static-libstdc++ -shared-libgcc
      -Wl,--gc-sections -Wl,--as-needed -Wl,--strip-all)
  endif()
endfunction()

# add_lowp_library(<name> SOURCES <file>... [LINK_LIBS <lib>...] [NO_MLIR])
# LINK_LIBS: libraries that no other one of the list brings along.
# NO_MLIR: the library sees neither MLIR's headers nor the precompiled header.
function(add_lowp_library name)
  cmake_parse_arguments(arg "NO_MLIR" "" "SOURCES;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${arg_LINK_LIBS})
  lowp_configure_target(${name} ${arg_NO_MLIR})
  # Headers cost more than code where MLIR is used: a dozen files share them.
  if(LOWP_UNITY_BUILD AND NOT arg_NO_MLIR)
    set_target_properties(${name} PROPERTIES
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()

# add_lowp_tool(<name> SOURCES <file>... [LINK_LIBS <lib>...] [NO_MLIR])
# An executable in bin/ that the tests wait for; lit tests call it by its name.
add_custom_target(lowp-tools)
function(add_lowp_tool name)
  cmake_parse_arguments(arg "NO_MLIR" "" "SOURCES;LINK_LIBS" ${ARGN})
  add_executable(${name} ${arg_SOURCES} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${arg_LINK_LIBS})
  lowp_configure_target(${name} ${arg_NO_MLIR})
  lowp_configure_link(${name})
  add_dependencies(lowp-tools ${name})
  set_property(GLOBAL APPEND PROPERTY LOWP_TOOLS ${name})
endfunction()

# add_lowp_unittest(<name> SOURCES <file>... [LINK_LIBS <lib>...] [NO_MLIR])
# A gtest binary; ctest runs it under its own name.
add_custom_target(lowp-unittests)
function(add_lowp_unittest name)
  cmake_parse_arguments(arg "NO_MLIR" "" "SOURCES;LINK_LIBS" ${ARGN})
  add_executable(${name} ${arg_SOURCES} ${arg_UNPARSED_ARGUMENTS})
  set_property(TARGET ${name} PROPERTY
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/unit")
  target_link_libraries(${name} PRIVATE ${arg_LINK_LIBS} GTest::gtest_main)
  lowp_configure_target(${name} ${arg_NO_MLIR})
  lowp_configure_link(${name})
  add_dependencies(lowp-unittests ${name})
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# lowp_add_subdirectories(<folder>...)
# Adds those of the folders that have a CMakeLists.txt. The glob makes ninja
# configure again when one of them appears.
function(lowp_add_subdirectories)
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS
      "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    if(found)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()
