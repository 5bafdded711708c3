package connect

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// resetStep is a part of a reset: a new system or connection, a message, an answer to wait for, or a pause.
type resetStep struct {
	renew  bool
	ask    []byte                 // nil if nothing is sent
	isDone func(text []byte) bool // reports whether a text is the answer; nil if there is none
	pause  time.Duration
}

// jsonReset is the reset of the default JSON protocol.
var jsonReset = resetStep{ask: []byte(`{"reset": true}`), isDone: func(text []byte) bool {
	data, err := value.ReadJSON(text)
	object, _ := data.(map[string]any)
	return err == nil && object["ready"] == true
}}

// bindReset binds the steps that reset the system.
func (d binder) bindReset(out *binding) error {
	rule := d.Reset
	if rule == nil {
		return nil
	}
	rules, keys := rule.Steps, []string(nil)
	for i := range rules {
		keys = append(keys, fmt.Sprintf("reset.steps[%d]", i))
	}
	if rules == nil {
		rules, keys = []resetStepRule{rule.resetStepRule}, []string{"reset"}
	} else if rule.resetStepRule != (resetStepRule{}) {
		return d.errorf("reset", "there are steps and other keys: write everything as steps")
	}
	for i, step := range rules {
		if d.isHTTP() {
			form, err := d.bindResetRequest(keys[i], step)
			if err != nil {
				return err
			}
			out.resetRequest = append(out.resetRequest, form)
			continue
		}
		bound, err := d.bindResetStep(keys[i], step, rule.Steps != nil)
		if err != nil {
			return err
		}
		out.steps = append(out.steps, bound)
	}
	return nil
}

// bindResetStep binds a step. If a reset has only one message, it needs an answer, from which the adapter knows that the system is ready.
func (d binder) bindResetStep(key string, rule resetStepRule, several bool) (out resetStep, err error) {
	if rule.Request != nil || rule.Status != nil {
		return out, d.errorf(key, "request and status are for HTTP: write text or json, and answer")
	}
	out.pause = time.Duration(rule.Pause)
	switch {
	case rule.Do != "" && rule.Do != sut.Reconnect && rule.Do != sut.Restart:
		return out, d.errorf(key+".do", "%q cannot be done: write %s, or %s for a program", rule.Do, sut.Reconnect, sut.Restart)
	case rule.Do != "":
		out.renew = true
	case rule.Text == nil && rule.JSON == nil && several:
		if rule.Answer == nil && rule.Pattern == nil && rule.Pause == 0 {
			return out, d.errorf(key, "write do, text, json, answer, pattern or pause")
		}
	}
	if rule.Text != nil || rule.JSON != nil || !several {
		if out.ask, err = d.resetMessage(key, rule); err != nil {
			return out, err
		}
	}
	if rule.Answer == nil && rule.Pattern == nil {
		if !several {
			return out, d.errorf(key, "there is no answer: write what the system sends when it is ready, as in answer = \"READY\"")
		}
		return out, nil
	}
	out.isDone, err = d.resetAnswer(key, rule)
	return out, err
}

// resetMessage returns the message of a step.
func (d binder) resetMessage(key string, rule resetStepRule) ([]byte, error) {
	ask, err := d.body(key, nil, rule.Text, rule.JSON)
	if err != nil {
		return nil, err
	}
	text, err := ask.write(nil)
	if err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	return text, nil
}

// resetAnswer returns how the answer of a step is recognised.
func (d binder) resetAnswer(key string, rule resetStepRule) (func([]byte) bool, error) {
	var answer content.Content
	var err error
	switch {
	case rule.Answer != nil && rule.Pattern != nil:
		return nil, d.errorf(key, "there are both answer and pattern: keep one")
	case rule.Pattern != nil:
		key += ".pattern"
		answer, err = content.NewPattern(*rule.Pattern, nil)
	case rule.JSON != nil:
		key += ".answer"
		answer, err = content.NewDocument(*rule.Answer, nil, false)
	default:
		key += ".answer"
		answer, err = content.NewText(*rule.Answer, nil, d.Encoding)
	}
	if err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	return func(text []byte) bool { return answer.Read(d.Encoding.Decode(text), nil) == nil }, nil
}

// needsMessage ensures that a reset consists of messages: those of the mapping, or that of the default JSON protocol.
func (b *binding) needMessage() error {
	switch {
	case b.steps != nil:
	case b.inputs != nil:
		return errors.New("the mapping has no reset message: add reset.text and reset.answer")
	default:
		b.steps = []resetStep{jsonReset}
	}
	return nil
}

// chooseReset decides how the system is reset.
func (b *binding) chooseReset(k kind, choice sut.Reset) error {
	fresh := sut.Reconnect
	if k == kindExec {
		fresh = sut.Restart
	}
	switch choice {
	case "":
	case fresh:
		b.steps = nil
	case sut.ByMessage:
		return b.needMessage()
	default:
		return fmt.Errorf("%q is not a reset for %s: write %s or message", choice, k, fresh)
	}
	return nil
}

// Reset brings the system to its initial state. A system that does not answer a reset message is restarted.
func (c *Connection) Reset(ctx context.Context) error {
	c.Begin(c.what)
	if c.now != nil && len(c.binding.steps) > 0 {
		err := c.resetBySteps(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		c.Note(carrier.Remark, []byte("restarted, because the reset failed: "+err.Error()))
	}
	err := c.renew(ctx)
	if err == nil {
		err = c.resetBySteps(ctx)
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return &sut.ErrUnavailable{Reason: err.Error()}
}

// renew ends the system, or the connection to it, and starts a new one.
func (c *Connection) renew(ctx context.Context) error {
	if err := c.Close(); err != nil {
		return err
	}
	c.state = atWork
	opened, err := c.open(ctx)
	if err != nil {
		return err
	}
	c.now = carrier.Talk(opened, &c.Journal, c.unit, c.limits.send)
	c.fresh = true
	return ctx.Err()
}

// resetBySteps runs the steps of a reset in order. A system that was just started is not started again.
func (c *Connection) resetBySteps(ctx context.Context) error {
	for _, step := range c.binding.steps {
		if step.renew && !c.fresh {
			if err := c.renew(ctx); err != nil {
				return err
			}
		}
		c.fresh = false
		if err := c.resetStep(ctx, step); err != nil {
			return err
		}
	}
	c.fresh = false
	return nil
}

// resetStep sends a message and waits for the answer; messages before it belong to the previous test.
func (c *Connection) resetStep(ctx context.Context, step resetStep) error {
	if c.now == nil {
		return errNotStarted
	}
	if step.ask != nil {
		if err := c.now.Send(ctx, step.ask); err != nil {
			return c.explain(err)
		}
	}
	if step.isDone != nil {
		if err := c.awaitReady(ctx, step); err != nil {
			return err
		}
	}
	if step.pause > 0 {
		select {
		case <-time.After(step.pause):
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

func (c *Connection) awaitReady(ctx context.Context, step resetStep) error {
	for end := time.Now().Add(c.limits.reset); ; {
		text, came, err := c.now.Receive(ctx, max(time.Until(end), 0))
		switch {
		case err != nil:
			return c.explain(err)
		case came && step.isDone(text):
			return nil
		case !came || time.Now().After(end):
			return fmt.Errorf("the system under test did not answer the reset message within %v", c.limits.reset)
		}
	}
}
