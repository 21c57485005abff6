"""Scrunch: lay eggs, make the smallest of your snakes grow and wriggle, and do not be the first to lose them all.

The face that every game shows; spec/scrunch.md holds the rules.
"""

from shatterproof.scrunch.cells import DARK, LIGHT
from shatterproof.scrunch.cells import board_size as board_size
from shatterproof.scrunch.diagram import from_diagram as from_diagram
from shatterproof.scrunch.diagram import to_diagram as to_diagram
from shatterproof.scrunch.forms import PositionData as PositionData
from shatterproof.scrunch.forms import from_json as from_json
from shatterproof.scrunch.forms import to_json as to_json
from shatterproof.scrunch.notation import TURN_TEXT as TURN_TEXT
from shatterproof.scrunch.notation import format_turn as format_turn
from shatterproof.scrunch.notation import parse_turn as parse_turn
from shatterproof.scrunch.picture import to_svg as to_svg
from shatterproof.scrunch.position import Position as Position
from shatterproof.scrunch.position import Turn as Turn
from shatterproof.scrunch.position import actions as actions
from shatterproof.scrunch.position import outcome as outcome
from shatterproof.scrunch.position import play as play
from shatterproof.scrunch.position import results as results
from shatterproof.scrunch.position import start as start
from shatterproof.scrunch.position import threatens as threatens
from shatterproof.scrunch.position import turns as turns
from shatterproof.scrunch.readings import Readings as Readings

NAME = "scrunch"
SIDES = (DARK, LIGHT)
