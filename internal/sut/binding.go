package sut

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// binding is what an adapter needs to know about a model: how each input is written, and how each output is recognised.
type binding struct {
	protocol protocol
	end      string // of a line
	headers  http.Header
	waits    waits
	reset    *resetMessage // nil if the mapping has none

	inputs       map[string]*inputForm // by channel
	outputs      []*outputForm         // in the order of the model
	ignore       *outputForm           // messages that are no outputs
	resetRequest *resetForm
}

// waits are the times that outputs may take, by channel.
type waits map[string]time.Duration

// Wait returns the time that an output of a channel may take; 0 if it is unspecified.
func (w waits) Wait(channel string) time.Duration { return w[channel] }

// jsonBinding is a binding to our own protocol.
func jsonBinding(system *sts.System) *binding {
	return &binding{protocol: jsonMessages{system}, end: "\n"}
}

// connection returns an adapter that still lacks a way to open it.
func (b *binding) connection(what, unit string) *Connection {
	return &Connection{limits: defaultLimits(), what: what, unit: unit, protocol: b.protocol, waits: b.waits, ask: b.reset}
}

// binder checks a mapping against a model.
type binder struct {
	*Mapping
	system *sts.System
	http   bool // requests and responses, and not messages
	lines  bool // messages are lines
}

// bind checks a mapping against a model. Without any text for an input or output, messages are our JSON.
func (d binder) bind() (*binding, error) {
	out := jsonBinding(d.system)
	out.waits, out.headers = waits{}, http.Header{}
	if d.End != nil {
		out.end = *d.End
	}
	for name, value := range d.Headers {
		out.headers.Set(name, value)
	}
	for name, rule := range d.Outputs {
		if rule.Wait > 0 {
			out.waits[name] = time.Duration(rule.Wait)
		}
	}
	if err := d.checkKeys(); err != nil {
		return nil, err
	}
	if d.http || d.hasTexts() {
		if err := d.bindChannels(out); err != nil {
			return nil, err
		}
		out.protocol = mapped{out, d.lines}
	}
	if err := d.bindIgnore(out); err != nil {
		return nil, err
	}
	return out, d.bindReset(out)
}

// checkKeys checks that the mapping names channels of the model only, and has no keys without a meaning.
func (d binder) checkKeys() error {
	if d.lines && len(d.Headers) > 0 {
		return d.errorf("headers", "only HTTP and WebSockets have headers")
	}
	if !d.lines && d.End != nil {
		return d.errorf("end", "only exec and tcp have lines")
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
	if _, ok := channelNamed(d.system, direction, name); ok {
		return nil
	}
	if _, ok := channelNamed(d.system, opposite, name); ok {
		return d.errorf(table+"."+name, "%s is an %s channel: write %s.%s", name, opposite, otherTable, name)
	}
	return d.errorf(table+"."+name, "%w", noChannel(d.system, direction, name))
}

// hasTexts reports whether the mapping describes messages.
func (d binder) hasTexts() bool {
	for _, rule := range d.Inputs {
		if rule.Text != nil || rule.JSON != nil || rule.Request != nil || rule.Outputs != nil || rule.Only != nil {
			return true
		}
	}
	for _, rule := range d.Outputs {
		if rule.contentRule != (contentRule{}) {
			return true
		}
	}
	return false
}

// bindChannels binds a rule for each input and output; outputs come first, since inputs may name them.
func (d binder) bindChannels(out *binding) error {
	out.inputs = map[string]*inputForm{}
	for _, direction := range []sts.Direction{sts.Output, sts.Input} {
		for _, c := range d.system.Channels {
			var err error
			switch {
			case c.Direction != direction:
			case direction == sts.Output:
				var form *outputForm
				form, err = d.bindOutput(c)
				out.outputs = append(out.outputs, form)
			default:
				out.inputs[c.Name], err = d.bindInput(c, out.outputs)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (d binder) bindOutput(c *sts.Channel) (*outputForm, error) {
	key := "outputs." + c.Name
	rule := d.Outputs[c.Name]
	if rule == nil {
		return nil, d.errorf(key, "the mapping does not describe this output of the model: add %s.text = \"...\"", key)
	}
	form, err := d.outputForm(key, c, rule.contentRule)
	if err != nil {
		return nil, err
	}
	return form, d.checkFound(key, c, form)
}

// outputForm is the form of an output, or of messages that are ignored, which have no channel.
func (d binder) outputForm(key string, c *sts.Channel, rule contentRule) (*outputForm, error) {
	if rule.Text != nil && rule.JSON != nil || rule.Text != nil && rule.Pattern != nil || rule.JSON != nil && rule.Pattern != nil {
		return nil, d.errorf(key, "there is more than one of text, json and pattern: leave only one")
	}
	if rule.Status != nil && !d.http {
		return nil, d.errorf(key+".status", "only the responses of HTTP have a status")
	}
	form := &outputForm{channel: c, status: rule.Status.orSuccess()}
	var err error
	switch {
	case rule.Text != nil:
		form.content, err = newTextContent(*rule.Text, c)
		key += ".text"
	case rule.JSON != nil:
		form.content, err = newJSONContent(*rule.JSON, c)
		key += ".json"
	case rule.Pattern != nil:
		form.content, err = newPatternContent(*rule.Pattern, c)
		key += ".pattern"
	case !d.http:
		return nil, d.errorf(key, "write text, json or pattern")
	}
	if err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	return form, nil
}

// checkFound checks that each value of an output is found once.
func (d binder) checkFound(key string, c *sts.Channel, form *outputForm) error {
	var found []int
	if form.content != nil {
		found = form.content.found()
	}
	for i, name := range valueNames(c) {
		switch first := slices.Index(found, i); {
		case first < 0:
			return d.errorf(key, "there is no place for the value %s of %s: write {%s}, or (?P<%s>...) in a pattern", name, c.Name, name, name)
		case slices.Contains(found[first+1:], i):
			return d.errorf(key, "the value %s of %s stands in several places: leave one", name, c.Name)
		}
	}
	return nil
}

func (d binder) bindIgnore(out *binding) error {
	if d.Ignore == nil {
		return nil
	}
	if d.http && *d.Ignore == (contentRule{}) {
		return d.errorf("ignore", "write status, text, json or pattern")
	}
	var err error
	if out.ignore, err = d.outputForm("ignore", nil, *d.Ignore); err != nil {
		return err
	}
	out.protocol = ignoring{out.protocol, out.ignore}
	return nil
}

func (d binder) bindInput(c *sts.Channel, outputs []*outputForm) (*inputForm, error) {
	key := "inputs." + c.Name
	rule := d.Inputs[c.Name]
	if rule == nil {
		wanted := map[bool]string{true: "request", false: "text"}[d.http]
		return nil, d.errorf(key, "the mapping does not describe this input of the model: add %s.%s = \"...\"", key, wanted)
	}
	form := &inputForm{outputs: outputs}
	var err error
	if form.body, err = d.body(key, c, rule.Text, rule.JSON); err != nil {
		return nil, err
	}
	if form.request, err = d.request(key, c, rule.Request); err != nil {
		return nil, err
	}
	if rule.Outputs != nil {
		if form.outputs, err = d.chosen(key, rule.Outputs, outputs); err != nil {
			return nil, err
		}
	}
	if form.only, err = d.bindOnly(key, c, rule.Only); err != nil {
		return nil, err
	}
	return form, d.checkUsed(key, c, form)
}

// bindOnly returns the texts that can be sent, by value.
func (d binder) bindOnly(key string, c *sts.Channel, rules map[string]*expression) ([]*expression, error) {
	out := make([]*expression, len(c.Payload))
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		i, err := valueNamed(c, name)
		if err != nil {
			return nil, d.errorf(key+".only", "{%s} %w", name, err)
		}
		out[i] = rules[name]
	}
	return out, nil
}

// body is the text of an input or of a reset; HTTP can do without.
func (d binder) body(key string, c *sts.Channel, text, json *template) (body, error) {
	switch {
	case text != nil && json != nil:
		return body{}, d.errorf(key, "there are both text and json: leave one")
	case text != nil:
		b, err := text.bind(c)
		if err != nil {
			return body{}, d.errorf(key+".text", "%w", err)
		}
		if d.lines && checkLine([]byte(b.fill(func(int) string { return "" }))) != nil {
			return body{}, d.errorf(key+".text", "a message is one line: leave out the end of a line in it; %q is added", "\n")
		}
		return body{text: &b}, nil
	case json != nil:
		j, err := newJSONContent(*json, c)
		if err != nil {
			return body{}, d.errorf(key+".json", "%w", err)
		}
		return body{json: j}, nil
	case !d.http:
		return body{}, d.errorf(key, "write text or json")
	}
	return body{}, nil
}

// chosen returns the outputs that an input names.
func (d binder) chosen(key string, names []string, all []*outputForm) ([]*outputForm, error) {
	if !d.http {
		return nil, d.errorf(key+".outputs", "only the responses of HTTP belong to an input")
	}
	var out []*outputForm
	for _, name := range names {
		i := slices.IndexFunc(all, func(form *outputForm) bool { return form.channel.Name == name })
		if i < 0 {
			return nil, d.errorf(key+".outputs", "%w", noChannel(d.system, sts.Output, name))
		}
		out = append(out, all[i])
	}
	return out, nil
}

// checkUsed checks that each value of an input is sent to the system.
func (d binder) checkUsed(key string, c *sts.Channel, form *inputForm) error {
	used := form.body.found()
	if form.request != nil {
		used = slices.Concat(used, form.request.path.values, form.request.query.values)
	}
	for i, name := range valueNames(c) {
		if !slices.Contains(used, i) {
			return d.errorf(key, "the value %s of %s is not sent to the system: write {%s} where it belongs", name, c.Name, name)
		}
	}
	return nil
}

// bindReset binds the message that resets the system.
func (d binder) bindReset(out *binding) error {
	rule := d.Reset
	if rule == nil {
		return nil
	}
	if d.http {
		return d.bindResetRequest(out)
	}
	if rule.Request != nil || rule.Status != nil {
		return d.errorf("reset", "request and status are for HTTP: write text or json, and answer")
	}
	ask, err := d.body("reset", nil, rule.Text, rule.JSON)
	if err != nil {
		return err
	}
	if rule.Answer == nil {
		return d.errorf("reset", "there is no answer: write what the system sends when it is ready, as in answer = \"READY\"")
	}
	answer, err := answerOf(*rule.Answer, rule.JSON != nil)
	if err != nil {
		return d.errorf("reset.answer", "%w", err)
	}
	text, err := ask.write(nil)
	if err != nil {
		return d.errorf("reset", "%w", err)
	}
	out.reset = &resetMessage{ask: text, isDone: func(text []byte) bool {
		_, err := answer.read(text)
		return err == nil
	}}
	return nil
}

// answerOf returns the content of the answer to a reset.
func answerOf(t template, json bool) (content, error) {
	if json {
		return newJSONContent(t, nil)
	}
	return newTextContent(t, nil)
}
