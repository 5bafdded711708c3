package history

import (
	"database/sql"
	"os"
)

// Look opens the history in a file to read it only, while a server may be writing it. There must be such a file.
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
