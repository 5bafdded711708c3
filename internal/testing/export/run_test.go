package export_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testing/export"
)

// oneAnswer is a system that answers every input with one output, the one that the environment names.
const oneAnswer = `package p

import (
	"math/big"
	"os"
	"testing"
	"time"
)

var large, _ = new(big.Int).SetString("36893488147419103232", 10)

type answer struct{ ready bool }

func newSystem(t *testing.T) System { return &answer{} }

func (a *answer) Reset() error { return nil }

func (a *answer) Send(string, ...any) error { a.ready = true; return nil }

func (a *answer) Receive(time.Duration) (string, []any, error) {
	if !a.ready {
		return "", nil, nil
	}
	a.ready = false
	return "state", answers[os.Getenv("ANSWER")], nil
}

var answers = map[string][]any{
%s}
`

// An exported Go test judges values of every type: each answer is that of another system.
func TestGoFileJudges(t *testing.T) {
	shapes := sample{}
	for _, g := range goldenFiles(t) {
		if g.name() == "shapes" {
			shapes = g
		}
	}
	right := `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`
	tests := []struct{ name, answer, want string }{
		{"right", right, "^PASS$"},
		{"other", `map[string]any{"low": uint8(9), "mode": "turning"}, []any{10.0, int64(7)}, "lamp \"one\"", 0.1, large.String()`, "^PASS$"},
		{"order", `map[string]any{"low": 4, "mode": "still"}, [2]int{7, 5}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"low", `map[string]any{"low": 2, "mode": "still"}, [2]int{3, 7}, "lamp \"one\"", 0.1, large`, "this does not hold: state.p.low >= 3"},
		{"sum", `map[string]any{"low": 4, "mode": "still"}, [2]int{6, 7}, "lamp \"one\"", 0.1, large`, `this does not hold: state.all\[0\] == state.p.low \+ 1`},
		{"mode", `map[string]any{"low": 4, "mode": 1}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"member", `map[string]any{"low": 4, "mode": "broken"}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"field", `map[string]any{"low": 4, "mood": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"text", `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp", 0.1, large`, "the system sent state"},
		{"real", `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.2, large`, "the system sent state"},
		{"large", `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.1, 3`, "the system sent state"},
		{"short", `map[string]any{"low": 4, "mode": "still"}`, "the system sent state"},
		{"none", `nil, nil, nil, nil, nil`, "the system sent state"},
	}
	answers := ""
	for _, test := range tests {
		answers += fmt.Sprintf("%q: {%s},\n", test.name, test.answer)
	}
	program := testProgram(t, exported(t, shapes.suite(t), "go", export.Options{Package: "p"}), fmt.Sprintf(oneAnswer, answers))
	for _, test := range tests {
		command := exec.Command(program)
		command.Env = append(os.Environ(), "ANSWER="+test.name)
		out, err := command.CombinedOutput()
		if passed := err == nil; passed != (test.want == "^PASS$") || !regexp.MustCompile("(?m)"+test.want).Match(out) {
			t.Errorf("%s: %v, want %s\n%s", test.name, err, test.want, out)
		}
	}
}

// scheduled is a system that plays a list of outputs, each some time after the message before it, by a clock of its own.
const scheduled = `package p

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var now time.Time

func fakeNow() time.Time                  { return now }
func fakeUntil(t time.Time) time.Duration { return t.Sub(now) }
func fakeSleep(d time.Duration)           { now = now.Add(max(0, d)) }

type player struct {
	due  time.Time
	list []string
}

func newSystem(t *testing.T) System { return &player{list: strings.Fields(os.Getenv("PLAY"))} }

func (p *player) Reset() error { return nil }

func (p *player) next() { // the next output comes after the time that stands before it
	if len(p.list) == 0 || p.list[0] == "wait" {
		p.due = time.Time{}
		return
	}
	gap, _ := strconv.ParseFloat(p.list[0], 64)
	p.due = now.Add(time.Duration(gap * float64(time.Second)))
}

func (p *player) Send(string, ...any) error {
	if len(p.list) > 0 && p.list[0] == "wait" {
		p.list = p.list[1:]
	}
	p.next()
	return nil
}

func (p *player) Receive(wait time.Duration) (string, []any, error) {
	if p.due.IsZero() || p.due.Sub(now) > wait {
		now = now.Add(wait)
		return "", nil, nil
	}
	now = p.due
	name, payload, _ := strings.Cut(p.list[1], ":")
	p.list = p.list[2:]
	p.next()
	if payload == "" {
		return name, nil, nil
	}
	n, _ := strconv.Atoi(payload)
	return name, []any{n}, nil
}
`

// An exported Go test judges instants: too early and too late is a failure, what depends on less than the tolerance has no verdict.
func TestGoFileJudgesInstants(t *testing.T) {
	var timed sample
	for _, g := range goldenFiles(t) {
		if g.name() == "timed" {
			timed = g
		}
	}
	text := exported(t, timed.suite(t), "go", export.Options{Package: "p"})
	text = strings.NewReplacer("time.Now()", "fakeNow()", "time.Until(", "fakeUntil(", "time.Sleep(", "fakeSleep(").Replace(text)
	program := testProgram(t, text, scheduled)
	for _, test := range []struct{ name, play, verdict, want string }{
		{"right", "wait 2.5 first 3 second:3 2.7 gone wait 0 done 0 second:0", "PASS", ""},
		{"at the ends", "wait 4 first 1 second:3 3.01 gone wait 0.01 done 0.01 second:0", "PASS", ""},
		{"too early", "wait 0.9 first", "FAIL", "first.* came after 0.9 units; it is allowed from 1 to 4"},
		{"nearly too early", "wait 2.5 first 3 second:3 2.48 gone wait 0 done 0 second:0", "SKIP", "this holds only up to the tolerance: first.after . second.after . gone.after > 8"},
		{"too late", "wait 4.2 first", "FAIL", "the system sent nothing; expected was first"},
		{"nearly too late", "wait 4.04 first 1 second:3 3.5 gone wait 0 done 0 second:0", "SKIP", "first.* came after 4.04 units"},
		{"too late together", "wait 3.5 first 2.9 second:3", "FAIL", "this does not hold: first.after . second.after <= 6"},
		{"before the input", "wait 2.5 first 3 second:3 2.7 gone 0.5 done", "FAIL", "expected was nothing before stop"},
		{"no deadline", "wait 2.5 first 3 second:3", "SKIP", "has no deadline"},
		{"immediate output late", "wait 2.5 first 3 second:3 2.7 gone wait 0.3 done", "FAIL", "the system sent nothing; expected was done"},
	} {
		command := exec.Command(program, "-test.v")
		command.Env = append(os.Environ(), "PLAY="+test.play)
		out, _ := command.CombinedOutput()
		if !regexp.MustCompile("(?m)^ *--- "+test.verdict+": TestTimed/all").Match(out) || !regexp.MustCompile(test.want).Match(out) {
			t.Errorf("%s: want %s %s\n%s", test.name, test.verdict, test.want, out)
		}
	}
}

// testProgram compiles a test file with the system that it tests.
func testProgram(t *testing.T, text, system string) string {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "go.mod"), "module exported\n\ngo 1.24\n")
	write(t, filepath.Join(folder, "exported_test.go"), text)
	write(t, filepath.Join(folder, "system_test.go"), system)
	command := exec.Command("go", "test", "-c", "-o", "program")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(folder, "program")
}
