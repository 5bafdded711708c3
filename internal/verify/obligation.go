package verify

import (
	"fmt"
	"slices"
	"strings"
)

// obligation is what a solver has to refute: a script with the conditions under which the claim would be false.
type obligation struct {
	what     string
	script   string
	isOpaque bool // something in it stands for any value, so that a solution may be none
}

// maxRows bounds the combinations of locations.
const maxRows = 20_000

// obligations derives what has to be refuted for the claim that no run does something.
func (cert *certificate) obligations(c *core) ([]obligation, error) {
	rows, err := c.rows()
	if err != nil {
		return nil, err
	}
	d := &deriving{core: c, cert: cert, known: map[string]bool{}}
	if err := d.beginning(); err != nil {
		return nil, err
	}
	for _, row := range rows {
		held := cert.at(row)
		for _, m := range c.moves {
			if !m.startsAt(row) || m.isFalse() {
				continue
			}
			if err := d.step(m, held, cert.at(m.target(row))); err != nil {
				return nil, err
			}
			if cert.what == "transition" && m.takes(cert.name) {
				if err := d.never(m, held); err != nil {
					return nil, err
				}
			}
		}
		if cert.what == "invariant" {
			if err := d.holds(held); err != nil {
				return nil, err
			}
		}
	}
	return d.out, nil
}

// rows lists the combinations of locations to which moves lead, whatever their conditions, unless one is the constant false.
func (c *core) rows() ([][]int, error) {
	first := c.initial()
	out, seen := [][]int{first}, map[string]bool{fmt.Sprint(first): true}
	for i := 0; i < len(out); i++ {
		for _, m := range c.moves {
			if !m.startsAt(out[i]) || m.isFalse() {
				continue
			}
			next := m.target(out[i])
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				out = append(out, next)
			}
		}
		if len(out) > maxRows {
			return nil, &ErrUnable{fmt.Sprintf("there are more than %d combinations of locations", maxRows)}
		}
	}
	return out, nil
}

// at returns the numbers of the clauses about a row of locations.
func (cert *certificate) at(row []int) []int {
	var out []int
	for i := range cert.hints {
		if cert.hints[i].holdsAt(row) {
			out = append(out, i)
		}
	}
	return out
}

// deriving collects obligations, each once.
type deriving struct {
	core  *core
	cert  *certificate
	known map[string]bool
	out   []obligation
}

// isNew reports whether an obligation was not derived before.
func (d *deriving) isNew(kind string, m *move, lists ...[]int) bool {
	key := fmt.Sprintf("%s %p %v", kind, m, lists)
	if d.known[key] {
		return false
	}
	d.known[key] = true
	return true
}

func (d *deriving) add(what string, q *query) {
	d.out = append(d.out, obligation{what, q.script(), len(q.opaque) > 0})
}

// assume demands clauses before a step.
func (d *deriving) assume(q *query, clauses []int) error {
	for i, s := range d.core.slots { // whose bounds hold in every state
		q.leaf(fmt.Sprintf("s%d", i), s.sort)
	}
	for _, i := range clauses {
		if err := q.assert(d.cert.hints[i].cond); err != nil {
			return err
		}
	}
	return nil
}

// conclusions returns clauses after a step, and that the slots that it assigns are within their bounds.
func (d *deriving) conclusions(q *query, clauses []int, sets []update) ([]string, error) {
	var out []string
	for _, i := range clauses {
		text, err := q.write(d.cert.hints[i].cond, 1)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	for _, u := range sets {
		s := d.core.slots[u.slot].sort
		if len(within("", s)) == 0 {
			continue
		}
		text, err := q.write(u.value, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, within(text, s)...)
	}
	return out, nil
}

// beginning derives that the clauses hold where runs begin. The values of slots are assumed, their bounds are not.
func (d *deriving) beginning() error {
	q := newQuery(len(d.core.slots))
	q.after = map[int]*expr{}
	var sets []update
	for i, s := range d.core.slots {
		name := fmt.Sprintf("s%d", i)
		switch {
		case s.init == nil:
			q.leaf(name, s.sort)
		case isScalar(s.sort):
			q.leaf(name, s.sort.unbounded())
			sets = append(sets, update{i, &expr{op: "slot", sort: s.sort, index: i}})
		default:
			q.after[i] = s.init
		}
	}
	for i, s := range d.core.slots {
		if s.init == nil || !isScalar(s.sort) {
			continue
		}
		if err := q.assert(&expr{op: "=", sort: boolSort, args: []*expr{{op: "slot", sort: s.sort, index: i}, s.init}}); err != nil {
			return err
		}
	}
	text, err := q.write(d.core.assume, 1)
	if err != nil {
		return err
	}
	fmt.Fprintf(&q.asserted, "(assert %s)\n", text)
	return d.conclude(q, "the clauses hold where runs begin", d.cert.at(d.core.initial()), sets)
}

// conclude adds the obligation that clauses and bounds hold after a step, unless nothing is to hold.
func (d *deriving) conclude(q *query, what string, clauses []int, sets []update, more ...string) error {
	conclusions, err := d.conclusions(q, clauses, sets)
	if err != nil {
		return err
	}
	conclusions = slices.DeleteFunc(append(conclusions, more...), func(s string) bool { return s == "true" })
	if len(conclusions) > 0 {
		q.refute(conclusions)
		d.add(what, q)
	}
	return nil
}

// step derives that a move keeps the clauses.
func (d *deriving) step(m *move, before, after []int) error {
	if !d.isNew("step", m, before, after) {
		return nil
	}
	q := newQuery(len(d.core.slots))
	if err := d.taken(q, m, before); err != nil {
		return err
	}
	q.after = map[int]*expr{}
	for _, u := range m.sets {
		q.after[u.slot] = u.value
	}
	sent, err := d.sent(q, m)
	if err != nil {
		return err
	}
	return d.conclude(q, "the move "+m.name+" keeps the clauses", after, m.sets, sent...)
}

// sent returns the conditions that what a move puts into queues is within the bounds of what others take out.
func (d *deriving) sent(q *query, m *move) ([]string, error) {
	var out []string
	for _, s := range m.sends {
		for k, arg := range s.args {
			text, err := q.write(arg, 0)
			if err != nil {
				return nil, err
			}
			for _, other := range d.core.moves {
				if other.dequeue == s.queue && k < len(other.reads) {
					out = append(out, within(text, other.params[other.reads[k]].sort)...)
				}
			}
		}
	}
	return out, nil
}

// taken demands that a move is taken without a model error where clauses hold.
func (d *deriving) taken(q *query, m *move, before []int) error {
	if err := d.assume(q, before); err != nil {
		return err
	}
	for i, p := range m.params {
		q.leaf(fmt.Sprintf("p%d", i), p.sort)
	}
	for _, list := range [][]*expr{m.guard, m.safe} {
		for _, cond := range list {
			if err := q.assert(cond); err != nil {
				return err
			}
		}
	}
	return nil
}

// never derives that a move is not taken where clauses hold.
func (d *deriving) never(m *move, before []int) error {
	if !d.isNew("never", m, before) {
		return nil
	}
	q := newQuery(len(d.core.slots))
	if err := d.taken(q, m, before); err != nil {
		return err
	}
	d.add("the move "+m.name+" is never taken", q)
	return nil
}

// holds derives that the invariant of the claim holds where clauses do.
func (d *deriving) holds(clauses []int) error {
	if !d.isNew("holds", nil, clauses) {
		return nil
	}
	q := newQuery(len(d.core.slots))
	if err := d.assume(q, clauses); err != nil {
		return err
	}
	text, err := q.write(d.cert.about, 0)
	if err != nil || strings.TrimSpace(text) == "true" {
		return err
	}
	q.refute([]string{text})
	d.add("the invariant holds", q)
	return nil
}
