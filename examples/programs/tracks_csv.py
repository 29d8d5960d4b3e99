"""The tracks of a recorded game after each play, as CSV: python tracks_csv.py GAME.wsdv > tracks.csv"""

import csv
import sys
from pathlib import Path

import wsdv_tools as wsdv

checked = wsdv.check_record(Path(sys.argv[1]))
table = csv.writer(sys.stdout)
table.writerow(["line", "decade", "prestige", "currency", "socialists"])
for moment in checked.moments:
    after = moment.after
    table.writerow([moment.line.span.line, after.decade, after.prestige, after.currency, after.socialists])
