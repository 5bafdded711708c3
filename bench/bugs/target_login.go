package bugs

import (
	"github.com/sextant-mbt/sextant/bench/bugs/login"
	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

func loginTarget() *Target {
	t := &Target{
		Name: "login", Nature: "server, lines over TCP: accounts with passwords",
		Ops: []Op{{"register", []Arg{key("name"), key("password")}}, {"login", []Arg{key("name"), key("password")}}, {"logout", nil}, {"change", []Arg{key("password"), key("password")}}, {"who", nil}},
		Faults: []Fault{
			{"names-ignore-case", CaseFold, "names are compared without case"},
			{"password-cut-at-72", Truncation, "only the first 72 bytes of a password count"},
			{"name-cut-at-16", Truncation, "names are stored with 16 characters at most"},
			{"password-trimmed", Trimming, "white space at the ends of a password does not count"},
			{"old-password-works", StaleCache, "the password before the last change is accepted"},
			{"one-attempt-more", OffByOne, "an account is locked after four wrong passwords"},
			{"failures-are-shared", LeakError, "wrong passwords for one account lock the other"},
			{"locked-is-denied", WrongCode, "a wrong password for a locked account is denied"},
			{"lock-closes", WrongClose, "the connection is closed when an account is locked"},
			{"failures-add-up", AfterReset, "a right password does not reset the number of failures"},
			{"silent-at-eighth", Silence, "the eighth login has no answer"},
			{"failed-change-logs-out", LeakError, "a wrong password at a change ends the session"},
		},
	}
	return lines(t, func(fault string) wire.Session { return login.New(fault) }, longest)
}
