# Developers see every warning as an error; users who build from source do not.
function(mirador_warnings target)
  set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(MIRADOR_DEVELOPER)
    list(APPEND warnings -Werror)
  endif()
  target_compile_options(${target} PRIVATE "$<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:${warnings}>")
endfunction()
