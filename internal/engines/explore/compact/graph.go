package compact

// Graph has points, which stand for concrete states, and their expansions. Points are numbered from 1. The size of a graph is bounded: points
// that do not fit are not remembered.
type Graph struct {
	points  []Point
	numbers map[Key]uint32
	room    int // for successors, over all points
}

// Key identifies a concrete state.
type Key [16]byte

// Point is the expansion of a concrete state.
type Point struct {
	Next       []Successor
	Infeasible int // steps
	Hits       int // steps for which a run was found without a solver
	Terminal   bool
}

// Successor is a step from a point.
type Successor struct {
	Move int
	To   uint32 // a point; 0 as long as it is unknown
}

// The limits of a graph, which keep it below 3 MB.
const (
	maxPoints     = 1 << 14
	maxSuccessors = 1 << 16
)

// NewGraph returns a graph without points.
func NewGraph() *Graph {
	return &Graph{points: make([]Point, 1), numbers: map[Key]uint32{}, room: maxSuccessors}
}

// Full reports whether no point can be added.
func (g *Graph) Full() bool { return len(g.points) > maxPoints || g.room <= 0 }

// Point returns the point with a number.
func (g *Graph) Point(number uint32) *Point { return &g.points[number] }

// Number returns the number of the point for a concrete state, which is added if it is new; 0 if there is no room.
func (g *Graph) Number(key Key, p Point) uint32 {
	if n := g.numbers[key]; n != 0 || g.Full() {
		return n
	}
	n := uint32(len(g.points))
	g.points, g.numbers[key] = append(g.points, p), n
	g.room -= len(p.Next)
	return n
}

// Link sets the point to which a move leads from another.
func (g *Graph) Link(from uint32, move int, to uint32) {
	if s := g.successor(from, move); s != nil {
		s.To = to
	}
}

// Target returns the point to which a move leads from another; 0 if it is unknown.
func (g *Graph) Target(from uint32, move int) uint32 {
	if s := g.successor(from, move); s != nil {
		return s.To
	}
	return 0
}

func (g *Graph) successor(from uint32, move int) *Successor {
	next := g.points[from].Next
	for i := range next {
		if next[i].Move == move {
			return &next[i]
		}
	}
	return nil
}
