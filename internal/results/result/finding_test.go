package result

import "testing"

// TestStepsOfAnEndedCheck: a step that breaks an invariant is a finding, unless the check ended before the proofs that may exclude it.
func TestStepsOfAnEndedCheck(t *testing.T) {
	step := InvariantStep{Invariant: "small", Answer: AnswerBroken, Example: &BreakingStep{}}
	c := Check{Invariants: &Invariants{Steps: []InvariantStep{step}, Verdicts: []InvariantVerdict{{Invariant: "small", Verdict: InvariantNotInductive}}}}
	for stop, want := range map[Stop]bool{StopDone: true, StopTime: false, StopInterrupted: false} {
		if c.Stop = stop; c.Finding() != want {
			t.Errorf("stopped by %s: a finding is %v", stop, !want)
		}
	}
	c.Invariants.Verdicts[0].Verdict = InvariantBroken
	if !c.Finding() {
		t.Error("a run that breaks the invariant is no finding")
	}
}
