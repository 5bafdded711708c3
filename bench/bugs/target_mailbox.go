package bugs

import "github.com/sextant-mbt/sextant/bench/bugs/mailbox"

func mailboxTarget() *Target {
	return &Target{
		Name: "mailbox", Nature: "library in Go: a bounded queue of five numbers",
		Ops:  []Op{{"push", []Arg{widest("item")}}, {"urgent", []Arg{widest("item")}}, {"pop", nil}, {"peek", nil}, {"newest", nil}, {"count", nil}, {"clear", nil}},
		Rare: []string{"clear"},
		Faults: []Fault{
			{"full-too-early", OffByOne, "the mailbox is full with four items"},
			{"item-float64", Width, "items pass through a float64"},
			{"push-on-full-overwrites", LeakError, "a refused item replaces the last one"},
			{"drops-repeated", EqualValue, "an item equal to the last one is dropped"},
			{"urgent-behind-one", OrderOfTwo, "an urgent item goes behind the only other item"},
			{"every-12th-pop-loses-one", Repetition, "the 12th pop removes two items"},
			{"newest-ignores-wrap", Repetition, "the last item is read from the wrong place after the ring was gone round"},
			{"clear-of-wrapped-keeps-one", AfterReset, "clearing leaves an item where the items reach over the end of the ring"},
		},
		Start: func(fault string) (Instance, error) { return box{mailbox.New(fault)}.instance(), nil },
	}
}

type box struct{ *mailbox.Box }

func (b box) instance() Instance {
	return local(func(in Message) []Message {
		switch in.Name {
		case "push":
			return accepted(b.Push(in.Args[0].(int64)))
		case "urgent":
			return accepted(b.Urgent(in.Args[0].(int64)))
		case "pop":
			return item(b.Pop())
		case "peek":
			return item(b.Peek())
		case "newest":
			return item(b.Newest())
		case "count":
			return say("size", int64(b.Size()))
		}
		b.Clear()
		return say("done")
	})
}

func accepted(ok bool) []Message {
	if ok {
		return say("done")
	}
	return say("full")
}

func item(value int64, ok bool) []Message {
	if ok {
		return say("item", value)
	}
	return say("empty")
}
