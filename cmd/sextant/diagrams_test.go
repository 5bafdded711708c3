package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// printedDocuments are documents that commands printed, by the command line.
type printedDocuments struct {
	sync.Mutex
	texts map[string][]byte
}

func (p *printedDocuments) add(command string, text []byte) {
	p.Lock()
	defer p.Unlock()
	if p.texts == nil {
		p.texts = map[string][]byte{}
	}
	p.texts[command] = bytes.Clone(text)
}

// pageDiagram is a diagram that the page draws.
type pageDiagram struct {
	Name    string
	Parties []string
	Rows    []pageRow
	States  []map[string]string // the values of variables, after each step
	Queues  []map[string]int    // how many messages wait in each queue, after each step
}

// pageRow is a row of a diagram: an arrow between two parties, or a pause at one.
type pageRow struct {
	Step int
	From *int
	To   []int
	On   *int
	Text string
	Run  string // the message of the run, where the text leaves values open
}

// pageDiagrams are the diagrams that the page draws of documents, by the code of the page; nil without Node.
func pageDiagrams(t *testing.T, texts [][]byte) [][]pageDiagram {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("there is no node: the diagrams of the page are not compared")
		return nil
	}
	var in, out, problems bytes.Buffer
	for _, text := range texts {
		if err := json.Compact(&in, text); err != nil {
			t.Fatal(err)
		}
		in.WriteByte('\n')
	}
	command := exec.Command(node, filepath.Join("..", "..", "web", "test", "diagrams.js"))
	command.Stdin, command.Stdout, command.Stderr = &in, &out, &problems
	if err := command.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &problems)
	}
	var all [][]pageDiagram
	for line := range bytes.Lines(out.Bytes()) {
		var drawn []pageDiagram
		if err := json.Unmarshal(line, &drawn); err != nil {
			t.Fatal(err)
		}
		all = append(all, drawn)
	}
	if len(all) != len(texts) {
		t.Fatalf("%d answers for %d documents", len(all), len(texts))
	}
	return all
}

// documentRun is a run in a document, with its place.
type documentRun struct {
	at    string
	trace result.Trace
}

// runsIn finds all runs in a document: objects with steps that name transitions. What a class has twice counts once.
func runsIn(at string, value any) []documentRun {
	var out []documentRun
	switch v := value.(type) {
	case []any:
		for i, item := range v {
			out = append(out, runsIn(fmt.Sprintf("%s[%d]", at, i), item)...)
		}
	case map[string]any:
		if trace, ok := runOf(v); ok {
			return []documentRun{{at, trace}}
		}
		_, class := v["trace"] // its test has the run once more
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !class || name != "test" {
				out = append(out, runsIn(at+"."+name, v[name])...)
			}
		}
	}
	return out
}

// runOf reads an object as a run.
func runOf(v map[string]any) (trace result.Trace, ok bool) {
	if _, begins := v["start"]; !begins {
		return trace, false
	}
	text, err := json.Marshal(v)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return trace, err == nil && decoder.Decode(&trace) == nil && trace.Start != nil
}

// drawnRows are the rows of a run as the document says, as text: the step, who sends to whom, and what.
func drawnRows(trace result.Trace) []string {
	var out []string
	one := func(name string) string { return cmp.Or(name, "system") }
	all := func(names []string) string {
		if names == nil {
			return "system"
		}
		return strings.Join(names, ",")
	}
	for i, s := range trace.Steps {
		row := func(format string, args ...any) {
			out = append(out, fmt.Sprintf("%d ", i)+fmt.Sprintf(format, args...))
		}
		if s.Input != nil {
			row("tester>%s %s", all(s.Input.To), s.Input.Text)
		}
		for _, m := range s.Inner {
			to := all(m.To)
			if m.To == nil && trace.Machines != nil {
				to = "" // nobody receives it
			}
			switch {
			case m.Taken:
				row("queue>%s %s", to, m.Text)
			case m.Queued:
				row("%s>queue %s", one(m.From), m.Text)
			default:
				row("%s>%s %s", one(m.From), to, m.Text)
			}
		}
		for _, m := range s.Outputs {
			row("%s>tester %s", one(m.From), m.Text)
		}
		switch {
		case s.Input != nil || s.Inner != nil || s.Outputs != nil:
		case s.Kind == result.StepReset:
			row("at system reset")
		case s.Kind != "":
			row("at system silence")
		default:
			row("at %s %s", one(s.Parts[0].Machine), s.Transition)
		}
	}
	if w := trace.Wait; w != nil {
		out = append(out, fmt.Sprintf("%d at %s wait %s", len(trace.Steps), append(slices.Clone(trace.Machines), "system")[0], w.For))
	}
	return out
}

// shownStates are the values after each step as the document says, as text.
func shownStates(trace result.Trace) []string {
	values, clocks, instant := map[string]string{}, map[string]bool{}, new(big.Rat)
	for _, v := range trace.Start.Variables {
		values[v.Name], clocks[v.Name] = v.Text, v.Clock && !v.Open
	}
	out := []string{fmt.Sprint(values)}
	for _, s := range trace.Steps {
		if at, ok := new(big.Rat).SetString(s.At); ok {
			grow(values, clocks, new(big.Rat).Sub(at, instant))
			instant = at
		}
		for _, c := range s.Changes {
			values[c.Variable] = c.After.Text
			clocks[c.Variable] = !c.After.Open && isClock(trace, c.Variable)
		}
		out = append(out, fmt.Sprint(values))
	}
	return out
}

// grow lets time pass: the clocks whose values are known grow.
func grow(values map[string]string, clocks map[string]bool, by *big.Rat) {
	for name, grows := range clocks {
		if before, ok := new(big.Rat).SetString(values[name]); grows && ok && by.Sign() != 0 {
			values[name] = term.FormatRat(before.Add(before, by))
		}
	}
}

// isClock reports whether a variable of a run is a clock.
func isClock(trace result.Trace, name string) bool {
	return slices.ContainsFunc(trace.Start.Variables, func(v result.Variable) bool { return v.Name == name && v.Clock })
}

// shownQueues are how many messages wait in each queue after each step as the document says, as text: -1 if that is not known.
func shownQueues(trace result.Trace) []string {
	counts := map[string]int{}
	note := func(list []result.Queue) {
		for _, q := range list {
			counts[q.Channel] = q.Waiting
			if q.Open {
				counts[q.Channel] = -1
			}
		}
	}
	note(trace.Start.Queues)
	out := []string{fmt.Sprint(counts)}
	for _, s := range trace.Steps {
		note(s.Queues)
		out = append(out, fmt.Sprint(counts))
	}
	return out
}

// checkQueues demands that what waits in queues follows from the messages that steps put there and take. The messages of a step are not known
// if its values are not.
func checkQueues(t *testing.T, at string, trace result.Trace) {
	t.Helper()
	waiting, model := map[string]int{}, true // all are steps of the model, from its start
	for _, q := range trace.Start.Queues {
		waiting[q.Channel] = q.Waiting
		model = model && q.Waiting == 0 && !q.Open
	}
	for _, s := range trace.Steps {
		model = model && s.Kind == ""
	}
	for i, s := range trace.Steps {
		moved := map[string]int{}
		for _, m := range s.Inner {
			switch {
			case m.Queued:
				moved[m.Channel]++
			case m.Taken:
				moved[m.Channel]--
			}
		}
		before := maps.Clone(waiting)
		for _, q := range s.Queues {
			if _, ok := waiting[q.Channel]; !ok || q.Waiting < 0 || model && q.Open {
				t.Errorf("%s: step %d leaves %+v; the start has the queues %v", at, i+1, q, trace.Start.Queues)
			}
			waiting[q.Channel] = q.Waiting
			if q.Open {
				waiting[q.Channel] = -1
			}
		}
		for name, n := range waiting {
			known := before[name] >= 0 && n >= 0 && len(s.Inner) > 0
			if known && n != before[name]+moved[name] {
				t.Errorf("%s: step %d leaves %d messages in %s, after %d and %+d", at, i+1, n, name, before[name], moved[name])
			}
		}
	}
}

// queueTexts are the queues that the page shows in the same form.
func (d *pageDiagram) queueTexts() []string {
	var out []string
	for _, q := range d.Queues {
		out = append(out, fmt.Sprint(q))
	}
	return out
}

// stateTexts are the values that the page shows in the same form.
func (d *pageDiagram) stateTexts() []string {
	var out []string
	for _, s := range d.States {
		out = append(out, fmt.Sprint(s))
	}
	return out
}

// rowTexts are the rows of a diagram in the same form.
func (d *pageDiagram) rowTexts() []string {
	var out []string
	names := func(places []int) string {
		if places == nil {
			return "queue"
		}
		var list []string
		for _, i := range places {
			list = append(list, d.Parties[i])
		}
		return strings.Join(list, ",")
	}
	for _, r := range d.Rows {
		text := cmp.Or(r.Run, r.Text)
		switch {
		case r.On != nil:
			transition, _, _ := strings.Cut(text, " (")
			out = append(out, fmt.Sprintf("%d at %s %s", r.Step, d.Parties[*r.On], transition))
		case r.From == nil:
			out = append(out, fmt.Sprintf("%d queue>%s %s", r.Step, names(r.To), text))
		default:
			out = append(out, fmt.Sprintf("%d %s>%s %s", r.Step, d.Parties[*r.From], names(r.To), text))
		}
	}
	return out
}

// compareDiagrams demands that the page shows each run of each document as the document says, step by step, and nothing else, and that
// the runs agree with themselves and with the tests that follow them. It returns the number of runs.
func (p *printedDocuments) compareDiagrams(t *testing.T) int {
	t.Helper()
	commands := slices.Sorted(maps.Keys(p.texts))
	var texts [][]byte
	for _, c := range commands {
		texts = append(texts, p.texts[c])
	}
	drawn, runs := pageDiagrams(t, texts), 0
	for i, c := range commands {
		var document any
		if err := json.Unmarshal(texts[i], &document); err != nil {
			t.Fatal(err)
		}
		list := runsIn("", document)
		runs += len(list)
		for _, r := range list {
			checkChanges(t, c+r.at, r.trace)
			checkQueues(t, c+r.at, r.trace)
		}
		checkTests(t, c, texts[i])
		if drawn != nil {
			compareRuns(t, c, list, drawn[i])
		}
	}
	return runs
}

// compareRuns compares the runs of a document with what the page shows of them.
func compareRuns(t *testing.T, command string, runs []documentRun, diagrams []pageDiagram) {
	t.Helper()
	var want, got []string
	for _, r := range runs {
		want = append(want, strings.Join(slices.Concat(drawnRows(r.trace), shownStates(r.trace), shownQueues(r.trace)), "\n"))
	}
	for _, d := range diagrams {
		if len(d.States) > 0 { // not of what a system did
			got = append(got, strings.Join(slices.Concat(d.rowTexts(), d.stateTexts(), d.queueTexts()), "\n"))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Errorf("%s: %d runs, %d diagrams; the first that differs is in the document\n%s\nand in the page\n%s", command, len(want), len(got), itemOrNone(want, i), itemOrNone(got, i))
			return
		}
	}
}

func itemOrNone(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(none)"
}

// checkChanges follows the values of a run: each change is from the value that the variable had.
func checkChanges(t *testing.T, at string, trace result.Trace) {
	t.Helper()
	values, clocks := map[string]string{}, map[string]bool{}
	for _, v := range trace.Start.Variables {
		values[v.Name], clocks[v.Name] = v.Text, v.Clock
	}
	for i, s := range trace.Steps {
		for _, c := range s.Changes {
			if before, known := values[c.Variable]; !known || before != c.Before.Text && !clocks[c.Variable] || c.Before.Text == c.After.Text {
				t.Errorf("%s: step %d changes %s from %s to %s, and its value was %q", at, i+1, c.Variable, c.Before.Text, c.After.Text, before)
			}
			values[c.Variable] = c.After.Text
		}
		if (s.Kind != "") != (s.Transition == "") {
			t.Errorf("%s: step %d of the kind %q has the transition %q", at, i+1, s.Kind, s.Transition)
		}
		if s.Kind == "" && (len(s.Parts) == 0 || s.Parts[0].Line == 0) {
			t.Errorf("%s: step %d, %s, has no place in the source", at, i+1, s.Transition)
		}
	}
}

// compacted returns values as text that does not depend on how they are indented.
func compacted(t *testing.T, payload []json.RawMessage) string {
	t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// checkTests demands that the runs of tests take the inputs and the transitions of these.
func checkTests(t *testing.T, command string, text []byte) {
	t.Helper()
	var document struct {
		Tests   []result.SuiteTest
		Engines json.RawMessage
	}
	if json.Unmarshal(text, &document) != nil {
		return // its tests have another form
	}
	var engines map[string]struct{ Tests []result.SuiteTest }
	_ = json.Unmarshal(document.Engines, &engines) // of other commands it is a list
	for _, name := range slices.Sorted(maps.Keys(engines)) {
		document.Tests = append(document.Tests, engines[name].Tests...)
	}
	for _, test := range document.Tests {
		if test.Format == "" { // of an abstraction
			continue
		}
		if test.Run == nil {
			t.Errorf("%s: %s has no run", command, test.Name)
			continue
		}
		var inputs, wanted, transitions []string
		for _, in := range test.Inputs {
			wanted = append(wanted, in.Channel+compacted(t, in.Payload))
		}
		for i, s := range test.Run.Steps {
			transitions = append(transitions, s.Transition)
			if s.Input != nil {
				inputs = append(inputs, s.Input.Channel+compacted(t, s.Input.Payload))
			}
			if len(test.Expect) > 0 && (len(test.Expect) != len(test.Run.Steps) || test.Expect[i].Transition != s.Transition) {
				t.Errorf("%s: %s: what is expected does not belong to the steps", command, test.Name)
			}
		}
		if !slices.Equal(inputs, wanted) || !slices.Equal(transitions, test.Transitions) {
			t.Errorf("%s: %s sends %s in %s; its run takes %s in %s", command, test.Name, wanted, test.Transitions, inputs, transitions)
		}
	}
}

// TestDiagramsOfTests: the page draws the inputs of generated tests at the transitions that take them.
func TestDiagramsOfTests(t *testing.T) {
	testkit.NeedsSolver(t)
	var printed printedDocuments
	for _, example := range []string{"light/light.sxt", "traingate/traingate.sxt", "vending/vending.sxt", "queue/queue.sxt", "alternating/alternating.sxt"} {
		matrixColumn{words: "generate MODEL --depth 6 --states 100" + matrixLimits}.printed(t, testkit.Example(example), &printed)
	}
	if runs := printed.compareDiagrams(t); runs < 10 {
		t.Errorf("only %d runs were compared", runs)
	}
}

// logOf writes a run as a log, and at its end what no model sends: the last output once more, after a silence.
func logOf(t *testing.T, run *result.Trace) string {
	var lines []string
	line := func(member string, m *result.Message) {
		text, err := json.Marshal(map[string]any{member: m.Channel, "payload": m.Payload})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	var last *result.Message
	for _, s := range run.Steps {
		if s.Input != nil {
			line("input", s.Input)
		}
		for _, m := range s.Outputs {
			last = &m
			line("output", last)
		}
	}
	if last == nil {
		return ""
	}
	lines = append(lines, `{"quiescence": true}`)
	line("output", last)
	return strings.Join(lines, "\n") + "\n"
}

// TestDiagramsOfLogs: logs that are runs of a model, with a wrong end, are explained by the steps of these runs, or what was observed has
// several explanations; and the page draws what the document says.
func TestDiagramsOfLogs(t *testing.T) {
	testkit.NeedsSolver(t)
	folder, certain, open := t.TempDir(), 0, 0
	var checked printedDocuments
	for _, example := range []string{"light/light.sxt", "vending/vending.sxt", "queue/queue.sxt", "alternating/alternating.sxt", "account/account.sxt", "tcp/tcp.sxt", "wiper/wiper.sxt", "vending/change.sxt", "microgrid/microgrid.sxt"} {
		var generated printedDocuments
		matrixColumn{words: "generate MODEL --depth 5 --states 60" + matrixLimits}.printed(t, testkit.Example(example), &generated)
		for _, text := range generated.texts {
			var suite result.Suite
			if err := json.Unmarshal(text, &suite); err != nil {
				t.Fatal(err)
			}
			for i, test := range suite.Tests {
				lines := logOf(t, test.Run)
				if lines == "" {
					continue
				}
				log := filepath.Join(folder, fmt.Sprintf("%s%d.log", filepath.Base(example), i))
				if err := os.WriteFile(log, []byte(lines), 0o666); err != nil {
					t.Fatal(err)
				}
				c := matrixColumn{words: "conform MODEL " + log + matrixLimits}
				c.printed(t, testkit.Example(example), &checked)
				a, b := compareExplanation(t, test.Run, checked.texts[c.words+" "+testkit.Example(example)])
				certain, open = certain+a, open+b
			}
		}
	}
	if runs := checked.compareDiagrams(t); runs < 10 || certain < 20 {
		t.Errorf("only %d runs and %d steps were compared", runs, certain)
	}
	t.Logf("%d steps are explained as in the runs, %d have several explanations", certain, open)
}

// pipe is a model with a queue, and pipeLog a log that it does not allow: the explanation of its beginning is certain.
const (
	pipe = `system Pipe
input put(x: 0..9)
input flush()
output got(x: 0..9)
channel belt(x: 0..9) fifo 3
machine Front {
  initial open
  put: open -> open in put(x) out belt(x)
}
machine Back {
  initial shut
  flush: shut -> busy in flush()
  take:  busy -> busy in belt(x) out got(x)
}
instance front = Front()
instance back = Back()
`
	pipeLog = `{"input": "put", "payload": [3]}
{"quiescence": true}
{"input": "put", "payload": [4]}
{"input": "flush"}
{"output": "got", "payload": [3]}
{"output": "got", "payload": [5]}
`
)

// TestQueuesOfLogs: the run that explains a log has the number of messages in queues after each step, and the page shows it.
func TestQueuesOfLogs(t *testing.T) {
	testkit.NeedsSolver(t)
	folder := t.TempDir()
	model, log := filepath.Join(folder, "pipe.sxt"), filepath.Join(folder, "pipe.log")
	for name, text := range map[string]string{model: pipe, log: pipeLog} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var checked printedDocuments
	c := matrixColumn{words: "conform MODEL " + log + matrixLimits}
	c.printed(t, model, &checked)
	var document result.Conform
	if err := json.Unmarshal(checked.texts[c.words+" "+model], &document); err != nil || len(document.Findings) != 1 || document.Findings[0].Run == nil {
		t.Fatalf("%v: %s", err, checked.texts)
	}
	// put, silence, put, flush, take, and what is wrong.
	want := []string{"map[belt:0]", "map[belt:1]", "map[belt:1]", "map[belt:2]", "map[belt:2]", "map[belt:1]", "map[belt:1]"}
	if got := shownQueues(*document.Findings[0].Run); !slices.Equal(got, want) {
		t.Errorf("the queue has %v, want %v", got, want)
	}
	if checked.compareDiagrams(t) != 1 {
		t.Error("the run was not compared")
	}
}

// compareExplanation demands that the explanation of a log has the steps of the run that the log was made of, as far as they are certain, and
// ends with what is wrong. It returns the number of steps that are certain, and of those that are not.
func compareExplanation(t *testing.T, run *result.Trace, text []byte) (certain, open int) {
	t.Helper()
	var document result.Conform
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for _, f := range document.Findings {
		if f.Run == nil {
			t.Errorf("no run explains the finding %s", f.Evidence)
			continue
		}
		var taken []string
		for _, s := range run.Steps {
			taken = append(taken, s.Transition)
		}
		for i, s := range f.Run.Steps {
			if last := i == len(f.Run.Steps)-1; f.Verdict == result.Fail && last != (s.Kind == result.StepWrong) {
				t.Errorf("step %d of %d of a failure is of the kind %q", i+1, len(f.Run.Steps), s.Kind)
			}
			at := slices.Index(taken, s.Transition)
			switch {
			case s.Kind == result.StepOpen:
				open++
			case s.Kind == "" && at < 0:
				t.Errorf("the explanation of %s takes %s, which the run does not take there", f.Evidence, s.Transition)
			case s.Kind == "":
				taken, certain = taken[at+1:], certain+1
			}
		}
	}
	return certain, open
}

// TestDiagramsOfBroadcasts: a message that no machine receives has no end in the diagram, also where the system has a lifeline of its own.
func TestDiagramsOfBroadcasts(t *testing.T) {
	document := `{"findings": [{"kind": "deadlock", "trace": {"machines": ["a", "b"], "start": {"location": "l", "variables": []}, "steps": [{"transition": "a.call",
		"location": "l", "inner": [{"channel": "all", "payload": [], "message": "all()", "from": "a"}]}, {"kind": "silence", "transition": "", "location": "l"}]}}]}`
	drawn := pageDiagrams(t, [][]byte{[]byte(document)})
	if drawn == nil {
		t.Skip("there is no node")
	}
	want := []string{"0 a> all()", "1 at system silence"}
	if got := drawn[0][0].rowTexts(); !slices.Equal(got, want) {
		t.Errorf("drawn are %q, want %q", got, want)
	}
}

// TestDiagramsOfOldDocuments: of a test whose run the document does not have, only the inputs are drawn, as nothing says where they belong.
// Older runs have no parties: the system is one.
func TestDiagramsOfOldDocuments(t *testing.T) {
	old := `{"command": "generate", "tests": [{"format": "sextant-test-1", "name": "test-01", "transitions": ["wake", "go", "rest"],
		"inputs": [{"channel": "go", "payload": [1]}], "expect": [{"transition": "wake", "outputs": []}, {"transition": "go", "outputs": []}, {"transition": "rest", "outputs": []}]}],
		"findings": [{"kind": "deadlock", "trace": {"steps": [{"transition": "wake", "location": "up"}, {"transition": "go", "location": "on",
		"input": {"channel": "go", "payload": [2], "message": "go(2)"}, "outputs": [{"channel": "ok", "payload": [], "message": "ok()"}]}]}}]}`
	drawn := pageDiagrams(t, [][]byte{[]byte(old)})
	if drawn == nil {
		t.Skip("there is no node")
	}
	var got []string
	for _, d := range drawn[0] {
		got = append(got, d.Name+": "+strings.Join(d.rowTexts(), "; "))
	}
	want := []string{"deadlock: 0 at system wake; 1 tester>system go(2); 1 system>tester ok()", "test-01: 0 tester>system go(1)"}
	if !slices.Equal(got, want) {
		t.Errorf("drawn are %q", got)
	}
}
