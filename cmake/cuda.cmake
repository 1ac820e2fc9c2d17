# The GPU backend: built where there is nvcc, so that MIRADOR_WITH_CUDA says whether it is.
# Kernels are compiled for CMAKE_CUDA_ARCHITECTURES, 90 (H100, H200) and newer unless given.
set(MIRADOR_WITH_CUDA OFF)
if(NOT MIRADOR_CUDA STREQUAL "OFF")
  find_program(MIRADOR_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(MIRADOR_NVCC AND NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} ${MIRADOR_NVCC})
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know it
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    set(MIRADOR_WITH_CUDA ON)
  elseif(MIRADOR_CUDA STREQUAL "ON")
    message(FATAL_ERROR "MIRADOR_CUDA is ON, but no working nvcc was found")
  endif()
endif()
message(STATUS "GPU backend: ${MIRADOR_WITH_CUDA}")

# Adds the backend to the library, or what stands in for it.
function(mirador_add_cuda target)
  if(NOT MIRADOR_WITH_CUDA)
    target_sources(${target} PRIVATE src/simulate/lanes/cuda_absent.cpp)
    return()
  endif()
  # Several files, because kernels take long to compile.
  foreach(part bernoulli bernoulli_by_mixture few_arms few_arms_by_mixture gaussian
               gaussian_by_mixture host)
    target_sources(${target} PRIVATE src/simulate/lanes/cuda_${part}.cu)
  endforeach()
  set_target_properties(${target} PROPERTIES
    CUDA_SEPARABLE_COMPILATION OFF CUDA_RUNTIME_LIBRARY Static)
  # As -ffp-contract=off elsewhere: nothing is fused that is not written so.
  set(options --fmad=false --expt-relaxed-constexpr --Werror=cross-execution-space-call)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${options}>")
  target_link_libraries(${target} PRIVATE CUDA::cudart_static)
endfunction()
