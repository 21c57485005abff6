"""Crumble: cut and join squares and half-squares, swap colours, and connect all four sides of the board.

The face that every game shows; spec/crumble.md holds the rules.
"""

from shatterproof.crumble.arrangement import board_size as board_size
from shatterproof.crumble.diagram import from_diagram as from_diagram
from shatterproof.crumble.diagram import to_diagram as to_diagram
from shatterproof.crumble.forms import PositionData as PositionData
from shatterproof.crumble.forms import from_json as from_json
from shatterproof.crumble.forms import to_json as to_json
from shatterproof.crumble.fractions import parse_fraction_turn as parse_fraction_turn
from shatterproof.crumble.notation import TURN_TEXT as TURN_TEXT
from shatterproof.crumble.notation import format_turn as format_turn
from shatterproof.crumble.notation import parse_turn as parse_turn
from shatterproof.crumble.picture import to_svg as to_svg
from shatterproof.crumble.pieces import BLACK, WHITE
from shatterproof.crumble.position import Position as Position
from shatterproof.crumble.position import Turn as Turn
from shatterproof.crumble.position import actions as actions
from shatterproof.crumble.position import is_crumblemate as is_crumblemate
from shatterproof.crumble.position import outcome as outcome
from shatterproof.crumble.position import play as play
from shatterproof.crumble.position import results as results
from shatterproof.crumble.position import start as start
from shatterproof.crumble.position import threatens as threatens
from shatterproof.crumble.position import turns as turns
from shatterproof.crumble.readings import Readings as Readings

NAME = "crumble"
SIDES = (BLACK, WHITE)
