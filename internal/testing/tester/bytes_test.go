package tester_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testing/tester/bytepath"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// manySorts has input channels for every kind of value.
const manySorts = `type Colour = enum { red, green, blue }
input nothing()
input numbers(int, nat, 0..1000, -3..3, real)
input registers(int8, uint8, int16, uint16, int32, uint32, int64, uint64)
input others(bool, string, Colour, string)
initial s
nothing: s -> s in nothing
`

// TestBytesOfInputs: every input has bytes that stand for it, and nothing is left of them.
func TestBytesOfInputs(t *testing.T) {
	model := load(t, manySorts)
	rapid.Check(t, func(r *rapid.T) {
		m := sut.Message{Channel: rapid.SampledFrom(model.Channels).Draw(r, "channel")}
		for _, p := range m.Channel.Payload {
			m.Values = append(m.Values, random.Value(r, p.Leaves()[0].Sort))
		}
		got, rest := tester.DecodeInput(bytepath.Append(nil, model, m), model)
		if !sameMessage(got, m) || len(rest) > 0 {
			r.Fatalf("%s became %s, %v left", m, got, rest)
		}
	})
}

// TestInputsOfBytes: any bytes stand for an input with values of the right sorts.
func TestInputsOfBytes(t *testing.T) {
	model := load(t, manySorts)
	rapid.Check(t, func(r *rapid.T) {
		m, _ := tester.DecodeInput(rapid.SliceOf(rapid.Byte()).Draw(r, "bytes"), model)
		for k, v := range m.Values {
			if !m.Sort(k).Contains(v) {
				r.Fatalf("value %d of %s is not of sort %s", k, m, m.Sort(k))
			}
		}
		if again, _ := tester.DecodeInput(bytepath.Append(nil, model, m), model); !sameMessage(again, m) {
			r.Fatalf("%s became %s", m, again)
		}
	})
}

// TestBytesOfData: the same for channels that carry any types.
func TestBytesOfData(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		typ := types.Type(r, 3)
		model := &sts.System{Channels: []*sts.Channel{{Name: "c", Direction: sts.Input, Payload: []*sts.Type{typ, sts.ScalarType(term.Bool)}}}}
		m := sut.Message{Channel: model.Channels[0], Values: append(types.Value(r, typ), term.BoolValue(true))}
		got, rest := tester.DecodeInput(bytepath.Append(nil, model, m), model)
		if digits := len(m.String()); digits < 30 && (!sameMessage(got, m) || len(rest) > 0) { // longer numbers are cut
			r.Fatalf("%s became %s, %v left", m, got, rest)
		}
		any, _ := tester.DecodeInput(rapid.SliceOf(rapid.Byte()).Draw(r, "bytes"), model)
		if !types.Contains(typ, any.Values[:typ.Size()]) {
			r.Fatalf("%s is no value of the type %s, %v", any, typ, typ.Leaves())
		}
		if again, _ := tester.DecodeInput(bytepath.Append(nil, model, any), model); !sameMessage(again, any) {
			r.Fatalf("%s became %s", any, again)
		}
	})
}

func sameMessage(a, b sut.Message) bool {
	return a.Channel == b.Channel && slices.EqualFunc(a.Values, b.Values, term.Value.Equal)
}

// drive runs bytes against a system in a fresh session.
func drive(t testing.TB, model *sts.System, a sut.Adapter, data []byte) *tester.Report {
	t.Helper()
	r, err := newSession(t, model, a, tester.Options{}).Drive(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDrive: bytes stand for a path; what is not accepted is replaced by what is, and a fault on the path is found.
func TestDrive(t *testing.T) {
	model := load(t, queue(""))
	put, get := model.Channels[0], model.Channels[1]
	inputs := []sut.Message{{Channel: put, Values: []term.Value{term.IntValue(0)}}, {Channel: get}, {Channel: get}}
	var data []byte
	for _, m := range inputs {
		data = bytepath.Append(data, model, m)
	}
	r := drive(t, model, simulated.New(model, model, 1), data)
	if got := tester.Inputs(r.Trace); r.Verdict != result.Pass || !slices.EqualFunc(got, inputs, sameMessage) {
		t.Errorf("%s: %v", r.Verdict, r.Trace)
	}
	if r := drive(t, model, simulated.New(load(t, queue("x != 0")), model, 1), data); r.Verdict != result.Fail {
		t.Errorf("the queue that drops 0: %s, %v", r.Verdict, r.Trace)
	}
	picky := load(t, "input code(int)\ninput other()\noutput open()\ninitial s\nopen: s -> t in code(x) when x == 1234567 out open()\nother: t -> t in other\n")
	r = drive(t, picky, simulated.New(picky, picky, 1), []byte{1, 0, 7, 0, 0, 1})
	if got := tester.Inputs(r.Trace); len(got) != 2 || got[0].String() != "code(1234567)" || got[1].String() != "other()" {
		t.Errorf("%v", r.Trace)
	}
}

// TestDriveEnds: long data is followed for as many steps as a session may have.
func TestDriveEnds(t *testing.T) {
	model := load(t, queue(""))
	r, err := newSession(t, model, simulated.New(model, model, 1), tester.Options{Steps: 7}).Drive(t.Context(), make([]byte, 1<<20))
	if err != nil || r.Sent != 7 {
		t.Errorf("%d inputs sent, %v", r.Sent, err)
	}
}

// TestAnyBytesPass: a system that behaves as its model never fails, whatever the bytes.
func TestAnyBytesPass(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := randomMachine(r)
		m := load(t, text)
		data := rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(r, "bytes")
		if report := drive(t, m, simulated.New(m, m, rapid.Uint64().Draw(r, "seed")), data); report.Verdict != result.Pass {
			r.Fatalf("%s: %s\n%v\n%s", report.Verdict, report.Evidence, report.Trace, text)
		}
	})
}
