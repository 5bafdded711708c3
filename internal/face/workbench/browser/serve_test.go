package browser

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// typeModel writes into the editor of the model, at its end.
func (d *desk) typeModel(text string) {
	d.Helper()
	d.wait("document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content')")
	d.eval(`{ const content = document.querySelector('.editor').shadowRoot.querySelector('.cm-content'); content.focus()
		const range = document.createRange(); range.selectNodeContents(content); range.collapse(false)
		getSelection().removeAllRanges(); getSelection().addRange(range) } true`)
	d.do(chromedp.KeyEvent("\ue010", chromedp.KeyModifiers(2))) // Ctrl-End
	d.insert(text)
}

// shadow waits for a condition on the editor of the model, which is in a shadow root.
func (d *desk) shadow(condition string) {
	d.Helper()
	d.wait(fmt.Sprintf("(root => %s)(document.querySelector('.editor').shadowRoot)", condition))
}

// The page of a model starts analyses and shows their results beside the text: coverage in the margin, findings at their lines. The editor
// completes words, corrects mistakes and finds texts, all with the keyboard.
func TestModelPageAtWork(t *testing.T) {
	d := newDesk(t, "light")
	press := func(key string, modifiers ...chromedp.KeyOption) {
		d.Helper()
		d.do(chromedp.KeyEvent(key, modifiers...))
	}
	d.open("models", "light/light.sxt")
	d.wait("document.querySelector('#arrow-0')")
	d.button("Explore")
	d.waitText(".result", "5 of 5 transitions")
	d.shadow("root.querySelectorAll('.cm-status.status-covered').length === 5")
	d.checkAccess()
	d.typeModel("\nmore: on -> on in tu")
	press(" ", chromedp.KeyModifiers(2)) // Ctrl-Space
	d.shadow("root.querySelector('.cm-words [aria-selected=true]')?.textContent.startsWith('turn')")
	d.shadow("root.querySelector('.cm-words').getBoundingClientRect().top > 0")
	d.checkAccess()
	d.eval(`document.querySelector('.editor').shadowRoot.querySelector('.cm-content').dispatchEvent(
		new KeyboardEvent('keydown', {key: 'Enter', keyCode: 13, bubbles: true, cancelable: true})); true`) // without a character, as the editor prevents it
	d.shadow("!root.querySelector('.cm-words') && [...root.querySelectorAll('.cm-line')].at(-1).textContent === 'more: on -> on in turn'")
	d.insert("(steps) when levl > 3")
	d.waitText("[aria-label=Diagnostics]", "did you mean")
	d.button("Replace with level")
	d.shadow("root.querySelector('.cm-content').textContent.endsWith('when level > 3')")
	d.eval("document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus(); true")
	press("f", chromedp.KeyModifiers(2)) // Ctrl-F
	d.shadow("root.activeElement?.matches('.cm-find input')")
	d.insert("tooLong")
	press(kb.Enter)
	d.shadow("/^[12] of [12]$/.test(root.querySelector('.cm-find [role=status]').textContent) && root.querySelector('.cm-found')")
	d.checkAccess()
	press(kb.Escape)
	d.shadow("!root.querySelector('.cm-find') && root.activeElement?.matches('.cm-content')")
	d.open("models", "light/faulty.sxt")
	d.waitText("main h1", "FaultyLight")
	d.button("Explore")
	d.waitText(".result", "finding")
	d.waitText("[aria-label=Diagnostics]", "withinScale")
	d.shadow("root.querySelector('.cm-lint-marker-error')")
	d.checkAccess()
	d.eval("[...document.querySelectorAll('[aria-label=Diagnostics] a')].find(a => a.textContent === 'Show the run').click(); true")
	d.waitText("section[aria-label=Test]", "withinScale")
}

// A model is edited into an error and back, saved, and changed on disk.
func TestEditModel(t *testing.T) {
	d := newDesk(t, "light")
	file := filepath.Join(d.folder, "light", "light.sxt")
	d.open("models", "light/light.sxt")
	d.wait("document.querySelectorAll('g.edge[role=button], g.loop').length >= 5")

	d.typeModel("\nwrong: on -> nowhere in press() when level > true\n")
	d.waitText("[aria-label=Diagnostics]", "error")
	d.waitText("[aria-label=Graph]", "last correct text")
	d.wait("document.querySelector('.editor').shadowRoot.querySelector('.cm-lintRange-error, .cm-lint-marker-error')")
	d.waitText("header", "not saved")
	d.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	d.wait("document.querySelector('[aria-label=Diagnostics] .bad-text') === null && document.querySelector('.stale') === null")

	d.typeModel("\n# A remark.\n")
	d.waitText("header", "not saved")
	d.do(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	d.wait("![...document.querySelectorAll('header')].some(e => e.textContent.includes('not saved'))")
	if text, err := os.ReadFile(file); err != nil || !strings.HasSuffix(string(text), "# A remark.\n") {
		t.Fatalf("the file was not saved: %v %.40q", err, text)
	}

	text, _ := os.ReadFile(file)
	changed := strings.ReplaceAll(string(text), "turnOff", "switchOff")
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	d.waitText("g.edge text", "switchOff")
}

// A click on an arrow goes to its line, and a click on a line to its arrow.
func TestSourceAndBack(t *testing.T) {
	d := newDesk(t, "light")
	d.open("models", "light/light.sxt")
	d.focus("#arrow-2")
	d.press("Enter")
	d.waitText("[aria-label=Graph] dl", "press()")
	d.wait("document.querySelector('.editor').shadowRoot.querySelector('.cm-target')?.textContent.startsWith('turnOff')")
	d.clickLine("turnOn")
	d.wait("document.querySelector('#arrow-0').classList.contains('selected')")
	d.checkAccess()
}

// clickLine clicks on the line of the source that begins with text, once it has stopped moving:
// the editor scrolls to its target one or more frames after it has marked it.
func (d *desk) clickLine(text string) {
	d.Helper()
	find := fmt.Sprintf(`(() => { const l = [...document.querySelector('.editor').shadowRoot.querySelectorAll('.cm-line')].find(l => l.textContent.startsWith(%s))
		const r = l.getBoundingClientRect(); return [r.left + 60, r.top + r.height / 2] })()`, quote(text))
	before := d.eval(find).([]any)
	for still := 0; still < 5; {
		time.Sleep(50 * time.Millisecond)
		now := d.eval(find).([]any)
		if still++; !reflect.DeepEqual(now, before) {
			still, before = 0, now
		}
	}
	d.do(chromedp.MouseClickXY(before[0].(float64), before[1].(float64)))
}

// long is a run that does not end by itself for a while.
var long = options{"strategy": {"bfs"}, "depth": {"200"}, "states": {"1000000"}}

// A run is started by the form and cancelled.
func TestStartAndCancel(t *testing.T) {
	d := newDesk(t, "light", "class2")
	d.open("runs")
	d.choose("form[aria-label='New run'] select", "explore")
	d.waitText("form p", "symbolic execution tree")
	d.eval(`[...document.querySelectorAll("form label")].find(l => l.textContent.trim().startsWith("MODEL")).querySelector("select").id = "model"; true`)
	d.choose("#model", "class2/class2.sxt")
	fields := maps.Clone(long)
	fields["workers"] = []string{"100000"}
	d.eval("document.querySelectorAll('form details').forEach(e => (e.open = true)); true")
	for name, values := range fields {
		d.eval(fmt.Sprintf(`{ const l = [...document.querySelectorAll("form .fields label")].find(l => l.firstChild.textContent.trim() === %s)
			l.querySelector("input, select").id = "field-" + %s } true`, quote(name), quote(name)))
		d.typeIn("#field-"+name, values[0])
		d.choose("#field-"+name, values[0])
	}
	d.checkAccess()
	d.button("Start explore")
	d.wait("document.querySelector('#field-workers').validity.rangeOverflow")
	var runs []any
	if d.request("GET", "/api/runs", nil, &runs); len(runs) > 0 {
		t.Error("a run with 100,000 workers was started")
	}
	d.typeIn("#field-workers", "1")
	d.button("Start explore")
	d.waitText("[aria-label=Progress] dl", "states")
	d.wait("document.querySelector('[aria-label=Progress] meter').value > 0 && !document.querySelector('[aria-label=Progress] progress')")
	d.checkAccess()
	d.button("Cancel")
	d.waitText("main header .badge", "cancelled")
	d.wait("document.querySelector('[role=tablist]')")
	d.open("runs")
	d.waitText("[aria-label=History] table", "--depth 200")
	d.waitText("[aria-label=History] table", "cancelled")
}

// The curve of coverage of a run is followed to its end.
func TestCurve(t *testing.T) {
	d := newDesk(t, "class2")
	d.open("models", "class2/class2.sxt")
	d.wait("document.querySelector('#arrow-0')")
	id := d.start("explore", "class2/class2.sxt", options{"strategy": {"bfs"}, "depth": {"200"}, "states": {"20000"}})
	d.open("runs", id)
	d.wait("document.querySelector('[aria-label=Progress] .curve .line')?.getAttribute('d').includes('H')")
	d.waitText("[aria-label=Progress] .curve + p", "of 21")
	d.wait("document.querySelector('[role=tablist]')")
	d.waitText("#view .curve + p", "21 of 21")
	d.open("models", "class2/class2.sxt")
	d.wait("document.querySelectorAll('.status-covered').length >= 21")
}

// A failed test shows what was observed beside what was expected, and can be run again. A test that goes on is shown on the model.
func TestFailedTest(t *testing.T) {
	d := newDesk(t, "light")
	folder, _ := tools()
	id := d.run("run", "light/light.sxt", options{"sut": {"exec:" + folder + "/lamp -fault"}, "wait": {"5s"}})
	d.open("runs", id, "tests")
	d.waitText("[aria-label=Test] .notice", "the system sent lamp(11)")
	d.waitText(".sequence .wrong", "lamp(11)")
	d.waitText(".beside", "lamp(10)")
	d.waitText("[aria-label=Test]", "Shrinking: from")
	d.wait("document.querySelector('[aria-label=Test] .copy code')?.textContent.includes('sextant replay')")
	d.checkAccess()
	d.button("As it was found")
	d.wait("document.querySelectorAll('.sequence .number').length > 4")
	d.eval("[...document.querySelectorAll('[aria-label=Test] button')].find(b => b.textContent === 'Run again').click(); true")
	d.waitText("main header", "replay")
	d.waitText("#view", "fail")
	id = d.start("run", "light/light.sxt", options{"sut": {"exec:" + folder + "/lamp"}, "steps": {"1000000"}})
	d.open("runs", id)
	d.wait("document.querySelector('[aria-label=Test] .node.lit') && document.querySelectorAll('[aria-label=Test] .sequence .number').length > 3")
	first := d.eval("document.querySelector('[aria-label=Test] .sequence').textContent").(string)
	d.wait(fmt.Sprintf("document.querySelector('[aria-label=Test] .sequence').textContent !== %s", quote(first)))
	d.checkAccess()
	d.button("Cancel")
	d.waitText("main header .badge", "cancelled")
}

// Two runs are compared: one covers more than the other.
func TestCompare(t *testing.T) {
	d := newDesk(t, "light")
	d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"1"}})
	d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"5"}})
	d.open("runs")
	d.wait("document.querySelectorAll('[aria-label=History] input[type=checkbox]').length === 2")
	d.eval("document.querySelectorAll('[aria-label=History] input[type=checkbox]').forEach(c => c.click()); true")
	d.checkAccess()
	d.button("Compare two runs")
	d.waitText("[aria-label=Figures]", "5 of 5")
	d.waitText("[aria-label=Figures]", "1 of 5")
	d.waitText("[aria-label=Differences] table", "tooLong")
	d.checkAccess()
}

// The report of a run is exported and opened from disk, when there is no server.
func TestExport(t *testing.T) {
	d := newDesk(t, "light")
	id := d.run("explore", "light/light.sxt", nil)
	d.open("runs", id)
	d.wait("document.querySelector('main header a[download]')")
	var data []byte
	d.request("GET", strings.TrimPrefix(d.text("document.querySelector('main header a[download]').href"), d.address), nil, &data)
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, view := range []string{"overview", "model", "tree", "report", "json"} {
		d.navigate("file://" + name + "#/" + view)
		d.wait(fmt.Sprintf("document.querySelector('#tab-%s[aria-selected=true]')", view))
	}
	d.navigate("file://" + name + "#/model")
	d.wait("document.querySelectorAll('.status-covered').length >= 5")
}

// The externs of a model are shown with their rows.
func TestExterns(t *testing.T) {
	d := newDesk(t, "microgrid")
	d.open("externs", "microgrid/microgrid.sxt")
	d.waitText(".externs h2", "RISE")
	d.wait("document.querySelector('.externs svg circle')")
	d.checkAccess()
}
