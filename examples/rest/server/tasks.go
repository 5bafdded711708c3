package main

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"
)

// The limits of the service.
const (
	room     = 3  // tasks
	maxTitle = 40 // characters
)

// faults are the faults that the service can have.
var faults = []string{"trim", "limit", "truncate", "duplicate", "stale", "count", "lost"}

// task is something to do.
type task struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Done  bool   `json:"done"`
}

// list is the tasks of the service.
type list struct {
	sync.Mutex
	fault string
	tasks []task
	last  int64 // the id of the last task that was made
	cache task  // the last task that was read, for the fault stale
}

var (
	errTitle = errors.New("a title has 1 to 40 characters")
	errFull  = errors.New("there is no room for another task")
	errNone  = errors.New("there is no such task")
)

// checkTitle checks a title, and returns it as it is stored.
func (l *list) checkTitle(title string) (string, error) {
	most := maxTitle
	switch l.fault {
	case "trim":
		title = strings.TrimSpace(title)
	case "limit":
		most--
	}
	if n := utf8.RuneCountInString(title); n < 1 || n > most {
		return "", errTitle
	}
	if l.fault == "truncate" && len(title) > 32 {
		title = title[:32]
	}
	return title, nil
}

// create makes a task.
func (l *list) create(title string) (task, error) {
	stored, err := l.checkTitle(title)
	if err != nil {
		return task{}, err
	}
	if len(l.tasks) >= room {
		return task{}, errFull
	}
	l.last++
	if l.fault == "duplicate" {
		l.last = int64(len(l.tasks)) + 1 // right as long as no task is removed
	}
	made := task{ID: l.last, Title: stored}
	l.tasks = append(l.tasks, made)
	return made, nil
}

// find returns the index of a task.
func (l *list) find(id int64) (int, error) {
	for i, t := range l.tasks {
		if t.ID == id {
			return i, nil
		}
	}
	return 0, errNone
}

// get returns a task.
func (l *list) get(id int64) (task, error) {
	i, err := l.find(id)
	if err != nil {
		return task{}, err
	}
	if l.fault == "stale" && l.cache.ID == id {
		return l.cache, nil
	}
	l.cache = l.tasks[i]
	return l.tasks[i], nil
}

// change changes a task.
func (l *list) change(id int64, title string, done bool) (task, error) {
	i, err := l.find(id)
	if err != nil {
		return task{}, err
	}
	stored, err := l.checkTitle(title)
	if err != nil {
		if l.fault == "lost" {
			l.tasks[i].Done = done // although the request is refused
		}
		return task{}, err
	}
	l.tasks[i].Title, l.tasks[i].Done = stored, done
	return l.tasks[i], nil
}

// remove removes a task.
func (l *list) remove(id int64) error {
	i, err := l.find(id)
	if err != nil {
		return err
	}
	l.tasks = append(l.tasks[:i], l.tasks[i+1:]...)
	return nil
}

// count returns how many tasks there are, and how many of them are to do.
func (l *list) count() (all, open int) {
	for _, t := range l.tasks {
		if !t.Done {
			open++
		}
	}
	if l.fault == "count" && len(l.tasks) == room {
		open = len(l.tasks)
	}
	return len(l.tasks), open
}
