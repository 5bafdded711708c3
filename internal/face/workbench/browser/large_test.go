package browser

import (
	"fmt"
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

// longTasks begins to measure the tasks on the main thread; longest is the longest so far, in milliseconds.
const longTasks = `window.longest = 0; new PerformanceObserver(l => l.getEntries().forEach(e => window.longest = Math.max(window.longest, e.duration))).observe({entryTypes: ["longtask"]}); true`

// BenchmarkLargeModel measures models of 200 and 1,000 locations: the time until what is near a location is found and shown, the time of the
// whole picture, and the longest task on the main thread.
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
			set := `{ const e = document.querySelector("input.find"); e.value = "l150"; e.dispatchEvent(new Event("change", {bubbles: true})) }`
			var search, whole, longest float64
			for b.Loop() {
				d.eval(longTasks)
				search = max(search, until(set, "document.querySelector('#place-150')"))
				whole = max(whole, until(`[...document.querySelectorAll("button")].find(b => b.textContent === "Whole graph").click()`, fmt.Sprintf("document.querySelectorAll('g.node').length >= %d", n)))
				d.eval("new Promise(f => setTimeout(() => f(true), 200))")
				longest = max(longest, d.eval("window.longest").(float64))
				d.do(chromedp.Reload())
				d.wait("document.querySelector('#place-0')")
			}
			b.ReportMetric(search, "ms-to-find")
			b.ReportMetric(whole, "ms-whole")
			b.ReportMetric(longest, "ms-longest-task")
			b.ReportMetric(0, "ns/op")
		})
	}
}
