# A lamp in Python that talks to the tester in JSON lines: one object per line in, one per line out.
#   sextant run examples/light/light.sxt --sut "exec:python3 examples/light/adapters/lamp.py"
import json
import sys

level = 0
for line in sys.stdin:
    message = json.loads(line)
    name, payload = message["input"], message["payload"]
    if name == "press":
        level = 3 if level == 0 else 0
    elif name == "turn" and level > 0:
        level = max(1, min(10, level + payload[0]))
    elif name == "timer" and level > 7:
        level = 0
    print(json.dumps({"output": "lamp", "payload": [level]}), flush=True)
