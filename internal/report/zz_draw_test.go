package report

import (
	"context"
	"github.com/sextant-mbt/sextant/internal/result"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	w := func(n string, b []byte) { os.WriteFile("/tmp/draw/"+n, b, 0o644); t.Log(n, len(b)) }
	os.MkdirAll("/tmp/draw", 0o755)
	s := func(n string, g result.Graph, c result.Coloring) {
		b, err := ModelSVG(context.Background(), g, c)
		if err != nil {
			t.Error(err)
		}
		w(n, b)
	}
	s("model.svg", microgrid(), microgridColors())
	s("plain.svg", microgrid(), nil)
	s("two.svg", twoMachines(), twoMachinesColors())
	w("small.svg", TreeSVG(smallTree()))
	w("hostile.svg", TreeSVG(hostileTree()))
	w("t60.svg", TreeSVG(grownTree(60)))
	w("t200.svg", TreeSVG(grownTree(200)))
	w("t3000.svg", TreeSVG(grownTree(3000)))
	w("t20000.svg", TreeSVG(grownTree(20000)))
	w("chain.svg", TreeSVG(chain(10000)))
	w("chain400.svg", TreeSVG(chain(400)))
	w("model.mmd", []byte(ModelMermaid(microgrid(), microgridColors())))
	w("two.mmd", []byte(ModelMermaid(twoMachines(), twoMachinesColors())))
	w("small.mmd", []byte(TreeMermaid(smallTree())))
	w("hostile.mmd", []byte(TreeMermaid(hostileTree())))
	w("tree.dot", []byte(TreeDOT(smallTree())))
	w("htree.dot", []byte(TreeDOT(hostileTree())))
}
