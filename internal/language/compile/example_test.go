package compile_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// A model is compiled to a system, which is nil if there are errors. Variables are taken apart into slots, which have scalar values.
func Example() {
	text := `
		system Light
		const most = 3
		input press()
		var count: 0..most = 0, marks: bool[2] = [false, false]
		initial off
		on:  off -> lit in press when count < most do count := count + 1
		off: lit -> off in press
	`
	var list diag.List
	m, err := compile.Load("light.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil || list.HasErrors() {
		panic(err)
	}
	for _, slot := range m.System.Slots {
		fmt.Println(slot.Name, slot.Sort)
	}
	for _, t := range m.System.Transitions() {
		fmt.Println(t.Name, "when", t.Guard)
	}
	// Output:
	// count 0..3
	// marks[0] bool
	// marks[1] bool
	// on when count <= 2
	// off when true
}
