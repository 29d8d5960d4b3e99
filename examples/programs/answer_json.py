"""Answer a decade end over JSON, for programs in other languages: python answer_json.py POSITION.yaml

Each line that is printed is a JSON object with the decision that is asked, its options, and the decade end as data.
Each line that is read is the number of an option. The last line is the result, as `wsdv decade-end --json` prints it.
"""

import json
import sys
from pathlib import Path

import wsdv_tools as wsdv

notation = wsdv.open_rulebook().notation
end = wsdv.decade_end(wsdv.read_position(Path(sys.argv[1]))).settled()
while end.pending:
    options = end.pending.options
    asked = {
        "phase": end.phase,
        "side": end.pending.side.value,
        "decision": end.pending.kind,
        "options": [notation.write(step, str(end.phase)) for step in options],
        "so-far": end.as_data(),  # load_decade_end makes a decade end of it again
    }
    print(json.dumps(asked), flush=True)
    end = end.take(options[int(sys.stdin.readline())]).settled()
print(json.dumps(wsdv.outcome_as_data(end.outcome)))
