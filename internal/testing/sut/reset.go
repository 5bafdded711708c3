package sut

// Reset is how a system is brought to its initial state. The zero value leaves it to the mapping and the kind of system.
type Reset string

// The resets.
const (
	Restart   Reset = "restart"   // a program is killed and started again
	Reconnect Reset = "reconnect" // a connection is closed and made again
	ByMessage Reset = "message"   // the system resets itself when it gets a message
	NoReset   Reset = "none"      // a server without a state
)
