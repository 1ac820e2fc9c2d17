# Developers see every warning as an error; users who build from source do not.
function(mirador_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(MIRADOR_DEVELOPER)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
