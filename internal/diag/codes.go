package diag

// Code is the stable name of one kind of finding.
type Code string

// CodeInfo documents a code: what it means, and a model that yields exactly it.
type CodeInfo struct {
	Code    Code
	Meaning string
	Example string // a whole model; a test checks it and demands this code
}
