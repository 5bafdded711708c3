package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// picture writes what is shown, in the light and in the dark.
func (d *desk) picture(folder, name string) {
	d.Helper()
	for _, theme := range []string{"light", "dark"} {
		d.dark(theme == "dark")
		time.Sleep(250 * time.Millisecond) // until the page is drawn with the other colours
		data, err := chromedp.Run(d.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			d.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name+"-"+theme+".png"), data, 0o600); err != nil {
			d.Fatal(err)
		}
	}
}

// TestScreenshots makes a picture of every view; "make screenshots" asks for it.
func TestScreenshots(t *testing.T) {
	folder := os.Getenv("SEXTANT_SCREENSHOTS")
	if folder == "" {
		t.Skip("make screenshots makes pictures of every view")
	}
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			d := newTab(t)
			d.do(chromedp.EmulateViewport(1280, 800))
			d.show(s)
			d.picture(folder, s.name)
		})
	}
	t.Run("widths", func(t *testing.T) { picturesOfWidths(t, folder) })
	t.Run("large", func(t *testing.T) { picturesOfLarge(t, folder) })
	t.Run("serve", func(t *testing.T) { picturesOfServer(t, folder) })
}

// picturesOfLarge makes pictures of large graphs on screens of three widths: what is near a location, folded machines, one of them unfolded, an
// outline, and all of it, with the coverage of a run.
func picturesOfLarge(t *testing.T, folder string) {
	d := newDesk(t)
	d.openPlant()
	d.run("explore", "plant.sxt", options{"depth": {"9"}, "states": {"300"}})
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		d.do(chromedp.EmulateViewport(size[0], size[1]))
		picture := func(name, shows string) {
			d.wait("document.querySelector(" + quote(shows) + ")")
			d.picture(folder, fmt.Sprintf("large-%d-%s", size[0], name))
		}
		d.navigate("about:blank")
		d.openPlant()
		picture("near", "#place-0")
		d.button("Machines")
		d.nodes(7, 7)
		picture("machines", "g.edge.link")
		d.focus("#place-7")
		d.press("Enter")
		d.nodes(17, 6)
		d.focus("#place-9")
		d.press("f")
		d.nodes(12, 7)
		picture("folded", "#place-9.selected")
		d.button("Regions")
		d.wait("document.querySelectorAll('g.node.place').length === 40")
		picture("regions", "g.node.folded")
		d.button("Whole graph")
		d.nodes(57, 0)
		d.focus(".minimap")
		d.press("+")
		d.press("ArrowRight")
		picture("whole", ".minimap")
		d.openLarge(200)
		d.button("Whole graph")
		d.nodes(200, 0)
		picture("200", ".minimap")
	}
}

// picturesOfWidths makes pictures of a report on screens of three widths.
func picturesOfWidths(t *testing.T, folder string) {
	d := newTab(t)
	file := "file://" + d.report([]string{"generate", "traingate/traingate.sxt", "--depth", "6", "--states", "200"})
	failed := "file://" + d.report([]string{"run", "light/light.sxt", "--sut", "exec:{tools}/lamp -fault", "--wait", "5s", "--failures", "{tools}/failures"})
	shown := []struct{ name, file, view, shows string }{
		{"tests", file, "tests/1/3", "g.edge.lit"}, {"beside", file, "tests/1/3/beside/2", ".two .sequence"}, {"overview", file, "overview", ".overview .figures"},
		{"model", file, "model", "g.node"}, {"report", file, "report", "pre"}, {"failure", failed, "tests", "g.node.lit"},
	}
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		for _, s := range shown {
			d.do(chromedp.EmulateViewport(size[0], size[1]))
			d.navigate("about:blank")
			d.navigate(s.file + "#/" + s.view)
			d.wait(fmt.Sprintf("document.querySelector(%s)", quote(s.shows)))
			d.picture(folder, fmt.Sprintf("wide-%d-%s", size[0], s.name))
			if size[0] == 390 { // all of it, as one scrolls through it
				height := d.eval("[...document.querySelectorAll('main, main *')].reduce((h, e) => Math.max(h, e.scrollHeight), 844)").(float64)
				d.do(chromedp.EmulateViewport(size[0], int64(height)+200))
				d.picture(folder, fmt.Sprintf("wide-%d-%s-all", size[0], s.name))
			}
		}
	}
}

// picturesOfServer makes pictures of the pages that only a server has.
func picturesOfServer(t *testing.T, folder string) {
	d := newDesk(t, "light", "class2", "vending", "microgrid", "fischer")
	d.do(chromedp.EmulateViewport(1280, 800))
	first := d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"2"}})
	second := d.run("explore", "light/light.sxt", options{"strategy": {"bfs"}, "depth": {"6"}})
	tools, _ := tools()
	failed := d.run("run", "light/light.sxt", options{"sut": {"exec:" + tools + "/lamp -fault"}})
	d.run("mutate", "light/light.sxt", nil)
	d.open("models", "light/light.sxt")
	d.wait("document.querySelectorAll('.status-covered').length > 3")
	d.picture(folder, "serve-model")
	d.typeModel("\nwrong: on -> nowhere in press() when level > true\n")
	d.waitText("[aria-label=Diagnostics]", "error")
	d.picture(folder, "serve-model-error")
	d.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	d.open("runs")
	d.wait("document.querySelectorAll('[aria-label=History] tbody tr').length >= 4")
	d.picture(folder, "serve-runs")
	d.open("compare", first, second)
	d.waitText("[aria-label=Differences]", "tooLong")
	d.picture(folder, "serve-compare")
	d.open("runs", failed, "tests")
	d.waitText(".sequence .wrong", "lamp(11)")
	d.picture(folder, "serve-failure")
	d.open("compare", failed, d.run("run", "light/light.sxt", options{"sut": {"exec:" + tools + "/lamp -fault"}, "seed": {"7"}}))
	d.waitText("[aria-label='Tests and findings']", "failure 1")
	d.picture(folder, "serve-compare-failures")
	right := d.run("run", "light/light.sxt", options{"sut": {"exec:" + tools + "/lamp"}})
	d.open("runs", failed, "tests", "1", "2", "beside", "1", right)
	d.waitText("section[aria-label=Test]", "First difference")
	d.picture(folder, "serve-beside")
	live := d.start("run", "light/light.sxt", options{"sut": {"exec:" + tools + "/lamp"}, "steps": {"1000000"}})
	d.open("runs", live)
	d.wait("document.querySelector('[aria-label=Test] .node.lit') && document.querySelectorAll('[aria-label=Test] .sequence .number').length > 3")
	d.picture(folder, "serve-live")
	d.button("Cancel")
	d.open("externs", "microgrid/microgrid.sxt")
	d.wait("document.querySelector('.externs h2')")
	d.picture(folder, "serve-externs")
	d.open("externs", "vending/vending.sxt")
	d.waitText(".externs h3", "Cw")
	d.picture(folder, "serve-contracts")
	d.open("step", "vending/vending.sxt")
	d.click("form[aria-label='Take start'] button[type=submit]")
	d.click("form[aria-label='Take insert'] button[type=submit]")
	d.click("form[aria-label='Take choose'] button[type=submit]")
	d.typeIn("form[aria-label='Take price'] input", "150")
	d.click("form[aria-label='Take price'] button[type=submit]")
	d.wait("document.querySelector('form[aria-label=\"Take deliver\"]')")
	d.picture(folder, "serve-step")
	d.open("runs", second, "tree")
	d.waitText("[aria-label=Tree]", "states")
	d.eval("document.querySelector('canvas').focus(); true")
	d.press("ArrowRight")
	d.choose("[aria-label=State] select", "tooLong")
	d.wait("document.querySelector('[aria-label=State] .why .badge')")
	d.picture(folder, "serve-tree")
	d.typeIn("input.find", "#12")
	d.button("Next")
	d.button("Run to this state")
	d.wait("document.querySelector('.panes g.node.lit')")
	d.picture(folder, "serve-tree-run")
	d.do(chromedp.EmulateViewport(390, 844))
	d.picture(folder, "serve-tree-run-390")
	d.open("step", "vending/vending.sxt")
	d.wait("document.querySelector('.walk g.node.lit')")
	d.picture(folder, "serve-step-390")
	d.do(chromedp.EmulateViewport(1280, 800))
	running := d.start("explore", "class2/class2.sxt", long)
	d.open("runs", running)
	d.wait("document.querySelectorAll('[aria-label=Progress] .curve').length === 2")
	time.Sleep(3 * time.Second)
	d.picture(folder, "serve-progress")
	d.button("Cancel")
	d.waitText("main header .badge", "cancelled")
	d.do(chromedp.EmulateViewport(1920, 1080))
	d.open("models", "class2/class2.sxt")
	d.wait("document.querySelector('#arrow-0')")
	d.picture(folder, "serve-model-wide")
}
