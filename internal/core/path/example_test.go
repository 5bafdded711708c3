package path_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A path keeps each condition with the step that adds it, whether the path is possible or not.
func Example() {
	s := testkit.MustLoad(`
		system Counter
		input add(int)
		var n: int = 0
		initial idle
		add:  idle -> idle in add(x) when x > 0 do n := n + x
		done: idle -> end when n == 10
	`)
	p := path.Begin(path.Knowledge{System: s})
	for _, m := range []int{0, 0, 1} {
		var err error
		if p, err = p.Take(context.Background(), s.Moves()[m], nil); err != nil {
			panic(err)
		}
	}
	fmt.Println(p.Name())
	for _, c := range p.All() {
		fmt.Println(c.Step, c.Text())
	}
	// Output:
	// add,add,done
	// 1 x@1 >= 1
	// 2 x@2 >= 1
	// 3 x@1 + x@2 == 10
}
