package runner

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// The types and instructions of WebAssembly that the test functions use.
const (
	i32, i64, f32, f64 = api.ValueTypeI32, api.ValueTypeI64, api.ValueTypeF32, api.ValueTypeF64

	opUnreachable, opLoop, opBranch, opEnd, opLocal, opVoid = 0x00, 0x03, 0x0c, 0x0b, 0x20, 0x40

	opI32Const, opI64Const, opF64Const               = 0x41, 0x42, 0x44
	opI32Add, opI32Rem, opI64Add, opI64Mul, opI64Div = 0x6a, 0x70, 0x7c, 0x7e, 0x7f
	opF64Mul, opF64Div                               = 0xa2, 0xa3
)

// function is one function of a module: its types and its instructions, without the last end.
type function struct {
	params, results []byte
	code            []byte
}

func list(items ...byte) []byte { return items }

// float is the instruction that pushes a number.
func float(f float64) []byte {
	return binary.LittleEndian.AppendUint64(list(opF64Const), math.Float64bits(f))
}

func join(parts ...[]byte) []byte {
	var out []byte
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// sized puts the length before.
func sized(content []byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(content))), content...)
}

func section(id byte, content []byte) []byte { return append(list(id), sized(content)...) }

func signatureOf(f function) []byte { return join(list(0x60), sized(f.params), sized(f.results)) }

var magic = []byte("\x00asm\x01\x00\x00\x00")

// assemble makes a module that exports a function as f; extra sections go before that of the functions.
func assemble(f function, imported ...byte) []byte {
	index := byte(0)
	if imported != nil {
		index = 1
	}
	body := join(list(0), f.code, list(opEnd))
	return join(magic,
		section(1, join(list(1), signatureOf(f))),
		imported,
		section(3, list(1, 0)),
		section(7, join(list(1), sized([]byte("f")), list(0, index))),
		section(10, join(list(1), sized(body))))
}

// importing is the section that imports a function of the type of f.
func importing(module, name string) []byte {
	return section(2, join(list(1), sized([]byte(module)), sized([]byte(name)), list(0, 0)))
}

// modules are the test functions, each for an extern f.
var modules = map[string]function{
	"double": {list(i64), list(i64), list(opLocal, 0, opI64Const, 2, opI64Mul, opI64Const, 1, opI64Add)},
	"spin":   {list(i64), list(i64), list(opLoop, opVoid, opBranch, 0, opEnd, opI64Const, 0)},
	"trap":   {list(i64), list(i64), list(opUnreachable)},
	"divide": {list(i64), list(i64), list(opI64Const, 1, opLocal, 0, opI64Div)},
	"halve":  {list(f64), list(f64), join(list(opLocal, 0), float(0.5), list(opF64Mul))},
	"rise":   {list(f64), list(f64), float(2.42)},
	"nan":    {list(f64), list(f64), join(float(0), float(0), list(opF64Div))},
	"sum":    {list(i64, i64, i64), list(i64), list(opLocal, 0, opLocal, 1, opI64Add, opLocal, 2, opI64Add)},
	"next":   {list(i32), list(i32), list(opLocal, 0, opI32Const, 1, opI32Add, opI32Const, 3, opI32Rem)},
	"same":   {list(i32), list(i32), list(opLocal, 0)},
	"long":   {list(i64), list(i64), list(opLocal, 0)},
	"swap":   {list(i64, f64, i32), list(i64, f64, i32), join(list(opLocal, 0, opLocal, 1, opLocal, 2))},
	"single": {list(f32), list(f32), list(opLocal, 0)},
}

// moduleFile writes a module to f.wasm and returns its folder.
func moduleFile(t *testing.T, binary []byte) Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.wasm"), binary, 0o644); err != nil {
		t.Fatal(err)
	}
	return Options{Dir: dir}
}

func openModule(t *testing.T, name string, x *sts.Extern) Runner {
	t.Helper()
	return open(t, x, "wasm", "f.wasm", moduleFile(t, assemble(modules[name])))
}

func TestWasm(t *testing.T) {
	point := []term.Value{term.IntValue(-3), rational("4.5"), term.IntValue(2)}
	for _, c := range []struct {
		name string
		example
	}{
		{"double", example{extern("f", types.Int, types.Int), ints(20), ints(41)}},
		{"double", example{extern("f", types.Int, types.Int), ints(-1 << 40), ints(-1<<41 + 1)}},
		{"halve", example{extern("f", types.Real, types.Real), []term.Value{rational("2.5")}, []term.Value{rational("1.25")}}},
		{"rise", example{extern("f", types.Real, types.Real), ints(300), []term.Value{rational("2.42")}}},
		{"sum", example{extern("f", types.Int, types.ThreeInts), ints(1, 20, -300), ints(-279)}},
		{"sum", example{extern("f", types.Int, types.Int, types.Int, types.Int), ints(1, 2, 3), ints(6)}},
		{"next", example{extern("f", types.Tint, types.Tint), ints(2), ints(0)}},
		{"same", example{extern("f", types.Int, types.Int), ints(-5), ints(-5)}},
		{"same", example{extern("f", types.Bool, types.Bool), ints(1), ints(1)}},
		{"same", example{extern("f", types.Short, types.Short), ints(-32768), ints(-32768)}},
		{"same", example{extern("f", sts.ScalarType(term.Bits(32, false)), sts.ScalarType(term.Bits(32, false))), ints(1<<32 - 1), ints(1<<32 - 1)}},
		{"long", example{extern("f", types.Word, types.Word), ints(-1), ints(-1)}},
		{"swap", example{extern("f", types.Point, types.Point), point, point}},
	} {
		checkCall(t, openModule(t, c.name, c.extern), c.example)
	}
}

func TestWasmSideBySide(t *testing.T) {
	x := extern("f", types.Int, types.Int)
	checkSide(t, openModule(t, "double", x), example{x, ints(20), ints(41)})
}

func TestWasmFaults(t *testing.T) {
	integer := extern("f", types.Int, types.Int)
	for _, c := range []struct {
		name   string
		extern *sts.Extern
		args   []term.Value
		reason string
	}{
		{"trap", integer, ints(1), "the function failed: wasm error: unreachable"},
		{"divide", integer, ints(0), "integer divide by zero"},
		{"nan", extern("f", types.Real, types.Real), ints(1), "expected real, got number NaN"},
		{"double", extern("f", types.Small, types.Int), ints(4), "expected 0..7, got number 9"},
		{"double", integer, []term.Value{rational("1e30")}, "does not fit into an i64"},
		{"same", integer, ints(1 << 31), "argument a: 2147483648 does not fit into an i32"},
		{"same", extern("f", types.Bool, types.Int), ints(2), "expected 0 or 1 for bool, got 2"},
		{"same", extern("f", types.Tint, types.Int), ints(3), "expected a member of Color"},
		{"same", extern("f", types.Byte, types.Int), ints(-1), "expected uint8, got number 4294967295"},
		{"halve", extern("f", types.Real, types.Real), []term.Value{rational("1e400")}, "too large for a floating-point number"},
	} {
		r := openModule(t, c.name, c.extern)
		checkFails(t, r, c.args, c.reason)
		checkFails(t, r, c.args, c.reason)
	}
}

// A call that fails leaves the runner usable.
func TestWasmAfterTrap(t *testing.T) {
	x := extern("f", types.Int, types.Int)
	r := openModule(t, "divide", x)
	checkFails(t, r, ints(0), "divide by zero")
	checkCall(t, r, example{x, ints(1), ints(1)})
}

func TestWasmHang(t *testing.T) {
	options := moduleFile(t, assemble(modules["spin"]))
	r := openHasty(t, extern("f", types.Int, types.Int), "wasm", "f.wasm", options, 200*time.Millisecond)
	checkQuick(t, 10*time.Second, func() {
		checkFails(t, r, ints(1), "no answer within 200ms")
		checkFails(t, r, ints(1), "no answer within 200ms")
	})
}

func TestWasmOpenFails(t *testing.T) {
	integer := extern("f", types.Int, types.Int)
	double := modules["double"]
	memory := join(magic, section(5, join(list(1, 0), binary.AppendUvarint(nil, 2000))))
	checkOpenFails(t, integer, "wasm", "none.wasm", Options{Dir: t.TempDir()}, "cannot open the file")
	for _, c := range []struct {
		binary []byte
		extern *sts.Extern
		reason string
	}{
		{[]byte("hello"), integer, "cannot compile the WebAssembly module"},
		{nil, integer, "cannot compile the WebAssembly module"},
		{memory, integer, "memory"},
		{magic, integer, "exports no function f: export it"},
		{assemble(double), extern("g", types.Int, types.Int), "exports no function g, only f"},
		{assemble(double), extern("f", types.Int, types.ThreeInts), "has 1 parameters instead of 3"},
		{assemble(double), extern("f", types.ThreeInts, types.Int), "has 1 results instead of 3"},
		{assemble(double), extern("f", types.Int, types.Real), "a is i64 in the module instead of f64, for real"},
		{assemble(modules["halve"]), extern("f", types.Real, types.Int), "a is f64 in the module instead of i64 or i32, for int"},
		{assemble(modules["single"]), extern("f", types.Real, types.Real), "a is f32 in the module instead of f64"},
		{assemble(double), extern("f", types.Int, types.String), "a is of type string"},
		{assemble(double, importing("env", "clock")...), integer, "imports env.clock"},
		{assemble(double, importing("wasi_snapshot_preview1", "no_such")...), integer, "does not start"},
	} {
		checkOpenFails(t, c.extern, "wasm", "f.wasm", moduleFile(t, c.binary), c.reason)
	}
}

// sched_yield has no parameters and returns an i32, as the function then has.
func TestWasmWithWASI(t *testing.T) {
	x := extern("f", types.Int)
	f := function{nil, list(i32), list(opI32Const, 7)}
	r := open(t, x, "wasm", "f.wasm", moduleFile(t, assemble(f, importing("wasi_snapshot_preview1", "sched_yield")...)))
	checkCall(t, r, example{x, nil, ints(7)})
}
