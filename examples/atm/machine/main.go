// Command machine is the cash machine of atm.sxt: a system under test. It reads inputs and writes outputs as JSON lines. With
// -fault NAME it has a fault; -fault list prints their names.
//
// The machine is as odd as its model: the Spanish balance of the savings account shows the checking account, and no
// withdrawal looks at the balance.
package main

import (
	"math/big"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// faults are of different kinds, each in one place of the code below.
var faults = []lines.Fault{
	{Name: "attempts", What: "boundary: the card is ejected after three wrong PINs instead of four"},
	{Name: "byte", What: "overflow: a deposit is kept in a byte, so deposits over 255 are wrong"},
	{Name: "retry", What: "state after an error: after a wrong PIN the machine has forgotten the checking account"},
	{Name: "deposit", What: "lost update: a deposit replaces the balance of the savings account"},
	{Name: "account", What: "wrong state: a withdrawal from the savings account is taken from the checking account"},
	{Name: "silence", What: "silence: no Spanish receipt for the savings account"},
	{Name: "twice", What: "two answers: that the card is ejected is said twice"},
	{Name: "language", What: "wrong state: back from an account, the machine has forgotten Spanish"},
}

// location is the state of the dialogue.
type location int

const (
	waiting location = iota // for a card
	locked                  // for the PIN
	greeting
	accounts // chooses an account
	account  // one was chosen
	booked   // something was done with it
	ended
)

// atm is the state of the cash machine.
type atm struct {
	at       location
	pin      big.Int
	balance  map[string]*big.Int // by account, which is the name of the input that chooses it
	chosen   string
	attempts int
	words    map[string]string // of the language chosen
	fault    string
	out      *lines.Writer
}

var (
	english = map[string]string{"balance": "Balance=", "choose": " Savings / Checking", "again": "Savings/Checking"}
	spanish = map[string]string{"balance": "Balanza=", "choose": " Ahorros / Corriente", "again": "Ahorros/Corriente"}
)

func main() {
	lines.Main(faults, func(fault string, out *lines.Writer) func(lines.Input) error {
		return (&atm{fault: fault, out: out, balance: map[string]*big.Int{}}).react
	})
}

// react handles an input; it ignores inputs that do not fit the state of the dialogue.
func (a *atm) react(in lines.Input) error {
	switch {
	case a.at == waiting && in.Channel == "Card":
		return a.readCard(in)
	case a.at == locked && in.Channel == "PIN":
		return a.checkPIN(in)
	case a.at == greeting && in.Channel == "English":
		return a.speak(english)
	case a.at == greeting && in.Channel == "Spanish":
		return a.speak(spanish)
	case a.at == accounts && (in.Channel == "Checking" || in.Channel == "Savings"):
		a.at, a.chosen = account, in.Channel
	case a.at == accounts && in.Channel == "Exit":
		return a.eject("Ejecting card")
	case a.at == account:
		return a.serve(in)
	case a.at == booked && in.Channel == "Receipt":
		return a.receipt()
	}
	return nil
}

func (a *atm) readCard(in lines.Input) error {
	var savings, checking big.Int
	if err := in.Values(&a.pin, &savings, &checking); err != nil {
		return err
	}
	a.balance["Savings"], a.balance["Checking"] = &savings, &checking
	a.at = locked
	return a.write("Enter PIN")
}

// checkPIN lets a user in, or lets him try again, or ejects the card.
func (a *atm) checkPIN(in lines.Input) error {
	var pin big.Int
	if err := in.Values(&pin); err != nil {
		return err
	}
	if pin.Cmp(&a.pin) == 0 {
		a.at = greeting
		return a.write("Select a Language English/Spanish")
	}
	if a.attempts == 3 || a.fault == "attempts" && a.attempts == 2 {
		return a.eject("Wrong Pin, Ejecting Card")
	}
	a.attempts++
	if a.fault == "retry" {
		a.balance["Checking"] = new(big.Int)
	}
	if err := a.write("Wrong Pin, ReEnter"); err != nil {
		return err
	}
	return a.out.Send("Prompt_for_PIN")
}

func (a *atm) speak(words map[string]string) error {
	a.at, a.words = accounts, words
	return a.write(words["choose"])
}

// serve performs an operation on the chosen account.
func (a *atm) serve(in lines.Input) error {
	switch in.Channel {
	case "Done":
		a.at = accounts
		if a.fault == "language" {
			a.words = english
		}
		return nil
	case "Balance":
		a.at = booked
		return a.showBalance()
	case "Deposit", "Withdrawal":
		var amount big.Int
		if err := in.Values(&amount); err != nil {
			return err
		}
		a.at = booked
		a.book(in.Channel, &amount)
	}
	return nil
}

// book changes the balance.
func (a *atm) book(what string, amount *big.Int) {
	balance, mask := a.balance[a.chosen], big.NewInt(255)
	switch {
	case what == "Deposit" && a.fault == "byte" && amount.Cmp(mask) > 0:
		balance.Add(balance, amount.And(amount, mask))
	case what == "Deposit" && a.fault == "deposit" && a.chosen == "Savings":
		balance.Set(amount)
	case what == "Deposit":
		balance.Add(balance, amount)
	case a.fault == "account" && a.chosen == "Savings":
		a.balance["Checking"].Sub(a.balance["Checking"], amount)
	default:
		balance.Sub(balance, amount)
	}
}

// showBalance shows the balance of the chosen account; in Spanish always that of the checking account, as in the model.
func (a *atm) showBalance() error {
	shown := a.chosen
	if a.words["balance"] == spanish["balance"] {
		shown = "Checking"
	}
	return a.out.Send("writeValue", a.words["balance"], a.balance[shown])
}

func (a *atm) receipt() error {
	a.at = account
	if a.fault == "silence" && a.chosen == "Savings" && a.words["balance"] == spanish["balance"] {
		return nil
	}
	if err := a.out.Send("Print", a.words["balance"], a.balance[a.chosen]); err != nil {
		return err
	}
	return a.write(a.words["again"])
}

// eject ends the dialogue.
func (a *atm) eject(text string) error {
	a.at = ended
	if a.fault == "twice" {
		if err := a.write(text); err != nil {
			return err
		}
	}
	return a.write(text)
}

func (a *atm) write(text string) error { return a.out.Send("write", text) }
