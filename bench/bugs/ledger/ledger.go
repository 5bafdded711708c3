// Package ledger keeps the balances of three accounts.
package ledger

// Limits of the ledger.
const (
	Accounts = 3
	Most     = 2_000_000_000_000 // of a balance
)

// Refusal is why something was not done.
type Refusal string

// The refusals, in the order in which they are checked.
const (
	Frozen Refusal = "frozen"
	Funds  Refusal = "funds"
	Limit  Refusal = "limit"
	None   Refusal = "none"
)

type transfer struct {
	from, to int
	amount   int64
}

// Ledger is a ledger.
type Ledger struct {
	fault       string
	balances    [Accounts]int64
	frozen      [Accounts]bool
	last        *transfer // that can be undone
	withdrawals int
}

// New returns a ledger of empty accounts with a fault.
func New(fault string) *Ledger { return &Ledger{fault: fault} }

func (l *Ledger) store(account int, balance int64) {
	switch l.fault {
	case "balance-float32":
		balance = int64(float32(balance))
	case "balance-int32":
		balance = int64(int32(balance))
	}
	l.balances[account] = balance
}

// Balance returns the balance of an account.
func (l *Ledger) Balance(account int) int64 { return l.balances[account] }

// Deposit adds to an account.
func (l *Ledger) Deposit(account int, amount int64) Refusal {
	switch {
	case l.frozen[account]:
		return Frozen
	case l.balances[account]+amount > Most:
		return Limit
	}
	l.store(account, l.balances[account]+amount)
	return ""
}

// short reports whether an account has less than an amount.
func (l *Ledger) short(account int, amount int64) bool {
	if l.fault == "last-cent-stays" {
		return l.balances[account] <= amount
	}
	return l.balances[account] < amount
}

// Withdraw takes from an account.
func (l *Ledger) Withdraw(account int, amount int64) Refusal {
	switch {
	case l.fault == "funds-before-frozen" && l.short(account, amount):
		return Funds
	case l.frozen[account]:
		return Frozen
	case l.short(account, amount):
		return Funds
	}
	l.withdrawals++
	if l.fault == "fee-after-10" && l.withdrawals > 10 && l.balances[account] > amount {
		amount++
	}
	l.store(account, l.balances[account]-amount)
	return ""
}

// Transfer moves an amount.
func (l *Ledger) Transfer(from, to int, amount int64) Refusal {
	switch {
	case l.frozen[from]:
		return Frozen
	case l.frozen[to] && l.fault == "refused-transfer-debits" && !l.short(from, amount):
		l.store(from, l.balances[from]-amount)
		return Frozen
	case l.frozen[to]:
		return Frozen
	case l.short(from, amount):
		return Funds
	case from != to && l.balances[to]+amount > Most:
		return Limit
	}
	l.move(from, to, amount)
	l.last = &transfer{from, to, amount}
	return ""
}

func (l *Ledger) move(from, to int, amount int64) {
	if l.fault == "transfer-to-self-pays" {
		a, b := l.balances[from], l.balances[to]
		l.store(from, a-amount)
		l.store(to, b+amount)
		return
	}
	if l.fault == "transfer-down-is-reversed" && from == to+2 && l.balances[to] >= amount {
		from, to = to, from
	}
	l.store(from, l.balances[from]-amount)
	l.store(to, l.balances[to]+amount)
}

// Undo reverses the last transfer, which can be done once.
func (l *Ledger) Undo() Refusal {
	if l.last == nil {
		return None
	}
	from, to, amount := l.last.from, l.last.to, l.last.amount
	switch {
	case l.frozen[from] || l.frozen[to]:
		return Frozen
	case l.balances[to] < amount:
		return Funds
	case from != to && l.balances[from]+amount > Most:
		return Limit
	}
	l.move(to, from, amount)
	if l.fault != "undo-twice" {
		l.last = nil
	}
	return ""
}

// Freeze forbids changes of an account, or allows them again.
func (l *Ledger) Freeze(account int, frozen bool) { l.frozen[account] = frozen }
