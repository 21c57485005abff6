"""The former place of `shatterproof_properties.protocol.serve`, kept for engines that were written against it."""

from shatterproof_properties.protocol.serve import Introduction as Introduction
from shatterproof_properties.protocol.serve import ServedGame as ServedGame
from shatterproof_properties.protocol.serve import Table as Table
from shatterproof_properties.protocol.serve import serve as serve
