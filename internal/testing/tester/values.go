package tester

import "context"

// tryValues starts to aim at values.
func (s *Session) tryValues(ctx context.Context) error {
	s.values.Begun = true
	cost, err := s.tracker.Hastily(func() error { return s.values.Refute(ctx, s.tracker, s.allowance()/2) })
	s.cost += cost
	if err != nil {
		return err
	}
	if s.values.AnyOpen() {
		s.choice = choice{aimed: s.choice.aimed, diverged: s.choice.diverged}
		s.influence = nil
	}
	return nil
}

// triesValues reports whether values are aimed at.
func (s *Session) triesValues() bool {
	return s.values.Begun && !s.choice.over && !s.values.Tired() && s.values.AnyOpen()
}
