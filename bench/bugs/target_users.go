package bugs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs/users"
	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

func usersTarget() *Target {
	id, name, age := Arg{Kind: Int, Low: 1, High: 10}, key("name", 1, 100), Arg{Kind: Int, Low: -10, High: 300, Bundle: "age", Edges: []int64{0, 200}}
	return &Target{
		Name: "users", Nature: "server, JSON over HTTP: a REST service of users",
		Ops: []Op{{"create", []Arg{name, age}}, {"read", []Arg{id}}, {"rename", []Arg{id, name}}, {"remove", []Arg{id}}},
		Faults: []Fault{
			{"name-trimmed", Trimming, "names are stored without white space at the ends"},
			{"name-cut-at-64", Truncation, "names are stored with 64 characters at most"},
			{"name-normalised", Unicode, "names are stored in normal form C"},
			{"names-ignore-case", CaseFold, "names that differ in case only are in conflict"},
			{"age-int8", Width, "ages are stored with 8 bits"},
			{"longest-name-refused", OffByOne, "a name of 100 characters is refused"},
			{"id-is-count", Duplicate, "an id is the number of users, so it is given again after one was removed"},
			{"ids-start-again", Duplicate, "ids begin with 1 again after all users were removed"},
			{"removed-is-gone", WrongCode, "a removed user is answered with 410 instead of 404"},
			{"rename-loses-age", LostUpdate, "renaming a user loses the age"},
			{"read-is-cached", StaleCache, "a user that was read before is read again without later changes"},
			{"refused-name-is-taken", LeakError, "the name of a refused user cannot be used any more"},
			{"old-name-stays-taken", LostUpdate, "the old name of a renamed user cannot be used any more"},
		},
		Start:   startUsers,
		Handler: func(fault string) http.Handler { return users.New(fault) },
	}
}

// service is a REST service, as a client sees it.
type service struct {
	server *http.Server
	client *http.Client
	url    string
}

func startUsers(fault string) (Instance, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &service{server: &http.Server{Handler: users.New(fault), ReadHeaderTimeout: time.Minute}, url: "http://" + l.Addr().String() + "/users"}
	dialer := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // so that its port is free again
		}
		return conn, err
	}
	s.client = &http.Client{Transport: &http.Transport{DialContext: dialer}, Timeout: wire.Patience}
	go func() { _ = s.server.Serve(l) }()
	return s, nil
}

// Close ends the server.
func (s *service) Close() {
	s.client.CloseIdleConnections()
	_ = s.server.Close()
}

// Do sends a request and returns the answer as a message.
func (s *service) Do(in Message) []Message {
	switch in.Name {
	case "create":
		return s.call("POST", "", map[string]any{"name": in.Args[0], "age": in.Args[1]})
	case "read":
		return s.call("GET", fmt.Sprint("/", in.Args[0]), nil)
	case "rename":
		return s.call("PUT", fmt.Sprint("/", in.Args[0]), map[string]any{"name": in.Args[1]})
	}
	return s.call("DELETE", fmt.Sprint("/", in.Args[0]), nil)
}

func (s *service) call(method, path string, body any) []Message {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return say(Garbled, err.Error())
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.url+path, content)
	if err != nil {
		return say(Garbled, err.Error())
	}
	response, err := s.client.Do(request)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return nil
	}
	if err != nil {
		return say(Closed)
	}
	defer response.Body.Close()
	return answer(response)
}

func answer(response *http.Response) []Message {
	switch response.StatusCode {
	case http.StatusOK, http.StatusCreated:
		var u users.User
		if err := json.NewDecoder(response.Body).Decode(&u); err != nil {
			return say(Garbled, err.Error())
		}
		_, _ = io.Copy(io.Discard, response.Body)
		if response.StatusCode == http.StatusCreated {
			return say("created", u.ID, u.Name, u.Age)
		}
		return say("user", u.ID, u.Name, u.Age)
	case http.StatusNoContent:
		return say("done")
	}
	_, _ = io.Copy(io.Discard, response.Body)
	return say("refused", int64(response.StatusCode))
}
