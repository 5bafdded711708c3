package bugs

import (
	"github.com/sextant-mbt/sextant/bench/bugs/kv"
	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

func kvTarget() *Target {
	t := &Target{
		Name: "kv", Closes: true, Nature: "server, lines over TCP: texts by key",
		Ops:  []Op{{"set", []Arg{key("key"), text("text")}}, {"get", []Arg{key("key")}}, {"append", []Arg{key("key"), text("text")}}, {"del", []Arg{key("key")}}, {"quit", nil}},
		Rare: []string{"quit"},
		Faults: []Fault{
			{"value-trimmed", Trimming, "values are stored without white space at the ends"},
			{"value-cut-at-256", Truncation, "values are stored with 256 characters at most"},
			{"value-ends-at-nul", Quoting, "values end at the first NUL"},
			{"quotes-not-escaped", Quoting, "quotes in values are sent as they are"},
			{"append-leaves-cache", StaleCache, "a value that was read before is read again without what was appended"},
			{"delete-loses-another", LostUpdate, "deleting a key loses the one that was added last"},
			{"no-answer-to-empty", Silence, "setting the empty text has no answer"},
			{"length-waits", Silence, "the answer to append is sent with the next one"},
			{"quit-stays", WrongClose, "the connection stays open after quit"},
			{"closes-on-long-line", WrongClose, "the connection is closed after a line of 1024 bytes"},
		},
	}
	return lines(t, func(fault string) wire.Session { return kv.New(fault) }, kv.Longest)
}
