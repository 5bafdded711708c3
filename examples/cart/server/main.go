// Command server is a shopping cart as a web service: the system under test of examples/cart. With -fault it has one of several faults.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
)

func main() {
	listen := flag.String("listen", "localhost:8080", "address to serve at")
	fault := flag.String("fault", "", "fault to have: "+strings.Join(faults, ", "))
	flag.Parse()
	if *fault != "" && !slices.Contains(faults, *fault) {
		fmt.Fprintf(os.Stderr, "there is no fault %q: write one of %s\n", *fault, strings.Join(faults, ", "))
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
