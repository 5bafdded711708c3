// Command server is a shopping cart as a web service: the system under test of examples/cart. With -fault it has one of several faults.
package main

import "github.com/sextant-mbt/sextant/examples/internal/web"

func main() { web.Main(faults, handler) }
