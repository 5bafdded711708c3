package sextant_test

import (
	"context"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant"
)

// sumModel adds up what it gets.
const sumModel = `system Sum
input add(n: 0..9)
output sum(n: int)
var s: int = 0
initial open
add: open -> open in add(n) do s := s + n out sum(s)
`

// writeModel writes a model into a folder of its own.
func writeModel(t *testing.T, text string) sextant.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sum.sxt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return sextant.File(path)
}

// adder is a system that adds up what it gets, and does something else in one of its methods once the sum is large. Until then it is right.
type adder struct {
	method string // reset, send, receive or close
	fault  func()
	from   int64 // the least sum with the fault

	sum     int64
	outputs []sextant.Message
}

func (a *adder) in(method string) {
	if a.method == method && a.sum >= a.from {
		if method == "reset" {
			a.sum = 0
		}
		a.fault()
	}
}

func (a *adder) Reset(context.Context) error {
	a.in("reset")
	a.sum, a.outputs = 0, nil
	return nil
}

func (a *adder) Send(_ context.Context, m sextant.Message) error {
	a.sum += m.Payload[0].(*big.Int).Int64()
	a.in("send")
	a.outputs = append(a.outputs, sextant.Message{Channel: "sum", Payload: []any{a.sum}})
	return nil
}

func (a *adder) Receive(context.Context, time.Duration) (sextant.Message, bool, error) {
	a.in("receive")
	if len(a.outputs) == 0 {
		return sextant.Message{}, false, nil
	}
	m := a.outputs[0]
	a.outputs = a.outputs[1:]
	return m, true, nil
}

func (a *adder) Close() error {
	a.in("close")
	return nil
}

func fall() { panic("it fell") }

// TestPanics: a panic, or the end of the goroutine, is a failure of the system in each of its methods, with the place, the stack, and the
// shortest test that leads to it.
func TestPanics(t *testing.T) {
	for name, c := range map[string]struct {
		system adder
		want   string
		trace  string // what the tester did
	}{
		"in Send":                     {adder{method: "send", fault: fall, from: 9}, "in Send the system panicked: it fell, at panic_test.go:", "add"},
		"in Receive":                  {adder{method: "receive", fault: fall, from: 12}, "in Receive the system panicked: it fell, at panic_test.go:", "add add"},
		"in Reset after a test":       {adder{method: "reset", fault: fall, from: 12}, "in Reset the system panicked: it fell, at panic_test.go:", "add add reset"},
		"in Reset at the start":       {adder{method: "reset", fault: fall}, "in Reset the system panicked: it fell, at panic_test.go:", ""},
		"the goroutine ended in Send": {adder{method: "send", fault: runtime.Goexit, from: 9}, "in Send the system ended its goroutine, as FailNow and Fatal of a test do, at panic_test.go:", "add"},
	} {
		t.Run(name, func(t *testing.T) {
			model, err := sextant.Load(string(writeModel(t, sumModel)))
			if err != nil {
				t.Fatal(err)
			}
			r, err := model.Test(t.Context(), &c.system, sextant.TestOptions{Steps: 300})
			if err != nil {
				t.Fatal(err)
			}
			var did []string
			for _, e := range r.Trace {
				switch kind, _, _ := strings.Cut(e.Message, "("); e.Kind {
				case "input":
					did = append(did, kind)
				case "reset":
					did = append(did, e.Kind)
				}
			}
			if r.Verdict != sextant.Fail || !strings.Contains(r.Evidence, c.want) || strings.Join(did, " ") != c.trace {
				t.Errorf("%s: %s\n%v", r.Verdict, r.Evidence, r.Trace)
			}
			if stack := strings.Join(r.Stack, "\n"); !strings.Contains(stack, "adder") || strings.Contains(stack, "sextant.(*adapter)") {
				t.Errorf("stack: %s", stack)
			}
		})
	}
}

// TestPanicInClose: a panic in Close is an error after the test.
func TestPanicInClose(t *testing.T) {
	r := &recorder{TB: t}
	sextant.Test(r, writeModel(t, sumModel), &adder{method: "close", fault: fall}, sextant.TestOptions{Steps: 5})
	if len(r.fatal) > 0 || len(r.errors) != 1 || !strings.Contains(r.errors[0], "in Close the system panicked: it fell, at panic_test.go:") {
		t.Errorf("%q, %q", r.errors, r.fatal)
	}
}

// TestPanicInBubble: where time is simulated, a panic is a failure too, and nothing is left in the bubble.
func TestPanicInBubble(t *testing.T) {
	model, err := sextant.Load(string(writeModel(t, strings.Replace(sumModel, "var", "clock c\nvar", 1))))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		r, err := model.Test(t.Context(), &adder{method: "send", fault: fall, from: 20}, sextant.TestOptions{Steps: 100})
		if err != nil || r.Verdict != sextant.Fail || !strings.Contains(r.Evidence, "in Send the system panicked: it fell") {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

// TestPanicInCampaign: a run of a campaign in which the system panics fails.
func TestPanicInCampaign(t *testing.T) {
	chances := strings.Replace(sumModel, "add: open -> open in add(n) do s := s + n out sum(s)", "add: open -> busy in add(n) do s := s + n\ntell: busy -> { 1/2: open out sum(s); 1/2: open out sum(s) }", 1)
	model, err := sextant.Load(string(writeModel(t, chances)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := model.Campaign(t.Context(), &adder{method: "send", fault: fall, from: 5}, sextant.CampaignOptions{Repeat: 20})
	if err != nil || r.Functional != sextant.Fail || !strings.Contains(r.Evidence, "in Send the system panicked: it fell") {
		t.Errorf("%+v, %v", r, err)
	}
}

// childAdder is the system of TestSum and FuzzSum in a child process: it panics, or ends the test, or is right if neither is set.
func childAdder(t testing.TB) sextant.System {
	switch os.Getenv("SEXTANT_TEST_FAULT") {
	case "panic":
		return &adder{method: "send", fault: fall, from: 20}
	case "fatal":
		return &adder{method: "send", fault: func() { t.Fatal("the sum is large") }, from: 20}
	}
	return &adder{}
}

func childModel(t testing.TB) sextant.File {
	if os.Getenv("SEXTANT_TEST_FAULT") == "" {
		t.Skip("this is run by TestPanicIsStored and TestPanicOfFuzz")
	}
	return lampModel()
}

func TestSum(t *testing.T) {
	sextant.Test(t, childModel(t), childAdder(t), sextant.TestOptions{Steps: 300})
}

func FuzzSum(f *testing.F) {
	sextant.Fuzz(f, childModel(f), childAdder(f), sextant.TestOptions{})
}

// TestPanicIsStored: the test binary goes on after a panic; the test is stored, fails again by itself, and passes with a right system.
func TestPanicIsStored(t *testing.T) {
	for fault, want := range map[string]string{"panic": "in Send the system panicked: it fell", "fatal": "in Send the system ended its goroutine"} {
		folder, model := t.TempDir(), string(writeModel(t, sumModel))
		text, ok := inChildWith(t, folder, model, fault, "-test.run=^TestSum$")
		files, _ := filepath.Glob(filepath.Join(folder, "testdata", "sextant", "sum", "*.json"))
		if ok || len(files) != 1 || !contains(text, want, "stack:\n", "trace:\n", "stored in testdata/sextant/sum/"+filepath.Base(files[0])) || strings.Contains(text, "goroutine ") {
			t.Fatalf("%s, %v: %s", fault, files, text)
		}
		text, ok = inChildWith(t, folder, model, fault, "-test.run="+runCommand.FindStringSubmatch(text)[1])
		if ok || !contains(text, "--- FAIL: TestSum/stored/", want) {
			t.Errorf("%s, the stored test: %s", fault, text)
		}
		if text, ok = inChildWith(t, folder, model, "none", "-test.run=^TestSum$"); !ok {
			t.Errorf("a right system: %s", text)
		}
	}
}

// TestPanicOfFuzz: the fuzzer finds the panic and stores its input.
func TestPanicOfFuzz(t *testing.T) {
	folder, model := t.TempDir(), string(writeModel(t, sumModel))
	text, ok := inChildWith(t, folder, model, "panic", "-test.run=^$", "-test.fuzz=^FuzzSum$", "-test.fuzztime=20000x", "-test.parallel=1", "-test.fuzzcachedir="+filepath.Join(folder, "cache"))
	if files, _ := filepath.Glob(filepath.Join(folder, "testdata", "fuzz", "FuzzSum", "*")); ok || len(files) != 1 || !contains(text, "in Send the system panicked: it fell") {
		t.Errorf("%v: %s", files, text)
	}
}
