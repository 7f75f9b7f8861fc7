# What `cmake --install` writes, with the CMake package Lowp in it. The parts
# can be installed alone (--component lowp-Runtime):
#   Runtime  what compiled functions call      Tools   the programs
#   CAPI     liblowp-c.so                      Plugin  for mlir-opt
#   MLIR     the libraries for users of MLIR
include(CMakePackageConfigHelpers)

# Fixed names instead of GNUInstallDirs: lowp-compile looks for the runtime in
# ../lib, and Debian's choice for /usr is another folder.
set(LOWP_PACKAGE_DIR lib/cmake/Lowp)
# LLVM may be where the loader does not look.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# The targets of a type that are made in `folder` or below.
function(lowp_targets_below folder type result)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  set(found)
  foreach(target IN LISTS targets)
    get_target_property(target_type ${target} TYPE)
    if(target_type STREQUAL type)
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS folders)
    lowp_targets_below("${subfolder}" ${type} below)
    list(APPEND found ${below})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# A library of ours and all that it needs of ours.
function(lowp_libraries_behind library result)
  set(found)
  set(open ${library})
  while(open)
    list(POP_FRONT open next)
    if(next IN_LIST found OR NOT TARGET ${next})
      continue()
    endif()
    get_target_property(imported ${next} IMPORTED)
    get_target_property(type ${next} TYPE)
    if(NOT imported AND type STREQUAL STATIC_LIBRARY)
      list(APPEND found ${next})
      get_target_property(libraries ${next} INTERFACE_LINK_LIBRARIES)
      list(APPEND open ${libraries})
    endif()
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# The component that a library belongs to, by its folder.
function(lowp_component_of library result)
  get_target_property(folder ${library} SOURCE_DIR)
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}/lib" "${folder}")
  if(folder MATCHES "^(Runtime|Support)$")
    set(component Runtime) # without MLIR
  elseif(folder MATCHES "^Interfaces$|/IR$|^FrontEnd/(IREE|TMTensor)$")
    set(component IR)
  elseif(folder MATCHES
      "^(Arith|Bufferization|Dialect|Fusion|Graph|Layout|Math|Recipes)")
    set(component Transforms)
  elseif(folder MATCHES "^(Conversion|FrontEnd)")
    set(component Conversions)
  elseif(folder MATCHES "^Kernel")
    set(component Kernels)
  elseif(folder MATCHES "^(InitAll|Pipelines|Source|Target|Traffic)$")
    set(component Pipelines)
  elseif(folder STREQUAL CAPI)
    set(component CAPIMlir) # CAPI is the shared library
  else()
    string(REGEX REPLACE "/.*" "" component "${folder}")
  endif()
  set(${result} ${component} PARENT_SCOPE)
endfunction()

# lowp_install_targets(<part> <target>...)
function(lowp_install_targets part)
  install(TARGETS ${ARGN} EXPORT Lowp${part}
    RUNTIME DESTINATION bin COMPONENT lowp-${part}
    LIBRARY DESTINATION lib COMPONENT lowp-${part}
    ARCHIVE DESTINATION lib COMPONENT lowp-${part}
    INCLUDES DESTINATION include)
  install(EXPORT Lowp${part} FILE Lowp${part}Targets.cmake NAMESPACE Lowp::
    DESTINATION ${LOWP_PACKAGE_DIR} COMPONENT lowp-${part})
endfunction()

# lowp_install_headers(<part> <folder>...): folders below include/.
function(lowp_install_headers part)
  foreach(folder IN LISTS ARGN)
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/${folder}/"
      DESTINATION include/${folder} COMPONENT lowp-${part}
      FILES_MATCHING PATTERN *.h PATTERN *.td PATTERN *.def)
  endforeach()
endfunction()

# LowpConfig.cmake; `components` are those of the part MLIR.
function(lowp_install_package components)
  set(LOWP_MLIR_COMPONENTS ${components})
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/LowpConfig.cmake.in" LowpConfig.cmake
    INSTALL_DESTINATION ${LOWP_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(LowpConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  foreach(part IN ITEMS Runtime CAPI Plugin Tools MLIR)
    install(FILES
      "${CMAKE_CURRENT_BINARY_DIR}/LowpConfig.cmake"
      "${CMAKE_CURRENT_BINARY_DIR}/LowpConfigVersion.cmake"
      DESTINATION ${LOWP_PACKAGE_DIR} COMPONENT lowp-${part})
    install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
      DESTINATION share/doc/lowp COMPONENT lowp-${part})
  endforeach()
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/LowpMLIRLinks.cmake"
      "${PROJECT_SOURCE_DIR}/cmake/LowpTablegen.cmake"
    DESTINATION ${LOWP_PACKAGE_DIR} COMPONENT lowp-MLIR)
endfunction()

# Installs the libraries that need MLIR. Sets LOWP_<component>_TARGETS for each
# component, and `components` to their names.
macro(lowp_install_mlir_libraries components)
  set(${components})
  set(lowp_mlir_libraries)
  lowp_targets_below("${PROJECT_SOURCE_DIR}/lib" STATIC_LIBRARY lowp_libraries)
  foreach(library IN LISTS lowp_libraries)
    lowp_component_of(${library} component)
    if(NOT component STREQUAL Runtime)
      list(APPEND lowp_mlir_libraries ${library})
      list(APPEND ${components} ${component})
      list(APPEND LOWP_${component}_TARGETS Lowp::${library})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES ${components})
  lowp_install_targets(MLIR ${lowp_mlir_libraries})
endmacro()

# Everything; called when all targets are known.
function(lowp_install)
  lowp_install_targets(Runtime LowpRuntime LowpSupport)
  lowp_install_headers(Runtime lowp/Runtime lowp/Support)
  lowp_install_targets(CAPI LowpCAPI)
  lowp_install_headers(CAPI lowp-c lowp/Runtime)
  lowp_targets_below("${PROJECT_SOURCE_DIR}/tools" EXECUTABLE tools)
  lowp_install_targets(Tools ${tools})
  if(TARGET LowpPlugin)
    lowp_install_targets(Plugin LowpPlugin)
  endif()

  lowp_install_mlir_libraries(components)
  lowp_install_headers(MLIR lowp)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/include/lowp"
    DESTINATION include COMPONENT lowp-MLIR FILES_MATCHING PATTERN *.inc
    PATTERN CMakeFiles EXCLUDE)

  string(REPLACE "." ";" version "${LLVM_PACKAGE_VERSION}")
  list(GET version 0 1 version)
  list(JOIN version "." LOWP_MLIR_VERSION)
  set(LOWP_COMPONENT_TARGETS)
  foreach(component IN LISTS components)
    string(APPEND LOWP_COMPONENT_TARGETS
      "set(Lowp_${component}_TARGETS ${LOWP_${component}_TARGETS})\n")
  endforeach()
  lowp_install_package("${components}")
endfunction()
