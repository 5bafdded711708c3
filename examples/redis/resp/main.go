// Command resp is the adapter between the models of this example and a real Redis server: JSON lines on one side, RESP, the protocol
// of Redis, on the other. It plays two clients, each with a connection of its own, and waits for each reply before it takes the next
// input. The second client is for redis.sxt only.
//
// The keys that it works on are removed at the start, so that every test begins with the same state. Other keys on the
// server are not changed.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// limit is the time limit for a connection or a reply.
const limit = 10 * time.Second

func main() {
	address := flag.String("address", "127.0.0.1:6379", "where the server listens")
	key := flag.String("key", "sextant", "the key to work on, which is removed first; the keys of collections.sxt begin with it")
	flag.Parse()
	if err := serve(*address, *key); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve passes on commands and replies until the tester closes the input.
func serve(address, key string) error {
	a := &adapter{key: key, out: lines.NewWriter(os.Stdout)}
	var err error
	if a.first, err = connect(address); err != nil {
		return err
	}
	defer a.first.close()
	if a.other, err = connect(address); err != nil {
		return err
	}
	defer a.other.close()
	if err := a.clear(); err != nil {
		return err
	}
	return lines.Read(os.Stdin, a.react)
}

// adapter translates between channels of the model and commands of Redis.
type adapter struct {
	key          string
	first, other *client
	out          *lines.Writer
}

// clear removes the keys.
func (a *adapter) clear() error {
	words := []string{"DEL", a.key}
	for _, key := range collectionKeys {
		words = append(words, a.place(key))
	}
	_, err := a.first.call(words...)
	return err
}

// react sends the command of an input and passes its reply on.
func (a *adapter) react(in lines.Input) error {
	if _, ok := collections[in.Channel]; ok {
		return a.collect(in)
	}
	client, channels, command := a.first, own, in.Channel
	if name, ok := others[in.Channel]; ok {
		client, channels, command = a.other, foreign, name
	}
	words, err := a.words(command, in)
	if err != nil {
		return err
	}
	r, err := client.call(words...)
	if err != nil {
		return err
	}
	return a.tell(channels, r)
}

// others maps the inputs of the second client to those of the first client with the same command.
var others = map[string]string{"otherSet": "set", "otherGet": "get", "otherDel": "del"}

// words returns the command of an input.
func (a *adapter) words(command string, in lines.Input) ([]string, error) {
	switch command {
	case "multi", "exec", "discard", "unwatch":
		return []string{command}, in.Values()
	case "watch", "get", "incr", "del":
		return []string{command, a.key}, in.Values()
	case "set":
		var value int64
		err := in.Values(&value)
		return []string{"set", a.key, strconv.FormatInt(value, 10)}, err
	case "setWord":
		return []string{"set", a.key, "abc"}, in.Values()
	case "mistake":
		return []string{"get"}, in.Values()
	}
	return nil, in.Unknown()
}

// names are the output channels for the types of RESP.
type names struct{ simple, fault, integer, bulk, number, null, array, nullArray string }

var (
	own     = names{"simple", "error", "integer", "bulk", "bulkNumber", "null", "array", "nullArray"}
	foreign = names{"otherSimple", "otherError", "otherInteger", "otherBulk", "otherBulkNumber", "otherNull", "otherArray", "otherNullArray"}
)

// tell sends a reply to the tester; the elements of an array follow it.
func (a *adapter) tell(channels names, r reply) error {
	switch r.kind {
	case simple:
		return a.out.Send(channels.simple, r.text)
	case fault:
		return a.out.Send(channels.fault, r.text)
	case integer:
		return a.out.Send(channels.integer, r.number)
	case null:
		return a.out.Send(channels.null)
	case nullArray:
		return a.out.Send(channels.nullArray)
	case bulk:
		if n, err := strconv.ParseInt(r.text, 10, 64); err == nil && strconv.FormatInt(n, 10) == r.text {
			return a.out.Send(channels.number, n)
		}
		return a.out.Send(channels.bulk, r.text)
	}
	if err := a.out.Send(channels.array, len(r.elements)); err != nil {
		return err
	}
	for _, e := range r.elements {
		if err := a.tell(channels, e); err != nil {
			return err
		}
	}
	return nil
}
