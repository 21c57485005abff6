"""What must hold of Splinter.

A property takes a position; a position and a legal turn of it; a position and the text of a turn, legal or not; a
starting position and the turns played from it; or the name of a board. `definitions` and `brute_force` state the rules
a second time, plainly and slowly, so that a property does not trust what it checks.
"""

from shatterproof_properties.invariants.splinter import enumeration as enumeration
from shatterproof_properties.invariants.splinter import forms as forms
from shatterproof_properties.invariants.splinter import groups as groups
from shatterproof_properties.invariants.splinter import openings as openings
from shatterproof_properties.invariants.splinter import readings as readings
from shatterproof_properties.invariants.splinter import returns as returns
from shatterproof_properties.invariants.splinter import slides as slides
from shatterproof_properties.invariants.splinter import symmetry as symmetry
from shatterproof_properties.invariants.splinter import turns as turns
from shatterproof_properties.invariants.splinter import wins as wins
