package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/runner/post"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/module"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// The test binary is the child process of the tests too, when it is started as "BINARY as-child MODE".
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "as-child" {
		beChild(os.Args[2])
		return
	}
	RegisterRequests(post.Open)
	os.Exit(m.Run())
}

// asChild is the command line of the test binary in a mode.
func asChild(t *testing.T, mode string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("'%s' as-child %s", self, mode)
}

func extern(name string, result *sts.Type, params ...*sts.Type) *sts.Extern {
	x := &sts.Extern{Name: name, Result: result}
	for i, p := range params {
		x.Params = append(x.Params, sts.Field{Name: string(rune('a' + i)), Type: p})
	}
	return x
}

func ints(numbers ...int64) []term.Value {
	var out []term.Value
	for _, n := range numbers {
		out = append(out, term.IntValue(n))
	}
	return out
}

func rational(text string) term.Value {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return term.RatValue(r)
}

// example is a call of a test function with its result.
type example struct {
	extern       *sts.Extern
	args, result []term.Value
}

// examples are right for every runner that knows the test functions.
var examples = []example{
	{extern("double", types.Int, types.Int), ints(20), ints(41)},
	{extern("double", types.Int, types.Int), ints(-20), ints(-39)},
	{extern("double", types.Int, types.Int), []term.Value{term.BigValue(power(100))}, []term.Value{term.BigValue(new(big.Int).Add(power(101), big.NewInt(1)))}},
	{extern("halve", types.Real, types.Real), []term.Value{rational("2.5")}, []term.Value{rational("1.25")}},
	{extern("rise", types.Real, types.Real), []term.Value{rational("300")}, []term.Value{rational("2.42")}},
	{extern("sum", types.Int, types.ThreeInts), ints(1, 20, -300), ints(-279)},
	{extern("reverse", types.ThreeSmall, types.ThreeSmall), ints(0, 1, 7), ints(7, 1, 0)},
	{extern("swap", types.Point, types.Point), []term.Value{term.IntValue(3), rational("4.5"), term.IntValue(2)}, ints(4, 3, 2)},
	{extern("next", types.Tint, types.Tint), ints(2), ints(0)},
	{extern("wrap", types.Byte, types.Byte), ints(255), ints(0)},
	{extern("flip", types.Bool, types.Bool), ints(1), ints(0)},
	{extern("greet", types.String, types.String), []term.Value{term.StringValue("ü\"<\n")}, []term.Value{term.StringValue("hello ü\"<\n")}},
}

func power(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// correct are the test functions in Go.
var correct = map[string]GoFunc{
	"double": func(a []any) (any, error) {
		n := new(big.Int).Lsh(a[0].(*big.Int), 1)
		return n.Add(n, big.NewInt(1)), nil
	},
	"halve": func(a []any) (any, error) { return new(big.Rat).Quo(a[0].(*big.Rat), big.NewRat(2, 1)), nil },
	"rise": func(a []any) (any, error) {
		f, _ := a[0].(*big.Rat).Float64()
		return fmt.Sprintf("%.2f", f*0.0080666), nil
	},
	"sum": func(a []any) (any, error) {
		total := new(big.Int)
		for _, n := range a[0].([]any) {
			total.Add(total, n.(*big.Int))
		}
		return total, nil
	},
	"reverse": func(a []any) (any, error) {
		list := slices.Clone(a[0].([]any))
		slices.Reverse(list)
		return list, nil
	},
	"swap": func(a []any) (any, error) {
		p := a[0].(map[string]any)
		y := p["y"].(*big.Rat)
		return map[string]any{"x": new(big.Int).Quo(y.Num(), y.Denom()), "y": p["x"], "tint": p["tint"]}, nil
	},
	"next": func(a []any) (any, error) {
		return map[string]string{"red": "green", "green": "blue", "blue": "red"}[a[0].(string)], nil
	},
	"wrap":  func(a []any) (any, error) { return uint8(a[0].(*big.Int).Int64() + 1), nil },
	"flip":  func(a []any) (any, error) { return !a[0].(bool), nil },
	"greet": func(a []any) (any, error) { return "hello " + a[0].(string), nil },
}

func open(t *testing.T, x *sts.Extern, kind, spec string, options Options) Runner {
	t.Helper()
	r, err := Open(x, sts.Runner{Kind: kind, Spec: spec}, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// openHasty opens a runner whose calls have a limit of time, but not its file, which a child loads: that takes long on a busy
// machine.
func openHasty(t *testing.T, x *sts.Extern, kind, spec string, options Options, limit time.Duration) Runner {
	t.Helper()
	r := open(t, x, kind, spec, options)
	r.(*guarded).limit = limit
	return r
}

// checkExamples runs the examples that a runner knows.
func checkExamples(t *testing.T, kind, spec string, options Options) {
	t.Helper()
	for _, e := range examples {
		r := open(t, e.extern, kind, spec, options)
		for range 3 {
			checkCall(t, r, e)
		}
	}
}

func checkCall(t *testing.T, r Runner, e example) {
	t.Helper()
	result, err := r.Call(t.Context(), e.args)
	if err != nil {
		t.Error(err)
	} else if !slices.EqualFunc(result, e.result, term.Value.Equal) {
		t.Errorf("%s answered %s instead of %s", e.extern.Name, e.extern.Result.Format(result), e.extern.Result.Format(e.result))
	}
}

// checkFails makes a call that must fail for a reason.
func checkFails(t *testing.T, r Runner, args []term.Value, reasons ...string) {
	t.Helper()
	result, err := r.Call(context.Background(), args)
	if err == nil {
		t.Fatalf("answered %v instead of failing with %q", result, reasons)
	}
	checkError(t, err, true, reasons...)
}

// checkOpenFails opens a runner that must fail to open for a reason.
func checkOpenFails(t *testing.T, x *sts.Extern, kind, spec string, options Options, reasons ...string) {
	t.Helper()
	r, err := Open(x, sts.Runner{Kind: kind, Spec: spec}, options)
	if err == nil {
		r.Close()
		t.Fatalf("opened instead of failing with %q", reasons)
	}
	checkError(t, err, false, reasons...)
}

func checkError(t *testing.T, err error, called bool, reasons ...string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || (e.Args != nil) != called {
		t.Fatalf("%#v is not the right kind of error", err)
	}
	for _, reason := range reasons {
		if !strings.Contains(e.Error(), reason) {
			t.Errorf("error %q does not say %q", e, reason)
		}
	}
}

// checkSide makes many calls side by side.
func checkSide(t *testing.T, r Runner, e example) {
	t.Helper()
	done := make(chan bool)
	for range 8 {
		go func() {
			defer func() { done <- true }()
			for range 30 {
				checkCall(t, r, e)
			}
		}()
	}
	for range 8 {
		<-done
	}
}

// checkQuick checks that something takes no longer than it should.
func checkQuick(t *testing.T, limit time.Duration, do func()) {
	t.Helper()
	start := time.Now()
	do()
	if took := time.Since(start); took > limit {
		t.Errorf("took %v, more than %v", took, limit)
	}
}

// beChild answers questions in a mode; each mode is a kind of misbehaviour.
func beChild(mode string) {
	in := bufio.NewReader(os.Stdin)
	for call := 1; ; call++ {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		misbehave(mode, call)
		fmt.Println(string(solve(line)))
	}
}

// solve answers a question with the test functions.
func solve(line []byte) []byte {
	data, err := value.ReadJSON(line)
	if err != nil {
		return []byte(`{"error": "not JSON"}`)
	}
	question := data.(map[string]any)
	name := question["function"].(string)
	for _, e := range examples {
		if e.extern.Name == name {
			return solveBy(e.extern, question["args"].([]any))
		}
	}
	return []byte(`{"error": "no such function"}`)
}

func solveBy(x *sts.Extern, args []any) []byte {
	for i, p := range x.Params {
		values, err := value.Decode(p.Type, args[i])
		if err != nil {
			return []byte(`{"error": "wrong argument"}`)
		}
		args[i], _ = value.Encode(p.Type, values)
	}
	result, _ := correct[x.Name](args)
	if n, ok := result.(uint8); ok {
		result = big.NewInt(int64(n))
	}
	out, _ := value.AppendData([]byte(`{"result":`), result)
	return append(out, '}')
}

// checkFlood checks that a call of a function with an endless answer fails, and takes little memory.
func checkFlood(t *testing.T, r Runner) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	checkFails(t, r, ints(20), "longer than the output limit")
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
		t.Errorf("took %d bytes of memory", used)
	}
}
