# Developers see every warning as an error; users who build from source do not.
function(mirador_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  # Bit-identical results need every product rounded as written.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(MIRADOR_DEVELOPER)
    target_compile_options(${target} PRIVATE -Werror)
    target_compile_definitions(${target} PRIVATE MIRADOR_CHECKS)
  endif()
endfunction()
