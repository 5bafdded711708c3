package sextant_test

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant"
)

//go:embed testdata/*.sxt
var models embed.FS

// locked has a transition that no run takes.
const locked = `system Locked
input turn(steps: 0..3)
output at(n: int)
var n: int = 0
initial on
turn: on -> on in turn(s) do n := (n + s) % 10 out at(n)
open: on -> done when n > 9 out at(n)
`

// Models come from a text and from a file system, with the places of their errors.
func TestSources(t *testing.T) {
	for _, source := range []sextant.Source{sextant.Text(sumModel), sextant.FS{FS: models, Path: "testdata/wallet.sxt"}} {
		r := &recorder{TB: t}
		sextant.Test(r, source, nil, sextant.TestOptions{})
		if len(r.fatal) != 1 || !strings.Contains(r.fatal[0], "there is no system to test") {
			t.Errorf("%v: %q", source, r.fatal)
		}
	}
	if _, err := sextant.LoadText("system X\nvar x: itn = 0\n", sextant.LoadOptions{}); err == nil || !strings.Contains(err.Error(), "model.sxt:2:8: ") {
		t.Errorf("got %v", err)
	}
	if _, err := sextant.LoadFS(models, "testdata/none.sxt", sextant.LoadOptions{}); err == nil || !strings.Contains(err.Error(), "none.sxt") {
		t.Errorf("got %v", err)
	}
}

// A suite has a run of each transition that can be taken, and a proof for the other; its tests are run, stored and read again.
func TestGenerate(t *testing.T) {
	model, err := sextant.LoadText(locked, sextant.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	suite, err := model.Generate(t.Context(), sextant.GenerateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if suite.Run("turn") == nil || suite.Run("open") != nil || len(suite.Coverage.Missing) != 1 {
		t.Fatalf("%+v", suite)
	}
	if miss := suite.Coverage.Missing[0]; miss.Status != sextant.Unreachable || miss.Proof == nil || miss.Proof.Method == "" {
		t.Errorf("%+v", miss)
	}
	folder := t.TempDir()
	if err := suite.Write(folder); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	replayed := 0
	for _, file := range files {
		if filepath.Base(file) == "suite.json" {
			continue
		}
		test, err := sextant.ReadTest(file)
		if err != nil {
			t.Fatal(err)
		}
		for step, want := range map[int]sextant.Verdict{0: sextant.Pass, 1: sextant.Fail} {
			r, err := model.Replay(t.Context(), sextant.Synchronous(dial(step)), test, sextant.TestOptions{})
			if err != nil || r.Verdict != want {
				t.Errorf("%v: %+v, %v", test.Inputs(), r, err)
			}
		}
		replayed++
	}
	if replayed != len(suite.Tests) || replayed == 0 {
		t.Errorf("%d tests of %d", replayed, len(suite.Tests))
	}
	if _, err := model.Generate(t.Context(), sextant.GenerateOptions{Cover: "all"}); err == nil || !strings.Contains(err.Error(), "GenerateOptions.Cover") {
		t.Errorf("got %v", err)
	}
}

// dial is a system of the model, off by some steps.
func dial(off int) func() func(sextant.Message) []sextant.Message {
	return func() func(sextant.Message) []sextant.Message {
		n := 0
		return func(m sextant.Message) []sextant.Message {
			var steps int
			fmt.Sscan(fmt.Sprint(m.Payload[0]), &steps)
			n = (n + steps + off) % 10
			return []sextant.Message{{Channel: "at", Payload: []any{n}}}
		}
	}
}

// A log is checked, and the line that the model does not allow is named.
func TestConform(t *testing.T) {
	log, err := os.ReadFile("testdata/sum.log")
	if err != nil {
		t.Fatal(err)
	}
	model, err := sextant.LoadText(sumModel, sextant.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := model.Conform(t.Context(), strings.NewReader(string(log)), sextant.ConformOptions{})
	if err != nil || r.Verdict != sextant.Fail || r.Instances != 2 || r.Failed != 1 || len(r.Findings) != 1 || r.Findings[0].Line != 6 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := r.JSON(); err != nil {
		t.Error(err)
	}
}

// far has a transition that lies deeper than an exploration looks.
const far = `system Far
input tick()
output end()
var n: int = 0
initial on
tick: on -> on in tick() when n < 60 do n := n + 1
end: on -> done in tick() when n == 60 out end()
`

// Without options all engines are asked, as by the command; a depth that is given is a bound for all of them.
func TestGenerateAsksAllEngines(t *testing.T) {
	model, err := sextant.LoadText(far, sextant.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range map[int]int{0: 0, 10: 1} {
		suite, err := model.Generate(t.Context(), sextant.GenerateOptions{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		if len(suite.Coverage.Missing) != want {
			t.Errorf("depth %d: %+v", depth, suite.Coverage)
		}
	}
}
