package rig_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	_ "github.com/sextant-mbt/sextant/internal/testing/sut/connect"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// gate is a model of a gate that lets a card through once, so that the system is started again and again.
const gate = `system Gate
input  card(pin: int)
output opens(pin: int)
output stays()
initial closed
good: closed -> passed in card(pin) when pin > 0 out opens(pin)
bad:  closed -> passed in card(pin) when pin <= 0 out stays()
`

// The variables that make the test program a gate: the file in which it counts its starts, and what is wrong with it.
const (
	gateStarts = "RIG_TEST_STARTS"
	gateFault  = "RIG_TEST_FAULT"
)

// TestMain lets the test program be the system under test itself.
func TestMain(m *testing.M) {
	if file := os.Getenv(gateStarts); file != "" {
		gateMain(file, os.Getenv(gateFault))
		return
	}
	os.Exit(m.Run())
}

// gateMain is a gate. A fault is a kind and a value: "late" is late by the value at the second start, "once" lets bad cards through
// at the second start, "wrong" sends a wrong pin from the value on, "moody" is wrong at 10 % of the starts and silent at 5 %.
func gateMain(file, fault string) {
	start := countStart(file)
	kind, value, _ := strings.Cut(fault, " ")
	if late, err := time.ParseDuration(value); err == nil && kind == "late" && start == 2 {
		time.Sleep(late)
	}
	limit, _ := strconv.Atoi(value)
	mood := start * start * 37 % 101 // has no short period
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var card struct{ Payload []int }
		if err := json.Unmarshal(in.Bytes(), &card); err != nil {
			panic(err)
		}
		pin := card.Payload[0]
		switch {
		case kind == "moody" && mood < 5: // says nothing
		case kind == "moody" && mood < 15:
			fmt.Printf(`{"output": "opens", "payload": [%d]}`+"\n", pin-1)
		case kind == "wrong" && pin >= limit:
			fmt.Printf(`{"output": "opens", "payload": [%d]}`+"\n", pin+1)
		case pin > 0, kind == "once" && start == 2:
			fmt.Printf(`{"output": "opens", "payload": [%d]}`+"\n", pin)
		default:
			fmt.Println(`{"output": "stays"}`)
		}
	}
}

// countStart appends a byte to a file and returns how many it has.
func countStart(file string) int {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString("s"); err != nil {
		panic(err)
	}
	info, err := f.Stat()
	if err != nil {
		panic(err)
	}
	return int(info.Size())
}

// loadText loads a model from its text.
func loadText(t testing.TB, source string) *model.Loaded {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.sxt")
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The times to wait for a gate on an idle machine: patience is enough, haste is exceeded by some gates. After a start the gate has seconds.
const (
	patience = time.Second
	haste    = 400 * time.Millisecond
)

// runGate tests a gate that is a process of its own, with 40 inputs. Each takes a start of the system.
func runGate(t *testing.T, fault string, wait time.Duration) *result.Run {
	t.Helper()
	testkit.NothingLeft(t)
	t.Setenv(gateStarts, filepath.Join(t.TempDir(), "starts"))
	t.Setenv(gateFault, fault)
	o := rig.RunOptions{Shrink: true, Backend: model.BackendDefaults()}
	o.System, o.Steps, o.Wait = "exec:"+text.Quote(os.Args[0]), 40, wait
	r, err := rig.Run(t.Context(), loadText(t, gate), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLateStart: a right system that is late once, at its second start, does not fail: what is a moment after a start is waited for
// longer, and a failure that does not come again is called flaky. No region is derived from it.
func TestLateStart(t *testing.T) {
	if r := runGate(t, "late 600ms", haste); r.Verdict != result.Pass {
		t.Errorf("a start that is late by less than a second: %s: %s", r.Verdict, r.Evidence)
	}
	r := runGate(t, "late 1h", patience)
	if r.Verdict != result.Flaky || !r.Finding() || !strings.Contains(r.Evidence, "the system sent nothing; allowed was") {
		t.Errorf("a start that is not over in time: %s: %s", r.Verdict, r.Evidence)
	}
	if r.Repeats == nil || r.Repeats.Failed != 0 || r.Repeats.Passed < 2 || len(r.Regions) > 0 {
		t.Errorf("repeats %+v, regions %+v", r.Repeats, r.Regions)
	}
	if len(r.Failures) != 1 || r.Failures[0].Verdict != result.Flaky || r.Failures[0].Test == nil {
		t.Errorf("the test is not kept: %+v", r.Failures)
	}
}

// TestWrongOnce: a wrong output that comes once is flaky too.
func TestWrongOnce(t *testing.T) {
	r := runGate(t, "once", patience)
	if r.Verdict != result.Flaky || !strings.Contains(r.Evidence, "; allowed was: stays()") ||
		!strings.Contains(r.Evidence, "not reproduced") || len(r.Regions) > 0 {
		t.Errorf("%s: %s, regions %v", r.Verdict, r.Evidence, r.Regions)
	}
}

// TestFailuresOfAFlakySystem: a system that is wrong now and then, and silent now and then, is flaky, with both failures kept apart.
// Neither is stored as a test that fails, because neither fails each time.
func TestFailuresOfAFlakySystem(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long, and TestWrongOnce runs the same code")
	}
	r := runGate(t, "moody", haste)
	if r.Verdict != result.Flaky || len(r.Failures) < 2 {
		t.Fatalf("%s: %s, %d failures", r.Verdict, r.Evidence, len(r.Failures))
	}
	kinds := map[result.FailureKind]bool{}
	for _, f := range r.Failures {
		kinds[f.Kind] = true
		if f.Verdict != result.Flaky || f.Repeats == nil || f.Repeats.Always() || f.Shrink != nil || len(f.Regions) > 0 {
			t.Errorf("%s: %s: repeats %+v", f.Verdict, f.Evidence, f.Repeats)
		}
	}
	if !kinds[result.WrongOutput] || !kinds[result.WrongQuiet] {
		t.Errorf("failures of the kinds %v", kinds)
	}
	folder := t.TempDir()
	if err := store.WriteFailures(folder, "gate.sxt", r); err != nil {
		t.Fatal(err)
	}
	if files, err := store.Failures(folder, "gate.sxt"); err != nil || len(files) > 0 {
		t.Errorf("stored as failing: %v, %v", files, err)
	}
	if files, err := store.Failures(filepath.Join(folder, "flaky"), "gate.sxt"); err != nil || len(files) != len(r.Failures) {
		t.Errorf("kept as flaky: %v, %v", files, err)
	}
}

// TestConfirmedFailure: a failure that comes again is a failure, made short, with its region.
func TestConfirmedFailure(t *testing.T) {
	r := runGate(t, "wrong 7", patience)
	if r.Verdict != result.Fail || r.Repeats == nil || r.Repeats.Failed == 0 || r.Repeats.Passed != 0 {
		t.Fatalf("%s: %s, %+v", r.Verdict, r.Evidence, r.Repeats)
	}
	if len(r.Regions) != 1 || !strings.HasPrefix(r.Regions[0].Text, "fails for every card.pin >= 7 ") {
		t.Errorf("regions %+v", r.Regions)
	}
}

// conformText checks a log that goes on with rest.
func conformText(t *testing.T, ctx context.Context, log string, rest io.Reader, skipGarbage bool) *result.Conform {
	t.Helper()
	r, err := rig.Conform(ctx, loadText(t, gate), io.MultiReader(strings.NewReader(log), rest), rig.ConformOptions{Backend: model.BackendDefaults(), SkipGarbage: skipGarbage})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLogNotChecked: a log that was not checked to its end, or in which there is nothing to check, never passes.
func TestLogNotChecked(t *testing.T) {
	const right = `{"input": "card", "payload": [1]}` + "\n" + `{"output": "opens", "payload": [1]}` + "\n"
	nothing := strings.NewReader("")
	for _, c := range []struct {
		name, log   string
		want        result.Verdict
		skipGarbage bool
	}{
		{"right", right, result.Pass, false},
		{"empty", "", result.Inconclusive, false},
		{"empty lines", "\n\n", result.Inconclusive, false},
		{"nothing but ends", `{"end": true}` + "\n", result.Inconclusive, false},
		{"nothing but garbage", "x\ny\n", result.Inconclusive, true},
		{"some garbage", "x\n" + right, result.Pass, true},
	} {
		if r := conformText(t, t.Context(), c.log, nothing, c.skipGarbage); r.Verdict != c.want || r.Stop != result.StopDone {
			t.Errorf("%s: %s, %s", c.name, r.Verdict, r.Stop)
		}
	}
	endless, _ := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if r := conformText(t, ctx, right, endless, false); r.Verdict != result.Inconclusive || r.Stop != result.StopTime {
		t.Errorf("without an end: %s, %s", r.Verdict, r.Stop)
	}
	endless.Close()
}
