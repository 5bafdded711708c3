package explore

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/smt"
)

func TestQuick(t *testing.T) {
	var list diag.List
	m, _ := compile.Load(os.Getenv("MODEL"), compile.Options{}, &list)
	diag.Render(os.Stdout, list.Sorted(), 0, false)
	tree, err := Run(context.Background(), m.System, Options{Strategy: BreadthFirst, Depth: 10, States: 20000, NewSolver: func() (smt.Solver, error) { return smt.New(smt.Config{}) }})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := json.MarshalIndent(tree.Result(), "", " ")
	t.Log(string(b))
}
