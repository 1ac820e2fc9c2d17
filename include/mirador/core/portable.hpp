#pragma once

/// Marks what also runs on a GPU.
#ifdef __CUDACC__
#define MIRADOR_HD __host__ __device__
#else
#define MIRADOR_HD
#endif

/// Marks what is long and called rarely, from several places: compiled once.
#ifdef __CUDACC__
#define MIRADOR_APART __noinline__
#else
#define MIRADOR_APART __attribute__((noinline))
#endif
