// Command account is a bank account as a web service: the first example of the README. With -fault it refuses to pay out the last cent.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
)

func main() {
	listen := flag.String("listen", "localhost:8080", "address to serve at")
	fault := flag.Bool("fault", false, "refuse to pay out everything")
	flag.Parse()
	balance := 0
	handle := func(path string, change func(amount int) bool) {
		http.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			var body struct{ Amount int }
			if json.NewDecoder(r.Body).Decode(&body) != nil || !change(body.Amount) {
				w.WriteHeader(http.StatusConflict)
				return
			}
			fmt.Fprintf(w, `{"balance": %d}`, balance)
		})
	}
	handle("/deposit", func(amount int) bool { balance += amount; return true })
	handle("/withdraw", func(amount int) bool {
		if amount > balance || *fault && amount == balance {
			return false
		}
		balance -= amount
		return true
	})
	http.HandleFunc("POST /reset", func(http.ResponseWriter, *http.Request) { balance = 0 })
	fmt.Fprintln(os.Stderr, http.ListenAndServe(*listen, nil))
	os.Exit(1)
}
