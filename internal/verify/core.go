package verify

import (
	"fmt"
	"slices"
)

// core is a transition system.
type core struct {
	sorts      []*sort
	slots      []slot
	machines   []machine
	queues     []int // capacities
	assume     *expr
	invariants []condition
	moves      []*move
}

// slot is a variable of the state.
type slot struct {
	name string
	sort *sort
	init *expr // nil if it may begin with any value
}

// machine has locations, of which it is in one.
type machine struct {
	name      string
	initial   int
	locations []string
}

// condition is a named condition over slots.
type condition struct {
	name string
	cond *expr
}

// move is a step of the system. It takes place where all its parts are at their locations and its guard holds; without a model error if it is
// safe.
type move struct {
	name    string
	parts   []piece
	params  []param
	dequeue int   // the queue that is read, -1 for none
	reads   []int // the parameters that are read from it
	sends   []send
	rivals  bool // whether it can be taken depends on whether queues allow other moves
	calls   bool // results of functions are among the parameters
	guard   []*expr
	safe    []*expr
	sets    []update
}

// piece is a transition of one machine.
type piece struct {
	transition        string
	machine, from, to int
}

// param is a scalar that is new at each step.
type param struct {
	kind string
	sort *sort
}

// send puts a message into a queue.
type send struct {
	queue int
	args  []*expr
}

// update gives a slot a value, computed from the state before.
type update struct {
	slot  int
	value *expr
}

// maxForms bounds the forms of a text.
const maxForms = 1_000_000

// readCore reads the text of a system.
func readCore(text string) (*core, error) {
	forms, err := parse(text)
	if err != nil {
		return nil, err
	}
	if len(forms) == 0 || len(forms) > maxForms || forms[0].head() != "core" || len(forms[0].list) != 3 || forms[0].list[1].word != "1" {
		return nil, fmt.Errorf("line 1: this is not a core of version 1")
	}
	c := &core{assume: &expr{op: "const", sort: boolSort, value: true}}
	for _, n := range forms[1:] {
		if err := c.read(n); err != nil {
			return nil, err
		}
	}
	return c, c.check()
}

// read reads a form.
func (c *core) read(n *node) (err error) {
	switch n.head() {
	case "sort":
		if len(n.list) != 3 || n.list[1].word != fmt.Sprint(len(c.sorts)) {
			return n.errorf("sorts are numbered in order")
		}
		s, err := readSort(n.list[2], c.sorts)
		c.sorts = append(c.sorts, s)
		return err
	case "slot":
		return c.readSlot(n)
	case "machine":
		return c.readMachine(n)
	case "queue":
		if len(n.list) != 4 {
			return n.errorf("a queue has a number, a name and a capacity")
		}
		capacity, err := n.list[3].number(1 << 30)
		c.queues = append(c.queues, capacity)
		return err
	case "assume", "invariant":
		return c.readCondition(n)
	case "move":
		m, err := c.readMove(n)
		c.moves = append(c.moves, m)
		return err
	}
	return n.errorf("no such form: %q", n.head())
}

// scope returns what expressions over the state may mention.
func (c *core) scope() *scope {
	sc := &scope{sorts: c.sorts}
	for _, s := range c.slots {
		sc.slots = append(sc.slots, s.sort)
	}
	return sc
}

func (c *core) readSlot(n *node) error {
	sc := c.scope()
	rest, err := sc.readLets(n)
	if err != nil {
		return err
	}
	if len(rest) != 4 || rest[0].word != fmt.Sprint(len(c.slots)) {
		return n.errorf("slots are numbered in order, and have a name, a sort and a value")
	}
	s := slot{name: rest[1].word}
	if s.sort, err = sc.readSort(rest[2]); err != nil {
		return err
	}
	if rest[3].quoted || rest[3].word != "free" {
		if s.init, err = sc.read(rest[3]); err == nil && !s.init.sort.same(s.sort) {
			err = n.errorf("the value of %s is of another sort", s.name)
		}
	}
	c.slots = append(c.slots, s)
	return err
}

func (c *core) readMachine(n *node) error {
	if len(n.list) < 4 {
		return n.errorf("a machine has a name, the number of its first location, and locations")
	}
	m := machine{name: n.list[1].word}
	for _, l := range n.list[3:] {
		m.locations = append(m.locations, l.word)
	}
	initial, err := n.list[2].number(len(m.locations))
	m.initial = initial
	c.machines = append(c.machines, m)
	return err
}

func (c *core) readCondition(n *node) error {
	sc := c.scope()
	rest, err := sc.readLets(n)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return n.errorf("a condition is expected")
	}
	cond, err := sc.readCondition(rest[len(rest)-1])
	if n.head() == "assume" {
		c.assume = cond
	} else {
		c.invariants = append(c.invariants, condition{rest[0].word, cond})
	}
	return err
}

// readMove reads a move. Its parameters come before what mentions them, but for the definitions, so they are read first.
func (c *core) readMove(n *node) (*move, error) {
	m := &move{dequeue: -1}
	sc := c.scope()
	for _, item := range n.list {
		if item.head() != "param" {
			continue
		}
		if len(item.list) != 3 {
			return m, item.errorf("a parameter has a kind and a sort")
		}
		s, err := sc.readSort(item.list[2])
		if err != nil {
			return m, err
		}
		m.params, sc.params = append(m.params, param{item.list[1].word, s}), append(sc.params, s)
	}
	rest, err := sc.readLets(n)
	if err != nil || len(rest) == 0 {
		return m, err
	}
	m.name = rest[0].word
	for _, item := range rest[1:] {
		if err := c.readClause(m, sc, item); err != nil {
			return m, err
		}
	}
	return m, nil
}

// readClause reads what a move consists of.
func (c *core) readClause(m *move, sc *scope, n *node) (err error) {
	rest := n.list[min(1, len(n.list)):]
	switch n.head() {
	case "param":
	case "part":
		return c.readPart(m, n)
	case "rivals":
		m.rivals = true
	case "calls":
		m.calls = true
	case "dequeue":
		return c.readDequeue(m, n)
	case "enqueue":
		s := send{}
		if len(rest) == 0 {
			return n.errorf("a queue is expected")
		}
		if s.queue, err = rest[0].number(len(c.queues)); err == nil {
			s.args, err = readAll(rest[1:], sc.read)
		}
		m.sends = append(m.sends, s)
	case "guard":
		m.guard, err = readAll(rest, sc.readCondition)
	case "safe":
		m.safe, err = readAll(rest, sc.readCondition)
	case "set":
		return c.readUpdate(m, sc, n)
	default:
		err = n.errorf("a move has no %q", n.head())
	}
	return err
}

func readAll(list []*node, read func(*node) (*expr, error)) ([]*expr, error) {
	var out []*expr
	for _, n := range list {
		e, err := read(n)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func (c *core) readPart(m *move, n *node) (err error) {
	if len(n.list) != 5 {
		return n.errorf("a part has a name, a machine and two locations")
	}
	p := piece{transition: n.list[1].word}
	if p.machine, err = n.list[2].number(len(c.machines)); err != nil {
		return err
	}
	locations := len(c.machines[p.machine].locations)
	if p.from, err = n.list[3].number(locations); err != nil {
		return err
	}
	p.to, err = n.list[4].number(locations)
	m.parts = append(m.parts, p)
	return err
}

func (c *core) readDequeue(m *move, n *node) (err error) {
	if len(n.list) < 2 {
		return n.errorf("a queue is expected")
	}
	if m.dequeue, err = n.list[1].number(len(c.queues)); err != nil {
		return err
	}
	for _, p := range n.list[2:] {
		i, err := p.number(len(m.params))
		if err != nil {
			return err
		}
		m.reads = append(m.reads, i)
	}
	return nil
}

func (c *core) readUpdate(m *move, sc *scope, n *node) (err error) {
	if len(n.list) != 3 {
		return n.errorf("an assignment has a slot and a value")
	}
	u := update{}
	if u.slot, err = n.list[1].number(len(c.slots)); err != nil {
		return err
	}
	if u.value, err = sc.read(n.list[2]); err == nil && !u.value.sort.same(c.slots[u.slot].sort) {
		err = n.errorf("the value for %s is of another sort", c.slots[u.slot].name)
	}
	m.sets = append(m.sets, u)
	return err
}

// check checks what no form shows alone.
func (c *core) check() error {
	if len(c.machines) == 0 {
		return fmt.Errorf("the core has no machine")
	}
	for _, m := range c.moves {
		if len(m.parts) == 0 {
			return fmt.Errorf("the move %q has no part", m.name)
		}
	}
	return nil
}

// initial returns the locations in which runs begin.
func (c *core) initial() []int {
	out := make([]int, len(c.machines))
	for i, m := range c.machines {
		out[i] = m.initial
	}
	return out
}

// startsAt reports whether all parts of a move are at their locations.
func (m *move) startsAt(row []int) bool {
	for _, p := range m.parts {
		if row[p.machine] != p.from {
			return false
		}
	}
	return true
}

// isFalse reports whether a condition of a move is the constant false.
func (m *move) isFalse() bool {
	return slices.ContainsFunc(slices.Concat(m.guard, m.safe), func(e *expr) bool { return e.op == "const" && e.value == false })
}

// target returns the locations after a move.
func (m *move) target(row []int) []int {
	out := append([]int(nil), row...)
	for _, p := range m.parts {
		out[p.machine] = p.to
	}
	return out
}

// takes reports whether a transition is part of a move.
func (m *move) takes(transition string) bool {
	for _, p := range m.parts {
		if p.transition == transition {
			return true
		}
	}
	return false
}
