package syntax_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// The parser turns a file into declarations, and reports errors with their places.
func Example() {
	var list diag.List
	file := syntax.Parse(diag.NewFile("light.sxt", "system Light\ninput press()\ninitial off\non: off -> lit in press\noff: lit -> \n"), &list)
	fmt.Println(file.System.Text)
	for _, d := range file.Decls {
		if t, ok := d.(*syntax.TransitionDecl); ok {
			fmt.Println("transition", t.Name.Text)
		}
	}
	for _, d := range list.Sorted() {
		p := d.Span.Position()
		fmt.Printf("%d:%d: %s\n", p.Line, p.Column, d.Message)
	}
	// Output:
	// Light
	// transition on
	// 5:12: unexpected end of the file, expected the location where the transition ends
}
