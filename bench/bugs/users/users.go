// Package users is a REST service of users.
package users

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of the service.
const (
	Seats   = 3   // users at a time
	Longest = 100 // characters of a name
	Oldest  = 200
)

// User is a user.
type User struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Age  int64  `json:"age"`
}

// Service is the service.
type Service struct {
	fault string
	mux   *http.ServeMux
	users []*User
	names map[string]bool // in use
	last  int64           // id
	cache map[int64]User
	gone  map[int64]bool
}

// New returns a service without users, with a fault.
func New(fault string) *Service {
	s := &Service{fault: fault, mux: http.NewServeMux(), names: map[string]bool{}, cache: map[int64]User{}, gone: map[int64]bool{}}
	s.mux.HandleFunc("POST /users", s.create)
	s.mux.HandleFunc("GET /users/{id}", s.read)
	s.mux.HandleFunc("PUT /users/{id}", s.rename)
	s.mux.HandleFunc("DELETE /users/{id}", s.remove)
	return s
}

// ServeHTTP serves a request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Service) unique(name string) string {
	if s.fault == "names-ignore-case" {
		return strings.ToLower(name)
	}
	return name
}

// kept returns a user as it is stored.
func (s *Service) kept(u User) User {
	switch s.fault {
	case "name-trimmed":
		u.Name = strings.TrimSpace(u.Name)
	case "name-cut-at-64":
		if runes := []rune(u.Name); len(runes) > 64 {
			u.Name = string(runes[:64])
		}
	case "name-normalised":
		u.Name = norm.NFC.String(u.Name)
	case "age-int8":
		u.Age = int64(int8(u.Age))
	}
	return u
}

func (s *Service) valid(u User) bool {
	n := utf8.RuneCountInString(u.Name)
	if s.fault == "longest-name-refused" && n == Longest {
		return false
	}
	return n >= 1 && n <= Longest && u.Age >= 0 && u.Age <= Oldest
}

func (s *Service) create(w http.ResponseWriter, r *http.Request) {
	var u User
	if json.NewDecoder(r.Body).Decode(&u) != nil {
		http.Error(w, "not JSON", http.StatusBadRequest)
		return
	}
	taken := s.names[s.unique(u.Name)]
	if s.fault == "refused-name-is-taken" && u.Age > Oldest {
		s.names[s.unique(u.Name)] = true
	}
	switch {
	case !s.valid(u):
		w.WriteHeader(http.StatusUnprocessableEntity)
	case taken:
		w.WriteHeader(http.StatusConflict)
	case len(s.users) == Seats:
		w.WriteHeader(http.StatusForbidden)
	default:
		s.add(w, u)
	}
}

func (s *Service) add(w http.ResponseWriter, u User) {
	s.last++
	u.ID = s.last
	switch {
	case s.fault == "id-is-count":
		u.ID = int64(len(s.users)) + 1
	case s.fault == "ids-start-again" && len(s.users) == 0:
		u.ID, s.last = 1, 1
	}
	s.names[s.unique(u.Name)] = true
	u = s.kept(u)
	s.users = append(s.users, &u)
	reply(w, http.StatusCreated, u)
}

func reply(w http.ResponseWriter, status int, u User) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(u)
}

// find returns the user of a request, or answers that there is none.
func (s *Service) find(w http.ResponseWriter, r *http.Request) *User {
	id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
	for _, u := range s.users {
		if u.ID == id {
			return u
		}
	}
	if s.fault == "removed-is-gone" && s.gone[id] {
		w.WriteHeader(http.StatusGone)
		return nil
	}
	w.WriteHeader(http.StatusNotFound)
	return nil
}

func (s *Service) read(w http.ResponseWriter, r *http.Request) {
	u := s.find(w, r)
	if u == nil {
		return
	}
	if s.fault == "read-is-cached" {
		if old, ok := s.cache[u.ID]; ok {
			reply(w, http.StatusOK, old)
			return
		}
		s.cache[u.ID] = *u
	}
	reply(w, http.StatusOK, *u)
}

func (s *Service) rename(w http.ResponseWriter, r *http.Request) {
	u := s.find(w, r)
	if u == nil {
		return
	}
	change := *u
	if json.NewDecoder(r.Body).Decode(&change) != nil {
		http.Error(w, "not JSON", http.StatusBadRequest)
		return
	}
	change.ID, change.Age = u.ID, u.Age
	switch {
	case !s.valid(change):
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	case change.Name != u.Name && s.names[s.unique(change.Name)]:
		w.WriteHeader(http.StatusConflict)
		return
	}
	if s.fault != "old-name-stays-taken" {
		delete(s.names, s.unique(u.Name))
	}
	s.names[s.unique(change.Name)] = true
	if s.fault == "rename-loses-age" {
		change.Age = 0
	}
	*u = s.kept(change)
	reply(w, http.StatusOK, *u)
}

func (s *Service) remove(w http.ResponseWriter, r *http.Request) {
	u := s.find(w, r)
	if u == nil {
		return
	}
	for i, other := range s.users {
		if other == u {
			s.users = append(s.users[:i], s.users[i+1:]...)
			break
		}
	}
	s.gone[u.ID] = true
	delete(s.names, s.unique(u.Name))
	w.WriteHeader(http.StatusNoContent)
}
