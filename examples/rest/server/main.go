// Command server is a small web service with a list of tasks: the system under test of examples/rest. It has room for three tasks, and
// chooses their ids. With -fault it has one of several faults.
package main

import "github.com/sextant-mbt/sextant/examples/internal/web"

func main() { web.Main(faults, handler) }
