"""Scrunch: boards, positions set up, turns and near misses."""

from shatterproof_properties.play.scrunch.near_misses import CLAUSES as CLAUSES
from shatterproof_properties.play.scrunch.near_misses import near_misses as near_misses
from shatterproof_properties.play.scrunch.positions import BIASES as BIASES
from shatterproof_properties.play.scrunch.positions import boards as boards
from shatterproof_properties.play.scrunch.positions import families as families
from shatterproof_properties.play.scrunch.positions import set_up as set_up
from shatterproof_properties.play.scrunch.relatives import embeddings as embeddings
from shatterproof_properties.play.scrunch.relatives import similar as similar
from shatterproof_properties.play.scrunch.relatives import simpler as simpler
from shatterproof_properties.play.scrunch.turns import AT_LIMITS as AT_LIMITS
from shatterproof_properties.play.scrunch.turns import STYLES as STYLES
from shatterproof_properties.play.scrunch.turns import can_move as can_move
from shatterproof_properties.play.scrunch.turns import spellings as spellings
from shatterproof_properties.play.scrunch.turns import turns as turns
