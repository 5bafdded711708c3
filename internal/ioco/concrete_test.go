package ioco

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// followEvent lets a tracker follow an event of a log.
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
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// allowed returns what a tracker allows next, in words and without, and whether it certainly took each transition.
func allowed(t *testing.T, k *Tracker) (Menu, Outlook, []*sts.Transition, string) {
	t.Helper()
	menu, err := k.Menu(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	outlook, err := k.Outlook(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := k.ModelError(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return menu, outlook, k.Certain(), wrong
}

// Where the interpreter takes the steps, the same observations are explained, the same is allowed next, and the same is covered as where
// every state is symbolic.
func TestConfigurationsEqualSymbolicStates(t *testing.T) {
	solver := testkit.Solver(t, smt.Config{})
	compared, refused, concrete := 0, 0, 0
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
				ok := followEvent(t, fast, e)
				if again := followEvent(t, slow, e); ok != again {
					t.Fatalf("%v, event %d: explained %v by configurations, %v by symbolic states\n%s", log, n, ok, again, model.Text())
				}
				sameAllowed(t, fast, slow, log[:n+1], model.Text())
				if fast.now[0].config != nil {
					concrete++
				}
				compared++
				if !ok {
					refused++
					break
				}
			}
		}
	}
	t.Logf("%d events, %d of them refused, %d with a configuration", compared, refused, concrete)
	if refused < compared/20 || concrete < compared/4 {
		t.Errorf("of %d events %d were refused, and %d led to a configuration: too few to mean something", compared, refused, concrete)
	}
}

// logsPerTracker is how many logs of each model are compared.
const logsPerTracker = 4

// sameAllowed compares what two trackers allow.
func sameAllowed(t *testing.T, fast, slow *Tracker, log []explicit.Event, model string) {
	t.Helper()
	menu, outlook, certain, wrong := allowed(t, fast)
	menu2, outlook2, certain2, wrong2 := allowed(t, slow)
	if !slices.Equal(menu.Alternatives(), menu2.Alternatives()) || !slices.Equal(menu.Channels, menu2.Channels) {
		t.Fatalf("%v: allowed is %q by configurations, %q by symbolic states\n%s", log, menu.Alternatives(), menu2.Alternatives(), model)
	}
	if !slices.Equal(outlook.Channels, outlook2.Channels) || outlook.Silence != outlook2.Silence || outlook.Silence != menu.Silence || len(outlook.Channels) != len(menu.Channels) {
		t.Fatalf("%v: the outlook is %v by configurations, %v by symbolic states, and the menu is %v\n%s", log, outlook, outlook2, menu, model)
	}
	if !slices.Equal(certain, certain2) || (wrong == "") != (wrong2 == "") {
		t.Fatalf("%v: certain are %v and %v, errors %q and %q\n%s", log, certain, certain2, wrong, wrong2, model)
	}
}
