"""A whole event played by nobody, through the real verbs, and a check of what is left of it.

Used by ``manage.py simulate_event`` and by the tests. With ``chaos`` pairs withdraw, come late,
do not appear, disagree about results, are penalised and appeal, and results are corrected
afterwards. After every round all that is kept is compared with what its histories make of it.
"""

from tournaments.simulation.checks import inconsistencies
from tournaments.simulation.play import Simulation

__all__ = ["Simulation", "inconsistencies"]
