"""Vectors: frozen questions with answers, shipped in spec/vectors; reading them, asking them, making them."""

from shatterproof_properties.conformance.vectors.shipped import SETS as SETS
from shatterproof_properties.conformance.vectors.shipped import Which as Which
from shatterproof_properties.conformance.vectors.shipped import read as read
from shatterproof_properties.conformance.vectors.vector import Question as Question
from shatterproof_properties.conformance.vectors.vector import Vector as Vector
