package connect

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// binding describes the channels of a model for an adapter: how each input is written, and how each output is recognised.
type binding struct {
	protocol protocol
	encoding content.Encoding
	format   frame.Format
	headers  http.Header
	waits    waits
	steps    []resetStep // of a reset; nil if the mapping has none

	inputs       map[string]*inputForm // by channel; nil if messages are the default JSON
	actions      map[string]action     // by channel: inputs that are not messages
	outputs      []*outputForm         // in the order of the model
	events       []*outputForm         // outputs that are not messages
	ignore       *outputForm           // messages that are not outputs
	resetRequest []*resetForm
}

// waits are the time limits of outputs, by channel.
type waits map[string]time.Duration

// Wait returns the time limit of outputs of a channel; 0 if it is unspecified.
func (w waits) Wait(channel string) time.Duration { return w[channel] }

// jsonBinding is a binding to the default JSON protocol.
func jsonBinding(system *sts.System) *binding {
	return &binding{protocol: jsonMessages{system: system}, format: frame.Lines{End: "\n"}}
}

// connection returns an adapter without a function that opens it, which the caller sets.
func (b *binding) connection(what string) *Connection {
	return &Connection{limits: defaultLimits(), what: what, unit: b.format.Unit(), binding: b, waits: b.waits}
}

// kind is the kind of a system: the carrier of its messages.
type kind string

// The kinds.
const (
	kindExec kind = "exec"
	kindTCP  kind = "tcp"
	kindTLS  kind = "tls"
	kindUnix kind = "unix"
	kindUDP  kind = "udp"
	kindWS   kind = "ws" // with TLS or without
	kindHTTP kind = "http"
)

// isStream reports whether the carrier is a stream of bytes, in which messages need frames.
func (k kind) isStream() bool {
	return k == kindExec || k == kindTCP || k == kindTLS || k == kindUnix
}

// binder checks a mapping against a model.
type binder struct {
	*Mapping
	system *sts.System
	kind   kind

	notation content.Notation
}

func (d binder) isHTTP() bool { return d.kind == kindHTTP }

// bind checks a mapping against a model. If the mapping describes no input or output, messages are the default JSON.
func (d binder) bind() (*binding, error) {
	var err error
	if d.notation, err = d.bindNotation(); err != nil {
		return nil, err
	}
	out := jsonBinding(d.system)
	out.protocol = jsonMessages{d.system, d.notation}
	out.waits, out.headers, out.encoding = waits{}, http.Header{}, d.Encoding
	for name, value := range d.Headers {
		out.headers.Set(name, value)
	}
	for name, rule := range d.Outputs {
		if rule.Wait > 0 {
			out.waits[name] = time.Duration(rule.Wait)
		}
	}
	for _, step := range []func(*binding) error{d.checkKeys, d.checkEvents, d.bindFrame, d.bindMessages, d.bindIgnore, d.bindReset} {
		if err := step(out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// checkKeys checks that the mapping names only channels of the model, and has no meaningless keys.
func (d binder) checkKeys(*binding) error {
	if d.kind != kindHTTP && d.kind != kindWS && len(d.Headers) > 0 {
		return d.errorf("headers", "only HTTP and WebSockets have headers")
	}
	for _, name := range slices.Sorted(maps.Keys(d.Inputs)) {
		if err := d.checkName("inputs", name, sts.Input, sts.Output, "outputs"); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Outputs)) {
		if err := d.checkName("outputs", name, sts.Output, sts.Input, "inputs"); err != nil {
			return err
		}
	}
	return nil
}

func (d binder) checkName(table, name string, direction, opposite sts.Direction, otherTable string) error {
	if _, ok := sut.ChannelNamed(d.system, direction, name); ok {
		return nil
	}
	if _, ok := sut.ChannelNamed(d.system, opposite, name); ok {
		return d.errorf(table+"."+name, "%s is an %s channel: write %s.%s", name, opposite, otherTable, name)
	}
	return d.errorf(table+"."+name, "%w", sut.NoChannel(d.system, direction, name))
}

// hasTexts reports whether the mapping describes messages.
func (d binder) hasTexts() bool {
	for _, rule := range d.Inputs {
		if rule.Text != nil || rule.JSON != nil || rule.Request != nil || rule.Outputs != nil || rule.Only != nil || rule.Headers != nil {
			return true
		}
	}
	for _, rule := range d.Outputs {
		if rule.Event == "" && !rule.contentRule.isEmpty() || rule.Count != nil {
			return true
		}
	}
	return false
}

// bindMessages binds a rule for each input and output, or if messages are the default JSON, only those for events and actions. Outputs
// come first, since inputs may name them.
func (d binder) bindMessages(out *binding) error {
	all := d.isHTTP() || d.hasTexts()
	out.actions = map[string]action{}
	if all {
		out.inputs = map[string]*inputForm{}
	}
	for _, direction := range []sts.Direction{sts.Output, sts.Input} {
		for _, c := range d.system.Channels {
			if c.Direction != direction {
				continue
			}
			bind := d.addInput
			if direction == sts.Output {
				bind = d.addOutput
			}
			if err := bind(out, c, all); err != nil {
				return err
			}
		}
	}
	if all {
		_, lines := out.format.(frame.Lines)
		out.protocol = mapped{out, lines && d.kind.isStream()}
	}
	return nil
}

// addOutput binds an output: an event, or a message.
func (d binder) addOutput(out *binding, c *sts.Channel, all bool) error {
	rule := d.Outputs[c.Name]
	isEvent := rule != nil && rule.Event != ""
	if !isEvent && !all {
		return nil
	}
	form, err := d.bindOutput(c, rule)
	if err != nil {
		return err
	}
	if isEvent {
		out.events = append(out.events, form)
	} else {
		out.outputs = append(out.outputs, form)
	}
	return nil
}

func (d binder) bindOutput(c *sts.Channel, rule *outputRule) (*outputForm, error) {
	key := "outputs." + c.Name
	if rule == nil {
		return nil, d.errorf(key, "the mapping does not describe this output of the model: add %s.text = \"...\"", key)
	}
	content := rule.contentRule
	if rule.Event != "" {
		var err error
		if content, err = d.eventContent(key, c, rule); err != nil {
			return nil, err
		}
	}
	form, err := d.outputForm(key, c, content, rule.Event)
	if err != nil {
		return nil, err
	}
	if form.counts, err = d.bindCounts(key, c, rule.Count); err != nil {
		return nil, err
	}
	return form, d.checkFound(key, c, form)
}

// eventContent returns the content of an event: by default the code of an exit or of the end of a WebSocket.
func (d binder) eventContent(key string, c *sts.Channel, rule *outputRule) (contentRule, error) {
	key += ".event"
	switch {
	case d.isHTTP() || d.kind == kindUDP:
		return contentRule{}, d.errorf(key, "there is no connection that could be %s", rule.Event)
	case rule.Event == exited && d.kind != kindExec:
		return contentRule{}, d.errorf(key, "only programs exit: write closed")
	case rule.JSON != nil || rule.Status != nil:
		return contentRule{}, d.errorf(key, "an event is found by text or pattern")
	case rule.Headers != nil && rule.Event != opened:
		return contentRule{}, d.errorf(key, "only a WebSocket that is opened has headers")
	}
	out := rule.contentRule
	if out.Text != nil || out.Pattern != nil || len(c.Payload) != 1 || out.Headers != nil {
		return out, nil
	}
	out.Pattern = &content.Expression{}
	if err := out.Pattern.UnmarshalText(fmt.Appendf(nil, `(?P<%s>\d+)(?: .*)?`, content.ValueNames(c)[0])); err != nil {
		return out, d.errorf(key, "%w", err)
	}
	return out, nil
}

// outputForm is the form of an output, or of messages that are ignored, which have no channel.
func (d binder) outputForm(key string, c *sts.Channel, rule contentRule, e event) (*outputForm, error) {
	if rule.Text != nil && rule.JSON != nil || rule.Text != nil && rule.Pattern != nil || rule.JSON != nil && rule.Pattern != nil {
		return nil, d.errorf(key, "there is more than one of text, json and pattern: leave only one")
	}
	if rule.Status != nil && !d.isHTTP() {
		return nil, d.errorf(key+".status", "only the responses of HTTP have a status")
	}
	form := &outputForm{channel: c, event: e, status: rule.Status.orSuccess(), notation: d.notation}
	var err error
	if form.headers, err = d.bindHeadersRead(key, c, rule.Headers, e); err != nil {
		return nil, err
	}
	switch {
	case rule.Text != nil:
		form.content, err = content.NewText(*rule.Text, c, d.Encoding)
		key += ".text"
	case rule.JSON != nil:
		form.content, err = content.NewDocument(*rule.JSON, c, d.Strict)
		key += ".json"
	case rule.Pattern != nil:
		form.content, err = content.NewPattern(*rule.Pattern, c)
		key += ".pattern"
	case !d.isHTTP() && e == "":
		return nil, d.errorf(key, "write text, json or pattern")
	}
	if err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	return form, nil
}

// checkFound checks that each value of an output is found exactly once.
func (d binder) checkFound(key string, c *sts.Channel, form *outputForm) error {
	found := form.found()
	for i, name := range content.ValueNames(c) {
		switch first := slices.Index(found, i); {
		case first < 0:
			return d.errorf(key, "there is no place for the value %s of %s: write {%s}, or (?P<%s>...) in a pattern", name, c.Name, name, name)
		case slices.Contains(found[first+1:], i):
			return d.errorf(key, "the value %s of %s occurs in several places: keep one", name, c.Name)
		}
	}
	return nil
}

func (d binder) bindIgnore(out *binding) error {
	if d.Ignore == nil {
		return nil
	}
	if d.isHTTP() && d.Ignore.isEmpty() {
		return d.errorf("ignore", "write status, text, json or pattern")
	}
	var err error
	if out.ignore, err = d.outputForm("ignore", nil, *d.Ignore, ""); err != nil {
		return err
	}
	out.protocol = ignoring{out.protocol, out.ignore, d.Encoding}
	return nil
}
