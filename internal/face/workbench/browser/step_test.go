package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// The vending machine is gone through step by step.
func TestStepper(t *testing.T) {
	d := newDesk(t, "vending")
	d.open("step", "vending/vending.sxt")
	taken := 0
	take := func(name string) {
		d.Helper()
		d.click(fmt.Sprintf("form[aria-label='Take %s'] button[type=submit]:not(:disabled)", name))
		taken++
		d.at(taken, taken)
		d.waitText(".where", name)
	}
	take("start")
	d.typeIn("form[aria-label='Take insert'] input", "160")
	take("insert")
	d.waitText("[aria-label=State] tbody", "160")
	d.checkAccess()
	take("choose")
	d.button("Undo")
	taken--
	d.at(taken, taken)
	take("choose")
	d.typeIn("form[aria-label='Take price'] input", "150")
	take("price")
	take("deliver")
	d.waitText("[aria-label='Steps so far'] text.message title", "drink(tea)")
	d.typeIn("[aria-label='Name of the test']", "bought")
	d.button("Save as a test")
	d.waitText("[role=status]", "bought")
	d.click("button[aria-label='First step']")
	d.click("button[aria-label='Next step']")
	d.at(1, taken)
	d.waitText("section[aria-label=Step] .here", "start:")
	d.checkAccess()
	d.button("Back to this step")
	d.at(1, 1)
}

// ordering has inputs that are records and collections.
const ordering = `system Ordering
type Line = record { product: string, pieces: 1..9 }
input order(line: Line, prices: map string -> nat, note: string?)
output done(pieces: nat)
var last: Line = Line{product: "", pieces: 1}
initial open
order: open -> open in order(line, prices, note) when line.product in prices and note == none do last := line out done(last.pieces)
`

// Records and collections are typed as the language writes them. A value that cannot be read is marked, with the reason beside it, and
// nothing that was typed is lost.
func TestStepperWithData(t *testing.T) {
	d := newDesk(t)
	if err := os.WriteFile(filepath.Join(d.folder, "ordering.sxt"), []byte(ordering), 0o644); err != nil {
		t.Fatal(err)
	}
	d.open("step", "ordering.sxt")
	d.wait("document.querySelectorAll('form[aria-label=\"Take order\"] input').length === 3")
	d.eval(`document.querySelectorAll("form[aria-label='Take order'] input").forEach((input, i) => (input.id = "value-" + i)); true`)
	take := "form[aria-label='Take order'] button[type=submit]:not(:disabled)"
	d.typeIn("#value-0", `Line{product: "tea", peices: 3}`)
	d.typeIn("#value-1", `{"tea": 150, "milk": 90}`)
	d.typeIn("#value-2", "")
	d.click(take)
	d.waitText("form[aria-label='Take order'] [role=alert]", "Line has no field `peices`; did you mean pieces?")
	d.wait("document.activeElement.id === 'value-0' && document.activeElement.getAttribute('aria-invalid') === 'true'")
	d.wait("document.querySelector('#value-1').value === '{\"tea\": 150, \"milk\": 90}' && !document.querySelector('#value-1').hasAttribute('aria-invalid')")
	d.checkAccess()
	d.typeIn("#value-0", `Line{product: "tea", pieces: 3}`)
	d.click(take)
	d.waitText("[aria-label='Steps so far'] text.message title", `order(Line{product: "tea", pieces: 3}, {"milk": 90, "tea": 150}, none)`)
	d.waitText("[aria-label=State] tbody", "tea")
	d.wait("!document.querySelector('form[aria-label=\"Take order\"] [role=alert]')")
}

// "Why is there no child by X" names the conditions that contradict each other.
func TestWhy(t *testing.T) {
	d := newDesk(t, "light")
	id := d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"4"}})
	d.open("runs", id, "tree")
	d.waitText("[aria-label=Tree]", "states")
	d.eval("document.querySelector('canvas').focus(); true")
	d.press("ArrowRight")
	d.waitText("[aria-label=State] h2", "depth 1")
	d.choose("[aria-label=State] select", "tooLong")
	d.wait("document.querySelector('[aria-label=State] .why .badge')?.textContent === 'infeasible'")
	d.waitText("[aria-label=State] .why ul", "level >= 8")
	d.checkAccess()
}

// A walk is there again after a reload and after another view; the graph shows where it is.
func TestStepperKeepsItsWalk(t *testing.T) {
	d := newDesk(t, "light")
	d.open("step", "light/light.sxt")
	d.click("form[aria-label='Take turnOn'] button[type=submit]:not(:disabled)")
	d.waitText("[aria-label='Steps so far'] .where", "step 1 of 1: turnOn")
	d.waitText("section[aria-label=Graph] g.node.lit text", "on")
	d.waitText("section[aria-label=Graph] g.edge.lit text", "turnOn")
	d.checkAccess()
	d.do(chromedp.Reload())
	d.waitText("[aria-label='Steps so far'] .where", "step 1 of 1: turnOn")
	d.open("runs")
	d.wait("document.querySelector('[aria-label=History]')")
	d.open("step", "light/light.sxt")
	d.waitText("[aria-label='Steps so far'] .where", "step 1 of 1: turnOn")
	d.button("Start again")
	d.at(0, 0)
	d.waitText("section[aria-label=Graph] g.node.lit text", "off")
}

// A walk begins with the steps of a run, with their inputs and delays.
func TestStepFromARun(t *testing.T) {
	for example, steps := range map[string]int{"vending": 3, "traingate": 4} {
		d := newDesk(t, example)
		id := d.run("generate", example+"/"+example+".sxt", options{"depth": {"6"}, "states": {"200"}})
		run := d.suite(id).Tests[0].Run
		d.open("runs", id, "tests", "1", fmt.Sprint(steps))
		d.at(steps, len(run.Steps))
		d.eval(`[...document.querySelectorAll("a.button")].find(a => a.textContent === "Step from here").click(); true`)
		d.at(steps, steps)
		for _, s := range run.Steps[:steps] {
			d.waitText("[aria-label='Steps so far'] .cell", s.Transition)
			if s.Input != nil {
				d.waitText("[aria-label='Steps so far'] text.message title", s.Input.Text)
			}
			if s.At != "" {
				d.waitText("[aria-label='Steps so far'] .cell", "at "+s.At)
			}
		}
		d.wait(fmt.Sprintf("location.hash === %s", quote("#/step/"+example+"%2F"+example+".sxt")))
	}
}

// A walk begins in a state of the tree, and with the steps that explain what a system did, but for what is no step of the model.
func TestStepFromOtherRuns(t *testing.T) {
	d := newDesk(t, "light")
	id := d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"4"}})
	tree := d.tree(id)
	last := tree.Nodes[len(tree.Nodes)-1]
	d.open("runs", id, "tree", fmt.Sprint(last.ID), "run", fmt.Sprint(last.Depth))
	d.at(last.Depth, last.Depth)
	from := `[...document.querySelectorAll("a.button")].find(a => a.textContent === "Step from here").click(); true`
	d.eval(from)
	d.waitText("main header .badge", last.Location)
	d.at(last.Depth, last.Depth)
	d.waitText("[aria-label='Steps so far'] .where", last.Move)

	folder, _ := tools()
	failed := d.run("run", "light/light.sxt", options{"sut": {"exec:" + folder + "/lamp -fault"}, "wait": {"5s"}, "seed": {"1"}})
	d.open("runs", failed, "tests", "1")
	d.waitText(".where", "not allowed")
	d.eval(from)
	d.waitText("[role=alert]", "has no explanation, so the walk ends before it")
	d.waitText("[aria-label='Steps so far'] .where", "dim")
}
