package compile

import (
	"os"
	"testing"

	"github.com/sextant-mbt/sextant/internal/diag"
)

func TestQuick(t *testing.T) {
	var list diag.List
	m, err := Load(os.Getenv("MODEL"), Options{}, &list)
	if err != nil {
		t.Fatal(err)
	}
	diag.Render(os.Stdout, list.Sorted(), list.Dropped(), false)
	if m.System == nil {
		return
	}
	for _, mv := range m.System.Moves() {
		t.Log(mv.Name, "guard:", mv.Guard, "enabled:", mv.Enabled)
		for _, o := range append(mv.GuardSafety, mv.StepSafety...) {
			t.Log("   safe:", o.Kind, o.Cond)
		}
		for _, u := range mv.Updates {
			t.Log("   ", m.System.Slots[u.Slot].Name, ":=", u.Value)
		}
		for _, o := range mv.Outputs {
			t.Log("   ", o.Channel.Name, o.Args)
		}
	}
}
