package history

import (
	"database/sql"
	"os"
)

// Look opens the history in an existing file for reading, while a server may be writing it.
func Look(path string) (*History, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(1000)")
	if err != nil {
		return nil, err
	}
	return &History{db: db}, nil
}
