// Package web runs the web services among the examples, with a flag that enables a fault.
package web

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Main is the main function of a web service. It reads the flags -listen and -fault, prints the address on which it listens,
// and serves the handler for the fault, which is empty or one of those listed.
func Main(faults []string, handler func(fault string) http.Handler) {
	names := strings.Join(faults, ", ")
	listen := flag.String("listen", "localhost:8080", "address to serve at")
	fault := flag.String("fault", "", "fault to have: "+names)
	flag.Parse()
	if *fault != "" && !slices.Contains(faults, *fault) {
		fmt.Fprintf(os.Stderr, "there is no fault %q: write one of %s\n", *fault, names)
		os.Exit(2)
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr())
	fmt.Fprintln(os.Stderr, http.Serve(listener, handler(*fault)))
	os.Exit(1)
}
