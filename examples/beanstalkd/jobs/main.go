// Command jobs is the adapter between beanstalkd.sxt and a real server: JSON lines on one side, the protocol of beanstalkd on the other. It
// plays a producer and a worker, each with a connection of its own.
//
// The jobs go through a new tube at each start, so the tests are independent of jobs left in the server. The server chooses the numbers of
// jobs; the adapter maps them to 0 and 1, as in the model.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

func main() {
	address := flag.String("address", "127.0.0.1:11300", "where the server listens")
	flag.Parse()
	a, err := start(*address, fmt.Sprintf("sextant-%d-%d", os.Getpid(), time.Now().UnixNano()), lines.NewWriter(os.Stdout))
	if err == nil {
		err = lines.Read(os.Stdin, a.react)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// adapter plays the two clients.
type adapter struct {
	producer, worker *client
	ids              *numbers
}

// start connects the clients and lets them share a tube.
func start(address, tube string, out *lines.Writer) (*adapter, error) {
	a := &adapter{ids: newNumbers()}
	var err error
	if a.producer, err = dial(address, "done", a.ids, out); err != nil {
		return nil, err
	}
	if a.worker, err = dial(address, "answer", a.ids, out); err != nil {
		return nil, err
	}
	for _, step := range []struct {
		client        *client
		command, want string
	}{
		{a.producer, "use " + tube, "USING " + tube},
		{a.worker, "watch " + tube, "WATCHING 2"},
		{a.worker, "ignore default", "WATCHING 1"},
	} {
		if err := step.client.prepare(step.command, step.want); err != nil {
			return nil, err
		}
	}
	go a.producer.listen()
	go a.worker.listen()
	return a, nil
}

// react sends the command of an input. The answers are read concurrently.
func (a *adapter) react(in lines.Input) error {
	switch in.Channel {
	case "put":
		return a.put(in)
	case "remove":
		return a.job(in, a.producer, "delete %d")
	case "kick":
		return a.job(in, a.producer, "kick-job %d")
	case "stat":
		return a.job(in, a.producer, "stats-job %d")
	case "reserve":
		var seconds int
		if err := in.Values(&seconds); err != nil {
			return err
		}
		return a.worker.send("reserve-with-timeout %d", seconds)
	case "release":
		return a.job(in, a.worker, "release %d %d %d", 0, 0)
	case "bury":
		return a.job(in, a.worker, "bury %d %d", 0)
	case "touch":
		return a.job(in, a.worker, "touch %d")
	case "delete":
		return a.job(in, a.worker, "delete %d")
	}
	return in.Unknown()
}

// put puts a job whose content is its number.
func (a *adapter) put(in lines.Input) error {
	var job, priority, delay, ttr int
	if err := in.Values(&job, &priority, &delay, &ttr); err != nil {
		return err
	}
	a.ids.expect(job)
	return a.producer.send("put %d %d %d 1\r\n%d", priority, delay, ttr, job)
}

// job sends a command about a job, which is the first value of an input; others follow, as many as given.
func (a *adapter) job(in lines.Input, c *client, command string, others ...int) error {
	values := append([]int{0}, others...)
	targets := make([]any, len(values))
	for i := range values {
		targets[i] = &values[i]
	}
	if err := in.Values(targets...); err != nil {
		return err
	}
	words := []any{a.ids.of(values[0])}
	for _, v := range values[1:] {
		words = append(words, v)
	}
	return c.send(command, words...)
}
