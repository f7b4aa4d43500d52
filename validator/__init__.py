"""The engine: may this team play these decks in this event?

Data in, report out. It knows no clock, no network and no web.
"""

from validator.engine import legality_at, read_alone, validate
from validator.model import Decklist, Event, Line, Notice, Place
from validator.report import Reading, Report
from validator.violation import Source, Violation
