# The functions of helper_test.go as a program that answers lines.
import decimal, json, math, sys

ORDER = ["red", "green", "blue"]

FUNCTIONS = {
    "double": lambda n: n * 2 + 1,
    "halve": lambda x: x / 2,
    "rise": lambda x: round(x * decimal.Decimal("0.0080666"), 2),
    "sum": lambda a: sum(a),
    "reverse": lambda a: a[::-1],
    "swap": lambda p: {"x": math.floor(p["y"]), "y": p["x"], "tint": p["tint"]},
    "next": lambda c: (ORDER.index(c) + 1) % 3,
    "wrap": lambda n: (n + 1) % 256,
    "flip": lambda b: not b,
    "greet": lambda name: "hello " + name,
}

for line in sys.stdin:
    call = json.loads(line, parse_float=decimal.Decimal)
    result = FUNCTIONS[call["function"]](*call["args"])
    if isinstance(result, decimal.Decimal):
        result = str(result)  # exactly; a float would do as well
    print(json.dumps({"result": result}), flush=True)
