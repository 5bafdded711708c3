package runner

import (
	"errors"
	"math"
	"math/big"
	"runtime"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

func TestGo(t *testing.T) { checkExamples(t, "go", "", Options{Go: correct}) }

func TestGoSideBySide(t *testing.T) {
	checkSide(t, open(t, double.extern, "go", "", Options{Go: correct}), double)
}

func TestGoFaults(t *testing.T) {
	for _, c := range []struct {
		result   *sts.Type
		function GoFunc
		reason   string
	}{
		{types.Int, func([]any) (any, error) { panic("out of memory") }, "the function panicked: out of memory"},
		{types.Int, func([]any) (any, error) { runtime.Goexit(); return 1, nil }, "the function ended its goroutine"},
		{types.Int, func([]any) (any, error) { return nil, errors.New("no grid") }, "the function returned an error: no grid"},
		{types.Int, func([]any) (any, error) { return nil, nil }, "expected int, got null"},
		{types.Int, func([]any) (any, error) { return (*big.Int)(nil), nil }, "expected int, got"},
		{types.Real, func([]any) (any, error) { return (*big.Rat)(nil), nil }, "expected real, got"},
		{types.Real, func([]any) (any, error) { return math.Inf(-1), nil }, "not finite"},
		{types.ThreeInts, func([]any) (any, error) { return []int{1, 2, 3}, nil }, "got a Go value of type []int"},
		{types.Bool, func([]any) (any, error) { return 1, nil }, "expected bool, got number 1"},
		{types.Byte, func([]any) (any, error) { return 256, nil }, "expected uint8, got number 256"},
		{types.Byte, func([]any) (any, error) { return -1, nil }, "expected uint8, got number -1"},
		{types.Short, func([]any) (any, error) { return -32769, nil }, "expected int16, got number -32769"},
		{types.String, func([]any) (any, error) { return "\xff", nil }, "expected a string in UTF-8"},
	} {
		r := open(t, extern("f", c.result, types.Int), "go", "", Options{Go: map[string]GoFunc{"f": c.function}})
		checkFails(t, r, ints(1), c.reason)
	}
}

func TestGoHang(t *testing.T) {
	release := make(chan bool)
	defer close(release)
	hang := func([]any) (any, error) { <-release; return 1, nil }
	r := open(t, double.extern, "go", "", Options{CallLimit: 50 * time.Millisecond, Go: map[string]GoFunc{"double": hang}})
	checkFails(t, r, ints(1), "no answer within 50ms")
}

func TestOpenFails(t *testing.T) {
	checkOpenFails(t, double.extern, "go", "", Options{}, "no Go function of this name is registered")
	checkOpenFails(t, double.extern, "perl", "x", Options{}, `no runner is called "perl"`, "starlark, wasm, exec, http or go")
}

func TestWrongNumberOfScalars(t *testing.T) {
	r := open(t, double.extern, "go", "", Options{Go: correct})
	_, err := r.Call(t.Context(), ints(1, 2))
	checkError(t, err, false, "called with 2 scalars instead of 1")
}

func TestArgumentThatIsNoMember(t *testing.T) {
	r := open(t, extern("next", types.Tint, types.Tint), "go", "", Options{Go: correct})
	checkFails(t, r, ints(3), "Color#3 is not a member of Color")
}

func TestNoParameters(t *testing.T) {
	fails := func([]any) (any, error) { return nil, errors.New("no") }
	r := open(t, extern("f", types.Int), "go", "", Options{Go: map[string]GoFunc{"f": fails}})
	checkFails(t, r, nil, "f() by go")
}
