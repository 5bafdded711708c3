package draw

// layout is where the nodes of a tree stand: across is the centre of a node along its level, level counts from the root.
type layout struct {
	across []float64
	level  []int
	extent float64 // from the outer edge of the first node to that of the last
	levels int
}

// tidy lays out a tree by the algorithm of Buchheim, Jünger and Leipert ("Improving Walker's algorithm to run in linear
// time", 2002), which refines that of Reingold and Tilford: nodes of a level keep their order and do not overlap, a parent
// is centred over its first and last child, and subtrees are as close together as that allows.
//
// parent[i] is an earlier index, or anything else for a root; breadth[i] is how much room node i needs along its level.
// Where the published algorithm is recursive, this one runs over the rows backwards and forwards, so depth costs no stack.
func tidy(parent []int, breadth []float64, gap float64) layout {
	t := newTidyTree(parent, breadth, gap)
	for v := len(t.nodes) - 1; v >= 0; v-- {
		t.placeChildren(v)
	}
	return t.positions()
}

// tidyNode is a node with the values of the algorithm, under their published names. Node 0 is an extra root above the
// roots of the tree, so that a forest is laid out as well; row i of the caller is node i+1.
type tidyNode struct {
	parent        int
	children      []int
	number        int // among its siblings
	level         int
	breadth       float64
	prelim, mod   float64 // position relative to the parent's subtree, and what the descendants are moved by
	shift, change float64 // moves that are still to be spread over siblings
	middle        float64 // between the first and the last child
	thread        int     // the next node of a contour that leaves the subtree, 0 for none
	ancestor      int     // the root of the subtree that a node on the left contour belongs to
}

type tidyTree struct {
	nodes []tidyNode
	gap   float64
}

func newTidyTree(parent []int, breadth []float64, gap float64) *tidyTree {
	t := &tidyTree{nodes: make([]tidyNode, len(parent)+1), gap: gap}
	t.nodes[0].level = -1
	for i := range parent {
		v, up := i+1, 0
		if 0 <= parent[i] && parent[i] < i {
			up = parent[i] + 1
		}
		above := &t.nodes[up]
		t.nodes[v] = tidyNode{parent: up, number: len(above.children), level: above.level + 1, breadth: breadth[i], ancestor: v}
		above.children = append(above.children, v)
	}
	return t
}

// placeChildren puts the subtrees of the children of v side by side; they are laid out already.
func (t *tidyTree) placeChildren(v int) {
	children := t.nodes[v].children
	if len(children) == 0 {
		return
	}
	defaultAncestor := children[0]
	for i, child := range children {
		t.placeFirst(children, i)
		defaultAncestor = t.apportion(child, defaultAncestor)
	}
	t.executeShifts(children)
	first, last := &t.nodes[children[0]], &t.nodes[children[len(children)-1]]
	t.nodes[v].middle = (first.prelim + last.prelim) / 2
}

// placeFirst puts child i next to its left sibling, regardless of their descendants.
func (t *tidyTree) placeFirst(children []int, i int) {
	child := &t.nodes[children[i]]
	if i == 0 {
		child.prelim = child.middle
		return
	}
	child.prelim = t.nodes[children[i-1]].prelim + t.distance(children[i-1], children[i])
	child.mod = child.prelim - child.middle
}

// distance is how far apart the centres of two neighbours must be.
func (t *tidyTree) distance(left, right int) float64 {
	return (t.nodes[left].breadth+t.nodes[right].breadth)/2 + t.gap
}

// contour walks down one side of a subtree, adding up the moves of the nodes that it has left behind.
type contour struct {
	node  int
	moved float64
}

// down goes to the next level of a contour.
func (t *tidyTree) down(c contour, next func(int) int) contour {
	return contour{next(c.node), t.below(c)}
}

// below is how far the nodes below a contour's node are moved.
func (t *tidyTree) below(c contour) float64 { return c.moved + t.nodes[c.node].mod }

// position is where a contour's node stands, relative to the parent whose children are being placed.
func (t *tidyTree) position(c contour) float64 { return c.moved + t.nodes[c.node].prelim }

// nextLeft is the next node of a left contour, or 0 at its end.
func (t *tidyTree) nextLeft(v int) int {
	if children := t.nodes[v].children; len(children) > 0 {
		return children[0]
	}
	return t.nodes[v].thread
}

// nextRight is the next node of a right contour, or 0 at its end.
func (t *tidyTree) nextRight(v int) int {
	if children := t.nodes[v].children; len(children) > 0 {
		return children[len(children)-1]
	}
	return t.nodes[v].thread
}

// apportion moves the subtree of v away from the subtrees of its left siblings, as far as they overlap on any level, and
// joins their contours by threads.
func (t *tidyTree) apportion(v, defaultAncestor int) int {
	number := t.nodes[v].number
	if number == 0 {
		return defaultAncestor
	}
	siblings := t.nodes[t.nodes[v].parent].children
	insideLeft, insideRight := contour{node: siblings[number-1]}, contour{node: v}
	outsideLeft, outsideRight := contour{node: siblings[0]}, contour{node: v}
	for t.nextRight(insideLeft.node) != 0 && t.nextLeft(insideRight.node) != 0 {
		insideLeft, insideRight = t.down(insideLeft, t.nextRight), t.down(insideRight, t.nextLeft)
		outsideLeft, outsideRight = t.down(outsideLeft, t.nextLeft), t.down(outsideRight, t.nextRight)
		t.nodes[outsideRight.node].ancestor = v
		overlap := t.position(insideLeft) + t.distance(insideLeft.node, insideRight.node) - t.position(insideRight)
		if overlap > 0 {
			t.moveSubtree(t.greatestAncestor(insideLeft.node, v, defaultAncestor), v, overlap)
			insideRight.moved += overlap
			outsideRight.moved += overlap
		}
	}
	return t.thread(v, defaultAncestor, insideLeft, insideRight, outsideLeft, outsideRight)
}

// thread prolongs the contour of the shallower side by that of the deeper one.
func (t *tidyTree) thread(v, defaultAncestor int, insideLeft, insideRight, outsideLeft, outsideRight contour) int {
	if next := t.nextRight(insideLeft.node); next != 0 && t.nextRight(outsideRight.node) == 0 {
		t.nodes[outsideRight.node].thread = next
		t.nodes[outsideRight.node].mod += t.below(insideLeft) - t.below(outsideRight)
	}
	if next := t.nextLeft(insideRight.node); next != 0 && t.nextLeft(outsideLeft.node) == 0 {
		t.nodes[outsideLeft.node].thread = next
		t.nodes[outsideLeft.node].mod += t.below(insideRight) - t.below(outsideLeft)
		return v
	}
	return defaultAncestor
}

// greatestAncestor is the left sibling of v whose subtree holds the given node of the inner left contour.
func (t *tidyTree) greatestAncestor(node, v, defaultAncestor int) int {
	if ancestor := t.nodes[node].ancestor; t.nodes[ancestor].parent == t.nodes[v].parent {
		return ancestor
	}
	return defaultAncestor
}

// moveSubtree moves the subtree of right, and notes that the siblings between left and right are to share the move.
func (t *tidyTree) moveSubtree(left, right int, distance float64) {
	from, to := &t.nodes[left], &t.nodes[right]
	share := distance / float64(to.number-from.number)
	to.change -= share
	to.shift += distance
	from.change += share
	to.prelim += distance
	to.mod += distance
}

// executeShifts carries out the moves that moveSubtree noted.
func (t *tidyTree) executeShifts(children []int) {
	var shift, change float64
	for i := len(children) - 1; i >= 0; i-- {
		child := &t.nodes[children[i]]
		child.prelim += shift
		child.mod += shift
		change += child.change
		shift += child.shift + change
	}
}

// positions adds up the moves from the root downwards, and lets the first edge be at 0.
func (t *tidyTree) positions() layout {
	rows := len(t.nodes) - 1
	l := layout{across: make([]float64, rows), level: make([]int, rows)}
	sums := make([]float64, len(t.nodes))
	var first, last float64
	for v := 1; v < len(t.nodes); v++ {
		node := &t.nodes[v]
		above := sums[node.parent]
		sums[v] = above + node.mod
		l.across[v-1], l.level[v-1] = above+node.prelim, node.level
		l.levels = max(l.levels, node.level+1)
		first, last = widen(first, last, l.across[v-1], node.breadth/2, v == 1)
	}
	for i := range l.across {
		l.across[i] -= first
	}
	l.extent = last - first
	return l
}

// widen grows a range so that it holds a node; begin starts a new range.
func widen(first, last, centre, half float64, begin bool) (float64, float64) {
	if begin {
		return centre - half, centre + half
	}
	return min(first, centre-half), max(last, centre+half)
}
