"""Play a whole game at random and print its record: python random_bot.py [SEED]"""

import random
import sys

import wsdv_tools as wsdv

seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
chance = random.Random(seed)
match = wsdv.Match.start(seed=seed)
while match.pending:
    match = match.take(chance.choice(match.pending.options))
print(match.record())
