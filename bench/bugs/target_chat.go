package bugs

import (
	"github.com/sextant-mbt/sextant/bench/bugs/chat"
	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

func chatTarget() *Target {
	room := Arg{Kind: Choice, Of: []string{"lobby", "attic"}}
	t := &Target{
		Name: "chat", Closes: true, Nature: "server, lines over TCP: a chat with two rooms",
		Ops:  []Op{{"nick", []Arg{text("nick", 1, 32)}}, {"join", []Arg{room}}, {"leave", nil}, {"say", []Arg{text("text", 2000)}}, {"recall", nil}, {"quit", nil}},
		Rare: []string{"quit"},
		Faults: []Fault{
			{"nick-of-bytes", Unicode, "the length of a nick is counted in bytes"},
			{"nick-trimmed", Trimming, "nicks lose white space at the ends"},
			{"nick-lower-case", CaseFold, "nicks are stored in lower case"},
			{"nick-is-cached", StaleCache, "messages have the first nick, also after a change"},
			{"refused-nick-is-lost", LeakError, "a refused nick takes the old one away"},
			{"leave-forgets-nick", AfterReset, "who leaves a room has no nick any more"},
			{"slash-is-a-command", Silence, "a text that begins with a slash has no answer"},
			{"empty-text-closes", WrongClose, "the connection is closed after an empty text"},
			{"repeated-text-dropped", EqualValue, "a text equal to the last one is dropped, also under another nick"},
			{"sixth-message-lost", Repetition, "the sixth message is not kept"},
			{"rooms-share-last", LostUpdate, "a message in one room removes that of the other"},
			{"text-cut-at-1024", Truncation, "texts are stored with 1024 characters at most"},
			{"text-is-a-format", Quoting, "a text is used as a format"},
			{"text-normalised", Unicode, "texts are stored in normal form C"},
			{"text-escaped", Quoting, "texts are stored with entities of HTML"},
		},
	}
	return lines(t, func(fault string) wire.Session { return chat.New(fault) }, longest)
}
