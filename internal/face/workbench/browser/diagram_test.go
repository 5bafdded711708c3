package browser

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// messagesOf are the messages of a run in order; a step without one has its transition.
func messagesOf(run *result.Trace) []string {
	var out []string
	for _, s := range run.Steps {
		before := len(out)
		if s.Input != nil {
			out = append(out, s.Input.Text)
		}
		for _, m := range slices.Concat(s.Inner, s.Outputs) {
			out = append(out, m.Text)
		}
		if len(out) == before {
			out = append(out, s.Transition)
		}
	}
	return out
}

// drawnMessages is a script for the messages of the diagram that is shown.
const drawnMessages = `JSON.stringify([...document.querySelectorAll(".sequence svg text.message title")].map(e => e.textContent))`

// Each generated test is drawn as the document has its run: the inputs at the transitions that take them, and a lifeline for each machine.
func TestDiagramsAreTheRuns(t *testing.T) {
	for example, parties := range map[string]int{"vending": 2, "traingate": 4} {
		d := newDesk(t, example)
		id := d.run("generate", example+"/"+example+".sxt", options{"depth": {"6"}, "states": {"200"}})
		var record struct{ Document result.Suite }
		d.request("GET", "/api/runs/"+id, nil, &record)
		d.open("runs", id, "tests")
		d.wait(fmt.Sprintf(`document.querySelectorAll("nav[aria-label=Tests] button").length === %d`, len(record.Document.Tests)))
		for i, test := range record.Document.Tests {
			d.eval(fmt.Sprintf(`document.querySelectorAll("nav[aria-label=Tests] button")[%d].click(); true`, i))
			d.waitText("section[aria-label=Test] h2", test.Name)
			var drawn []string
			if err := json.Unmarshal([]byte(d.text(drawnMessages)), &drawn); err != nil {
				t.Fatal(err)
			}
			if want := messagesOf(test.Run); !slices.Equal(drawn, want) {
				t.Errorf("%s: %s is drawn as %q, its run is %q", example, test.Name, drawn, want)
			}
			if n := d.eval(`document.querySelectorAll(".sequence line.life").length`); n != float64(parties) {
				t.Errorf("%s: %s has %v lifelines, not %d", example, test.Name, n, parties)
			}
		}
		d.open("runs", id, "model")
		d.wait(fmt.Sprintf("document.querySelectorAll('g.edge.status-covered[role=button]').length === %d", record.Document.Coverage["transitions"].Covered))
		d.checkAccess()
	}
}
