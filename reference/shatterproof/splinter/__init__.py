"""Splinter: slide pieces, push others along, cut groups off, and keep a piece of every kind.

The face that every game shows; spec/splinter.md holds the rules.
"""

from shatterproof.splinter.diagram import from_diagram as from_diagram
from shatterproof.splinter.diagram import to_diagram as to_diagram
from shatterproof.splinter.forms import PositionData as PositionData
from shatterproof.splinter.forms import from_json as from_json
from shatterproof.splinter.forms import to_json as to_json
from shatterproof.splinter.notation import TURN_TEXT as TURN_TEXT
from shatterproof.splinter.notation import format_turn as format_turn
from shatterproof.splinter.notation import parse_turn as parse_turn
from shatterproof.splinter.picture import to_svg as to_svg
from shatterproof.splinter.position import Position as Position
from shatterproof.splinter.position import Turn as Turn
from shatterproof.splinter.position import actions as actions
from shatterproof.splinter.position import outcome as outcome
from shatterproof.splinter.position import play as play
from shatterproof.splinter.position import results as results
from shatterproof.splinter.position import start as start
from shatterproof.splinter.position import threatens as threatens
from shatterproof.splinter.position import turns as turns
from shatterproof.splinter.readings import Readings as Readings
from shatterproof.splinter.squares import BLUE, WHITE
from shatterproof.splinter.squares import board_size as board_size

NAME = "splinter"
SIDES = (BLUE, WHITE)
