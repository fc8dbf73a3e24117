// Its names are in warplens_cuda.h, which stands in front of every file.
