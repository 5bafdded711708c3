package lines

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// Fault is a fault that a flag enables in a system.
type Fault struct{ Name, What string }

// Main is the main function of a system under test: it reads the flag -fault, calls start for the system, and passes it
// the inputs on standard input. With -fault list it prints the faults instead.
func Main(faults []Fault, start func(fault string, out *Writer) func(Input) error) {
	fault := flag.String("fault", "", "make this mistake; list prints them all")
	flag.Parse()
	if *fault == "list" {
		fmt.Print(list(faults))
		return
	}
	err := known(faults, *fault)
	if err == nil {
		err = Read(os.Stdin, start(*fault, NewWriter(os.Stdout)))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// list returns a line for each fault.
func list(faults []Fault) string {
	var b strings.Builder
	for _, f := range faults {
		fmt.Fprintf(&b, "%-10s %s\n", f.Name, f.What)
	}
	return b.String()
}

// known returns an error for an unknown fault; an empty name means no fault.
func known(faults []Fault, name string) error {
	if name == "" {
		return nil
	}
	for _, f := range faults {
		if f.Name == name {
			return nil
		}
	}
	return fmt.Errorf("there is no fault %q; there are:\n%s", name, list(faults))
}
