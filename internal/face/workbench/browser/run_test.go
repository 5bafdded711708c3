package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// shownValues is a script for the values that the table of variables shows.
const shownValues = `JSON.stringify(Object.fromEntries([...document.querySelectorAll("table[aria-label=Variables] tbody tr")].map(
	r => [r.querySelector("th").firstChild.textContent.trim(), r.querySelector(".value").textContent])))`

// suite is the document of a run that generated tests.
func (d *desk) suite(id string) result.Suite {
	d.Helper()
	var record struct{ Document result.Suite }
	d.request("GET", "/api/runs/"+id, nil, &record)
	return record.Document
}

// at waits until the run that is shown is at a step.
func (d *desk) at(step, count int) {
	d.Helper()
	words := fmt.Sprintf("step %d of %d", step, count)
	if step == 0 {
		words = fmt.Sprintf("start of %d steps", count)
	}
	d.waitText(".where", words)
}

// A run is gone through with the keyboard: the messages, the values, the source and the graph follow. The values are those of the document.
func TestRunStepByStep(t *testing.T) {
	d := newDesk(t, "light")
	id := d.run("generate", "light/light.sxt", nil)
	run := d.suite(id).Tests[0].Run
	d.open("runs", id, "tests")
	d.at(0, len(run.Steps))
	values := map[string]string{}
	for _, v := range run.Start.Variables {
		values[v.Name] = v.Text
	}
	d.wait("document.querySelectorAll('g.node.lit').length === 1")
	d.focus("section[aria-label=Messages] .sequence")
	for i, s := range run.Steps {
		d.press("ArrowDown")
		d.at(i+1, len(run.Steps))
		for _, c := range s.Changes {
			values[c.Variable] = c.After.Text
		}
		var shown map[string]string
		if err := json.Unmarshal([]byte(d.text(shownValues)), &shown); err != nil || !maps.Equal(shown, values) {
			t.Errorf("after step %d the page shows %v, the document has %v %v", i+1, shown, values, err)
		}
		d.waitText("section[aria-label=Step] .here", fmt.Sprintf("%d ", s.Parts[0].Line))
		d.waitText("section[aria-label=Step] .here", s.Transition+":")
		d.waitText("section[aria-label=Graph] g.lit text", s.Transition)
		if n := d.eval(`document.querySelectorAll("section[aria-label=Messages] g.current").length`).(float64); n < 1 {
			t.Errorf("step %d has no message that is marked", i+1)
		}
	}
	d.checkAccess()
	d.press("Home")
	d.at(0, len(run.Steps))
	d.press("End")
	d.at(len(run.Steps), len(run.Steps))
}

// The link holds the run and its step, so that a colleague opens the same place.
func TestLinkToStep(t *testing.T) {
	d := newDesk(t, "traingate")
	id := d.run("generate", "traingate/traingate.sxt", options{"depth": {"6"}, "states": {"200"}})
	d.open("runs", id, "tests")
	d.wait(`document.querySelectorAll("nav[aria-label=Tests] button").length > 1`)
	d.eval(`document.querySelectorAll("nav[aria-label=Tests] button")[1].click(); true`)
	d.waitText("section[aria-label=Test] h2", "test-02")
	d.eval(`document.querySelector("[aria-label='Next step']").click(); document.querySelector("[aria-label='Next step']").click(); true`)
	d.wait("location.hash.endsWith('/tests/2/2')")
	d.do(chromedp.Reload())
	d.waitText("section[aria-label=Test] h2", "test-02")
	d.waitText(".where", "step 2 of")
	d.typeIn("input[aria-label='Find a step']", "reach")
	d.button("Find")
	d.waitText(".where", "reach")
	d.checkAccess()
}

// Two runs stand beside each other, at the first step in which they differ.
func TestRunsBesideEachOther(t *testing.T) {
	d := newDesk(t, "light")
	id := d.run("generate", "light/light.sxt", nil)
	suite := d.suite(id)
	first, second := messagesOf(suite.Tests[0].Run), messagesOf(suite.Tests[1].Run)
	same := 0
	for same < min(len(first), len(second)) && first[same] == second[same] {
		same++
	}
	d.open("runs", id, "tests")
	d.waitText("section[aria-label=Test] h2", "test-01")
	d.choose("section[aria-label=Test] select", "2")
	d.waitText("section[aria-label=Test]", "First difference: step ")
	d.wait(`document.querySelectorAll(".messages .sequence").length === 2`)
	d.button("Go there")
	d.wait(`document.querySelector("g.current .number")`)
	want := d.text(`document.querySelector("g.current .number").textContent`)
	step := 1 // the one with the first message that differs
	for len(messagesOf(&result.Trace{Steps: suite.Tests[0].Run.Steps[:step]})) <= same {
		step++
	}
	if want != fmt.Sprint(step) {
		t.Errorf("the first difference is shown at step %s, and is at step %d", want, step)
	}
	d.checkAccess()
}

// Runs of two models, which are two entries of the history, stand beside each other at the first step in which they differ, each with its
// messages and its source. The link holds both runs and the step.
func TestRunsOfTwoModels(t *testing.T) {
	d := newDesk(t, "light")
	text, err := os.ReadFile(filepath.Join(d.folder, "light", "light.sxt"))
	if err == nil {
		err = os.WriteFile(filepath.Join(d.folder, "light", "dark.sxt"), bytes.Replace(text, []byte("do level := 3 out"), []byte("do level := 2 out"), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	light, dark := d.run("generate", "light/light.sxt", nil), d.run("generate", "light/dark.sxt", nil)
	first, second := d.suite(light).Tests[0].Run, d.suite(dark).Tests[0].Run
	step := 1
	for slices.Equal(messagesOf(&result.Trace{Steps: first.Steps[:step]}), messagesOf(&result.Trace{Steps: second.Steps[:step]})) {
		step++
	}
	d.open("compare", light, dark)
	d.waitText("section[aria-label='Tests and findings'] tbody tr", fmt.Sprintf("test-01test-01step %d", step))
	d.checkAccess()
	d.click("section[aria-label='Tests and findings'] tbody a")
	shown := func() {
		d.Helper()
		d.waitText(".where", fmt.Sprintf("step %d of", step))
		d.waitText("section[aria-label=Messages] h3", "test-01 of generate light/light.sxt")
		d.waitText("section[aria-label^=Beside] h3", "test-01 of generate light/dark.sxt")
		d.waitText("section[aria-label=Test]", fmt.Sprintf("First difference: step %d", step))
		d.waitText("section[aria-label=Messages] g.current", "lamp(3)")
		d.waitText("section[aria-label^=Beside] g.current", "lamp(2)")
		d.waitText("section[aria-label=Step]", "light/light.sxt:")
		d.waitText("section[aria-label=Step]", "light/dark.sxt:")
		d.waitText("section[aria-label=Values] td.bad-text", "2")
	}
	shown()
	d.checkAccess()
	d.do(chromedp.Reload())
	shown()
	d.click("button[aria-label='Next step']")
	d.choose("section[aria-label=Test] select.records", "")
	d.wait(`document.querySelectorAll(".messages .sequence").length === 1`)
	d.choose("section[aria-label=Test] select.records", dark)
	shown()
	d.wait(fmt.Sprintf("location.hash.endsWith('/tests/1/%d/beside/1/%s')", step, dark))
}

// The steps of a run that can repeat forever are marked, and their beginning is found.
func TestLoopOfRun(t *testing.T) {
	d := newDesk(t)
	model := "system Busy\ninput go()\ninitial idle\nstart: idle -> left in go()\nthere: left -> right\nback: right -> left\n"
	if err := os.WriteFile(filepath.Join(d.folder, "busy.sxt"), []byte(model), 0o600); err != nil {
		t.Fatal(err)
	}
	d.open("runs", d.run("explore", "busy.sxt", nil), "tests")
	d.waitText("section[aria-label=Test] h2", "livelock")
	d.waitText("section[aria-label=Test]", "Steps 2 to 3 can repeat forever.")
	d.wait("document.querySelectorAll('.sequence line.loop').length === 2")
	d.button("Go to the beginning")
	d.at(1, 3)
	d.checkAccess()
}

// A failure is shown on the model that explains it: graph, values and source. Shrunk, it stands beside the test as it was found.
func TestShrunkBesideFound(t *testing.T) {
	d := newDesk(t, "light")
	folder, _ := tools()
	id := d.run("run", "light/light.sxt", options{"sut": {"exec:" + folder + "/lamp -fault"}, "wait": {"5s"}, "seed": {"1"}})
	var record struct {
		Curve    []result.Point
		Document result.Run
	}
	d.request("GET", "/api/runs/"+id, nil, &record)
	if last := record.Curve[len(record.Curve)-1]; last.Covered != record.Document.Coverage.Transitions.Covered || last.Counted != "inputs sent" {
		t.Errorf("the curve ends with %+v, %d transitions are covered", last, record.Document.Coverage.Transitions.Covered)
	}
	d.open("runs", id, "tests")
	d.waitText(".where", "not allowed")
	d.waitText("section[aria-label=Step]", "lamp(10)")
	d.wait("document.querySelector('.node.lit') && !document.querySelector('.edge.lit')")
	d.click("button[aria-label='Step before']")
	d.waitText(".where", "dim")
	d.wait("document.querySelector('.edge.lit')")
	d.waitText("section[aria-label=Values] tr.changed .value", "10")
	d.waitText("section[aria-label=Step] figcaption", "light.sxt:")
	d.choose("section[aria-label=Test] select", "1-found")
	d.wait(`document.querySelectorAll(".messages .sequence").length === 2`)
	d.waitText("section[aria-label=Test]", "First difference: step ")
	d.wait(`/\/tests\/1\/\d+\/beside\/1-found$/.test(location.hash)`)
	d.checkAccess()
}

// A run is started, opened and gone through with the keyboard alone.
func TestKeyboardOnly(t *testing.T) {
	d := newDesk(t, "light")
	press := func(key string) { d.Helper(); d.do(chromedp.KeyEvent(key)) }
	d.open("runs", "new", "generate", "light/light.sxt")
	d.tabTo("form[aria-label='New run'] button[type=submit]")
	press(kb.Enter)
	d.wait("document.querySelector('[role=tablist]')")
	d.tabTo("[role=tab][aria-selected=true]")
	for _, id := range []string{"tab-model", "tab-tests"} {
		press(kb.ArrowRight)
		d.wait(fmt.Sprintf("document.activeElement.matches('#%s[aria-selected=true]')", id))
	}
	d.tabTo("nav[aria-label=Tests] button")
	press(kb.ArrowDown)
	d.waitText("section[aria-label=Test] h2", "test-02")
	d.tabTo("input.scrubber")
	press(kb.ArrowRight)
	d.waitText(".where", "step 1 of")
	d.tabTo("input[aria-label='Find a step']")
	d.insert("tooLong")
	press(kb.Enter)
	d.waitText(".where", "tooLong")
	d.tabTo("section[aria-label=Messages] .sequence")
	press(kb.Home)
	d.waitText(".where", "start of")
	d.tabTo("section[aria-label=Graph] g[role=button]")
	press(kb.Enter)
	d.waitText(".where", "step ")
}

// A walk is made and gone back, and the run to a state of a tree is shown, with the keyboard alone.
func TestKeyboardInStepperAndTree(t *testing.T) {
	d := newDesk(t, "light")
	press := func(key string) { d.Helper(); d.do(chromedp.KeyEvent(key)) }
	d.open("step", "light/light.sxt")
	for i, name := range []string{"turnOn", "turnOff"} {
		d.tabTo(fmt.Sprintf("form[aria-label='Take %s'] button:not(:disabled)", name))
		press(kb.Enter)
		d.at(i+1, i+1)
	}
	d.tabTo("input.scrubber")
	press(kb.ArrowLeft)
	d.at(1, 2)
	d.tabTo(".walk .bar > button")
	press(kb.Enter)
	d.at(1, 1)
	id := d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"4"}})
	d.open("runs", id, "tree")
	d.tabTo("canvas")
	press(kb.ArrowRight)
	press(kb.ArrowRight)
	d.waitText("[aria-label=State] h2", "depth 2")
	d.tabTo("section[aria-label=State] button[aria-pressed]")
	press(kb.Enter)
	d.at(2, 2)
	d.tabTo("section[aria-label=Messages] .sequence")
	press(kb.ArrowUp)
	d.at(1, 2)
}

// On paper, a report is as long as it is, and nothing of it is cut off.
func TestReportOnPaper(t *testing.T) {
	d := newTab(t)
	d.do(chromedp.EmulateViewport(900, 240))
	file := "file://" + d.report([]string{"generate", "class2/class2.sxt"})
	for view, last := range map[string]string{"report": "pre", "overview": ".overview > :last-child"} {
		d.navigate(file + "#/" + view)
		d.wait(fmt.Sprintf("document.querySelector('#view %s')", last))
		end := fmt.Sprintf("document.querySelector('#view %s').getBoundingClientRect().bottom", last)
		if d.eval(end+" > innerHeight") != true {
			t.Errorf("%s is too short for this test", view)
		}
		d.paper(true)
		d.wait(fmt.Sprintf("Math.abs(%s - document.documentElement.scrollHeight) < 60", end))
		d.paper(false)
	}
}

// longRun is a record with a test of n steps, which goes round in a circle of seven locations.
func longRun(n int) *result.Record {
	graph, source := &result.Graph{Name: "Long"}, "system Long\ninput go(k: nat)\nvar n: nat = 0\nclock x\ninitial l0\n"
	for i := range 7 {
		name, from, to := fmt.Sprintf("t%d", i), fmt.Sprintf("l%d", i), fmt.Sprintf("l%d", (i+1)%7)
		graph.Places = append(graph.Places, result.Place{ID: from, Name: from, Initial: i == 0})
		graph.Arrows = append(graph.Arrows, result.Arrow{Name: name, From: from, To: to, Input: "go(k)", Source: result.Source{File: "long.sxt", Line: 6 + i}})
		source += fmt.Sprintf("%s: %s -> %s in go(k) do n := n + 1\n", name, from, to)
	}
	run := &result.Trace{Start: &result.Start{Location: "l0", Variables: []result.Variable{{Name: "n", Value: result.Value{Text: "0"}}, {Name: "x", Clock: true, Value: result.Value{Text: "0.0"}}}}}
	for i := range n {
		arrow := graph.Arrows[i%7]
		run.Steps = append(run.Steps, result.Step{Transition: arrow.Name, At: fmt.Sprintf("%d.5", i), Location: arrow.To, Parts: []result.StepPart{{Transition: arrow.Name, Source: arrow.Source}},
			Input:   &result.Message{Stored: result.Stored{Channel: "go"}, Text: fmt.Sprintf("go(%d)", i)},
			Changes: []result.Change{{Variable: "n", Before: result.Value{Text: fmt.Sprint(i)}, After: result.Value{Text: fmt.Sprint(i + 1)}}}})
	}
	document := map[string]any{"command": "generate", "tests": []any{map[string]any{"name": "long", "inputs": []any{}, "run": run}}}
	return &result.Record{Summary: result.Summary{Analysis: "generate", Args: []string{"long.sxt"}, State: result.RunDone}, Text: "long", Document: document,
		Model: &result.ModelView{Name: "Long", Files: []result.SourceFile{{Name: "long.sxt", Text: source}}, Graph: graph}}
}

// A run of 10,000 steps is gone through: only the messages near the step are drawn, and clocks grow with time.
func TestLongRun(t *testing.T) {
	d := newTab(t)
	d.navigate("file://" + d.write(longRun(10_000)) + "#/tests/1/9000")
	d.at(9000, 10_000)
	d.waitText("g.current text.message title", "go(8999)")
	if n := d.eval(`document.querySelectorAll(".sequence text.message").length`).(float64); n > 500 {
		t.Errorf("%v messages are drawn", n)
	}
	d.waitText("table[aria-label=Variables] .value", "8999.5")
	d.typeIn("input[aria-label='Find a step']", "go(123)")
	d.button("Find")
	d.at(124, 10_000)
	d.waitText("g.current text.message title", "go(123)")
}

// litInSight is a condition: the graph shows a place where the run is.
const litInSight = `(() => {
	const pane = document.querySelector("section[aria-label=Graph]")?.getBoundingClientRect()
	return [...document.querySelectorAll("section[aria-label=Graph] g.node.lit")].map(g => g.getBoundingClientRect()).some(
		r => r.left >= pane.left && r.right <= pane.right && r.top >= pane.top && r.bottom <= pane.bottom) })()`

// On a narrow screen the panes stand below each other, and nothing is wider than the screen.
func TestRunOnWidths(t *testing.T) {
	d := newTab(t)
	file := "file://" + d.report([]string{"generate", "traingate/traingate.sxt", "--depth", "6", "--states", "200"})
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		d.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, view := range []string{"tests/1/3", "tests/1/3/beside/2", "overview", "model", "report"} {
			d.navigate(file + "#/" + view)
			name, _, _ := strings.Cut(view, "/")
			d.wait(fmt.Sprintf("document.querySelector('#tab-%s[aria-selected=true]')", name))
			if view == "tests/1/3" {
				d.wait(litInSight)
			}
			time.Sleep(200 * time.Millisecond)
			if wide := d.eval("document.documentElement.scrollWidth").(float64); int64(wide) > size[0] {
				t.Errorf("%s is %v wide on a screen of %d", view, wide, size[0])
			}
			d.checkAccess()
		}
	}
}

// The pages of the server are no wider than the screen, on a narrow one too.
func TestPagesOnWidths(t *testing.T) {
	d := newDesk(t, "light")
	first, second := d.run("generate", "light/light.sxt", nil), d.run("explore", "light/light.sxt", nil)
	pages := map[string][]string{
		"#arrow-0": {"models", "light/light.sxt"}, "form[aria-label='Take turnOn']": {"step", "light/light.sxt"},
		"[aria-label=History] tbody tr": {"runs"}, "[aria-label=Differences]": {"compare", first, second},
	}
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		d.do(chromedp.EmulateViewport(size[0], size[1]))
		for shown, page := range pages {
			d.open(slices.Clone(page)...)
			d.wait(fmt.Sprintf("document.querySelector(%s)", quote(shown)))
			d.wait(fmt.Sprintf("document.documentElement.scrollWidth <= %d", size[0]))
			if wide := d.text(tooWide); wide != "" {
				t.Errorf("%v pixels: %s is cut off in %s", size[0], wide, page[0])
			}
			d.checkAccess()
		}
	}
}

// tooWide is a script for the first button or field that lies outside the screen, and outside everything that can be scrolled to show it.
const tooWide = `[...document.querySelectorAll("main button, main input, main select, main a")].find(e => {
	const r = e.getBoundingClientRect()
	for (let p = e.parentElement; p; p = p.parentElement) if (["auto", "scroll"].includes(getComputedStyle(p).overflowX) && p.scrollWidth > p.clientWidth && p.id !== "main") return false
	return r.width > 0 && (r.right > innerWidth + 1 || r.left < -1) && !e.closest(".visually-hidden") })?.outerHTML ?? ""`

// scrubbing is a script that scrubs a run of 10,000 steps for 200 frames. Its value is the times between frames, and at the end the longest
// time that the page itself took for a step, layout included.
const scrubbing = `new Promise(done => {
	const e = document.querySelector("input.scrubber"), times = []
	let last = performance.now(), count = 0, longest = 0
	const step = async now => {
		if (count > 3) times.push(now - last)
		last = now
		if (++count > 200) return done([...times, longest])
		const begin = performance.now()
		e.value = (count * 47) % 10000
		e.dispatchEvent(new Event("input", {bubbles: true}))
		for (let i = 0; i < 5; i++) await Promise.resolve()
		document.body.offsetHeight // the layout counts, too
		if (count > 3) longest = Math.max(longest, performance.now() - begin)
		requestAnimationFrame(step)
	}
	requestAnimationFrame(step)
})`

// BenchmarkLongRun scrubs a run of 10,000 steps and reports the longest time between two frames, and the longest that the page itself took for a
// step, both on the clock, with whatever else the machine does; and the processor time of the main thread for a frame.
func BenchmarkLongRun(b *testing.B) {
	d := newTab(b)
	d.navigate("file://" + d.write(longRun(10_000)) + "#/tests/1/1")
	d.at(1, 10_000)
	d.wait("document.querySelector('g.edge.lit')")
	var frames, work []float64
	var update float64
	for b.Loop() {
		list := d.eval(scrubbing).([]any)
		for _, f := range list[:len(list)-1] {
			frames = append(frames, f.(float64))
		}
		update = max(update, list[len(list)-1].(float64))
		work = append(work, d.frameWork(func() { d.eval(scrubbing) })...)
	}
	slices.Sort(frames)
	slices.Sort(work)
	b.ReportMetric(frames[len(frames)-1], "ms-longest-frame")
	b.ReportMetric(frames[len(frames)/2], "ms-median-frame")
	b.ReportMetric(update, "ms-longest-update")
	b.ReportMetric(work[len(work)-1], "ms-longest-cpu")
	b.ReportMetric(work[len(work)/2], "ms-median-cpu")
	b.ReportMetric(0, "ns/op")
}
