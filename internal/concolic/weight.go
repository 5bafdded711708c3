package concolic

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Dependency analysis: section 3.1 of paper 3.
//
// Mod(a) is the variable that an assignment a changes, Ref(a) the variables and inputs that it refers to. From these come two
// coefficients of an assignment,
//
//	Δ_a(d) = 1 / |Ref(a)| if d ∈ Ref(a), else 0                      (1)  how much it depends on the variable d
//	Υ_a    = |Ref(a) ∩ I| / |Ref(a)|, 0 if Ref(a) is empty           (2)  how much it depends on the inputs I
//
// A weight distribution w gives each variable a weight: how much it matters for what comes after. An assignment propagates
// weight to what it refers to, and consumes what flows in from inputs. With l = Mod(a):
//
//	P_a(w) = w_l Δ_a + w[l/0]        C_a(w) = w_l Υ_a                (3)
//
// and for a sequence α = a :: β, which includes the updates along a path,
//
//	P_α(w) = P_a(P_β(w))             C_α(w) = C_a(P_β(w)) + C_β(w)   (4)
//
// So a sequence is worked off from its end. Assignments that are made at once (x, y := y, x) all see the weights after them.
// Inputs are what the tester sends, and what "any" chooses: both are the solver's to choose. What an extern returns depends on
// its arguments, which are among Ref. In a meeting of two machines the sender's assignments come first, and the payload stands
// for what the sender computes it from.

// Distribution is a weight distribution: a weight for each variable, by its index in System.Vars.
type Distribution []float64

// Coefficients are Δ and Υ of one assignment, with what they were computed from.
type Coefficients struct {
	Text    string  // the assignment as it was written
	Mod     int     // index into System.Vars
	Vars    []int   // Ref(a) ∩ D
	Inputs  int     // |Ref(a) ∩ I|
	Size    int     // |Ref(a)|
	Upsilon float64 // Υ_a
}

// Delta is Δ_a(d).
func (c *Coefficients) Delta(d int) float64 {
	for _, v := range c.Vars {
		if v == d {
			return 1 / float64(c.Size)
		}
	}
	return 0
}

// Dependencies are the coefficients of all assignments of a system. They are computed once.
type Dependencies struct {
	system   *sts.System
	moves    [][][]Coefficients // by move: the sequence, in groups that are made at once
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
	}
	return d
}

// slotsIn lists the slots that conditions read.
func (d *Dependencies) slotsIn(conditions []*term.Term) []int {
	var out []int
	for _, v := range term.Variables(conditions) {
		if slot, ok := d.slot[v]; ok {
			out = append(out, slot)
		}
	}
	return out
}

// Sequence lists the assignments of a move, in groups that are made at once.
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

// reference is an element of Ref that is no variable: a parameter of a part of the move.
type reference struct{ part, param int }

// coefficients computes Ref of an assignment of a part of a move, and the coefficients from it.
func (d *Dependencies) coefficients(m *sts.Move, part int, a sts.Assignment) Coefficients {
	vars, params := map[int]bool{}, map[reference]bool{}
	for _, v := range a.Vars {
		vars[v] = true
	}
	for _, p := range a.Params {
		if sent := payload(m, part, p); sent != nil {
			d.refer(m.Parts[0], sent, vars, params)
			continue
		}
		params[reference{part, p}] = true
	}
	c := Coefficients{Text: a.Text, Mod: a.Target, Size: len(vars) + len(params)}
	for v := range d.system.Vars {
		if vars[v] {
			c.Vars = append(c.Vars, v)
		}
	}
	for r := range params {
		if kind := m.Parts[r.part].Params[r.param].Kind; kind == sts.Received || kind == sts.Chosen {
			c.Inputs++
		}
	}
	if c.Size > 0 {
		c.Upsilon = float64(c.Inputs) / float64(c.Size)
	}
	return c
}

// payload is what the sender of a meeting computes for a parameter of the receiver; nil if the parameter is not received so.
func payload(m *sts.Move, part, param int) *term.Term {
	if part == 0 {
		return nil
	}
	receiver := m.Parts[part]
	for i, p := range receiver.ReceiveArgs {
		if p != param {
			continue
		}
		for _, msg := range m.Parts[0].Sends {
			if msg.Channel == receiver.Receive {
				return msg.Args[i]
			}
		}
	}
	return nil
}

// refer adds what a term over the state and the parameters of a transition refers to.
func (d *Dependencies) refer(t *sts.Transition, e *term.Term, vars map[int]bool, params map[reference]bool) {
	for _, v := range e.Vars() {
		if slot, ok := d.slot[v]; ok {
			if d.variable[slot] >= 0 {
				vars[d.variable[slot]] = true
			}
			continue
		}
		for i, p := range t.Params {
			if p.Term == v {
				params[reference{0, i}] = true
			}
		}
	}
}

// Initial is w̄ of Algorithm 2: weight 1 for each variable that the guard of a move refers to.
func (d *Dependencies) Initial(m *sts.Move) Distribution {
	w := make(Distribution, len(d.system.Vars))
	for _, v := range m.Guard.Vars() {
		if slot, ok := d.slot[v]; ok && d.variable[slot] >= 0 {
			w[d.variable[slot]] = 1
		}
	}
	return w
}

// Back computes P_α(w) and C_α(w) for the update α of a move: equations 3 and 4.
func (d *Dependencies) Back(m *sts.Move, w Distribution) (propagated Distribution, consumed float64) {
	w = append(Distribution(nil), w...)
	sequence := d.moves[m.ID]
	for i := len(sequence) - 1; i >= 0; i-- {
		consumed += back(sequence[i], w)
	}
	return w, consumed
}

// back works assignments that are made at once into w, and returns what they consume.
func back(group []Coefficients, w Distribution) (consumed float64) {
	before := make([]float64, len(group))
	for i := range group {
		before[i] = w[group[i].Mod]
	}
	for i := range group {
		w[group[i].Mod] = 0
	}
	for i := range group {
		for _, v := range group[i].Vars {
			w[v] += before[i] * group[i].Delta(v)
		}
		consumed += before[i] * group[i].Upsilon
	}
	return consumed
}
