package runner

import (
	"encoding/binary"
	"maps"
	"syscall"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// hogs are functions that ask for gigabytes, or for the stack of the interpreter.
var hogs = map[string]string{
	"replace":       "s = 'a' * 90000\n  return len(s.replace('a', s))",
	"sort of range": "return len(sorted(range(1 << 29)))",
	"repeat":        "return len('a' * (1 << 33))",
	"repeat less":   "return len('a' * ((1 << 30) - 1))",
	"list":          "return len([0] * (1 << 33))",
	"list less":     "return len([0] * ((1 << 29) - 1))",
	"tuple":         "return len((0,) * ((1 << 29) - 1))",
	"range":         "return len(list(range(1 << 40)))",
	"doubling":      "s = 'ab'\n  while True: s += s",
	"extend":        "a = [0]\n  while True: a.extend(a)",
	"join":          "s = 'a' * 1000000\n  return len(s.join([s] * 1000000))",
	"format":        "s = 'a' * 10000000\n  return len(('{0}' * 1000).format(s))",
	"percent":       "s = 'a' * 10000000\n  return len(('%s' * 1000) % ((s,) * 1000))",
	"dict key":      "a = ()\n  for i in range(5000000): a = (a,)\n  return {a: 1}[a]",
	"append":        "a = []\n  while True: a.append('x' * 1000)",
	"elements":      "return len(sorted(('a' * 500000000).elems()))",
	"split":         "return len(('a ' * 300000000).split(' '))",
	"zip":           "a = range(1 << 28)\n  return len(zip(a, a, a, a))",
	"result":        "return ['x' * 1000000] * 1000000",
	"big result":    "return 1 << (1 << 28)",
	"reverse":       "return len(reversed(range(1 << 30)))",
	"recursion":     "s = 'x' * 1000000\n  def g(t): return g(t + s)\n  return g(s)",
	"fail":          "fail('a' * 500000000, 'b' * 500000000)",
	"error text":    "return {}['a' * 500000000]",
}

// slowHogs take seconds each, in ways that hogs have one of too: numbers and texts that grow, collections that grow, collections in
// collections, copies. They are run by "make long".
var slowHogs = map[string]string{
	"multiply":     "n = 3\n  while True: n = n * n",
	"nested":       "a = []\n  for i in range(20000000): a = [a]\n  return len(str(a))",
	"dict":         "d = {}\n  i = 0\n  while True:\n    d[i] = str(i)\n    i += 1",
	"closures":     "a = None\n  while True:\n    b = a\n    a = lambda: b",
	"sort":         "return len(sorted([i * 7919 % 1000003 for i in range(100000000)]))",
	"shift":        "n = 1\n  while True: n = n << 500",
	"print":        "a = [1]\n  for i in range(60): a = [a, a]\n  return len(str(a))",
	"repr":         "a = ['\\x00' * 1000000] * 1000\n  return len(repr(a))",
	"nested tuple": "a = ()\n  for i in range(20000000): a = (a,)\n  return hash(str(a))",
	"set":          "d = set()\n  i = 0\n  while True:\n    d.add(i)\n    i += 1",
	"union":        "d = {i: i for i in range(1000)}\n  l = []\n  while True: l.append(d | {-len(l): 1})",
	"slice":        "a = list(range(1000000))\n  return len([a[:] for i in range(100000)])",
	"lists":        "a = [0]\n  while True: a += a",
	"arguments":    "return max(*range(1 << 30))",
}

// No function takes more memory than its limit, however it allocates, or more time; the next call is answered.
func TestStarlarkMemoryIsLimited(t *testing.T) {
	testkit.Sequential(t)
	x := extern("f", types.Int, types.Int)
	asked := maps.Clone(hogs)
	if testkit.Long() {
		maps.Copy(asked, slowHogs)
	}
	for name, body := range asked {
		t.Run(name, func(t *testing.T) {
			options := script(t, "def f(x):\n  if x == 1: return 7\n  "+body+"\n")
			options.CallLimit = 2 * time.Second // a child starts slowly on a busy machine
			r := open(t, x, "starlark", "f.star", options)
			start := time.Now()
			_, err := r.Call(t.Context(), ints(2))
			if err == nil {
				t.Fatal("answered")
			}
			checkError(t, err, true, "f(2) by starlark")
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("took %v", took)
			}
			checkCall(t, r, example{x, ints(1), ints(7)})
		})
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		t.Fatal(err)
	}
	t.Logf("at most %d KiB", used.Maxrss)
	if limit := int64(1 << 20); used.Maxrss > limit { // on a busy machine a child is checked late; without a limit it would have many times that
		t.Errorf("a child had %d KiB, more than %d", used.Maxrss, limit)
	}
}

// A script that needs too much memory to load is rejected, and one within the limit is answered.
func TestStarlarkMemoryThatIsAllowed(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector takes the memory that the function may have")
	}
	x := extern("f", types.Int, types.Int)
	checkOpenFails(t, x, "starlark", "f.star", script(t, "a = ('a' * 90000).replace('a', 'a' * 90000)\ndef f(x): return 1\n"), "needs more than 256 MiB of memory")
	r := open(t, x, "starlark", "f.star", script(t, "def f(x):\n  s = ['x' * 1000000 for i in range(60)]\n  return len(s[59]) + len(sorted(range(300000)))\n"))
	for range 3 {
		checkCall(t, r, example{x, ints(1), ints(1300000)})
	}
}

// tables makes a module with a table of a size, and a function f with a body.
func tables(size uint64, code []byte) []byte {
	f := function{list(i64), list(i64), code}
	return join(magic,
		section(1, join(list(1), signatureOf(f))),
		section(3, list(1, 0)),
		section(4, join(list(1, funcref, 0), binary.AppendUvarint(nil, size))),
		section(7, join(list(1), sized([]byte("f")), list(0, 0))),
		section(10, join(list(1), sized(join(list(0), f.code, list(opEnd))))))
}

const funcref, opRefNull, opDrop = 0x70, 0xd0, 0x1a

// The tables of a module count as the rest of its memory does.
func TestWasmMemoryIsLimited(t *testing.T) {
	x := extern("f", types.Int, types.Int)
	grow := join(list(opRefNull, funcref, opI32Const), binary.AppendUvarint(nil, 1<<28), list(0xfc, 0x0f, 0, opDrop, opLocal, 0))
	r := open(t, x, "wasm", "f.wasm", moduleFile(t, tables(1, grow)))
	checkQuick(t, 15*time.Second, func() {
		checkFails(t, r, ints(1), "needs more than 256 MiB of memory")
		checkFails(t, r, ints(1), "needs more than 256 MiB of memory")
		checkOpenFails(t, x, "wasm", "f.wasm", moduleFile(t, tables(1<<27, list(opLocal, 0))), "needs more than 256 MiB of memory")
	})
	checkCall(t, open(t, x, "wasm", "f.wasm", moduleFile(t, tables(1000, list(opLocal, 0)))), example{x, ints(7), ints(7)})
}
