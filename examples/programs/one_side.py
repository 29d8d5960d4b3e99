"""Show a game as one side may know it: python one_side.py west|east [SEED]"""

import random
import sys

import wsdv_tools as wsdv

side = wsdv.State(sys.argv[1])
chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
match = wsdv.Match.start(seed=chance.getrandbits(32))
while len([event for event in match.history if event.turn]) < 5:
    match = match.take(chance.choice(match.pending.options))
seen = match.seen_by(side)
course = seen.position.course
print("display:", *course.display)
for hand in wsdv.State:
    print(f"{hand.value}'s hand:", *course.hand(hand))
print(seen.record())
