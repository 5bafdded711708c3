package logs

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Logs of models with clocks. The clocks of an instance start at its first line. Each observation is judged at the instant of its line,
// and the silence before an input or an end as well: it must not last longer than the model allows. The silence before an output needs no
// look of its own: an output after a deadline is not allowed. What is allowed only if its instant, or earlier ones, differ from those of the
// lines by no more than the tolerance leaves a doubt: the instance is followed with such instants, and is inconclusive unless it fails later.

// timed reports whether the model has clocks.
func (c *Checker) timed() bool { return c.system.Timed() }

// elapse lets the time of an instance pass until an event.
func (c *Checker) elapse(ctx context.Context, in *instance, e Event) error {
	switch {
	case e.Time.IsZero() && e.Kind == End:
		return nil
	case e.Time.IsZero():
		return c.refuse(e, "", fmt.Sprintf("expected the field %q: the model has clocks, so every line needs a time", c.options.Fields.name("time")))
	case in.started.IsZero():
		in.started = e.Time
	case e.Time.Before(in.last):
		return c.refuse(e, "time", fmt.Sprintf("the time goes back by %v%s: line %d of it is later; sort the lines of each instance by time, or correct the clock that wrote them",
			in.last.Sub(e.Time), ofInstance(in.id), in.latest))
	}
	waited := !in.last.IsZero() && e.Time.After(in.last)
	in.last, in.latest = e.Time, e.Line
	in.tracker.At(c.since(in.started, e.Time))
	if waited && (e.Kind == result.EventInput || e.Kind == End) {
		return c.wait(ctx, in, e.Line)
	}
	return nil
}

// since returns the time between two lines in units of the model.
func (c *Checker) since(from, to time.Time) *big.Rat {
	return big.NewRat(int64(to.Sub(from)), int64(c.options.Unit))
}

// refuse returns the error for a line whose time, the given field, cannot be used; the field is empty if the line has none.
func (c *Checker) refuse(e Event, field, reason string) error {
	text := []byte(e.text)
	garbage := newGarbage(e.Line, text, c.options.Fields.find(text, field), reason)
	garbage.Field, garbage.Needed = field, true
	return garbage
}

func ofInstance(id string) string {
	if id == "" {
		return ""
	}
	return fmt.Sprintf(" in the instance %q", id)
}

// wait follows the silence up to an event. It is part of the trace only if the model does not allow it.
func (c *Checker) wait(ctx context.Context, in *instance, line int) error {
	seen := observation{line: line, what: "the system sent nothing" + in.moment("until"), missing: true}
	ok, err := c.quiet(ctx, in, seen)
	if err == nil && ok {
		return nil
	}
	in.note(line, result.Event{Kind: result.EventQuiescence}, sut.Message{})
	return c.judgeSilence(ctx, in, seen, ok, err)
}

// instant returns when the present observation of an instance was made; empty if the model has no clocks.
func (in *instance) instant() string {
	return sts.FormatInstant(in.tracker.Now())
}

// moment returns the instant for a sentence, after a preposition.
func (in *instance) moment(preposition string) string {
	if now := in.instant(); now != "" {
		return " " + preposition + " " + now
	}
	return ""
}

// follow lets observe follow an observation. If the model allows it only at an instant within the tolerance, a doubt is noted.
func (c *Checker) follow(ctx context.Context, in *instance, seen observation, observe func() (bool, error)) (bool, error) {
	ok, err := observe()
	if ok || err != nil || !c.timed() || in.tracker.Tolerance == nil || in.tracker.Tolerance.Sign() == 0 {
		return ok, err
	}
	f, err := c.against(ctx, in, seen)
	if err != nil {
		return false, err
	}
	ok, err = in.tracker.Nearly(ctx, observe)
	if ok && in.doubt == nil {
		f.Verdict = result.Inconclusive
		f.Evidence += "; but that is within the tolerance of " + sts.FormatInstant(in.tracker.Tolerance)
		f = in.complete(ctx, f)
		in.doubt = &f
	}
	return ok, err
}

// settle makes an instance of which something is in doubt inconclusive.
func (c *Checker) settle(ctx context.Context, in *instance) error {
	if in.over || in.doubt == nil {
		return nil
	}
	return c.concludeShared(ctx, in, *in.doubt)
}

// timing says how an observation that the model does not allow misses the times at which it does.
func (o observation) timing(allowed []result.Allowed, now *big.Rat) result.Timing {
	if o.missing {
		return result.Missing
	}
	return result.TimingOf(allowed, o.channel, now)
}
