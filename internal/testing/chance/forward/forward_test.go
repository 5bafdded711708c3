package forward_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var protocol = testkit.Protocol(3)

func tree(t *testing.T, text string) (*forward.Tree, *sts.System) {
	t.Helper()
	s := testkit.LoadText(t, text)
	out, err := forward.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return out, s
}

func action(s *sts.System, kind forward.Kind, name string) forward.Action {
	for _, c := range s.Channels {
		if c.Name == name {
			return forward.Action{Kind: kind, Channel: c}
		}
	}
	return forward.Action{Kind: forward.Silence}
}

func wantOutcomes(t *testing.T, n *forward.Node, limit float64, want map[string]string) {
	t.Helper()
	got := n.Outcomes(limit)
	if len(got) != len(want) {
		t.Errorf("%d outcomes, want %d", len(got), len(want))
	}
	for _, o := range got {
		w, _ := new(big.Rat).SetString(want[o.Action.Key()])
		if w == nil || o.Exact == nil || o.Exact.Cmp(w) != 0 {
			t.Errorf("%s has probability %v, want %v", o.Action.Key(), o.Exact, w)
		}
	}
}

func TestProtocol(t *testing.T) {
	tree, s := tree(t, protocol)
	send, ack := action(s, forward.Input, "send"), action(s, forward.Output, "ack")
	sent := tree.Root().After(send)
	wantOutcomes(t, sent, 1, map[string]string{"!ack": "9/10", "!err": "1/10"})
	if law := sent.Law(); law.Timing != forward.Single || !law.Sure || law.Stages[0].Name != "work" || law.Stages[0].Rate.RatString() != "3" {
		t.Errorf("law is %+v", law)
	}
	if got := sent.Patience(0.05); math.Abs(got+math.Log(0.05)/3) > 1e-12 {
		t.Errorf("patience is %v", got)
	}
	again := sent.After(ack)
	if !again.Rests() || again.State() != tree.Root().State() || !tree.Deterministic() {
		t.Errorf("the protocol does not begin again after an answer")
	}
	if silent := sent.After(forward.Action{Kind: forward.Silence}); silent.Reason != forward.Unclear {
		t.Errorf("after a time-out the reason is %q", silent.Reason)
	}
	if wrong := again.After(ack); wrong.Reason != forward.Unallowed {
		t.Errorf("an ack too many has the reason %q", wrong.Reason)
	}
}

func TestRacesAndChains(t *testing.T) {
	tree, s := tree(t, `system Race
input go()
output left()
output right()
initial idle
start: idle -> first in go()
warm: first -> second rate 2
one: second -> l rate 1
two: second -> r rate 3
tellL: l -> idle out left()
tellR: r -> idle out right()
`)
	n := tree.Root().After(action(s, forward.Input, "go"))
	wantOutcomes(t, n, 1, map[string]string{"!left": "1/4", "!right": "3/4"})
	law := n.Law()
	if law.Timing != forward.Chain || len(law.Stages) != 2 || law.Stages[1].Rate.RatString() != "4" {
		t.Errorf("law is %+v", law)
	}
	if got, want := n.CDF(action(s, forward.Output, "left"))(1), 1-(4*math.Exp(-2)-2*math.Exp(-4))/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("CDF is %v, want %v", got, want)
	}
}

func TestSilenceByChance(t *testing.T) {
	tree, s := tree(t, `system Lossy
input send()
output ack()
initial idle
transfer: idle -> busy in send()
reply: busy -> { 9/10: idle out ack(); 1/10: idle }
`)
	n := tree.Root().After(action(s, forward.Input, "send"))
	wantOutcomes(t, n, 1, map[string]string{"!ack": "9/10", "δ": "1/10"})
	if law := n.Law(); law.Timing != forward.Immediate || law.Sure {
		t.Errorf("law is %+v", law)
	}
	if silent := n.After(forward.Action{Kind: forward.Silence}); silent.State() != tree.Root().State() {
		t.Errorf("silence does not lead back")
	}
}

func TestSchedulers(t *testing.T) {
	tree, s := tree(t, testkit.Routes)
	n := tree.Root().After(action(s, forward.Input, "send"))
	if n.Decided() || n.Free() || len(n.Offers()) != 3 {
		t.Errorf("decided %v, free %v, %d offers", n.Decided(), n.Free(), len(n.Offers()))
	}
	got := n.After(action(s, forward.Output, "a")).Linear()
	if len(got) != 2 || got[0].Factor != 0.5 || math.Abs(got[1].Factor-1.0/3) > 1e-15 {
		t.Errorf("the probability of a is %v", got)
	}
	before, points := tree.Points()
	if len(points) != 1 || before[0] != 0 || len(points[0]) != 2 {
		t.Errorf("points of choice are %v after %v", points, before)
	}
}

func TestVisibleChoicesAreFree(t *testing.T) {
	tree, s := tree(t, `system Announced
output red()
output blue()
output ok()
output bad()
initial start
chooseRed: start -> r out red()
chooseBlue: start -> b out blue()
one: r -> { 1/4: start out ok(); 3/4: start out bad() }
two: b -> { 1/2: start out ok(); 1/2: start out bad() }
`)
	if root := tree.Root(); root.Decided() || !root.Free() {
		t.Errorf("decided %v, free %v", root.Decided(), root.Free())
	}
	red := tree.Root().After(action(s, forward.Output, "red"))
	if !red.Decided() {
		t.Error("after red the probabilities depend on a scheduler")
	}
	wantOutcomes(t, red, 1, map[string]string{"!ok": "1/4", "!bad": "3/4"})
}

func TestInternalLoopsEnd(t *testing.T) {
	tree, _ := tree(t, `system Loop
output done()
initial s
try: s -> { 1/2: s; 1/2: e out done() }
`)
	if tree.Root().Known() {
		t.Error("a loop of internal steps is followed to its end")
	}
}
