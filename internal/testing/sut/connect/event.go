package connect

// event is something that happens to a connection, and that the model may know as an output.
type event string

// The events.
const (
	opened event = "opened" // a connection was made
	closed event = "closed" // the system closed the connection, or its output
	exited event = "exited" // the program ended by itself
)

// action is something that the tester does to a connection, and that the model knows as an input.
type action string

// The actions.
const (
	connect action = "connect" // a new connection is made; one that is there is closed
	hangUp  action = "close"   // the connection is closed
	endIn   action = "end"     // the system gets the end of its input
)

// checkEvents rejects events and actions that there are not.
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
