#pragma once

/// Marks what also runs on a GPU.
#ifdef __CUDACC__
#define MIRADOR_HD __host__ __device__
#else
#define MIRADOR_HD
#endif
