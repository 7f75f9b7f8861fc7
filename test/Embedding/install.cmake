# Installs lowp and moves it, as whoever unpacks an archive does:
#   cmake -DBUILD=<build tree> -DPREFIX=<folder> -DSOURCE=<root> -P install.cmake
# Then looks at the text files: none may name a folder of the build, and what
# they include of lowp must be there, and each header that the documentation names.

file(REMOVE_RECURSE "${PREFIX}" "${PREFIX}-before")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}"
  --prefix "${PREFIX}-before" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${PREFIX}-before" "${PREFIX}")

file(GLOB_RECURSE texts "${PREFIX}/include/*" "${PREFIX}/lib/cmake/*")
foreach(text IN LISTS texts)
  file(READ "${text}" content)
  foreach(folder IN ITEMS "${SOURCE}" "${BUILD}" "${PREFIX}-before")
    string(FIND "${content}" "${folder}/" position)
    if(NOT position EQUAL -1)
      message(SEND_ERROR "expected nothing of ${folder}, got it in ${text}")
    endif()
  endforeach()
  file(STRINGS "${text}" includes REGEX "^ *#? *include \"lowp(-c)?/")
  list(TRANSFORM includes REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1")
  foreach(header IN LISTS includes)
    if(NOT EXISTS "${PREFIX}/include/${header}")
      message(SEND_ERROR "expected ${header} to be installed for ${text}")
    endif()
  endforeach()
endforeach()

# The log of changes names what has gone, too.
file(GLOB pages "${SOURCE}/README.md" "${SOURCE}/docs/*.md")
list(FILTER pages EXCLUDE REGEX "/CHANGELOG\\.md$")
set(named "")
foreach(page IN LISTS pages)
  file(READ "${page}" content)
  string(REGEX MATCHALL "lowp(-c)?/[A-Za-z_/0-9]+\\.h" headers "${content}")
  list(APPEND named ${headers})
  foreach(header IN LISTS headers)
    if(NOT EXISTS "${PREFIX}/include/${header}")
      message(SEND_ERROR "expected ${header} to be installed, which ${page} names")
    endif()
  endforeach()
endforeach()
if(NOT named)
  message(SEND_ERROR "expected the documentation to name headers, got none")
endif()
