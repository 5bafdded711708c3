module github.com/sextant-mbt/sextant/examples/golibs/btree

go 1.26.0

require (
	github.com/google/btree v1.1.3
	github.com/sextant-mbt/sextant v0.0.0
)

require (
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/google/renameio/v2 v2.0.2 // indirect
	github.com/kballard/go-shellquote v0.0.0-20180428030007-95032a82bc51 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.23.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace github.com/sextant-mbt/sextant => ../../..
