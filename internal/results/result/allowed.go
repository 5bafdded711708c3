package result

import "encoding/json"

// Allowed is something that a model allows next: an output, or silence.
type Allowed struct {
	Silence bool     `json:"silence,omitempty"`
	Channel string   `json:"channel,omitempty"`
	Payload []Scope  `json:"payload,omitzero"`  // the scalars of the payload, in order
	Where   []string `json:"where,omitempty"`   // conditions on several scalars, by their names
	Depends bool     `json:"depends,omitempty"` // there are more conditions: not every combination of values is allowed
	Window  *Window  `json:"window,omitempty"`  // when it is allowed; only in models with clocks
	Text    string   `json:"text"`              // readable text, as in lamp(1..10)
}

// Window is an interval of instants, in units of the model from the start; in a stored test, from the message before.
type Window struct {
	Low    string `json:"low,omitempty"`    // absent if there is no bound
	High   string `json:"high,omitempty"`   // absent if there is no bound
	After  bool   `json:"after,omitempty"`  // Low itself is not in the window
	Before bool   `json:"before,omitempty"` // High itself is not in the window
}

// Scope is the values that a scalar of an output may have.
type Scope struct {
	Name   string            `json:"name"`             // of the scalar, as in level, or point.x
	Equals string            `json:"equals,omitempty"` // the name of a scalar before it that has the same value
	Values []json.RawMessage `json:"values,omitempty"` // all of them, if they are few
	Low    json.RawMessage   `json:"low,omitempty"`    // the least, if there is one and they are many
	High   json.RawMessage   `json:"high,omitempty"`   // the greatest
	Except []json.RawMessage `json:"except,omitempty"` // values between these that are not allowed
	Part   bool              `json:"part,omitempty"`   // other values between these may not be allowed either
}

// Texts describes the allowed outputs in words.
func Texts(list []Allowed) []string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = a.Text
	}
	return out
}
