# Which Python: Debian's own, because its packages (pybind11, NumPy, ...) are seen by no other, and
# another one may come first in the PATH. -DPython3_EXECUTABLE=... chooses.
if(NOT Python3_EXECUTABLE)
  find_program(MIRADOR_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(MIRADOR_SYSTEM_PYTHON)
    set(Python3_EXECUTABLE ${MIRADOR_SYSTEM_PYTHON})
  endif()
endif()

# The Python module is made of the same compiled libraries as the command, so they must run at any
# address. That alone would cost speed: what a shared library shows to others may be replaced by them,
# so it is called through a table and never inlined. Hidden symbols cannot be replaced; then the code
# is that of a program, which Debian's compilers make position independent anyway. Set whether or not
# the module is built, so that building it later compiles nothing again.
if(PROJECT_IS_TOP_LEVEL AND NOT BUILD_SHARED_LIBS)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_CXX_VISIBILITY_PRESET hidden)
  set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
endif()
if(MIRADOR_BUILD_PYTHON AND (BUILD_SHARED_LIBS OR NOT MIRADOR_BUILD_STORE))
  message(FATAL_ERROR "MIRADOR_BUILD_PYTHON needs MIRADOR_BUILD_STORE=ON and BUILD_SHARED_LIBS=OFF")
endif()
