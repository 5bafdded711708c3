package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// source is a script for the text in the editor that is shown.
const source = `[...document.querySelectorAll(".editor")].find(e => e.offsetParent !== null)?.shadowRoot.querySelector(".cm-content").innerText`

// What was written of a model is there after another model, another view and a reload, until it is saved or discarded.
func TestDraftsAreKept(t *testing.T) {
	d := newDesk(t, "light", "vending")
	d.open("models", "light/light.sxt")
	d.typeModel("\n# first draft\n")
	d.waitText("header", "not saved")
	d.open("models", "vending/vending.sxt")
	d.waitText("h1", "Vending")
	d.typeModel("\n# second draft\n")
	d.waitText("header", "not saved")
	d.checkAccess()
	d.open("runs")
	d.waitText("nav[aria-label='Models and runs'] a", "light/light.sxt ●not saved")
	d.open("models", "light/light.sxt")
	d.wait(source + `?.includes("# first draft")`)
	d.do(chromedp.Reload())
	d.wait(source + `?.includes("# first draft")`)
	d.waitText("header", "not saved")
	d.button("Save")
	d.wait("![...document.querySelectorAll('header')].some(e => e.textContent.includes('not saved'))")
	if text, err := os.ReadFile(filepath.Join(d.folder, "light", "light.sxt")); err != nil || !strings.HasSuffix(string(text), "# first draft\n") {
		t.Errorf("saved: %v %.40q", err, text)
	}
	d.open("models", "vending/vending.sxt")
	d.waitText("header", "not saved")
	d.button("Discard changes")
	saved := "![...document.querySelectorAll('header, nav')].some(e => e.textContent.includes('not saved'))"
	d.wait(saved)
	d.do(chromedp.Reload())
	d.wait("document.querySelector('#arrow-0') && " + saved)
}

// A draft of a file that another program changed says so, and a file that was deleted can be written again.
func TestKeepMine(t *testing.T) {
	d := newDesk(t, "light")
	file := filepath.Join(d.folder, "light", "light.sxt")
	d.open("models", "light/light.sxt")
	d.typeModel("\n# mine\n")
	d.waitText("header", "not saved")
	d.open("runs")
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, append(text, "# theirs\n"...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d.open("models", "light/light.sxt")
	d.waitText("[role=alert]", "changed on disk")
	d.wait(source + `?.includes("# mine")`)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	d.waitText("[role=alert]", "deleted on disk")
	d.checkAccess()
	d.button("Keep mine")
	d.wait("!document.querySelector('[role=alert]') && ![...document.querySelectorAll('header')].some(e => e.textContent.includes('not saved'))")
	if text, err := os.ReadFile(file); err != nil || !strings.HasSuffix(string(text), "# mine\n") {
		t.Errorf("written again: %v %.40q", err, text)
	}
}

// A run that cannot be started again, because the server does not answer, says so.
func TestRunAgainWithoutServer(t *testing.T) {
	d := newDesk(t, "light")
	d.open("runs", d.run("explore", "light/light.sxt", nil))
	d.wait("document.querySelector('[role=tablist]')")
	d.eval("window.fetch = () => Promise.reject(new TypeError('refused')); true")
	d.button("Run again")
	d.waitText("main [role=alert]", "The server does not answer")
}

// The command line of a run is the one that does the same, also of analyses whose document has another one.
func TestSameCommandLine(t *testing.T) {
	d := newDesk(t, "light")
	for _, analysis := range []string{"generate", "mutate"} {
		d.open("runs", d.run(analysis, "light/light.sxt", nil))
		d.waitText(".overview .copy code", "sextant "+analysis+" light/light.sxt")
		d.wait(`document.querySelector(".overview .copy code").textContent.startsWith("sextant ` + analysis + `")`)
	}
}

// imported has errors and a machine in a file that another imports.
const (
	importer = "import \"parts.sxt\"\ninput start()\nmachine Second {\n  initial waits\n  begin: waits -> works in start()\n}\ninstance one = First()\ninstance two = Second()\n"
	parts    = "# A part.\n\ninput go()\nmachine First {\n  initial red\n\n\n  drive: red -> green in go()\n}\n"
)

// Diagnostics and transitions of an imported file name it, and a click shows their line there.
func TestPlacesInImportedFiles(t *testing.T) {
	d := newDesk(t)
	for name, text := range map[string]string{"whole.sxt": importer, "parts.sxt": parts} {
		if err := os.WriteFile(filepath.Join(d.folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.open("models", "whole.sxt")
	d.wait("document.querySelectorAll('g.edge[role=button]').length === 2")
	arrow := d.text(`[...document.querySelectorAll("g.edge[role=button]")].find(g => g.getAttribute("aria-label").includes("drive")).id`)
	d.focus("#" + arrow)
	d.press("Enter")
	marked := `[...document.querySelectorAll(".editor")].find(e => e.offsetParent !== null)?.shadowRoot.querySelector(".cm-target")?.textContent`
	d.wait(marked + `.includes("drive: red")`)
	d.waitText("[aria-label=Details] dl", "parts.sxt:8")
	d.waitText("section[aria-label=Source] a", "Edit parts.sxt")
	d.checkAccess()
	d.choose("section[aria-label=Source] select", "")
	d.wait(source + `?.includes("machine Second")`)

	if err := os.WriteFile(filepath.Join(d.folder, "parts.sxt"), []byte(strings.Replace(parts, "in go()", "in went()", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.typeModel("\n# checked again\n")
	d.waitText("[aria-label=Diagnostics] li", "parts.sxt:8:")
	d.eval(`[...document.querySelectorAll("[aria-label=Diagnostics] button")].find(b => b.textContent.includes("parts.sxt:8:")).click(); true`)
	d.wait(marked + `.includes("in went()")`)
	d.wait("!" + source + `.includes("machine Second")`)
}

// A note is no warning, neither in the list nor in the editor.
func TestNotesAreNotes(t *testing.T) {
	d := newDesk(t)
	model := "system Noted\ninput go(n: 0..9)\ninitial a\nstep: a -> b in go(n) when n > 4\n"
	if err := os.WriteFile(filepath.Join(d.folder, "noted.sxt"), []byte(model), 0o600); err != nil {
		t.Fatal(err)
	}
	d.open("models", "noted.sxt")
	d.waitText("[aria-label=Diagnostics] li", "i note")
	d.wait(`document.querySelector(".editor").shadowRoot.querySelector(".cm-lint-marker-info")`)
	if d.eval(`document.querySelector(".editor").shadowRoot.querySelector(".cm-lint-marker-warning") === null`) != true {
		t.Error("the editor marks a note as a warning")
	}
}

// The curve of mutants counts mutants, from the first to the last.
func TestCurveOfMutants(t *testing.T) {
	d := newDesk(t, "light")
	id := d.run("mutate", "light/light.sxt", nil)
	var record struct {
		Curve []struct {
			Covered, Total int
			Unit           string
		}
		Document struct{ Mutants []any }
	}
	d.request("GET", "/api/runs/"+id, nil, &record)
	last := 0
	for _, p := range record.Curve {
		if p.Total == 0 && last == 0 {
			continue // the suite is generated
		}
		if p.Total != len(record.Document.Mutants) || p.Covered < last || p.Unit != "mutants decided" {
			t.Errorf("the curve has %+v after %d; there are %d mutants", p, last, len(record.Document.Mutants))
		}
		last = p.Covered
	}
	d.open("runs", id)
	d.waitText("#view .curve + p", "Mutants decided: ")
}
