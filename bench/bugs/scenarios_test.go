package bugs

// scenarios has for each fault inputs of which the last one shows it.
var scenarios = map[string][]Message{
	"lru/one-too-many":       {in("put", "a", 1), in("put", "b", 2), in("put", "c", 3), in("put", "d", 4)},
	"lru/key-cut-at-64":      {in("put", long(65), 1), in("put", "b", 2), in("put", "c", 3), in("put", "d", 4)},
	"lru/keys-ignore-case":   {in("put", "a", 1), in("get", "A")},
	"lru/value-int32":        {in("put", "a", 1<<31), in("get", "a")},
	"lru/get-is-no-use":      {in("put", "a", 1), in("put", "b", 2), in("put", "c", 3), in("get", "a"), in("put", "d", 4)},
	"lru/remove-keeps-count": {in("put", "a", 1), in("remove", "a"), in("length")},
	"lru/update-evicts":      {in("put", "a", 1), in("put", "b", 2), in("put", "c", 3), in("put", "a", 4)},
	"lru/clear-keeps-last":   {in("put", "a", 1), in("get", "a"), in("clear"), in("get", "a")},

	"mailbox/full-too-early":          then(times(5, in("push", 1))),
	"mailbox/item-float64":            {in("push", 1<<53+1), in("pop")},
	"mailbox/push-on-full-overwrites": then(times(5, in("push", 1)), in("push", 2), in("newest")),
	"mailbox/drops-repeated":          {in("push", 1), in("push", 1), in("count")},
	"mailbox/urgent-behind-one":       {in("push", 1), in("urgent", 2), in("peek")},
	"mailbox/every-12th-pop-loses-one": then(cycle(11, in("push", 1), in("pop")),
		in("push", 1), in("push", 2), in("pop"), in("count")),
	"mailbox/newest-ignores-wrap":        {in("urgent", 1), in("push", 2), in("newest")},
	"mailbox/clear-of-wrapped-keeps-one": {in("urgent", 1), in("push", 2), in("clear"), in("count")},

	"ledger/last-cent-stays":           {in("deposit", 0, 5), in("withdraw", 0, 5)},
	"ledger/balance-float32":           {in("deposit", 0, 1<<24+1)},
	"ledger/balance-int32":             {in("deposit", 0, 1<<31)},
	"ledger/transfer-to-self-pays":     {in("deposit", 0, 5), in("transfer", 0, 0, 5)},
	"ledger/refused-transfer-debits":   {in("deposit", 0, 5), in("freeze", 1), in("transfer", 0, 1, 5), in("show", 0)},
	"ledger/funds-before-frozen":       {in("freeze", 0), in("withdraw", 0, 5)},
	"ledger/fee-after-10":              then(in("deposit", 0, 50), times(11, in("withdraw", 0, 1))),
	"ledger/undo-twice":                {in("deposit", 0, 5), in("transfer", 0, 0, 5), in("undo"), in("undo")},
	"ledger/transfer-down-is-reversed": {in("deposit", 0, 5), in("deposit", 2, 5), in("transfer", 2, 0, 5)},

	"kv/value-trimmed":        {in("set", "a", " b"), in("get", "a")},
	"kv/value-cut-at-256":     {in("set", "a", long(257)), in("get", "a")},
	"kv/value-ends-at-nul":    {in("set", "a", "b\x00c"), in("get", "a")},
	"kv/quotes-not-escaped":   {in("set", "a", `b"c`), in("get", "a")},
	"kv/append-leaves-cache":  {in("set", "a", "b"), in("get", "a"), in("append", "a", "c"), in("get", "a")},
	"kv/delete-loses-another": {in("set", "a", "b"), in("set", "c", "d"), in("del", "a"), in("get", "c")},
	"kv/no-answer-to-empty":   {in("set", "a", "")},
	"kv/quit-stays":           {in("quit")},
	"kv/closes-on-long-line":  {in("set", "a", long(1024))},
}

// cycle repeats a list of inputs.
func cycle(n int, inputs ...Message) []Message {
	var out []Message
	for range n {
		out = append(out, inputs...)
	}
	return out
}
