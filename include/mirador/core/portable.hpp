#pragma once

/// Marks functions that also run on a GPU.
#ifdef __CUDACC__
#define MIRADOR_HD __host__ __device__
#else
#define MIRADOR_HD
#endif

/// Marks long functions that are called rarely from several places: never inlined.
#ifdef __CUDACC__
#define MIRADOR_APART __noinline__
#else
#define MIRADOR_APART __attribute__((noinline))
#endif
