"""The smallest games in which two readings differ: found by a search through all small positions, and shipped."""

from shatterproof_properties.witnesses.pair import Pair as Pair
from shatterproof_properties.witnesses.pair import Values as Values
from shatterproof_properties.witnesses.pair import Witness as Witness
from shatterproof_properties.witnesses.pair import all_pairs as all_pairs
from shatterproof_properties.witnesses.pair import pairs_of as pairs_of
from shatterproof_properties.witnesses.pair import shipped as shipped
from shatterproof_properties.witnesses.pair import shipped_pair as shipped_pair
from shatterproof_properties.witnesses.pair import values_named as values_named
from shatterproof_properties.witnesses.pair_search import Lookup as Lookup
from shatterproof_properties.witnesses.pair_search import find_witness as find_witness
from shatterproof_properties.witnesses.pair_search import look_up as look_up
