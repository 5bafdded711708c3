package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sextant-mbt/sextant/internal/results/report/page"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// write writes a record as a page and returns its name.
func (d *desk) write(r *result.Record) string {
	d.Helper()
	name := filepath.Join(d.TempDir(), "page.html")
	out, err := os.Create(name)
	if err != nil {
		d.Fatal(err)
	}
	defer out.Close()
	if err := page.Report(out, r); err != nil {
		d.Fatal(err)
	}
	return name
}

// treeRecord makes a record with a tree of n states, each of which has the given number of children.
func treeRecord(n, children int) *result.Record {
	tree := &result.Tree{Name: "Large"}
	for i := range n {
		parent := (i - 1) / children
		node := result.Node{ID: i, Parent: parent, Location: fmt.Sprintf("l%d", i%7), Move: fmt.Sprintf("t%d", i%5), Answer: result.Feasible,
			Condition: fmt.Sprintf("x@%d > %d", i, i), Pruned: i%11 == 0, Store: []result.NamedText{{Name: "x", Value: fmt.Sprintf("x@%d + 1", i)}}}
		if i == 0 {
			node.Parent, node.Move = -1, ""
		} else {
			node.Depth = tree.Nodes[parent].Depth + 1
		}
		if i%500 == 3 {
			node.Covers = []string{node.Move}
		}
		tree.Nodes = append(tree.Nodes, node)
	}
	return &result.Record{Summary: result.Summary{Analysis: "explore", Args: []string{"large.sxt"}, State: result.RunDone}, Text: "large", Tree: tree}
}

// The tree is gone through with the keyboard, filtered, and a chain of 10,000 states is laid out without recursion.
func TestTree(t *testing.T) {
	d := newTab(t)
	d.navigate("file://" + d.write(treeRecord(10_000, 1)) + "#/tree")
	d.waitText("#view", "10,000 states")
	d.eval("document.querySelector('canvas').focus(); true")
	for range 3 {
		d.press("ArrowRight")
	}
	d.waitText("[aria-label=State] h2", "#3, depth 3")
	d.waitText("[aria-label=State] ol", "x@3 > 3")
	d.press("ArrowLeft")
	d.waitText("[aria-label=State] h2", "#2, depth 2")
	d.choose("[aria-label=Tree] select", "t4")
	d.waitText("[aria-label=Tree]", "2,000 of 10,000")
	d.button("Next")
	d.waitText("[aria-label=State] h2", "#4, depth 4")
}

// A large tree begins folded, with the numbers of what is below; it is unfolded with the keyboard, states are found where they are hidden, and
// the link holds the chosen one.
func TestTreeFolds(t *testing.T) {
	d := newTab(t)
	file := "file://" + d.write(treeRecord(10_000, 3))
	d.navigate(file + "#/tree")
	folded := `Number(/([0-9,]+) folded/.exec(document.querySelector("[aria-label=Tree]").textContent)?.[1].replace(",", "") ?? 0)`
	d.wait(folded + " > 9000")
	before := d.eval(folded).(float64)
	d.checkAccess()
	d.typeIn("input.find", "#9999")
	d.waitText("[aria-label=Tree]", "1 of 10,000")
	d.button("Next")
	d.waitText("[aria-label=State] h2", "#9999, depth 9")
	d.wait("location.hash === '#/tree/9999'")
	d.typeIn("input.find", "")
	d.wait(folded + fmt.Sprintf(" < %v", before))
	d.eval("document.querySelector('canvas').focus(); true")
	d.press("ArrowLeft")
	d.waitText("[aria-label=State] h2", "#3332, depth 8")
	now := d.eval(folded).(float64)
	d.press("Enter")
	d.wait(folded + fmt.Sprintf(" === %v", now+3))
	d.press("ArrowRight")
	d.waitText("[aria-label=State] h2", "#9997, depth 9")
	d.button("Unfold all")
	d.wait(folded + " === 0")
	d.button("Fold most")
	d.wait(folded + " > 9000")
	d.navigate(file + "#/tree/9999")
	d.do(chromedp.Reload())
	d.waitText("[aria-label=State] h2", "#9999, depth 9")
}

// tree is the tree of a run.
func (d *desk) tree(id string) *result.Tree {
	d.Helper()
	var record struct{ Tree *result.Tree }
	d.request("GET", "/api/runs/"+id, nil, &record)
	return record.Tree
}

// The run to a state of the tree is gone through like other runs, and ends where the tree says; the link holds it with its step.
func TestRunsOfTree(t *testing.T) {
	for _, example := range []string{"light", "traingate"} {
		d := newDesk(t, example)
		id := d.run("explore", example+"/"+example+".sxt", options{"strategy": {"bfs"}, "depth": {"4"}, "states": {"60"}})
		nodes := d.tree(id).Nodes
		d.open("runs", id, "tree")
		d.waitText("[aria-label=Tree]", "states")
		for _, n := range []result.Node{nodes[1], nodes[len(nodes)/2], nodes[len(nodes)-1]} {
			d.typeIn("input.find", fmt.Sprintf("#%d", n.ID))
			d.button("Next")
			d.waitText("[aria-label=State] h2", fmt.Sprintf("#%d, depth %d", n.ID, n.Depth))
			if d.eval("document.querySelector('.panes') === null") == true {
				d.button("Run to this state")
			}
			d.at(n.Depth, n.Depth)
			d.waitText(".where", n.Move)
			var shown map[string]string
			if err := json.Unmarshal([]byte(d.text(shownValues)), &shown); err != nil {
				t.Fatal(err)
			}
			for name, value := range shown {
				if !strings.Contains(n.Values+",", name+" = "+value+",") {
					t.Errorf("%s: the run to state %d ends with %s = %s, the state has %s", example, n.ID, name, value, n.Values)
				}
			}
			d.checkAccess()
		}
		d.click("button[aria-label='Step before']")
		last := nodes[len(nodes)-1]
		d.wait(fmt.Sprintf("location.hash.endsWith('/tree/%d/run/%d')", last.ID, last.Depth-1))
		d.do(chromedp.Reload())
		d.at(last.Depth-1, last.Depth)
		d.button("Run to this state")
		d.wait("document.querySelector('canvas').offsetParent !== null && !document.querySelector('.panes')")
	}
}

// press sends a key to the element with the focus.
func (d *desk) press(key string) {
	d.Helper()
	d.eval(fmt.Sprintf("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %s, bubbles: true})); true", quote(key)))
}

// frames moves and zooms the tree for some time, as a user with a mouse does, and returns the longest time between two frames, and the
// longest time that the page itself took for one.
const frames = `new Promise(done => {
	const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect()
	const at = (x, y, more) => ({bubbles: true, cancelable: true, clientX: box.left + x, clientY: box.top + y, pointerId: 1, buttons: 1, ...more})
	canvas.setPointerCapture = () => {}
	let count = 0, last = performance.now(), longest = 0, busy = 0
	const request = window.requestAnimationFrame
	window.requestAnimationFrame = f => request.call(window, now => { const begin = performance.now(); f(now); busy = Math.max(busy, performance.now() - begin) })
	canvas.dispatchEvent(new PointerEvent('pointerdown', at(300, 300)))
	const step = now => {
		if (count > 3) longest = Math.max(longest, now - last)
		last = now
		if (++count > 150) { canvas.dispatchEvent(new PointerEvent('pointerup', at(300, 300))); window.requestAnimationFrame = request; return done([longest, busy]) }
		if (count % 2) canvas.dispatchEvent(new PointerEvent('pointermove', at(300 + count, 300 + 5 * count)))
		else canvas.dispatchEvent(new WheelEvent('wheel', at(300, 300, {deltaY: count < 75 ? 1 : -1})))
		requestAnimationFrame(step)
	}
	requestAnimationFrame(step)
})`

// BenchmarkTree measures a tree of 10,000 states: the time until it is painted first, and the longest time between two frames while it is
// moved and zoomed, from the root and from a view of all states.
func BenchmarkTree(b *testing.B) {
	for _, children := range []int{1, 3, 20} {
		b.Run(fmt.Sprintf("children=%d", children), func(b *testing.B) {
			d := newTab(b)
			file := d.write(treeRecord(10_000, children))
			var paint, frame, busy float64
			move := func() {
				times := d.eval(frames).([]any)
				frame, busy = max(frame, times[0].(float64)), max(busy, times[1].(float64))
			}
			for b.Loop() {
				d.do(chromedp.Navigate("about:blank"))
				d.navigate("file://" + file + "#/overview")
				d.wait("document.querySelector('#tab-tree')")
				paint = max(paint, d.eval(`new Promise(done => { const begin = performance.now(); document.querySelector('#tab-tree').click()
					const look = () => document.querySelector('canvas')?.width > 300 ? requestAnimationFrame(() => done(performance.now() - begin)) : requestAnimationFrame(look); look() })`).(float64))
				move()
				d.button("All")
				move()
			}
			b.ReportMetric(paint, "ms-to-paint")
			b.ReportMetric(frame, "ms-longest-frame")
			b.ReportMetric(busy, "ms-longest-drawing")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkTreeFolds measures a tree of 100,000 states: how long it takes to fold and unfold one, and to find one by a value, in processor time of the
// longest task on the main thread.
func BenchmarkTreeFolds(b *testing.B) {
	d := newTab(b)
	d.navigate("file://" + d.write(treeRecord(100_000, 3)) + "#/tree")
	d.wait("document.querySelector('input.find')")
	timed := func(act string) float64 {
		longest, _ := d.longestTask(func() {
			d.eval(act + `; new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => f(true), 300))))`)
		})
		return longest
	}
	button := func(name string) string {
		return fmt.Sprintf(`[...document.querySelectorAll(".tools button")].find(b => b.textContent === %s).click();`, quote(name))
	}
	var fold, find []float64
	for b.Loop() {
		d.choose("input.find", "")
		fold = append(fold, timed(button("Fold")), timed(button("Unfold")))
		find = append(find, timed(`{ const e = document.querySelector("input.find"); e.value = "x@99999 "; e.dispatchEvent(new Event("input", {bubbles: true})) }`))
		find = append(find, timed(`[...document.querySelectorAll("button")].find(b => b.textContent === "Next").click();`))
		d.typeIn("input.find", "")
		d.eval("document.querySelector('canvas').focus(); true")
		d.press("ArrowLeft")
	}
	for name, times := range map[string][]float64{"fold": fold, "find": find} {
		slices.Sort(times)
		b.ReportMetric(times[len(times)/2], "ms-median-cpu-"+name)
		b.ReportMetric(times[len(times)-1], "ms-longest-cpu-"+name)
	}
	b.ReportMetric(0, "ns/op")
}
