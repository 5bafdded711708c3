package explore

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Identical states. Terms are interned, so two states have the same cells if these are the same pointers. If the conjuncts of both path
// conditions that are connected with the variables of the cells are the same too, the states stand for the same concrete states: the other
// conjuncts have other variables and are satisfiable, since both states are feasible. Such states are found by a hash, in constant time; only
// others are compared one by one.

// identity is a hash of the control, the cells, and the conjuncts that are connected with them.
type identity [16]byte

// identityOf returns the identity of a state; the control is that of controlKey.
func identityOf(control string, st *State) identity {
	cells := contents(st.Symbolic())
	key := append([]byte(control), 0)
	for _, c := range cells {
		key = binary.LittleEndian.AppendUint64(key, c.ID())
	}
	for _, id := range connectedIDs(cells, st) {
		key = binary.LittleEndian.AppendUint64(key, id)
	}
	sum := sha256.Sum256(key)
	return identity(sum[:16])
}

// connectedIDs lists the conjuncts of the path condition that are connected with the variables of some terms, each once and in order.
func connectedIDs(cells []*term.Term, st *State) []uint64 {
	c := connection{}
	c.reach(cells)
	if len(c) == 0 {
		return nil
	}
	path := st.Condition()
	onPath, _ := c.spread(path, nil)
	var out []uint64
	for i, p := range path {
		if onPath[i] {
			out = append(out, p.ID())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// identical reports whether a state is identical to an earlier one, and otherwise remembers it.
func (n *includer) identical(control string, st *State) bool {
	id := identityOf(control, st)
	if n.known[id] {
		return true
	}
	n.known[id] = true
	return false
}
