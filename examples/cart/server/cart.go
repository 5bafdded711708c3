package main

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// The limits of the service.
const (
	most    = 99   // pieces of a product
	minimum = 1000 // cents of an order, before a discount
)

// prices has the products with the price of a piece, in cents.
var prices = map[string]int{"apple": 35, "bread": 250, "cheese": 420, "wine": 1199}

// discounts are the coupons, each with the percentage that it takes off.
var discounts = map[string]int{"SAVE10": 10, "HALF": 50}

// faults are the faults that the service can have.
var faults = []string{"replace", "ghost", "sticky", "round", "last", "order", "minimum", "coupon"}

var (
	errProduct  = errors.New("there is no such product")
	errQuantity = errors.New("there can be 1 to 99 pieces of a product")
	errAbsent   = errors.New("the product is not in the cart")
	errCoupon   = errors.New("there is no such coupon")
)

// cart has the products that a customer has chosen.
type cart struct {
	sync.Mutex
	fault  string
	items  map[string]int
	added  []string // products in the order in which they were added, for the fault order
	coupon *string
}

// view is the cart as the customer sees it.
type view struct {
	Items  map[string]int `json:"items"`
	Coupon *string        `json:"coupon"`
	Total  int            `json:"total"`
}

// line is a line of a receipt.
type line struct {
	Product  string `json:"product"`
	Quantity int    `json:"quantity"`
	Cents    int    `json:"cents"`
}

func newCart(fault string) *cart { return &cart{fault: fault, items: map[string]int{}} }

// clear makes the cart empty.
func (c *cart) clear() { c.items, c.added, c.coupon = map[string]int{}, nil, nil }

// view shows the cart.
func (c *cart) view() view { return view{c.items, c.coupon, c.total()} }

// add puts pieces of a product into the cart.
func (c *cart) add(product string, quantity int) error {
	if _, ok := prices[product]; !ok {
		return errProduct
	}
	pieces := c.items[product] + quantity
	if c.fault == "replace" {
		pieces = quantity
	}
	if quantity < 1 || pieces > most {
		return errQuantity
	}
	if c.items[product] == 0 {
		c.added = append(c.added, product)
	}
	c.items[product] = pieces
	return nil
}

// remove takes a product out of the cart.
func (c *cart) remove(product string) error {
	if _, ok := c.items[product]; !ok {
		return errAbsent
	}
	c.added = slices.DeleteFunc(c.added, func(p string) bool { return p == product })
	delete(c.items, product)
	if c.fault == "ghost" && len(c.items) > 0 {
		c.items[product] = 0
	}
	return nil
}

// redeem accepts a coupon.
func (c *cart) redeem(code string) error {
	if _, ok := discounts[code]; !ok {
		if c.fault == "coupon" {
			c.coupon = nil // although the request is refused
		}
		return errCoupon
	}
	c.coupon = &code
	return nil
}

// products returns the products of the cart in the order of a receipt.
func (c *cart) products() []string {
	if c.fault == "order" {
		return c.added
	}
	return slices.Sorted(maps.Keys(c.items))
}

// receipt returns the lines of the cart.
func (c *cart) receipt() []line {
	lines := []line{}
	for _, p := range c.products() {
		lines = append(lines, line{p, c.items[p], prices[p] * c.items[p]})
	}
	return lines
}

// gross returns the price of the cart without a coupon, in cents.
func (c *cart) gross() int {
	lines := c.receipt()
	if c.fault == "last" && len(lines) == len(prices) {
		lines = lines[:len(lines)-1]
	}
	sum := 0
	for _, l := range lines {
		sum += l.Cents
	}
	return sum
}

// total returns the price of the cart, in cents.
func (c *cart) total() int {
	gross := c.gross()
	if c.coupon == nil {
		return gross
	}
	hundredfold := gross * discounts[*c.coupon]
	if c.fault == "round" {
		hundredfold += 50
	}
	return gross - hundredfold/100
}

// paid is the answer to a checkout that was successful.
type paid struct {
	Cents int    `json:"cents"`
	Lines []line `json:"lines"`
}

// checkout sells the content of the cart. The answer is one of "nothing", short and paid, with their fields.
func (c *cart) checkout() any {
	gross, least := c.gross(), minimum
	if c.fault == "minimum" {
		least++
	}
	switch {
	case len(c.items) == 0:
		return "nothing"
	case gross < least:
		return map[string]any{"short": map[string]int{"missing": minimum - gross}}
	}
	answer := map[string]any{"paid": paid{c.total(), c.receipt()}}
	coupon := c.coupon
	c.clear()
	if c.fault == "sticky" {
		c.coupon = coupon
	}
	return answer
}
