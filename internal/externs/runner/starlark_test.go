package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

func TestStarlark(t *testing.T) {
	checkExamples(t, "starlark", "correct.star", Options{Dir: "testdata"})
}

func TestStarlarkSideBySide(t *testing.T) {
	e := examples[5]
	checkSide(t, open(t, e.extern, "starlark", "correct.star", Options{Dir: "testdata"}), e)
}

// script writes a Starlark file f.star and returns its folder.
func script(t *testing.T, text string) Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.star"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return Options{Dir: dir, CallLimit: 2 * time.Second}
}

func TestStarlarkOpenFails(t *testing.T) {
	x := extern("f", types.Int, types.Int)
	checkOpenFails(t, x, "starlark", "none.star", script(t, ""), "f by starlark", "cannot open the file", "relative to the folder of the model")
	checkOpenFails(t, x, "starlark", "", script(t, ""), "no file is named")
	for text, reason := range map[string]string{
		"def g(x): return 1\ndef h(x): return 1":  "defines no function f, only g, h",
		"f = 3":                                   "defines no function f",
		"def f(x, y): return 1":                   "takes 2 parameters, the extern has 1",
		"def f(*, x): return 1":                   "takes 1 parameters",
		"def f(x:\n":                              "f.star:1:",
		"def f(x): return unknown":                "undefined: unknown",
		"load('g.star', 'g')\ndef f(x): return 1": "files cannot load others",
		"x = 1 // 0\ndef f(x): return 1":          "f.star:1:7: floored division by zero",
	} {
		checkOpenFails(t, x, "starlark", "f.star", script(t, text), reason)
	}
}

func TestStarlarkLoadsForEver(t *testing.T) {
	options := script(t, "while True: pass\ndef f(x): return 1")
	options.CallLimit = 100 * time.Millisecond
	checkOpenFails(t, extern("f", types.Int, types.Int), "starlark", "f.star", options, "did not load within 100ms")
}

func TestStarlarkFileTooLong(t *testing.T) {
	options := script(t, "def f(x): return x\n")
	if err := os.Truncate(filepath.Join(options.Dir, "f.star"), maxScript+1); err != nil {
		t.Fatal(err)
	}
	checkOpenFails(t, extern("f", types.Int, types.Int), "starlark", "f.star", options, "longer than 1048576 bytes")
}

func TestStarlarkParameters(t *testing.T) {
	x := extern("f", types.Int, types.Int)
	for _, text := range []string{"def f(*xs): return xs[0]", "def f(x, y=1): return x * y", "def f(x, *, y=1): return x", "def f(x, **rest): return x"} {
		checkCall(t, open(t, x, "starlark", "f.star", script(t, text)), example{x, ints(7), ints(7)})
	}
}

// starlarkCase is a function body with the result type, and the result for 1.
type starlarkCase struct {
	body   string
	result *sts.Type
	want   string // the value, or the reason of the failure
}

var starlarkAnswers = []starlarkCase{
	{"return 0.1 + 0.2", types.Real, "0.30000000000000004"},
	{"return 2.42", types.Real, "2.42"},
	{"return '1/3'", types.Real, "1/3"},
	{"return '0.1'", types.Real, "0.1"},
	{"return 3.0", types.Int, "3"},
	{"return 1e300", types.Real, "1" + zeros(300) + ".0"},
	{"return round(2.675, 2)", types.Real, "2.68"},
	{"return round(-2.5)", types.Int, "-3"},
	{"return round(1234, -2)", types.Real, "1200.0"},
	{"return math.exp(0)", types.Real, "1.0"},
	{"return struct(x = 1, y = 2, tint = 'blue')", types.Point, "Point{x: 1, y: 2.0, tint: blue}"},
	{"return [1, 2, 3]", types.ThreeInts, "[1, 2, 3]"},
	{"return 1", types.Tint, "green"},
	{"return f(x + 1) if x < 1000 else x", types.Int, "1000"},
}

var starlarkFaults = []starlarkCase{
	{"return 'abc'", types.Int, `expected int, got string "abc"`},
	{"return 2.5", types.Int, "expected int, got number 2.5"},
	{"return float('nan')", types.Real, "the function returned NaN, which is not finite"},
	{"return float('inf')", types.Int, "not finite"},
	{"return None", types.Int, "expected int, got null"},
	{"pass", types.Int, "expected int, got null"},
	{"return [1, 2]", types.ThreeInts, "expected a list of 3 for int[3], got a list of 2"},
	{"return [1, 2, 9]", types.ThreeSmall, "at [2]: expected 0..7, got number 9"},
	{"return 'pink'", types.Tint, "expected a member of Color (red, green, blue)"},
	{"return 3", types.Tint, "expected a member of Color"},
	{"return {'x': 1}", types.Point, "field y of Point is missing"},
	{"return {'x': 1, 'y': 1, 'tint': 0, 'z': 1}", types.Point, "fields that Point does not have"},
	{"return {1: 1}", types.Point, "expected an object with the fields of Point, got a list of 1"},
	{"return f", types.Int, "returned a function"},
	{"return 1 // 0", types.Int, "f.star:2:12: floored division by zero"},
	{"fail('no grid')", types.Int, "no grid"},
	{"return f(x)", types.Int, "recursion deeper than"},
	{"a = [1]\n  a.append(a)\n  return a", types.Int, "nested too deeply"},
	{"return 'a' * 2000000", types.String, "larger than the output limit"},
	{"return [0] * 2000000", types.ThreeInts, "larger than the output limit"},
	{"return 'a' * 2000000", types.String, "the result is larger than the output limit"},
	{"return round(1, 5000)", types.Int, "expected an int from -1000 to 1000"},
	{"return round('a')", types.Int, "expected a number"},
	{"return round(float('nan'), 2)", types.Int, "not finite"},
}

func zeros(n int) string { return strings.Repeat("0", n) }

func TestStarlarkAnswers(t *testing.T) {
	for _, c := range starlarkAnswers {
		x := extern("f", c.result, types.Int)
		r := open(t, x, "starlark", "f.star", script(t, "def f(x):\n  "+c.body+"\n"))
		result, err := r.Call(t.Context(), ints(1))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
		} else if got := c.result.Format(result); got != c.want {
			t.Errorf("%s gave %s instead of %s", c.body, got, c.want)
		}
	}
}

func TestStarlarkFaults(t *testing.T) {
	for _, c := range starlarkFaults {
		r := open(t, extern("f", c.result, types.Int), "starlark", "f.star", script(t, "def f(x):\n  "+c.body+"\n"))
		checkFails(t, r, ints(1), "f(1) by starlark", c.want)
	}
}

func TestStarlarkHang(t *testing.T) {
	options := script(t, "def f(x):\n  while True: pass\n")
	r := openHasty(t, extern("f", types.Int, types.Int), "starlark", "f.star", options, 100*time.Millisecond)
	checkQuick(t, 10*time.Second, func() { checkFails(t, r, ints(1), "no answer within 100ms") })
}

func TestStarlarkSteps(t *testing.T) {
	defer func(steps uint64) { maxSteps = steps }(maxSteps)
	maxSteps = 1_000_000
	options := script(t, "def f(x):\n  while True: pass\n")
	options.CallLimit = 10 * time.Minute
	checkFails(t, open(t, extern("f", types.Int, types.Int), "starlark", "f.star", options), ints(1), "more than 1000000 steps")
}

func TestStarlarkTooLargeForFloat(t *testing.T) {
	r := open(t, extern("f", types.Real, types.Real), "starlark", "f.star", script(t, "def f(x): return x"))
	checkFails(t, r, []term.Value{rational("1e400")}, "too large for a floating-point number")
}

// What a program prints before it serves a script, as parts of a user's test may, is not taken for an answer.
func TestStarlarkNoiseAtStart(t *testing.T) {
	c, _, err := startSandbox(t.Context(), []string{"sh", "-c", "echo noise; read line; echo '" + sandbox.Ready + "{\"result\":null}'; read line; echo '{\"result\":7}'"}, []byte("{}\n"), 100)
	if err != nil {
		t.Fatal(err)
	}
	defer c.end()
	if message, err := c.exchange(t.Context(), []byte("[]\n")); string(message) != `{"result":7}` || err != nil {
		t.Errorf("answered %s, %v", message, err)
	}
}

// A function cannot keep anything from call to call.
func TestStarlarkFrozen(t *testing.T) {
	r := open(t, extern("f", types.Int, types.Int), "starlark", "f.star", script(t, "seen = []\ndef f(x):\n  seen.append(x)\n  return len(seen)\n"))
	checkFails(t, r, ints(1), "frozen list")
}
