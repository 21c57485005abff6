"""Vectors: frozen questions with answers, shipped in spec/vectors; reading them, asking them, making them."""

from shatterproof_properties.conformance.vectors.vector import SETS as SETS
from shatterproof_properties.conformance.vectors.vector import Vector as Vector
from shatterproof_properties.conformance.vectors.vector import Which as Which
from shatterproof_properties.conformance.vectors.vector import read as read
