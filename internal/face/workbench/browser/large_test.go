package browser

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// largeModel is a model with n locations in a chain, with a jump from each to one near it.
func largeModel(n int) string {
	random := rand.New(rand.NewPCG(1, 1))
	out := "system Large\ninput go(k: 0..9)\noutput ok(k: 0..9)\ninitial l0\n"
	for i := range n {
		to := min(max(i-20+random.IntN(40), 0), n-1)
		out += fmt.Sprintf("a%d: l%d -> l%d in go(k) when k < 5 out ok(k)\nb%d: l%d -> l%d in go(k) when k >= 5 out ok(k)\n", i, i, min(i+1, n-1), i, i, to)
	}
	return out
}

// openLarge shows a model with n locations.
func (d *desk) openLarge(n int) {
	d.Helper()
	if err := os.WriteFile(filepath.Join(d.folder, "large.sxt"), []byte(largeModel(n)), 0o600); err != nil {
		d.Fatal(err)
	}
	d.open("models", "large.sxt")
}

// Of a large model, what is near a location is shown, and another one is found by its name; the whole picture comes on request, and can be
// cancelled.
func TestLargeModel(t *testing.T) {
	d := newDesk(t)
	d.openLarge(1000)
	d.waitText("[aria-label=Graph]", "of 1000 locations")
	d.wait("document.querySelectorAll('g.node').length < 40 && document.querySelector('#place-0')")
	d.checkAccess()
	d.typeIn("input.find", "l700")
	d.choose("input.find", "l700")
	d.wait("document.querySelector('#place-700.selected') && !document.querySelector('#place-0')")
	d.waitText("[aria-label=Graph] g.node text", "more")
	near := d.eval("document.querySelectorAll('g.node').length").(float64)
	d.typeIn("input.depth", "4")
	d.wait(fmt.Sprintf("document.querySelectorAll('g.node').length > %v", near))
	d.focus("#place-701")
	d.press("Enter")
	d.waitText("[aria-label=Details]", "l701")
	d.button("Show what is around")
	d.waitText("[aria-label=Graph] .bar strong", "l701")
	d.button("Whole graph")
	d.waitText("[role=status]", "Laying out the graph")
	d.button("Cancel")
	d.wait("document.querySelector('#place-701') && document.querySelectorAll('g.node').length < 200")
	d.clickLine("b703: l703")
	d.wait("document.querySelector('#arrow-1407.selected')")
	d.button("Whole graph")
	d.wait("document.querySelectorAll('g.node').length >= 1000")
}

// plantModel is a model of 57 locations: a line of machines of the same kind between three others.
const plantModel = `system Plant
channel part1()
channel part2()
channel part3()
channel part4()
channel part5()
channel alarm()
input place(weight: 1..9)
input repair()
input stop()
input start()
output ready()
output done()
output lamp(red: bool)

machine Station(before: channel, after: channel) {
  initial idle
  take: idle -> held in before()
  clamp: held -> clamped
  lose: held -> jammed
  drill: clamped -> drilled
  chip: drilled -> clamped
  measure: drilled -> measured
  small: measured -> clamped
  large: measured -> scrap
  fine: measured -> free
  give: free -> idle out after()
  throw: scrap -> thrown
  note: thrown -> idle
  call: jammed -> waiting out alarm()
  clean: waiting -> cleaned in repair()
  again: cleaned -> idle
}

machine Feeder {
  initial off
  on: off -> warm in start()
  warmed: warm -> ready out ready()
  got: ready -> weighed in place(_)
  light: weighed -> sorted
  heavy: weighed -> split
  halve: split -> halved
  join: halved -> sorted
  pass: sorted -> ready out part1()
  cut: ready -> off in stop()
  drop: weighed -> off in stop()
}

machine Guard {
  initial watching
  heard: watching -> red in alarm() out lamp(true)
  calm: red -> watching out lamp(false)
}

machine Store {
  initial empty
  first: empty -> one in part5()
  second: one -> two in part5()
  third: two -> full in part5()
  leave: full -> empty out done()
}

instance feeder = Feeder
instance drill = Station(part1, part2)
instance mill = Station(part2, part3)
instance lathe = Station(part3, part4)
instance press = Station(part4, part5)
instance watch = Guard
instance store = Store
`

// openPlant shows the model of a plant.
func (d *desk) openPlant() {
	d.Helper()
	if err := os.WriteFile(filepath.Join(d.folder, "plant.sxt"), []byte(plantModel), 0o600); err != nil {
		d.Fatal(err)
	}
	d.open("models", "plant.sxt")
}

// nodes waits until a number of locations is drawn, some of them folded.
func (d *desk) nodes(all, folded int) {
	d.Helper()
	d.wait(fmt.Sprintf("document.querySelectorAll('g.node.place').length === %d && document.querySelectorAll('g.node.folded').length === %d", all, folded))
}

// Machines and regions fold to one node each and unfold, by buttons, clicks and keys, and the focus stays where it is. A graph that is still
// large has a small picture of all, with the part that is shown.
func TestFoldedGraph(t *testing.T) {
	d := newDesk(t)
	d.openPlant()
	d.button("Machines")
	d.nodes(7, 7)
	d.wait("!document.querySelector('.minimap')")
	d.waitText("g.node", "11 locations, 15 transitions")
	d.waitText("g.edge.link", "part2")
	d.checkAccess()
	d.focus("#place-7")
	d.press("Enter")
	d.nodes(17, 6)
	d.wait("document.activeElement?.id === 'place-7'")
	d.focus("#place-9")
	d.press("f")
	d.nodes(12, 7)
	d.waitText("[aria-label=Details]", "reached only through clamped")
	d.waitText("#place-9", "6 locations, 7 transitions")
	d.eval("document.querySelector('g.edge.merged').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
	d.button("drill.give")
	d.nodes(17, 6)
	d.wait("document.querySelector('#arrow-19.selected')")
	d.focus("#place-9")
	d.press("F")
	d.nodes(7, 7)
	d.clickLine("  throw: scrap")
	d.nodes(17, 6)
	d.button("Regions")
	d.waitText("[aria-label=Graph]", "nodes for 57 locations")
	d.wait("document.querySelectorAll('g.node.place').length <= 40 && document.querySelector('g.node.folded')")
	d.button("Whole graph")
	d.nodes(57, 0)
	d.wait("document.querySelectorAll('.minimap .nodes').length === 1")
	d.checkAccess()
	d.tryMinimap()
}

// tryMinimap moves the part that is shown with the mouse and the keys.
func (d *desk) tryMinimap() {
	d.Helper()
	middle := func() (x, y float64) {
		var box [4]float64
		_, err := fmt.Sscan(d.text("['x', 'y', 'width', 'height'].map(a => document.querySelector('.minimap rect').getAttribute(a)).join(' ')"), &box[0], &box[1], &box[2], &box[3])
		if err != nil {
			d.Fatal(err)
		}
		return box[0] + box[2]/2, box[1] + box[3]/2
	}
	d.eval(`{ const p = document.querySelector('.minimap svg'), m = p.getScreenCTM(), at = (x, y) => ({clientX: m.e + x * m.a, clientY: m.f + y * m.d, pointerId: 1, buttons: 1, bubbles: true})
		p.setPointerCapture = () => {}
		p.dispatchEvent(new PointerEvent("pointerdown", at(100, 120))); p.dispatchEvent(new PointerEvent("pointermove", at(150, 90))) } true`)
	d.wait("document.querySelector('.minimap rect')")
	x, y := middle()
	if math.Abs(x-150) > 2 || math.Abs(y-90) > 2 {
		d.Errorf("the part is moved to %v, %v, not to 150, 90", x, y)
	}
	d.focus(".minimap")
	d.press("ArrowRight")
	d.press("ArrowDown")
	if right, down := middle(); right <= x || down <= y {
		d.Errorf("the arrow keys move the part from %v, %v to %v, %v", x, y, right, down)
	}
}

// BenchmarkLargeModel measures models of 200 and 1,000 locations: the processor time of the worker until the first picture, of what is near an
// initial location, the time until what is near another location is found and shown, the time of the whole picture and the processor time of the
// worker for both, and the processor time of the longest task on the main thread, also of one step in the whole picture.
func BenchmarkLargeModel(b *testing.B) {
	for _, n := range []int{200, 1000} {
		b.Run(fmt.Sprintf("locations=%d", n), func(b *testing.B) {
			d := newDesk(b)
			d.openLarge(n)
			d.wait("document.querySelector('#place-0')")
			until := func(act, condition string) float64 {
				return d.eval(fmt.Sprintf(`new Promise(done => { const begin = performance.now(); %s
					const look = () => %s ? requestAnimationFrame(() => done(performance.now() - begin)) : requestAnimationFrame(look); look() })`, act, condition)).(float64)
			}
			rest := func() { d.eval("new Promise(f => setTimeout(() => f(true), 1000))") }
			set := `{ const e = document.querySelector("input.find"); e.value = "l150"; e.dispatchEvent(new Event("change", {bubbles: true})) }`
			var search, whole, longest, moving, first, layout float64
			for b.Loop() {
				rest() // the editor colours its text after the page is shown
				main, worker := d.longestTask(func() {
					search = max(search, until(set, "document.querySelector('#place-150')"))
					whole = max(whole, until(`[...document.querySelectorAll("button")].find(b => b.textContent === "Whole graph").click()`, fmt.Sprintf("document.querySelectorAll('g.node').length >= %d", n)))
					rest()
				})
				longest, layout = max(longest, main), max(layout, worker)
				main, _ = d.longestTask(func() {
					d.focus(".minimap")
					d.press("ArrowDown")
					d.press("+")
					rest()
				})
				moving = max(moving, main)
				_, worker = d.longestTask(func() {
					d.do(chromedp.Reload())
					d.wait("document.querySelector('#place-0')")
				})
				first = max(first, worker)
			}
			b.ReportMetric(search, "ms-to-find")
			b.ReportMetric(whole, "ms-whole")
			b.ReportMetric(first, "ms-first-layout-cpu")
			b.ReportMetric(layout, "ms-whole-layout-cpu")
			b.ReportMetric(longest, "ms-longest-cpu")
			b.ReportMetric(moving, "ms-longest-cpu-moving")
			b.ReportMetric(0, "ns/op")
		})
	}
}
