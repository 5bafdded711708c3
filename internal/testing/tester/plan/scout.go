package plan

import (
	"hash/maphash"
	"math"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Scouting. If the current state is known, and the system makes no choices ahead, a plan needs no solver: a search executes steps with drawn
// values, or with values at which a guard changes (run.Guesser), and at each state tries to climb to parameters that meet a goal. This takes
// some microseconds for a state, and finds most plans; the symbolic search finds the others. The work of a scout is counted in steps, so the
// same seed gives the same plans on any machine.

// The bounds of a scout: the number of visited states, of climbs to goals at a state, and of values tried for an input there.
const (
	scoutStates = 100
	scoutClimbs = 24
	scoutDraws  = 2
)

// Scout looks for plans by executing steps. It must be used by one goroutine at a time, and caches compiled terms.
type Scout struct {
	tracker     *ioco.Tracker
	interpreter *sts.Interpreter
	draw        Drawer
	guards      []*run.Guesser        // by move
	wanted      map[want]*run.Guesser // by goal
	params      []term.Value          // buffer
	turn        int                   // of the goals that are tried first
	tried       int                   // conditions of steps that were evaluated
	contests    int                   // number of states that searches for plans against rivals have visited
	key         []byte                // buffer
	values      []term.Value          // buffer
	moves       []*sts.Move           // buffer
}

// want is a move to take in a state in which a condition holds; nil means any state.
type want struct {
	move *sts.Move
	cond *term.Term
	goal int
}

// post is a state that a scout has reached.
type post struct {
	*sts.Config
	parent   *post
	move     *sts.Move   // that led here
	input    sut.Message // its input; without channel if it has none
	after    *big.Rat    // the time before it; nil if there are no clocks
	depth    int
	score    float64
	expanded bool
}

// NewScout returns a scout for the states that a tracker follows.
func NewScout(t *ioco.Tracker, draw Drawer) *Scout {
	return &Scout{tracker: t, interpreter: sts.NewInterpreter(t.System), draw: draw, guards: make([]*run.Guesser, len(t.System.Moves())),
		wanted: map[want]*run.Guesser{}}
}

// Tried returns for how many steps the conditions were evaluated so far.
func (s *Scout) Tried() int { return s.tried }

// scouting is one search.
type scouting struct {
	*Scout
	aim    *Aim
	routes *Routes
	wants  [][]want // by move
	open   *priority.Queue[*post]
	wide   []*post
	seen   map[uint64]struct{} // hashes of states: if two were equal, a state would not be visited
}

// seed is the seed of the hashes.
var seed = maphash.MakeSeed()

// Search looks for a plan from a state in which the system waits for an input, given the length of the path to it. It returns nil if it finds
// none, or if the aim is a purpose. It evaluates the conditions of about as many steps as are allowed, at most.
func (s *Scout) Search(a *Aim, from *sts.Config, length, most int) *Plan {
	if from == nil || a.purpose != nil {
		return nil
	}
	x := &scouting{Scout: s, aim: a, routes: a.routesTo(a.missing), wants: s.wants(a), open: priority.New(func(p, q *post) bool { return p.score < q.score }),
		seen: map[uint64]struct{}{}}
	x.add(&post{Config: from})
	before := s.tried
	for visited := range scoutStates {
		p := x.next(visited%2 == 1)
		if p == nil || s.tried-before > most {
			return nil
		}
		if end, goal := x.expand(p); end != nil {
			return end.plan(length, goal)
		}
	}
	return nil
}

// wants returns the goals of an aim, by move.
func (s *Scout) wants(a *Aim) [][]want {
	out := make([][]want, len(s.tracker.System.Moves()))
	for _, m := range s.tracker.System.Moves() {
		switch {
		case a.values != nil:
			for _, g := range s.tracker.GoalsAt(m) {
				if a.values.values.goals[g.Goal].open() {
					out[m.ID] = append(out[m.ID], want{m, g.Cond, g.Goal})
				}
			}
		case slices.ContainsFunc(m.Parts, a.wanting):
			out[m.ID] = []want{{move: m}}
		}
	}
	return out
}

// next removes and returns the next state to expand, the best or the oldest one; nil if there is none.
func (x *scouting) next(first bool) *post {
	for len(x.wide) > 0 && x.wide[0].expanded {
		x.wide = x.wide[1:]
	}
	if first && len(x.wide) > 0 {
		return x.wide[0]
	}
	for x.open.Len() > 0 {
		if p := x.open.Pop(); !p.expanded {
			return p
		}
	}
	return nil
}

// add adds a state unless it was there.
func (x *scouting) add(p *post) {
	x.key = x.decisive(p).AppendKey(x.key[:0])
	key := maphash.Bytes(seed, x.key)
	if _, again := x.seen[key]; again {
		return
	}
	x.seen[key] = struct{}{}
	p.score = float64(sts.FarAway)
	for machine, location := range p.Locations {
		p.score = min(p.score, float64(x.routes.steps[machine][location]))
	}
	if p.parent != nil {
		p.score += p.parent.score - float64(int(p.parent.score)) // the branch distance of the previous state from a goal
	}
	x.open.Push(p)
	x.wide = append(x.wide, p)
}

// decisive returns a state without the values that have no influence.
func (x *scouting) decisive(p *post) *sts.Config {
	x.values = x.values[:0]
	for i, matters := range x.aim.influence {
		if matters {
			x.values = append(x.values, p.Values[i])
		}
	}
	return &sts.Config{Locations: p.Locations, Values: x.values, Queues: p.Queues}
}

// expand adds the successors of a state. If a step from it meets a goal, it returns the state after the step, and the goal.
func (x *scouting) expand(p *post) (*post, int) {
	p.expanded = true
	if p.depth >= x.aim.length() {
		return nil, 0
	}
	x.moves = x.tracker.System.Possible(x.moves[:0], p.Locations, p.Count)
	inputs, quiet := []*sts.Move(nil), true
	for _, m := range x.moves {
		if m.Input != nil {
			inputs = append(inputs, m)
			continue
		}
		if !plain(m) {
			return nil, 0
		}
		if next := x.step(p, m, x.alone(p, m)); next != nil {
			quiet = m.DelayParam() >= 0 // an input may come before it
			if wants := x.wants[m.ID]; len(wants) > 0 && wants[0].cond == nil {
				return next, 0
			}
			x.add(next)
		}
	}
	if !quiet {
		return nil, 0
	}
	if end, goal := x.meet(p, inputs); end != nil {
		return end, goal
	}
	for _, m := range inputs {
		x.send(p, m)
	}
	return nil, 0
}

// plain reports whether the input of a step, and its instant, determine everything else in it.
func plain(m *sts.Move) bool {
	open := len(m.Params) - len(m.InputArgs) - len(m.DequeueArgs)
	return len(m.Calls) == 0 && (open == 0 || open == 1 && m.DelayParam() >= 0)
}

// alone returns parameters of a move without input; in a system with clocks with a delay after which it can be taken, if one is found.
func (x *scouting) alone(p *post, m *sts.Move) []term.Value {
	if m.DelayParam() < 0 {
		return x.fixed(p, m)
	}
	params, _ := x.guard(m).Climb(x.interpreter, p.Config, func(params []term.Value) {
		x.tried++
		fix(p.Config, m, params)
	})
	return params
}

// fixed returns parameters of a move, with those taken from a queue set.
func (x *scouting) fixed(p *post, m *sts.Move) []term.Value {
	x.params = append(x.params[:0], make([]term.Value, len(m.Params))...)
	fix(p.Config, m, x.params)
	return x.params
}

// fix sets the parameters of a move that are taken from a queue.
func fix(c *sts.Config, m *sts.Move, params []term.Value) {
	for i, a := range m.DequeueArgs {
		params[a] = c.Queues[m.Dequeue.Queue].Items[i]
	}
}

// step returns the state after a step; nil if it cannot be taken.
func (x *scouting) step(p *post, m *sts.Move, params []term.Value) *post {
	x.tried++
	step, err := x.interpreter.Try(p.Config, m, params)
	if err != nil || step.Outcome != sts.Done {
		return nil
	}
	next := &post{Config: step.Next, parent: p, move: m, depth: p.depth + 1}
	if m.Input != nil {
		next.input = sut.Message{Channel: m.Input, Values: term.Pick(params, m.InputArgs)}
	}
	if d := m.DelayParam(); d >= 0 {
		next.after = params[d].Rat()
	}
	return next
}

// meet looks for a step with an input that meets a goal, and records the smallest distance.
func (x *scouting) meet(p *post, inputs []*sts.Move) (*post, int) {
	var wants []want
	for _, m := range inputs {
		if plain(m) {
			wants = append(wants, x.wants[m.ID]...)
		}
	}
	nearest := 1.0
	for i := range min(len(wants), scoutClimbs) {
		x.turn++
		w := wants[(x.turn)%len(wants)]
		if len(wants) <= scoutClimbs {
			w = wants[i]
		}
		g := x.wantGuesser(w)
		params, missing := x.approach(p, w.move, g)
		if missing > 0 {
			nearest = min(nearest, 1-1/float64(1+missing))
			continue
		}
		if end := x.varied(p, w, g, params); end != nil {
			return end, w.goal
		}
	}
	p.score += nearest
	return nil, 0
}

// approach looks for parameters that satisfy the conditions of a guesser, starting from default values and from drawn values, and returns the
// number of conditions that do not hold.
func (x *scouting) approach(p *post, m *sts.Move, g *run.Guesser) (best []term.Value, missing int) {
	missing = math.MaxInt
	for _, start := range [][]term.Value{g.Defaults(), x.drawn(p, m)} {
		params, n, err := g.Approach(x.interpreter, p.Config, start, func(params []term.Value) {
			x.tried++
			fix(p.Config, m, params)
		})
		if err == nil && n < missing {
			best, missing = params, n
		}
		if missing == 0 || len(m.InputArgs) == 0 {
			break
		}
	}
	return best, missing
}

// drawn returns parameters of a move with an input that is drawn.
func (x *scouting) drawn(p *post, m *sts.Move) []term.Value {
	params := x.fixed(p, m)
	for i, v := range x.draw.Guess(m.Input).Values {
		params[m.InputArgs[i]] = v
	}
	return params
}

// wantGuesser returns the guesser for a goal, created at its first use.
func (x *scouting) wantGuesser(w want) *run.Guesser {
	if x.wanted[w] == nil {
		var conditions []*term.Term
		if w.cond != nil {
			conditions = w.cond.Conjuncts()
		}
		x.wanted[w] = run.NewGuesser(x.tracker.System, w.move, conditions...).TryLengths(x.tracker.System)
	}
	return x.wanted[w]
}

// varied returns the state after a step that meets a goal, with drawn values where these meet it as well; nil if the input cannot be sent.
func (x *scouting) varied(p *post, w want, g *run.Guesser, params []term.Value) *post {
	params = slices.Clone(params)
	meets := func() bool {
		x.tried++
		missing, err := g.Missing(x.interpreter, p.Config, params, 1)
		return err == nil && missing == 0 && fits(w.move, params)
	}
	if !meets() {
		return nil
	}
	for _, a := range w.move.InputArgs {
		sort, before := w.move.Params[a].Sort, params[a]
		if params[a] = x.draw.Draw(sort); meets() {
			continue
		}
		if sort.Kind == term.KindString {
			if params[a] = x.draw.Alike(sort, before); meets() {
				continue
			}
		}
		params[a] = before
	}
	next := x.step(p, w.move, params)
	if next == nil || !x.draw.MayCarry(next.input) {
		return nil
	}
	return next
}

// fits reports whether the received parameters are in normal form.
func fits(m *sts.Move, params []term.Value) bool {
	msg := sut.Message{Channel: m.Input, Values: term.Pick(params, m.InputArgs)}
	before := slices.Clone(msg.Values)
	msg.Fit()
	return term.SameValues(before, msg.Values)
}

// send adds the states after an input with drawn values, or with values found by climbing if none of these fits.
func (x *scouting) send(p *post, m *sts.Move) {
	if !plain(m) {
		return
	}
	sent := false
	for range scoutDraws {
		if next := x.step(p, m, x.drawn(p, m)); next != nil && x.draw.MayCarry(next.input) {
			x.add(next)
			sent = true
		}
		if len(m.InputArgs) == 0 {
			return
		}
	}
	if sent {
		return
	}
	params, missing := x.approach(p, m, x.guard(m))
	if missing > 0 || !fits(m, params) {
		return
	}
	if next := x.step(p, m, params); next != nil && x.draw.MayCarry(next.input) {
		x.add(next)
	}
}

// guard returns the guesser of a move, created at its first use.
func (x *scouting) guard(m *sts.Move) *run.Guesser {
	if x.guards[m.ID] == nil {
		x.guards[m.ID] = run.NewGuesser(x.tracker.System, m).TryLengths(x.tracker.System)
	}
	return x.guards[m.ID]
}

// plan returns the way to a state.
func (p *post) plan(from, goal int) *Plan {
	out := &Plan{From: from, Reaches: true, Value: goal}
	for ; p.parent != nil; p = p.parent {
		out.Moves, out.Inputs, out.After = append(out.Moves, p.move), append(out.Inputs, p.input), append(out.After, p.after)
	}
	slices.Reverse(out.Moves)
	slices.Reverse(out.Inputs)
	slices.Reverse(out.After)
	return out
}
