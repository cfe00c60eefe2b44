"""The compiled rules of Pacts; they know numpy, numba and each other."""
