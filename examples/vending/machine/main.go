// Command machine is the vending machine of kiosk.sxt: a system under test. It reads inputs and writes outputs as JSON lines.
// With -fault NAME it has a fault; -fault list prints their names.
package main

import "github.com/sextant-mbt/sextant/examples/internal/lines"

const (
	most  = 500 // cents that the machine holds for a customer
	store = 3   // cups that a refill brings
)

var (
	coins  = map[string]int{"ten": 10, "twenty": 20, "fifty": 50, "one": 100, "two": 200}
	prices = map[string]int{"tea": 150, "coffee": 200}
)

// faults are of different kinds, each in one place of the code below.
var faults = []lines.Fault{
	{Name: "exact", What: "boundary: who has exactly the price must add a coin"},
	{Name: "limit", What: "boundary: the coin that reaches the limit is returned"},
	{Name: "byte", What: "overflow: the amount is kept in a byte, so it is wrong beyond 255"},
	{Name: "returned", What: "state after an error: a coin that is returned is counted all the same"},
	{Name: "credit", What: "lost update: the amount is not cleared after a cup for exact money"},
	{Name: "cups", What: "lost update: a cup that is sold with change is not counted"},
	{Name: "silence", What: "silence: no answer to a cancellation without money"},
	{Name: "twice", What: "two answers: the change is given twice"},
}

// machine is what the vending machine remembers.
type machine struct {
	money int
	cups  int
	fault string
	out   *lines.Writer
}

func main() {
	lines.Main(faults, func(fault string, out *lines.Writer) func(lines.Input) error {
		return (&machine{cups: store, fault: fault, out: out}).react
	})
}

// react performs an input.
func (m *machine) react(in lines.Input) error {
	switch in.Channel {
	case "coin":
		var coin string
		if err := in.Values(&coin); err != nil {
			return err
		}
		return m.insert(coin)
	case "choice":
		var drink string
		if err := in.Values(&drink); err != nil {
			return err
		}
		return m.choose(drink)
	case "cancel":
		return m.cancel()
	case "refill":
		m.cups = store
		return m.out.Send("screen", "Ready")
	}
	return in.Unknown()
}

// insert takes a coin, unless there are no cups or it is too much.
func (m *machine) insert(coin string) error {
	limit := most
	if m.fault == "limit" {
		limit--
	}
	if m.cups == 0 || m.money+coins[coin] > limit {
		if m.fault == "returned" {
			m.money += coins[coin]
		}
		return m.out.Send("return", coin)
	}
	m.money += coins[coin]
	if m.fault == "byte" {
		m.money %= 256
	}
	return m.out.Send("money", m.money)
}

// choose sells a cup, if there is one and the money is enough.
func (m *machine) choose(drink string) error {
	price := prices[drink]
	switch {
	case m.cups == 0:
		return m.out.Send("screen", "Sold out")
	case m.money < price, m.fault == "exact" && m.money == price:
		return m.out.Send("screen", "Insert coins")
	}
	return m.sell(drink, m.money-price)
}

// sell gives out a cup and the change, and reports whether there are more cups.
func (m *machine) sell(drink string, change int) error {
	if m.fault != "credit" || change > 0 {
		m.money = 0
	}
	if m.fault != "cups" || change == 0 {
		m.cups--
	}
	if err := m.out.Send("cup", drink); err != nil {
		return err
	}
	if err := m.giveChange(change); err != nil {
		return err
	}
	if m.cups == 0 {
		return m.out.Send("screen", "Sold out")
	}
	return m.out.Send("screen", "Ready")
}

func (m *machine) giveChange(change int) error {
	if change == 0 {
		return nil
	}
	if m.fault == "twice" {
		if err := m.out.Send("change", change); err != nil {
			return err
		}
	}
	return m.out.Send("change", change)
}

// cancel gives the money back.
func (m *machine) cancel() error {
	if m.money == 0 {
		if m.fault == "silence" {
			return nil
		}
		return m.out.Send("screen", "No money")
	}
	back := m.money
	m.money = 0
	return m.out.Send("change", back)
}
