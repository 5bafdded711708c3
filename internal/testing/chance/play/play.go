// Package play simulates a system under test that conforms to a model: probabilistic choices are random, and Markovian steps take
// exponential times. It is used to plan campaigns, and in place of a real system in the tests of campaigns.
package play

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Options configure a simulated system. The zero value is the default.
type Options struct {
	Seed   uint64
	Runs   int                                           // number of earlier runs: the random choices of a run depend only on the seed and its number
	Unit   time.Duration                                 // of the time of the model; 0 means a second
	Hasty  bool                                          // nothing takes real time: the system has its own clock, which advances during waits for an output
	Delay  func(random *rand.Rand, rate float64) float64 // the time of a race; nil draws it from the exponential law
	Choose func(random *rand.Rand, alternatives int) int // the scheduler; nil chooses all alternatives with equal probability
}

// System simulates a model. It must be used by one goroutine at a time.
type System struct {
	options Options
	stepper *step.Stepper
	model   *sts.System // whose channels the tester knows
	random  *rand.Rand
	config  *sts.Config
	owed    []step.Output
	due     time.Time // end of the current race; zero if there is none
	next    step.Branch
	clock   time.Time // of a hasty system
}

// New returns a system that conforms to one model and is tested against another with the same channels.
func New(system, model *sts.System, options Options) *System {
	if options.Unit <= 0 {
		options.Unit = time.Second
	}
	if options.Delay == nil {
		options.Delay = func(r *rand.Rand, rate float64) float64 { return r.ExpFloat64() / rate }
	}
	if options.Choose == nil {
		options.Choose = func(r *rand.Rand, n int) int { return r.IntN(n) }
	}
	return &System{options: options, stepper: step.New(system), model: model}
}

// Reset starts a run.
func (s *System) Reset(context.Context) error {
	s.random = rand.New(rand.NewPCG(s.options.Seed, uint64(s.options.Runs)))
	s.options.Runs++
	s.clock = time.Unix(0, 0)
	config, err := s.stepper.Start()
	if err != nil {
		return err
	}
	s.config, s.owed = config, nil
	return s.settle(s.now())
}

// now reads the clock of the system.
func (s *System) now() time.Time {
	if s.options.Hasty {
		return s.clock
	}
	return time.Now()
}

// Close does nothing.
func (s *System) Close() error { return nil }

// Send takes an input. Inputs that the model does not specify are ignored.
func (s *System) Send(_ context.Context, m sut.Message) error {
	if err := s.advance(s.now()); err != nil {
		return err
	}
	for _, c := range s.stepper.System().Channels {
		if c.Name != m.Channel.Name {
			continue
		}
		list, err := s.stepper.Receive(s.config, c, m.Values)
		if err != nil || len(list) == 0 {
			return err
		}
		s.take(s.branch(list[s.options.Choose(s.random, len(list))]))
		return s.settle(s.now())
	}
	return nil
}

// Receive waits for an output.
func (s *System) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	end := s.now().Add(wait)
	for len(s.owed) == 0 {
		if s.due.IsZero() || s.due.After(end) {
			return sut.Message{}, false, s.sleep(ctx, end)
		}
		if err := s.sleep(ctx, s.due); err != nil {
			return sut.Message{}, false, err
		}
		if err := s.advance(s.due); err != nil {
			return sut.Message{}, false, err
		}
	}
	first := s.owed[0]
	s.owed = s.owed[1:]
	if len(s.owed) == 0 {
		if err := s.settle(s.now()); err != nil {
			return sut.Message{}, false, err
		}
	}
	for _, c := range s.model.Channels {
		if c.Name == first.Channel.Name {
			return sut.Message{Channel: c, Values: first.Values}, true, nil
		}
	}
	return sut.Message{}, false, fmt.Errorf("the model has no channel %s", first.Channel.Name)
}

// sleep waits until a time.
func (s *System) sleep(ctx context.Context, until time.Time) error {
	d := until.Sub(s.now())
	if s.options.Hasty && d > 0 {
		s.clock = until
	}
	if s.options.Hasty || d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// advance takes the Markovian step whose delay ends at a time.
func (s *System) advance(now time.Time) error {
	for !s.due.IsZero() && !s.due.After(now) && len(s.owed) == 0 {
		at := s.due
		s.take(s.next)
		if err := s.settle(at); err != nil {
			return err
		}
	}
	return nil
}

// branch draws a branch of a distribution.
func (s *System) branch(d step.Distribution) step.Branch {
	x := s.random.Float64()
	for _, b := range d.Branches {
		p, _ := b.Probability.Float64()
		if x -= p; x < 0 {
			return b
		}
	}
	return d.Branches[len(d.Branches)-1]
}

// take takes a branch.
func (s *System) take(b step.Branch) {
	s.config, s.owed, s.due = b.Next, append(s.owed, b.Outputs...), time.Time{}
}

// maxSteps is the maximum number of consecutive immediate steps.
const maxSteps = 1000

// settle takes immediate steps until an output is due, and then starts the race of the Markovian steps, if there is one.
func (s *System) settle(now time.Time) error {
	s.due = time.Time{}
	for range maxSteps {
		if len(s.owed) > 0 {
			return nil
		}
		own, err := s.stepper.Own(s.config)
		if err != nil {
			return err
		}
		if len(own.Immediate) == 0 {
			s.race(own, now)
			return nil
		}
		s.take(s.branch(own.Immediate[s.options.Choose(s.random, len(own.Immediate))]))
	}
	return fmt.Errorf("the model takes more than %d internal steps in a row", maxSteps)
}

// race draws which Markovian step is taken, and when.
func (s *System) race(own step.Own, now time.Time) {
	if len(own.Race) == 0 {
		return
	}
	exit, _ := own.Exit().Float64()
	x := s.random.Float64() * exit
	winner := own.Race[len(own.Race)-1]
	for _, d := range own.Race {
		rate, _ := d.Rate.Float64()
		if x -= rate; x < 0 {
			winner = d
			break
		}
	}
	s.next = s.branch(winner)
	s.due = now.Add(s.duration(s.options.Delay(s.random, exit)))
}

// longest is the longest delay, which stands for never.
const longest = 100 * 365 * 24 * time.Hour

// duration converts a delay of the model to real time.
func (s *System) duration(delay float64) time.Duration {
	return time.Duration(math.Min(delay*float64(s.options.Unit), float64(longest)))
}
