package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/documents"
)

// stopCase is a command line that keeps a command at work for seconds. Its files are those of stopFiles.
type stopCase struct {
	args  string
	stdin bool // the command reads from a standard input that has no end
	plain bool // what it prints when it is done is no JSON document
}

// stopCases has some for every command: large models, deep terms, queries that no solver answers, slow functions.
var stopCases = map[string][]stopCase{
	"check":             {{args: "large.sxt --query-timeout 1h"}, {args: "machine.sxt --invariants"}, {args: "machine.sxt --operations --states 1000000"}, {args: "nonlinear.sxt --invariants --query-timeout 1h"}},
	"fmt":               {{args: "large.sxt"}, {stdin: true}},
	"graph":             {{args: "machine.sxt --format svg"}, {args: "large.sxt"}},
	"explore":           {{args: "machine.sxt --states 1000000"}, {args: "nonlinear.sxt --query-timeout 1h"}, {args: "deep.sxt --depth 100"}, {args: "large.sxt --strategy bfs --prune"}, {args: "slow.sxt"}},
	"generate":          {{args: "machine.sxt --cover mcdc"}, {args: "large.sxt"}, {args: "nonlinear.sxt --query-timeout 1h"}},
	"abstract":          {{args: "electrical.sxt --const n=60 --depth 6"}, {args: "nonlinear.sxt --query-timeout 1h --predicates P"}, {args: "large.sxt"}},
	"classes":           {{args: "classified.sxt --steps 200 --states 1000000"}},
	"family":            {{args: "nonlinear.sxt --query-timeout 1h"}},
	"certify":           {{args: "machine.sxt"}, {args: "large.sxt"}, {args: "nonlinear.sxt --query-timeout 1h"}},
	"chance":            {{args: "dice.sxt --simulate 100000000"}, {args: "dice.sxt --states 100000000"}},
	"concolic":          {{args: "machine.sxt"}, {args: "deep.sxt"}, {args: "large.sxt"}, {args: "nonlinear.sxt --query-timeout 1h"}},
	"mutate":            {{args: "machine.sxt"}, {args: "large.sxt"}, {args: "deep.sxt"}},
	"run":               {{args: "light.sxt --sut exec:cat --wait 300ms --failures="}, {args: "large.sxt --sut exec:cat --failures="}},
	"replay":            {{args: "light.sxt suite --sut exec:cat --wait 1s"}},
	"conform":           {{args: "light.sxt -", stdin: true}, {args: "light.sxt light.log"}},
	"export":            {{args: "light.sxt suite --format go -o out_test.go"}},
	"import":            {{args: "b large.mch"}},
	"doctor":            {{}},
	"schema":            {{args: "explore"}},
	"verify":            {{args: "certificates"}},
	"trust":             {{args: "large.sxt"}},
	"table list":        {{args: "rows.sxt"}},
	"table import":      {{args: "rows.sxt F more.csv"}},
	"table export":      {{args: "rows.sxt F"}},
	"table run":         {{args: "slow.sxt F 1 2 3 4 5 6 7 8 9"}},
	"table recheck":     {{args: "slow.sxt"}},
	"table prune":       {{args: "slow.sxt"}},
	"contract check":    {{args: "contract.sxt --query-timeout 1h"}},
	"contract feasible": {{args: "contract.sxt --query-timeout 1h --path t,t,t"}, {args: "behaviors.sxt --path t,t"}},
	"contract infer":    {{args: "contract.sxt --query-timeout 1h --path t,t,t"}},
	"contract test":     {{args: "contract.sxt --inputs 100000"}},
	"contract export":   {{args: "contract.sxt --extern F --format go --inputs 100000", plain: true}},
}

// numbered is a text for each number below n.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// stopFiles writes the files of the cases to a folder. The large ones are six times as large in "make long".
func stopFiles(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	machine, err := hardmachine.Generate(hardmachine.Options{Locations: 300, Transitions: 600, Seed: 1, Open: hardmachine.DefaultOpen})
	if err != nil {
		t.Fatal(err)
	}
	example := func(name string) string {
		text, err := os.ReadFile(testkit.Example(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	size := 2500
	if testkit.Long() {
		size = 15000
	}
	files := map[string]string{
		"machine.sxt":    machine.Text,
		"light.sxt":      example("light/light.sxt"),
		"electrical.sxt": example("electrical/electrical.sxt"),
		"light.log":      numbered(20*size, "{\"id\": \"lamp%[1]d\", \"input\": \"press\"}\n"),
		"large.sxt": "system Large\ninput go(a: int)\n" + numbered(size, "var x%[1]d: int = 0\n") + "initial s\n" +
			numbered(size, "t%[1]d: s -> s in go(a) when a == %[1]d and x%[1]d < 5 do x%[1]d := a\n"),
		"deep.sxt": "system Deep\ninput go(a: int, b: int)\nvar x: int = 3, y: int = 5\ninitial s\nt: s -> s in go(a, b) do " +
			numbered(40, "x := x * (y + a); y := y * x + b; ") + "x := x + 1\ngoal: s -> done when x * y == 123456789\n",
		"nonlinear.sxt": "system Nonlinear\ninput set(x: int, y: int, z: int)\nvar v: int = 0\ninvariant never: v * v * v != 42 + v\npredicates P = { v * v > 9, v > 3, v * v * v > 77 }\ninitial a\n" +
			"cubes: a -> b in set(x, y, z) when x * x * x + y * y * y + z * z * z == 114 do v := x * y * z\n" +
			"easy: a -> a in set(x, y, z) when x * y > z do v := x * y\n",
		"slow.star": "def F(x):\n    n = 0\n    for i in range(3000000):\n        n += i % 7\n    return n % 10 + x * 0\n",
		"slow.csv":  "x,result\n" + numbered(500, "%[1]d,3\n"),
		"slow.sxt": "system Slow\nextern F(x: int) -> int table \"slow.csv\" run starlark \"slow.star\"\ninput go(a: int)\nvar y: int = 0\ninitial s\n" +
			"t: s -> s in go(a) do y := F(a + 1000)\ngoal: s -> done when y > 100\n",
		"rows.csv":      "x,result\n" + numbered(14*size, "%[1]d,3\n"),
		"more.csv":      "x,result\n" + numbered(14*size, "%[1]d,3\n"),
		"rows.sxt":      "system Rows\nextern F(x: int) -> int table \"rows.csv\"\ninput go(a: int)\nvar y: int = 0\ninitial s\nt: s -> s in go(a) do y := F(a)\n",
		"contract.star": "def F(x, y):\n    return x * x + y\n",
		"contract.sxt": "system Contract\nextern F(x: int, y: int) -> int run starlark \"contract.star\"\n  contract C {\n" +
			"    behavior a: requires x * x * x + y * y * y > 33 and x > 0 ensures result * result * result - x * y * result > x * x * y\n" +
			"    behavior b: requires x * x * x + y * y * y <= 33 and x * y * y != 42 ensures result * x * y < result * result + x * x\n  }\n" +
			"input go(a: int, b: int)\nvar v: int = 0\ninitial s\nt: s -> s in go(a, b) when a * b * a > v do v := F(a, b) * v + F(v, a)\n",
		"behaviors.sxt": "system Behaviors\nextern F(x: int) -> int\n  contract C {\n    behavior a: requires x < 0 ensures result == 1\n" +
			"    behavior b: requires x == 0 ensures result > 1\n    behavior c: requires x > 0 ensures result < x\n  }\n" +
			"input go()\nvar a: int = 0\ninitial s\nt: s -> s in go() do a := F(a) + F(a + 1) + F(a + 2)\n",
		"classified.sxt": "system Classified\ninput i(a: int)\ninput j(a: int)\nvar n: int = 0\ninitial s\na: s -> s in i(a) do n := n + a\nb: s -> s in j(a) when a * a == n do n := a\nclassify c: exists i: 0..steps, j: 0..steps :: i < j and n@i * n@j == 6\n",
		"dice.sxt":       "system Dice\nvar n: int = 0\ninitial s\nroll: s -> { 1/3: s do n := n + 1; 2/3: s do n := n + 2 }\npurpose p = location s when n < 0\n",
		"large.mch": "MACHINE Large\nVARIABLES x\nINVARIANT x : NAT\nINITIALISATION x := 0\nOPERATIONS\n" +
			numbered(2*size, "  op%[1]d = SELECT x > %[1]d THEN x := x + %[1]d END;\n") + "  last = x := 0\nEND\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// stopper runs commands and ends them.
type stopper struct {
	program string
	folder  string
	latest  time.Duration // the last moment at which a command is ended
}

// TestStoppedCommandsEndInTime ends every command at random moments, by its time limit and by Ctrl-C: it ends within a second, with
// exit code 2, or 1 if it has a finding, and with a complete document that says why it ended.
func TestStoppedCommandsEndInTime(t *testing.T) {
	testkit.NeedsSolver(t)
	t.Parallel()
	if testing.Short() {
		t.Skip("under the race detector commands take many times as long")
	}
	program, err := exec.LookPath("sextant") // as the scripts do
	if err != nil {
		t.Fatal(err)
	}
	s := &stopper{program: program, folder: stopFiles(t), latest: 300 * time.Millisecond}
	s.makeSuite(t)
	moments, ways, seed := 1, 1, uint64(1)
	if testkit.Long() {
		moments, ways, seed, s.latest = 20, len(stopWays), uint64(time.Now().UnixNano()), 3*time.Second
	}
	t.Logf("the seed is %d", seed)
	random, ended := rand.New(rand.NewPCG(seed, 0)), 0
	for _, a := range driver.Analyses {
		cases := stopCases[a.Name]
		if len(cases) == 0 {
			t.Errorf("no command line is given for %s: add one to stopCases", a.Name)
		}
		for i := range max(moments, len(cases)) {
			if len(cases) > 0 {
				for way := range ways {
					s.stopAtRandom(t, a, cases[i%len(cases)], stopWays[(ended+way)%len(stopWays)], random)
				}
				ended++
			}
		}
	}
}

// makeSuite stores tests for replay and export.
func (s *stopper) makeSuite(t *testing.T) {
	t.Helper()
	for _, words := range [][]string{{"generate", "light.sxt", "--cover", "pairs", "-o", "suite"}, {"certify", "light.sxt", "-o", "certificates"}} {
		cmd := exec.Command(s.program, words...)
		cmd.Dir = s.folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// stopWays are the ways to end a command. The normal run takes them in turn.
var stopWays = []result.Stop{result.StopInterrupted, result.StopTime}

// stopAtRandom ends a command in a way; by a signal if it has no time limit.
func (s *stopper) stopAtRandom(t *testing.T, a *driver.Analysis, c stopCase, way result.Stop, random *rand.Rand) {
	t.Helper()
	moment := time.Duration(random.Int64N(int64(s.latest)))
	if driver.Part[model.TimeLimit](a.New()) == nil {
		way = result.StopInterrupted
	}
	words := s.words(a, c, way, moment)
	t.Run(fmt.Sprintf("%s/%s", a.Name, way), func(t *testing.T) { s.stop(t, words, c, way, moment) })
}

// words is the command line.
func (s *stopper) words(a *driver.Analysis, c stopCase, way result.Stop, moment time.Duration) []string {
	words := slices.Concat(strings.Fields(a.Name), strings.Fields(c.args))
	options := a.New()
	if driver.Part[model.Output](options) != nil {
		words = append(words, "--json")
	}
	switch {
	case way == result.StopTime:
		words = append(words, "--timeout", max(moment, time.Millisecond).String())
	case driver.Part[model.TimeLimit](options) != nil:
		words = append(words, "--timeout", "0")
	}
	return words
}

// ended is a command that was ended.
type ended struct {
	late   time.Duration // after the moment at which it was to end; negative if it ended before
	slow   float64       // how many times slower than an idle machine this one was meanwhile
	code   int           // -1 if the signal killed it before it could listen
	stdout []byte
	stderr string
}

// stop ends a command at a moment. One that takes longer than a second is run again, and the best of all counts; where other
// programs keep the machine busy, it has as much more time as a program that only computes.
func (s *stopper) stop(t *testing.T, words []string, c stopCase, way result.Stop, moment time.Duration) {
	t.Helper()
	var late []string
	for try := range 8 {
		e := s.end(t, words, c, way, moment, try > 0)
		for e.code < 0 && moment < time.Minute { // it had not begun
			moment = 2*moment + 20*time.Millisecond
			e = s.end(t, words, c, way, moment, try > 0)
		}
		e.check(t, words, c, way)
		if e.late <= time.Duration(e.slow*float64(time.Second)) {
			return
		}
		late = append(late, fmt.Sprintf("%v (the machine is %.1f times slower)", e.late.Round(time.Millisecond), e.slow))
	}
	t.Errorf("sextant %s\nended at %v (%s) it goes on for %s", strings.Join(words, " "), moment, way, strings.Join(late, ", "))
}

// end runs a command and ends it. If measured, another program computes from that moment on, and shows how busy the machine is.
func (s *stopper) end(t *testing.T, words []string, c stopCase, way result.Stop, moment time.Duration, measured bool) ended {
	t.Helper()
	cmd := exec.Command(s.program, words...)
	cmd.Dir = s.folder
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = 10 * time.Second
	if c.stdin {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin = r
		defer w.Close()
		defer r.Close()
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(done)
	}()
	slow := func() float64 { return 1 }
	select {
	case <-done:
	case <-time.After(moment):
		if way == result.StopInterrupted {
			_ = cmd.Process.Signal(os.Interrupt)
		}
		if measured {
			slow = slowness(t)
		}
	}
	select {
	case <-done:
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		t.Fatalf("sextant %s\ndoes not end", strings.Join(words, " "))
	}
	late := time.Since(begun) - moment
	return ended{late: late, slow: slow(), code: cmd.ProcessState.ExitCode(), stdout: stdout.Bytes(), stderr: stderr.String()}
}

// slowness starts a program that only computes. The function that it returns ends it, and returns how many times longer that took
// than the processor worked for it.
func slowness(t *testing.T) func() float64 {
	t.Helper()
	spin := exec.Command("sh", "-c", "while :; do :; done")
	if err := spin.Start(); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	return func() float64 {
		elapsed := time.Since(begun)
		_ = spin.Process.Kill()
		_ = spin.Wait()
		worked := spin.ProcessState.UserTime() + spin.ProcessState.SystemTime()
		return max(1, float64(elapsed)/float64(max(worked, time.Millisecond)))
	}
}

// check checks the exit code and the document.
func (e ended) check(t *testing.T, words []string, c stopCase, way result.Stop) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("sextant %s\n%s\nexit code %d, standard error:\n%s\nstandard output:\n%.2000s", strings.Join(words, " "),
			fmt.Sprintf(format, args...), e.code, e.stderr, e.stdout)
	}
	if strings.Contains(e.stderr, "goroutine ") {
		fail("it panics")
	}
	if !slices.Contains(words, "--json") || c.plain && e.code == exitDone {
		if e.code != exitEnvironment && e.late > 0 && strings.Contains(e.stderr, "not completed") {
			fail("the exit code is wrong")
		}
		return
	}
	var document struct {
		Command string      `json:"command"`
		Stop    result.Stop `json:"stop"`
	}
	decoder := json.NewDecoder(bytes.NewReader(e.stdout))
	if err := decoder.Decode(&document); err != nil {
		fail("the document is not complete: %v", err)
		return
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		fail("something follows the document: %v", err)
	} else if _, err := documents.Printed(e.stdout); err != nil {
		fail("the document does not fit its schema: %v", err)
	}
	switch {
	case e.code == exitDone && document.Stop.Early():
		fail("it stopped by %s, but the exit code is 0", document.Stop)
	case e.code == exitEnvironment && document.Stop != way:
		fail("it stopped by %q, not by %s", document.Stop, way)
	case e.code != exitDone && e.code != exitFinding && e.code != exitEnvironment:
		fail("the exit code is none of ours")
	}
}
