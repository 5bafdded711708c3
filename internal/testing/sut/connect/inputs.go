package connect

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// addInput binds an input: an action, or a message.
func (d binder) addInput(out *binding, c *sts.Channel, all bool) error {
	rule := d.Inputs[c.Name]
	if rule != nil && rule.Action != "" {
		out.actions[c.Name] = rule.Action
		return d.checkAction(c, rule)
	}
	if !all {
		return nil
	}
	var err error
	out.inputs[c.Name], err = d.bindInput(c, out.outputs)
	return err
}

// checkAction checks that an input that is an action has no keys of a message.
func (d binder) checkAction(c *sts.Channel, rule *inputRule) error {
	key := "inputs." + c.Name
	switch {
	case rule.Text != nil || rule.JSON != nil || rule.Request != nil:
		return d.errorf(key, "there are both an action and a message: keep one")
	case len(c.Payload) > 0:
		return d.errorf(key+".action", "%s carries values, which an action does not send to the system", c.Name)
	case d.isHTTP() || d.kind == kindUDP:
		return d.errorf(key+".action", "there is no connection for an action")
	case rule.Action == endIn && d.kind == kindWS:
		return d.errorf(key+".action", "a WebSocket has no end of the input: write close")
	}
	return nil
}

func (d binder) bindInput(c *sts.Channel, outputs []*outputForm) (*inputForm, error) {
	key := "inputs." + c.Name
	rule := d.Inputs[c.Name]
	if rule == nil {
		wanted := map[bool]string{true: "request", false: "text"}[d.isHTTP()]
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
	if form.headers, err = d.bindHeadersWritten(key, c, rule.Headers); err != nil {
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
func (d binder) bindOnly(key string, c *sts.Channel, rules map[string]*content.Expression) ([]*content.Expression, error) {
	out := make([]*content.Expression, len(c.Payload))
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		i, err := content.ValueNamed(c, name)
		if err != nil {
			return nil, d.errorf(key+".only."+name, "{%s} %w", name, err)
		}
		out[i] = rules[name]
	}
	return out, nil
}

// body binds the text of an input or of a reset, which is optional for HTTP.
func (d binder) body(key string, c *sts.Channel, text, json *content.Template) (body, error) {
	switch {
	case text != nil && json != nil:
		return body{}, d.errorf(key, "there are both text and json: keep one")
	case text != nil:
		b, err := text.Bind(c)
		if err == nil {
			err = text.CheckEncoding(d.Encoding)
		}
		if err != nil {
			return body{}, d.errorf(key+".text", "%w", err)
		}
		if d.kind.isStream() && d.Frame.isLines() && strings.HasSuffix(text.String(), "\n") {
			return body{}, d.errorf(key+".text", "a message is a line: leave out the end of a line in it; %q is added", "\n")
		}
		return body{text: &b, encoding: d.Encoding, notation: d.notation}, nil
	case json != nil:
		j, err := content.NewDocument(*json, c, d.Strict)
		if err != nil {
			return body{}, d.errorf(key+".json", "%w", err)
		}
		return body{json: j, encoding: d.Encoding, notation: d.notation}, nil
	case !d.isHTTP():
		return body{}, d.errorf(key, "write text or json")
	}
	return body{notation: d.notation}, nil
}

// chosen returns the outputs that an input names.
func (d binder) chosen(key string, names []string, all []*outputForm) ([]*outputForm, error) {
	if !d.isHTTP() {
		return nil, d.errorf(key+".outputs", "only the responses of HTTP belong to an input")
	}
	var out []*outputForm
	for _, name := range names {
		i := slices.IndexFunc(all, func(form *outputForm) bool { return form.channel.Name == name })
		if i < 0 {
			return nil, d.errorf(key+".outputs", "%w", sut.NoChannel(d.system, sts.Output, name))
		}
		out = append(out, all[i])
	}
	return out, nil
}

// checkUsed checks that each value of an input is sent to the system.
func (d binder) checkUsed(key string, c *sts.Channel, form *inputForm) error {
	used := form.body.found()
	if form.request != nil {
		used = slices.Concat(used, form.request.path.Values(), form.request.query.Values())
	}
	for _, h := range form.headers {
		used = append(used, h.text.Values()...)
	}
	for i, name := range content.ValueNames(c) {
		if !slices.Contains(used, i) {
			return d.errorf(key, "the value %s of %s is not sent to the system: write {%s} where it belongs", name, c.Name, name)
		}
	}
	return nil
}
