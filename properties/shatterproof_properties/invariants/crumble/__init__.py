"""What must hold of Crumble.

A property takes a position; a position and a legal turn of it; an arrangement and its black pieces, settled or not; or
a starting position and the turns played from it. `definitions` and `brute_force` state the rules a second time,
plainly and slowly, so that a property does not trust what it checks.
"""

from shatterproof_properties.invariants.crumble import captures as captures
from shatterproof_properties.invariants.crumble import cover as cover
from shatterproof_properties.invariants.crumble import draws as draws
from shatterproof_properties.invariants.crumble import enumeration as enumeration
from shatterproof_properties.invariants.crumble import forms as forms
from shatterproof_properties.invariants.crumble import symmetry as symmetry
from shatterproof_properties.invariants.crumble import turns as turns
from shatterproof_properties.invariants.crumble import walks as walks
from shatterproof_properties.invariants.crumble import wins as wins
