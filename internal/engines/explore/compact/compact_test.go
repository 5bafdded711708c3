package compact_test

import (
	"testing"
	"unsafe"

	"github.com/sextant-mbt/sextant/internal/engines/explore/compact"
)

// A record packs its move and its flags, and takes 16 bytes.
func TestRecord(t *testing.T) {
	if size := unsafe.Sizeof(compact.Record{}); size != 16 {
		t.Errorf("a record takes %d bytes", size)
	}
	r := compact.NewRecord(7, 3, compact.MaxMove)
	r.Set(compact.Expanded | compact.Waits)
	r.Clear(compact.Waits)
	if !r.Has(compact.Expanded) || r.Has(compact.Waits|compact.Terminal|compact.Followed) || r.Move() != compact.MaxMove || r.Parent != 7 || r.Depth != 3 {
		t.Errorf("%+v", r)
	}
}

// A graph finds a point by its key, and the targets of moves that were linked.
func TestGraph(t *testing.T) {
	g := compact.NewGraph()
	a := g.Number(compact.Key{1}, compact.Point{Next: []compact.Successor{{Move: 4}, {Move: 5}}})
	b := g.Number(compact.Key{2}, compact.Point{Terminal: true})
	if a == 0 || b == 0 || a == b || g.Number(compact.Key{1}, compact.Point{}) != a || !g.Point(b).Terminal {
		t.Fatalf("points %d and %d", a, b)
	}
	g.Link(a, 5, b)
	g.Link(a, 6, b) // not one of its moves
	if g.Target(a, 4) != 0 || g.Target(a, 5) != b || g.Target(a, 6) != 0 || g.Target(0, 5) != 0 {
		t.Errorf("%+v", g.Point(a))
	}
}

// A graph is bounded, and keeps what it has.
func TestGraphIsBounded(t *testing.T) {
	g := compact.NewGraph()
	first := g.Number(compact.Key{}, compact.Point{})
	count := 1
	for i := 1; i < 1<<20; i++ {
		if g.Number(compact.Key{byte(i), byte(i >> 8), byte(i >> 16)}, compact.Point{Next: make([]compact.Successor, 8)}) == 0 {
			break
		}
		count++
	}
	if !g.Full() || count > 1<<14 || g.Number(compact.Key{}, compact.Point{}) != first {
		t.Errorf("%d points", count)
	}
}
