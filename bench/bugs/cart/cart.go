// Package cart is a shopping cart with discounts. Amounts are cents.
package cart

import "strings"

// Prices are those of the goods.
var Prices = map[string]int64{"apple": 35, "bread": 250, "wine": 1_199}

// Bulk is the number of pieces of one kind from which they cost a tenth less.
const Bulk = 10

// Most is the number of pieces of one kind.
const Most = 500

// Cart is a cart.
type Cart struct {
	fault  string
	pieces map[string]int64
	saved  map[string]int64 // removed
	coupon string
	uses   int
	total  int64 // computed before
	known  bool  // total is right
}

// New returns an empty cart with a fault.
func New(fault string) *Cart {
	return &Cart{fault: fault, pieces: map[string]int64{}, saved: map[string]int64{}}
}

// Add puts pieces into the cart. It reports whether they fit.
func (c *Cart) Add(item string, pieces int64) bool {
	sum := c.pieces[item] + pieces
	if sum > Most {
		if c.fault == "refused-fills-up" {
			c.pieces[item] = Most
			c.known = false
		}
		return false
	}
	switch {
	case c.fault == "pieces-uint8":
		sum = int64(uint8(sum))
	case c.fault == "removed-comes-back" && c.pieces[item] == 0:
		sum += c.saved[item]
	case c.fault == "same-number-ignored" && c.pieces[item] == pieces:
		sum = pieces
	}
	c.pieces[item] = sum
	c.known = false
	return true
}

// Pieces returns the number of pieces of a kind.
func (c *Cart) Pieces(item string) int64 { return c.pieces[item] }

// Remove takes all pieces of a kind out of the cart.
func (c *Cart) Remove(item string) bool {
	if c.pieces[item] == 0 {
		return false
	}
	c.saved[item] = c.pieces[item]
	delete(c.pieces, item)
	c.known = c.known && c.fault == "remove-keeps-total"
	return true
}

// Coupon applies a coupon. There can be one.
func (c *Cart) Coupon(code string) bool {
	switch c.fault {
	case "coupon-ignores-case":
		code = strings.ToUpper(code)
	case "coupon-trimmed":
		code = strings.TrimSpace(code)
	}
	if code != "SAVE10" && code != "HALF" {
		if c.fault == "wrong-coupon-removes" {
			c.coupon, c.known = "", false
		}
		return false
	}
	if c.fault == "coupon-adds-up" && c.coupon == code {
		c.uses++
	} else {
		c.uses = 1
	}
	c.coupon, c.known = code, false
	return true
}

// Total returns what is to be paid.
func (c *Cart) Total() int64 {
	if !c.known {
		c.total, c.known = c.sum(), true
	}
	return c.total
}

func (c *Cart) sum() int64 {
	var sum int64
	for item, n := range c.pieces {
		price := n * Prices[item]
		if n > Bulk || n == Bulk && c.fault != "bulk-from-11" {
			price -= price / 10
		}
		sum += price
	}
	return c.discount(sum)
}

func (c *Cart) discount(sum int64) int64 {
	for range c.uses {
		switch c.coupon {
		case "SAVE10":
			if sum > 1_000 {
				sum -= 1_000
			}
		case "HALF":
			sum -= sum / 2
		}
	}
	return sum
}

// Checkout empties the cart and returns what was paid. The coupon is used up.
func (c *Cart) Checkout() int64 {
	total := c.Total()
	fresh := New(c.fault)
	if c.fault == "coupon-survives-checkout" {
		fresh.coupon, fresh.uses = c.coupon, c.uses
	}
	*c = *fresh
	return total
}
