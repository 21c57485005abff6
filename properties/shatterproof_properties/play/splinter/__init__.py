"""Splinter: boards, positions set up, turns and near misses."""

from shatterproof_properties.play.splinter.near_misses import CLAUSES as CLAUSES
from shatterproof_properties.play.splinter.near_misses import near_misses as near_misses
from shatterproof_properties.play.splinter.positions import BIASES as BIASES
from shatterproof_properties.play.splinter.positions import boards as boards
from shatterproof_properties.play.splinter.positions import families as families
from shatterproof_properties.play.splinter.positions import set_up as set_up
from shatterproof_properties.play.splinter.relatives import embeddings as embeddings
from shatterproof_properties.play.splinter.relatives import similar as similar
from shatterproof_properties.play.splinter.relatives import simpler as simpler
from shatterproof_properties.play.splinter.turns import AT_LIMITS as AT_LIMITS
from shatterproof_properties.play.splinter.turns import STYLES as STYLES
from shatterproof_properties.play.splinter.turns import can_move as can_move
from shatterproof_properties.play.splinter.turns import spellings as spellings
from shatterproof_properties.play.splinter.turns import turns as turns
