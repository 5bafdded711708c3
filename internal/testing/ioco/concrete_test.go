package ioco

import (
	"errors"
	"reflect"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// unlessLost fails the test with an error, unless it is that a tracker is lost.
func unlessLost(t *testing.T, err error) {
	t.Helper()
	if lost := (*ErrLost)(nil); err != nil && !errors.As(err, &lost) {
		t.Fatal(err)
	}
}

// followEvent lets a tracker follow an event of a log, and reports whether it can be explained. A tracker that is lost has no explanation.
func followEvent(t *testing.T, k *Tracker, e explicit.Event) bool {
	t.Helper()
	var ok bool
	var m sut.Message
	var err error
	switch e.Kind {
	case explicit.Put:
		if m, err = sut.NewMessage(k.System, sts.Input, "put", []any{e.Value}); err == nil {
			if ok, err = k.Accepts(t.Context(), m); ok && err == nil {
				ok, err = k.AfterInput(t.Context(), m)
			}
		}
	case explicit.Show:
		if m, err = sut.Output(k.System, "show", []any{e.Value}); err == nil {
			ok, err = k.AfterOutput(t.Context(), m)
		}
	default:
		ok, err = k.AfterQuiescence(t.Context())
	}
	unlessLost(t, err)
	return ok
}

// allowed is what a tracker says about what may come next, and about what happened.
type allowed struct {
	shows   []int // the values that show may have
	channel []*sts.Channel
	silence bool
	certain []*sts.Transition
	wrong   bool // there may have been a model error
}

// allows returns what a tracker allows next.
func allows(t *testing.T, k *Tracker) allowed {
	t.Helper()
	outlook, err := k.Outlook(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := allowed{channel: outlook.Channels, silence: outlook.Silence, certain: k.Certain()}
	for n := -3; n < 12; n++ {
		before := k.present
		if m, err := sut.Output(k.System, "show", []any{n}); err == nil {
			ok, err := k.AfterOutput(t.Context(), m)
			unlessLost(t, err)
			if ok {
				out.shows = append(out.shows, n)
			}
		}
		k.present = before
	}
	wrong, err := k.ModelError(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out.wrong = wrong != ""
	return out
}

// Where the interpreter takes the steps, the same observations are explained, the same is allowed next, and the same is covered as where
// every state is symbolic.
func TestConfigurationsEqualSymbolicStates(t *testing.T) {
	solver := testkit.Solver(t, smt.Config{})
	compared, refused, seen := 0, 0, map[string]int{}
	for seed := uint64(0); compared < 6*testkit.Models(); seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		if s == nil || model.IsHard() {
			continue
		}
		fast, err := NewTracker(s, solver)
		if err != nil {
			t.Fatal(err)
		}
		slow, _ := NewTracker(s, solver)
		slow.slow = true
		for i := range uint64(logsPerTracker) {
			fast.Reset()
			slow.Reset()
			log := model.DrawLog(seed*logsPerTracker+i, 1+int(i)*3)
			for n, e := range log {
				ok, again := followEvent(t, fast, e), followEvent(t, slow, e)
				a, b := allows(t, fast), allows(t, slow)
				if fast.lost != "" || slow.lost != "" {
					break // either may have left out what the other has
				}
				if ok != again {
					t.Fatalf("%v, event %d: explained %v by configurations, %v by symbolic states\n%s", log, n, ok, again, model.Text())
				}
				if !reflect.DeepEqual(a, b) {
					t.Fatalf("%v: allowed is %v by configurations, %v by symbolic states\n%s", log[:n+1], a, b, model.Text())
				}
				count(fast.now, seen)
				compared++
				if !ok {
					refused++
					break
				}
			}
		}
	}
	t.Logf("%d events, %d of them refused, %v", compared, refused, seen)
	if refused < compared/20 || seen["known"] < compared/4 {
		t.Errorf("of %d events %d were refused, and the states are %v: too few to mean something", compared, refused, seen)
	}
}

// logsPerTracker is how many logs of each model are compared.
const logsPerTracker = 4

// count counts possibilities by what is known of them.
func count(now []Possibility, seen map[string]int) {
	for _, p := range now {
		switch {
		case p.unseen != nil:
			seen["unseen"]++
		case p.config != nil:
			seen["known"]++
		case len(p.Conds) > 0:
			seen["conditions"]++
		default:
			seen["open"]++
		}
	}
}
