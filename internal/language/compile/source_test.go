package compile

import (
	"slices"
	"testing"
)

// TestGuardTexts: the text of a guard has the meaning of the guard, and comments are not part of the texts of clauses.
func TestGuardTexts(t *testing.T) {
	m, found := loadFiles(t, map[string]string{"m.sxt": `system S
feature F, G
input go(k: int)
var x: int = 0, y: int = 0
initial a
t: a -> a
  for F or G
  when x > 0 or y > 0
  in go(k)
  when k > 1 or k < 0
  do x := 1;  # first
     y := 2
u: a -> a for F => G when x > 3 or y > 4
v: a -> a when x > 1 => y > 1 in go(k) when if k > 1 then k > 2 else k > 3
w: a -> a for F or G when else
`}, Options{})
	if m.System == nil {
		t.Fatal(found)
	}
	var guards, otherwise []string
	for _, tr := range m.System.Transitions() {
		guards = append(guards, tr.Source.When)
		if tr.Else {
			otherwise = append(otherwise, tr.Name)
		}
	}
	want := []string{"(F or G) and (x > 0 or y > 0) and (k > 1 or k < 0)", "(F => G) and (x > 3 or y > 4)",
		"(x > 1 => y > 1) and if k > 1 then k > 2 else k > 3", "(F or G) and else"}
	if !slices.Equal(guards, want) {
		t.Errorf("the guards are %q", guards)
	}
	if !slices.Equal(otherwise, []string{"w"}) {
		t.Errorf("else have %q", otherwise)
	}
	if do := m.System.Transitions()[0].Source.Do; do != "x := 1; y := 2" {
		t.Errorf("the assignments are %q", do)
	}
}
