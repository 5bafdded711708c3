package bugs

import "github.com/sextant-mbt/sextant/bench/bugs/ledger"

func ledgerTarget() *Target {
	account, amount := Arg{Kind: Int, Low: 0, High: ledger.Accounts - 1}, Arg{Kind: Int, Low: 1, High: 1_000_000_000_000, Bundle: "amount"}
	return &Target{
		Name: "ledger", Nature: "library in Go: three bank accounts",
		Ops: []Op{{"deposit", []Arg{account, amount}}, {"withdraw", []Arg{account, amount}}, {"transfer", []Arg{account, account, amount}},
			{"undo", nil}, {"freeze", []Arg{account}}, {"thaw", []Arg{account}}, {"show", []Arg{account}}},
		Faults: []Fault{
			{"last-cent-stays", OffByOne, "an account cannot be emptied"},
			{"balance-float32", Width, "balances are stored as float32"},
			{"balance-int32", Width, "balances are stored with 32 bits"},
			{"transfer-to-self-pays", LostUpdate, "a transfer to the same account adds the amount"},
			{"refused-transfer-debits", LeakError, "a transfer to a frozen account is refused after it was debited"},
			{"funds-before-frozen", WrongCode, "a frozen account without funds is refused for its funds"},
			{"fee-after-10", Repetition, "the eleventh withdrawal costs a cent more"},
			{"undo-twice", StaleCache, "a transfer can be undone again"},
			{"transfer-down-is-reversed", OrderOfTwo, "a transfer from the third to the first account goes the other way"},
		},
		Start: func(fault string) (Instance, error) { return bank{ledger.New(fault)}.instance(), nil },
	}
}

type bank struct{ *ledger.Ledger }

func (b bank) instance() Instance {
	return local(func(in Message) []Message {
		n := make([]int64, len(in.Args))
		for i, a := range in.Args {
			n[i] = a.(int64)
		}
		switch in.Name {
		case "deposit":
			return b.result(b.Deposit(int(n[0]), n[1]), int(n[0]))
		case "withdraw":
			return b.result(b.Withdraw(int(n[0]), n[1]), int(n[0]))
		case "transfer":
			return b.result(b.Transfer(int(n[0]), int(n[1]), n[2]), int(n[0]))
		case "undo":
			if why := b.Undo(); why != "" {
				return say("refused", string(why))
			}
			return say("done")
		case "freeze", "thaw":
			b.Freeze(int(n[0]), in.Name == "freeze")
			return say("done")
		}
		return say("balance", b.Balance(int(n[0])))
	})
}

func (b bank) result(why ledger.Refusal, account int) []Message {
	if why != "" {
		return say("refused", string(why))
	}
	return say("balance", b.Balance(account))
}
