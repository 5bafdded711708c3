package smt

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The protocol with a solver process.
//
// A solver is fast on a query that differs little from the one before, and slow to start. So one child process is kept
// alive, and the assertions stay on its stack: each conjunct is a frame of its own, and a query pops back only to the
// longest prefix that it has in common with the query before. Exploring a tree depth-first, that is the path to the
// common ancestor. Variables are declared once and for all (global declarations), their domains belong to the frame in
// which they first occur and leave the stack with it.
//
// Queries with strings have no stack: Z3 solves them several times faster if it is reset before and sees all conjuncts at once,
// because it then prepares them by rules that it does not have for a stack.
//
// The cost of a small query is the round trip, not the solving. So everything that a query needs (pop, declarations,
// push, assertions, check, values) is one write, followed by an echo of a sentinel; and the answer is what comes before
// the sentinel. If the answer is unsat, requesting values is an error, which is expected and skipped.
//
// A solver may die, hang beyond its own time limit, or print something that is not an answer. Then the process is killed with its whole
// group, a new one is started, the stack is rebuilt by the same mechanism (its common prefix is empty), and the query is retried once. If
// that fails too, the answer is Unknown with the reason. An error that the solver reports about our own commands is not retried, since it
// would occur again; but the process is discarded, since the state of its stack is unknown.
//
// A solver that is closed may leave its process to one that is opened later (Spares): before the first query the process is reset, after
// which it answers as a new one does.
//
// Every wait is bounded: by the time limit that the solver itself is given, by a watchdog some grace later, and by the context. Both of these
// kill the process, which ends the read that waits for it. Z3 starts a thread for each query with a limit, which takes longer than many
// queries. So long limits, which few queries reach, are enforced by the watchdog alone, until one is reached: then the process is killed, and
// later ones are given their limits.
//
// A limit excludes the time in which the process waits for a processor, so that answers on a busy machine are those of an idle one. The
// watchdog checks that time before it kills. The solver itself cannot measure it; if it gives up before it has had its time, the query is
// sent again with twice the limit.

// Process is a Solver that talks to a program.
type Process struct {
	command []string
	dialect dialect
	timeout time.Duration
	grace   time.Duration
	stats   Stats
	asked   func(Asked) // may be nil
	spares  *Spares     // may be nil

	child    *child
	lost     bool // a child was discarded; the next start is a restart
	names    *namer
	declared map[*term.Term]bool
	frames   []frame
	unframed bool                // the assertions belong to no frame, so the child has to be reset before the next query
	present  map[*term.Term]bool // variables that occur on the stack
	limit    time.Duration       // the limit that the child was given last
	work     int                 // the limit of work that the child was given last; -1 is not known
	late     bool                // a query has taken longer than a long limit
}

// frame is a level of the solver's stack.
type frame struct {
	conjunct *term.Term
	fresh    []*term.Term // variables that occur here first
}

// NewProcess prepares a solver program; the first query starts it.
func NewProcess(config Config) *Process {
	command := config.Command
	if len(command) == 0 {
		command = []string{"z3"}
	}
	d := dialectOf(command[0])
	return &Process{
		command: d.commandLine(command, config.timeout()), dialect: d, timeout: config.timeout(), grace: config.grace(), asked: config.Asked,
		spares: config.Spares,
	}
}

// Name is the name of the solver program.
func (p *Process) Name() string { return p.dialect.name }

// findProgram reports early that a program is missing.
func (p *Process) findProgram() error {
	if _, err := exec.LookPath(p.command[0]); err != nil {
		return &ErrNoSolver{Command: p.command[0], Err: err}
	}
	return nil
}

// Stats counts since the process was made.
func (p *Process) Stats() Stats { return p.stats }

// Close ends the program and waits for it, or leaves it to another solver.
func (p *Process) Close() error {
	if p.child != nil && p.dialect.resets && p.spares.put(p.command, p.child) {
		p.child = nil
	}
	p.end()
	return nil
}

// end ends the child, if there is one.
func (p *Process) end() {
	if p.child != nil {
		_ = p.child.End()
		p.child = nil
	}
}

// Check answers a query by the program.
func (p *Process) Check(ctx context.Context, q Query) (Answer, error) {
	start := time.Now()
	p.stats.Calls++
	answer, err := p.check(ctx, q)
	took := time.Since(start).Seconds()
	p.stats.Seconds += took
	p.stats.Kinds.add(q.Kind, took)
	if p.asked != nil {
		p.asked(asked(q, answer, start))
	}
	if err == nil && answer.Status == Unknown {
		p.stats.Unknowns++
	}
	return answer, err
}

// check tries twice, and as long as the machine is too busy to try.
func (p *Process) check(ctx context.Context, q Query) (Answer, error) {
	var failed *failure
	for tries, stretch := 0, time.Duration(1); tries < 2; {
		answer, err := p.attempt(ctx, q, stretch)
		switch {
		case errors.Is(err, errCrowded):
			stretch *= 2
		case errors.As(err, &failed):
			tries++
		default:
			return answer, err
		}
	}
	return Answer{Reason: failed.reason}, nil
}

// errCrowded is the error of a solver that gave up before it had its processor time, because other programs used the processors.
var errCrowded = errors.New("the solver had to wait for a processor")

// hurry is the longest limit of a query for which a solver that ignores the limit gets only a short grace.
const hurry = 100 * time.Millisecond

// busy is how many times longer a query with a work limit may take on a busy machine. A time limit is still needed, since Z3 does not count
// all of its work, such as that on polynomials.
const busy = 5

// attempt sends the query once, with a limit for the solver that is stretched. The error is a *failure if a new child may do better, and
// errCrowded if more time may help.
func (p *Process) attempt(ctx context.Context, q Query, stretch time.Duration) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if err := p.ensure(); err != nil {
		return Answer{}, err
	}
	limit, grace := p.patience(q)
	told := min(stretch*limit, never)
	if p.watches(limit) {
		told, grace = never, 0
	}
	wanted := occurring(q.Values, q.Conjuncts)
	commands, err := p.batch(q, wanted, told)
	if err != nil {
		p.discard()
		return Answer{Reason: err.Error()}, nil
	}
	t := turn{begun: time.Now(), before: p.child.usage(), limit: limit, told: told, keeps: p.dialect.setTimeout != nil}
	text, err := p.child.send(ctx, commands, limit+grace)
	if err != nil {
		err = p.giveUp(ctx, err)
		if failed := (*failure)(nil); told > limit && errors.As(err, &failed) && failed.late {
			p.late = true
			return Answer{Reason: p.outOfTime()}, nil
		}
		return Answer{}, err
	}
	r, err := readReply(text)
	if err != nil {
		p.discard()
		return Answer{}, &failure{reason: err.Error()}
	}
	if r.status == Unknown || r.problem != "" {
		t.end(p.child)
	}
	return p.interpret(ctx, q, wanted, r, &t)
}

// turn is the time in which a solver works on a query.
type turn struct {
	begun  time.Time
	before subprocess.Usage
	limit  time.Duration // without the time in which it waits for a processor
	told   time.Duration // the limit that it was given, which it measures by the clock
	keeps  bool          // it would also obey another limit

	late    bool // its limit has passed by the clock
	crowded bool // it had much less processor time than its limit
}

// end records whether the solver used up its limit, and whether it had to wait for a processor.
func (t *turn) end(c *child) {
	used := c.usage().Since(t.before)
	t.late = time.Since(t.begun) >= t.told
	t.crowded = t.late && t.keeps && used.Waited > t.limit/4 && used.Ran < t.limit*3/4
}

// patience returns the time limit of a query, and how long a solver may exceed it.
func (p *Process) patience(q Query) (limit, grace time.Duration) {
	switch {
	case q.Timeout == 0:
		return p.timeout, p.grace
	case q.Work > 0 && p.dialect.setWork != nil:
		return min(busy*q.Timeout, p.timeout), p.grace
	case q.Timeout <= hurry:
		return q.Timeout, min(p.grace, 2*hurry)
	}
	return q.Timeout, p.grace
}

// never is a time limit of Z3 that means none.
const never = math.MaxUint32 * time.Millisecond

// longLimit is a limit that queries rarely reach, and that is long compared with the start of a program.
const longLimit = time.Second

// watches reports whether the program is not given the limit of a query, since the watchdog is cheaper.
func (p *Process) watches(limit time.Duration) bool {
	return p.dialect.setTimeout != nil && limit >= longLimit && !p.late
}

// giveUp ends a child that failed.
func (p *Process) giveUp(ctx context.Context, err error) error {
	reason := p.child.fate(err)
	p.child = nil
	p.lost = true
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if reason.late {
		p.stats.Timeouts++
	}
	return reason
}

// discard ends a child that answers but cannot be trusted any more.
func (p *Process) discard() {
	p.end()
	p.lost = true
}

// ensure starts a child if there is none, or takes one that another solver has left.
func (p *Process) ensure() error {
	if p.child != nil {
		return nil
	}
	used := p.spares.take(p.command)
	if p.child = used; used == nil {
		var err error
		if p.child, err = startChild(p.command); err != nil {
			return err
		}
	}
	if p.lost {
		p.stats.Restarts++
	}
	p.lost = false
	p.forget()
	p.unframed = used != nil
	return nil
}

// forget records that the child has no declarations or assertions.
func (p *Process) forget() {
	p.names, p.declared, p.present = newNamer(), map[*term.Term]bool{}, map[*term.Term]bool{}
	p.frames, p.limit, p.work, p.unframed = nil, 0, -1, false
}

func (p *Process) outOfTime() string { return p.dialect.name + " reached its time limit" }

// interpret converts the reply to an answer. The error is a *failure if a new child may do better.
func (p *Process) interpret(ctx context.Context, q Query, wanted []*term.Term, r reply, t *turn) (Answer, error) {
	switch {
	case strings.HasSuffix(r.problem, " canceled"): // the time limit fell into a command that only prepares the query
		p.discard()
		if t.crowded {
			return Answer{}, errCrowded
		}
		p.stats.Timeouts++
		return Answer{}, &failure{p.outOfTime(), true}
	case r.problem != "":
		p.discard()
		return Answer{Reason: fmt.Sprintf("%s reports: %s", p.dialect.name, r.problem)}, nil
	case r.status == Unsat:
		return Answer{Status: Unsat}, nil
	case r.status == Unknown:
		return p.explain(ctx, t)
	}
	model, err := r.model(wanted)
	if err != nil {
		return Answer{Reason: "the solver found a solution that cannot be used: " + err.Error()}, nil
	}
	return Answer{Status: Sat, Model: model.completed(q.Values)}, nil
}

// explain requests the solver's reason for unknown.
func (p *Process) explain(ctx context.Context, t *turn) (Answer, error) {
	text, err := p.child.send(ctx, "(get-info :reason-unknown)\n", p.grace)
	if err != nil {
		err = p.giveUp(ctx, err)
		if ctx.Err() != nil {
			return Answer{}, err
		}
		return Answer{Reason: p.dialect.name + " gave up"}, nil
	}
	reason := readReason(text)
	switch {
	case reason == "canceled" && p.work > 0 && !t.late:
		return Answer{Reason: p.dialect.name + " reached its limit of work"}, nil
	case t.crowded:
		return Answer{}, errCrowded
	case t.late || reason == "timeout" || reason == "canceled":
		p.stats.Timeouts++
		return Answer{Reason: p.outOfTime()}, nil
	}
	return Answer{Reason: fmt.Sprintf("%s gave up: %s", p.dialect.name, reason)}, nil
}
