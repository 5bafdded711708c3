package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// scene is a view of the report of a run.
type scene struct {
	name     string   // of its picture
	command  []string // makes the report; {tools} stands for the folder of the built programs
	view     string
	shows    string // a selector of what must be there
	contains string // text of the view
}

// scenes has each view of a report, once with much to see.
var scenes = []scene{
	{"overview", []string{"explore", "class2/class2.sxt"}, "overview", ".overview svg", "21 of 21"},
	{"model", []string{"explore", "class2/class2.sxt"}, "model", "g.edge.status-covered", "s6"},
	{"model-composition", []string{"explore", "fischer/fischer.sxt", "--depth", "5"}, "model", "g.cluster", "critical"},
	{"tree", []string{"explore", "light/light.sxt", "--strategy", "bfs", "--depth", "6"}, "tree", "canvas", "214 states"},
	{"tests", []string{"generate", "light/light.sxt"}, "tests", ".sequence svg line", "test-01"},
	{"run", []string{"generate", "traingate/traingate.sxt", "--depth", "6", "--states", "200"}, "tests/1/3", "g.edge.lit", "step 3 of"},
	{"queues", []string{"generate", "alternating/alternating.sxt"}, "tests/1/2", "g.edge.lit", "frames queue"},
	{"failure", []string{"run", "light/light.sxt", "--sut", "exec:{tools}/lamp -fault", "--wait", "5s", "--failures", "{tools}/failures"}, "tests", "g.node.lit", "lamp(11)"},
	{"classes", []string{"classes", "marriage/marriage.sxt", "--steps", "2"}, "classes", "[aria-label=Classes] tr.class", "divorce, marry"},
	{"ledger", []string{"family", "bank/bank.sxt", "--property", "linear"}, "ledger", "li.entry.proved", "MA (2 products)"},
	{"campaign", []string{"conform", "protocol/protocol.sxt", "{tools}/protocol.log"}, "campaign", ".choice figure", "probabilistic verdict"},
	{"plan", []string{"run", "protocol/protocol.sxt", "--plan"}, "campaign", "[aria-label=Plan] tbody tr", "runs that are enough"},
	{"chance", []string{"chance", "protocol/protocol.sxt", "--reach", "ready"}, "chance", ".goals svg", "expected time"},
	{"mutants", []string{"mutate", "light/light.sxt"}, "mutants", ".del", "killed"},
	{"abstraction", []string{"abstract", "electrical/electrical.sxt"}, "abstraction", "g.edge.may", "qd0"},
	{"externs", []string{"explore", "microgrid/microgrid.sxt"}, "externs", ".externs circle", "INTGR"},
	{"contracts", []string{"contract", "infer", "vending/vending.sxt"}, "externs", ".externs table", "150 <= result <= 200"},
	{"search", []string{"concolic", "class2/class2.sxt"}, "overview", ".curve .line", "auto"},
	{"report", []string{"explore", "light/light.sxt"}, "report", "pre", "every transition is covered"},
	{"json", []string{"explore", "light/light.sxt"}, "json", "pre", `"command": "explore"`},
}

// report runs a command with --report and returns the file.
func (d *desk) report(command []string) string {
	d.Helper()
	folder, _ := tools()
	name := filepath.Join(d.TempDir(), "report.html")
	args := append(strings.Split(strings.ReplaceAll(strings.Join(command, "\x00"), "{tools}", folder), "\x00"), "--report", name)
	run := exec.Command(filepath.Join(folder, "sextant"), args...)
	run.Dir = filepath.Join(root, "examples")
	if out, err := run.CombinedOutput(); err != nil && run.ProcessState.ExitCode() != 1 {
		d.Fatalf("sextant %q: %v\n%s", args, err, out)
	}
	return name
}

// show opens a scene from disk and waits until it is there.
func (d *desk) show(s scene) {
	d.Helper()
	d.navigate("file://" + d.report(s.command) + "#/" + s.view)
	d.wait(fmt.Sprintf("document.querySelector(%s)", quote(s.shows)))
	d.waitText("#view", s.contains)
}

// A report is opened from disk, without a server: every view is there, nothing is written to the console, and axe finds nothing,
// neither in the light nor in the dark.
func TestReportViews(t *testing.T) {
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			d := newTab(t)
			d.show(s)
			for _, dark := range []bool{false, true} {
				d.dark(dark)
				d.checkAccess()
			}
		})
	}
}

// Reports of other analyses, some with findings: every view of each is opened, and none writes an error.
func TestOtherReports(t *testing.T) {
	commands := map[string][]string{
		"check":    {"check", "electrical/electrical.sxt"},
		"conform":  {"conform", "blood/blood.sxt", "blood/scenario2.log"},
		"feasible": {"contract", "feasible", "vending/vending.sxt", "--contract", "Price=Cw"},
		"declared": {"contract", "check", "vending/vending.sxt"},
		"tables":   {"table", "list", "microgrid/microgrid.sxt"},
		"fault":    {"explore", "light/faulty.sxt"},
		"timed":    {"explore", "traingate/traingate.sxt", "--depth", "4"},
		"suite":    {"generate", "vending/vending.sxt"},
		"open":     {"classes", "queue/classes.sxt", "--limit", "2"},
		"composed": {"concolic", "inres/inres.sxt", "--timeout", "2s"},
	}
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			d := newTab(t)
			d.navigate("file://" + d.report(command))
			d.wait("document.querySelectorAll('[role=tab]').length > 1")
			for _, view := range d.eval("[...document.querySelectorAll('[role=tab]')].map(t => t.id)").([]any) {
				d.click("#" + view.(string))
				d.wait(fmt.Sprintf("document.querySelector('#%s[aria-selected=true]') && document.querySelector('#view').childElementCount > 0", view))
				d.checkAccess()
			}
		})
	}
}

// violation is what axe-core reports.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		Target  []any
		Summary string `json:"failureSummary"`
	}
}

// checkAccess fails if axe-core finds a violation in what is shown.
func (d *desk) checkAccess() {
	d.Helper()
	script, err := os.ReadFile(filepath.Join(root, "web", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		d.Log("axe-core is not installed, so accessibility is not checked: run npm ci in the folder web")
		return
	}
	d.eval("if (!window.axe) { " + string(script) + " } true")
	answer := d.text(`axe.run(document, {resultTypes: ["violations"]}).then(r => JSON.stringify(r.violations))`)
	var list []violation
	if err := json.Unmarshal([]byte(answer), &list); err != nil {
		d.Fatal(err)
	}
	for _, v := range list {
		d.Errorf("%s: %s (%s)\n%v\n%s", v.ID, v.Help, v.Impact, v.Nodes[0].Target, v.Nodes[0].Summary)
	}
}

// hostile is a text that would run a script if a page took it for HTML.
const hostile = `<img src=x onerror=window.hacked=1><script>window.hacked=1</script>`

// Whatever stands in a model is shown as text: a script in a string does not run.
func TestScriptIsText(t *testing.T) {
	d := newTab(t)
	name := filepath.Join(t.TempDir(), "hostile.sxt")
	source := fmt.Sprintf("system Hostile\ninput go(x: string)\noutput say(text: string)\nvar s: string = \"\"\ninitial a\n"+
		"step: a -> a in go(x) when x == %q do s := x out say(%q)\n", hostile, hostile)
	if err := os.WriteFile(name, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	file := d.report([]string{"explore", name, "--depth", "3"})
	for _, view := range []string{"overview", "model", "tree", "report", "json"} {
		d.navigate("file://" + file + "#/" + view)
		d.wait(fmt.Sprintf("document.querySelector('#tab-%s[aria-selected=true]')", view))
		d.wait("document.querySelector('#view').childElementCount > 0")
	}
	d.navigate("file://" + file + "#/model")
	d.waitText("g.edge text, g.node text", "<img")
	if d.eval("window.hacked === undefined") != true {
		t.Error("a script of the model ran")
	}
	if d.eval("document.querySelector('img') === null") != true {
		t.Error("the page has an element of the model")
	}
}

// A record of an analysis that has no view of its own is shown by its text and its JSON.
func TestUnknownAnalysis(t *testing.T) {
	d := newTab(t)
	d.navigate("file://" + d.write(&result.Record{Summary: result.Summary{Analysis: "divine", State: result.RunDone}, Text: "forty-two", Document: map[string]any{"answer": 42}}))
	d.waitText("#view", "forty-two")
	d.button("JSON")
	d.waitText("#view pre", `"answer": 42`)
}
