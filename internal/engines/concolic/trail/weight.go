package trail

import (
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Dependency analysis: section 3.1 of paper 3.
//
// Mod(a) is the variable that an assignment a changes, Ref(a) the variables and inputs that it refers to. From these come two
// coefficients of an assignment,
//
//	Δ_a(d) = 1 / |Ref(a)| if d ∈ Ref(a), else 0                      (1)  how much it depends on the variable d
//	Υ_a    = |Ref(a) ∩ I| / |Ref(a)|, 0 if Ref(a) is empty           (2)  how much it depends on the inputs I
//
// A weight distribution w gives each variable a weight: how much it matters for the rest of the path. An assignment propagates weight to the
// variables that it refers to, and consumes the share of inputs. With l = Mod(a):
//
//	P_a(w) = w_l Δ_a + w[l/0]        C_a(w) = w_l Υ_a                (3)
//
// and for a sequence α = a :: β, which includes the updates along a path,
//
//	P_α(w) = P_a(P_β(w))             C_α(w) = C_a(P_β(w)) + C_β(w)   (4)
//
// So a sequence is processed from its end. Simultaneous assignments (x, y := y, x) all see the weights after them. Inputs are the values that
// the tester sends, and those that "any" chooses: the solver may choose both. The result of an extern depends on its arguments, which are
// among Ref. In a meeting of two machines the sender's assignments come first, and the payload stands for the sender's terms.
//
// Beyond the paper: the guards between the first move of a path and its target must hold, too, and the variables that they read may depend on
// inputs that no weight reaches, since the weight of w̄ is on the variables of the target's guard alone. So a trail has a second distribution
// for the variables that the guards in between read, which is propagated in the same way. Weight that it consumes makes a trail worth trying
// (line 7 of Algorithm 2), but does not count for C, by which trails are ordered: C is at most the sum of w̄, whereas every turn of a loop
// with a guard adds to the second distribution.

// Distribution is a weight distribution: the weights that are not zero, by the index of the variable in System.Vars. A model may have a
// thousand variables, of which few matter for a target.
type Distribution map[int]float64

// Coefficients are Δ and Υ of one assignment, with the sets they are computed from.
type Coefficients struct {
	Text    string  // the assignment as it was written
	Mod     int     // index into System.Vars
	Vars    []int   // Ref(a) ∩ D
	Inputs  int     // |Ref(a) ∩ I|
	Size    int     // |Ref(a)|
	Upsilon float64 // Υ_a
}

// Delta returns Δ_a(d).
func (c *Coefficients) Delta(d int) float64 {
	if slices.Contains(c.Vars, d) {
		return 1 / float64(c.Size)
	}
	return 0
}

// Dependencies has the coefficients of all assignments of a system.
type Dependencies struct {
	system   *sts.System
	moves    [][][]Coefficients // by move: the sequence, in groups of simultaneous assignments
	guards   [][]int            // by move: the variables that its guard refers to
	variable []int              // by slot: index into System.Vars, -1 for a frozen constant
	slot     map[*term.Term]int // of the variable of a slot
}

// Analyse computes Δ and Υ for every assignment of a system.
func Analyse(s *sts.System) *Dependencies {
	d := &Dependencies{system: s, variable: make([]int, len(s.Slots)), slot: map[*term.Term]int{}}
	for i, v := range s.Vars {
		for k := range v.Type.Size() {
			d.variable[v.First+k] = i
			if v.Frozen {
				d.variable[v.First+k] = -1
			}
		}
	}
	for i, slot := range s.Slots {
		d.slot[slot.Term] = i
	}
	for _, m := range s.Moves() {
		d.moves = append(d.moves, d.sequence(m))
		d.guards = append(d.guards, d.guardOf(m))
	}
	return d
}

// guardOf returns the variables that the guard of a move refers to, each once.
func (d *Dependencies) guardOf(m *sts.Move) []int {
	var out []int
	for _, slot := range d.SlotsIn(m.Guard) {
		if v := d.variable[slot]; v >= 0 && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// reads reports whether a condition reads a slot.
func (d *Dependencies) reads(c *term.Term) bool {
	return slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { _, ok := d.slot[v]; return ok })
}

// SlotsIn returns the slots that conditions read.
func (d *Dependencies) SlotsIn(conditions ...*term.Term) []int {
	var out []int
	for _, v := range term.Variables(conditions) {
		if slot, ok := d.slot[v]; ok {
			out = append(out, slot)
		}
	}
	return out
}

// Sequence returns the assignments of a move, in groups of simultaneous ones.
func (d *Dependencies) Sequence(m *sts.Move) [][]Coefficients { return d.moves[m.ID] }

func (d *Dependencies) sequence(m *sts.Move) [][]Coefficients {
	var out [][]Coefficients
	for i, t := range m.Parts {
		for _, group := range t.Assignments {
			var coefficients []Coefficients
			for _, a := range group {
				coefficients = append(coefficients, d.coefficients(m, i, a))
			}
			out = append(out, coefficients)
		}
	}
	return out
}

// param is an element of Ref that is not a variable: a parameter of a part of the move.
type param struct{ part, index int }

// references are the elements of Ref.
type references struct {
	vars   map[int]bool
	params map[param]bool
}

// coefficients computes Ref of an assignment of a part of a move, and the coefficients from it.
func (d *Dependencies) coefficients(m *sts.Move, part int, a sts.Assignment) Coefficients {
	ref := references{map[int]bool{}, map[param]bool{}}
	for _, v := range a.Vars {
		ref.vars[v] = true
	}
	for _, p := range a.Params {
		if sent := payload(m, part, p); sent != nil {
			d.refer(m.Parts[0], sent, ref)
			continue
		}
		ref.params[param{part, p}] = true
	}
	c := Coefficients{Text: a.Text, Mod: a.Target, Size: len(ref.vars) + len(ref.params)}
	for v := range d.system.Vars {
		if ref.vars[v] {
			c.Vars = append(c.Vars, v)
		}
	}
	for p := range ref.params {
		if kind := m.Parts[p.part].Params[p.index].Kind; kind == sts.Received || kind == sts.Chosen {
			c.Inputs++
		}
	}
	if c.Size > 0 {
		c.Upsilon = float64(c.Inputs) / float64(c.Size)
	}
	return c
}

// payload returns the term that the sender of a meeting computes for a parameter of the receiver; nil if there is none.
func payload(m *sts.Move, part, param int) *term.Term {
	if part == 0 {
		return nil
	}
	receiver := m.Parts[part]
	i := slices.Index(receiver.ReceiveArgs, param)
	sent := slices.IndexFunc(m.Parts[0].Sends, func(msg sts.Message) bool { return msg.Channel == receiver.Receive })
	if i < 0 || sent < 0 {
		return nil
	}
	return m.Parts[0].Sends[sent].Args[i]
}

// refer adds the variables and inputs in a term over the state and the parameters of a sender.
func (d *Dependencies) refer(sender *sts.Transition, e *term.Term, ref references) {
	for _, v := range e.Vars() {
		if slot, ok := d.slot[v]; ok {
			if d.variable[slot] >= 0 {
				ref.vars[d.variable[slot]] = true
			}
		} else if i := slices.IndexFunc(sender.Params, func(p sts.Param) bool { return p.Term == v }); i >= 0 {
			ref.params[param{0, i}] = true
		}
	}
}

// Initial returns w̄ of Algorithm 2: weight 1 for each variable that the guard of a move refers to.
func (d *Dependencies) Initial(m *sts.Move) Distribution { return d.weigh(m, nil) }

// weigh returns a distribution with weight 1 for each variable that the guard of a move refers to. The result may be w itself, which is
// not changed.
func (d *Dependencies) weigh(m *sts.Move, w Distribution) Distribution {
	if !slices.ContainsFunc(d.guards[m.ID], func(v int) bool { return w[v] != 1 }) {
		return w
	}
	out := make(Distribution, len(w)+len(d.guards[m.ID]))
	maps.Copy(out, w)
	for _, v := range d.guards[m.ID] {
		out[v] = 1
	}
	return out
}

// Back computes P_α(w) and C_α(w) for the update α of a move: equations 3 and 4. The result may be w itself, which is not changed.
func (d *Dependencies) Back(m *sts.Move, w Distribution) (propagated Distribution, consumed float64) {
	propagated = w
	copied := false
	for _, group := range slices.Backward(d.moves[m.ID]) {
		if !slices.ContainsFunc(group, func(c Coefficients) bool { return propagated[c.Mod] != 0 }) {
			continue // no assigned variable has a weight
		}
		if !copied {
			propagated, copied = maps.Clone(w), true
		}
		consumed += back(group, propagated)
	}
	return propagated, consumed
}

// back propagates w over simultaneous assignments in place, and returns the weight that they consume.
func back(group []Coefficients, w Distribution) (consumed float64) {
	before := make([]float64, len(group))
	for i := range group {
		before[i] = w[group[i].Mod]
	}
	for i := range group {
		delete(w, group[i].Mod)
	}
	for i := range group {
		for _, v := range group[i].Vars {
			if before[i] != 0 {
				w[v] += before[i] * group[i].Delta(v)
			}
		}
		consumed += before[i] * group[i].Upsilon
	}
	return consumed
}
