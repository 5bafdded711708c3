package connect

// event is an event of a connection, which may be an output of the model.
type event string

// The events.
const (
	opened event = "opened" // a connection was made
	closed event = "closed" // the system closed the connection, or its output
	exited event = "exited" // the program ended by itself
)

// action is an action of the tester on a connection, which is an input of the model.
type action string

// The actions.
const (
	connect action = "connect" // a new connection is made; an existing one is closed
	hangUp  action = "close"   // the connection is closed
	endIn   action = "end"     // the input of the system is closed
)

// checkEvents rejects unknown events and actions.
func (d binder) checkEvents(*binding) error {
	for name, rule := range d.Outputs {
		if e := rule.Event; e != "" && e != opened && e != closed && e != exited {
			return d.errorf("outputs."+name+".event", "%q is not an event: write opened, closed or exited", e)
		}
	}
	for name, rule := range d.Inputs {
		if a := rule.Action; a != "" && a != connect && a != hangUp && a != endIn {
			return d.errorf("inputs."+name+".action", "%q is not an action: write connect, close or end", a)
		}
	}
	return nil
}
