package browser

import (
	"fmt"
	"testing"
)

// The vending machine is gone through step by step.
func TestStepper(t *testing.T) {
	d := newDesk(t, "vending")
	d.open("step", "vending/vending.sxt")
	take := func(name string) {
		d.Helper()
		d.click(fmt.Sprintf("form[aria-label='Take %s'] button[type=submit]:not(:disabled)", name))
		d.waitText("[aria-label='Steps so far'] strong", name)
	}
	take("start")
	d.typeIn("form[aria-label='Take insert'] input", "160")
	take("insert")
	d.waitText("[aria-label=State] tbody", "160")
	d.checkAccess()
	take("choose")
	d.button("Undo")
	d.wait("document.querySelectorAll('[aria-label=\"Steps so far\"] li').length === 2")
	take("choose")
	d.typeIn("form[aria-label='Take price'] input", "150")
	take("price")
	take("deliver")
	d.waitText("[aria-label='Steps so far']", "drink(tea)")
	d.typeIn("[aria-label='Name of the test']", "bought")
	d.button("Save as a test")
	d.waitText("[role=status]", "bought")
	d.eval("document.querySelector('[aria-label=\"Steps so far\"] li button').click(); true")
	d.wait("document.querySelectorAll('[aria-label=\"Steps so far\"] li').length === 1")
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
