package sut

// Reset is the way to bring a system to its initial state. The zero value chooses it by the mapping and the kind of system.
type Reset string

// The resets.
const (
	Restart   Reset = "restart"   // kill the program and start it again
	Reconnect Reset = "reconnect" // close the connection and connect again
	ByMessage Reset = "message"   // send a message on which the system resets itself
	NoReset   Reset = "none"      // none, for a server without state
)
