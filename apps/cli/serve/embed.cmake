# Writes a C++ file that holds text files as functions.
#   cmake -DOUT=assets.cpp -DFOLDER=page -P embed.cmake
set(text "// Made by embed.cmake.\n#include \"serve/assets.hpp\"\n\nnamespace mirador::cli {\n")
foreach(pair "script mirador.js" "page_style mirador.css")
  separate_arguments(pair)
  list(GET pair 0 function)
  list(GET pair 1 file)
  file(READ ${FOLDER}/${file} content)
  string(APPEND text "\nstd::string_view ${function}() {\n  return R\"embedded(${content})embedded\";\n}\n")
endforeach()
file(WRITE ${OUT} "${text}\n}  // namespace mirador::cli\n")
