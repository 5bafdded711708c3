package ioco

import (
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Tracker follows a model along observations. It belongs to one goroutine. It consists of layers, each with a file of its own, which know
// those above them in this list:
//
//	asker      asks the solver, and counts the cost
//	knowledge  decides and simplifies the conditions of possibilities
//	clock      the time since the last observation, and the delays of steps
//	watch      goals and purposes that steps may meet
//	stepper    takes steps, by the interpreter where everything is known
//	excuses    model errors that may have happened
//	follower   what is possible now, and after an observation
//	sightings  observations at instants that are known up to a tolerance
//	record     what the way here has certainly taken and met
//	foresight  what may be observed or sent next, and the words for it
//	lineup     products of a product line that explain the observations
type Tracker struct {
	*follower
	*sightings
	*record
	*foresight
	*lineup
}

// ErrLost is the error of a tracker that had to leave out states, and now has none that explains an observation: one of those
// left out may.
type ErrLost struct{ Reason string }

// Error names the bound that was exceeded. It makes a test inconclusive, never a failure.
func (e *ErrLost) Error() string { return "too much is possible to follow: " + e.Reason }

// NewTracker starts at the initial states of a model. A model with events cannot be followed from outside: they have names in
// the model, but nothing of them is sent.
func NewTracker(system *sts.System, solver smt.Solver) (*Tracker, error) {
	for _, m := range system.Moves() {
		if m.Parts[0].Event && m.Input == nil && len(m.Outputs) == 0 {
			return nil, &result.Unsupported{By: "a test of a system", Feature: result.HasEvents, Text: "the model has events, such as " + m.Name,
				Because: "nothing of them can be observed", Advice: "give the model transitions with inputs and outputs"}
		}
	}
	ask := &asker{Solver: solver, store: system.Store}
	known := &knowledge{asker: ask, System: system}
	follow := &follower{family: newFamily(system, solver), cycles: map[string]bool{}}
	now := &clock{system: system, moment: &follow.moment}
	steps := &stepper{knowledge: known, clock: now, watch: &watch{system: system}, interpreter: sts.NewInterpreter(system), sorts: map[*sts.Channel][]*term.Sort{}}
	follow.excuses = &excuses{stepper: steps, suspected: &follow.present.suspected}
	ahead := &foresight{follower: follow}
	t := &Tracker{follower: follow, sightings: &sightings{follower: follow}, record: &record{follower: follow}, foresight: ahead, lineup: &lineup{follower: follow, foresight: ahead}}
	t.Reset()
	return t, nil
}
