package peer

// Fault is a mistake that a session can be told to make.
type Fault struct{ Name, What string }

// Faults are the mistakes there are, each in one place of the code.
var Faults = []Fault{
	{"late", "keep-alives come 10 % late"},
	{"early", "keep-alives come 10 % early"},
	{"missing", "no keep-alives are sent"},
	{"drift", "each keep-alive takes 3 % longer than the one before"},
	{"ghost", "keep-alives go on after the session expired"},
	{"linger", "the session expires 10 % late"},
	{"hasty", "the session expires 10 % early"},
	{"endless", "the session never expires"},
	{"deaf", "a sign of life does not keep the session from expiring"},
	{"flat", "the pause between retransmissions is not doubled"},
	{"stubborn", "data is sent four times instead of three"},
	{"timid", "data is sent twice instead of three times"},
	{"echo", "data is sent again although it was acknowledged"},
}
