package value

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

// RepeatedName is the error for a JSON object with a duplicate name: readers differ in which of the two values they take.
type RepeatedName struct {
	Name         string
	Offset       int // of the second one, in bytes
	Line, Column int // the same place, counted from 1
}

// Error names the position of the second one.
func (r *RepeatedName) Error() string {
	return fmt.Sprintf("the name %q occurs twice in one object, again at line %d, column %d: keep one of them", text.Clip(r.Name, 200), r.Line, r.Column)
}

// checkNames returns an error for a JSON document in which an object has a duplicate name.
func checkNames(document []byte) error {
	return placeName(document, jsontext.NewDecoder(bytes.NewReader(document), jsontext.AllowInvalidUTF8(true)).SkipValue())
}

// placeName converts the error for a duplicate name to a *RepeatedName, and returns other errors unchanged.
func placeName(document []byte, err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.Is(err, jsontext.ErrDuplicateName) || !errors.As(err, &syntax) {
		return err
	}
	before := string(document[:syntax.ByteOffset])
	line := before[strings.LastIndex(before, "\n")+1:]
	return &RepeatedName{
		Name:   syntax.JSONPointer.LastToken(),
		Offset: len(before),
		Line:   1 + strings.Count(before, "\n"),
		Column: 1 + utf8.RuneCountInString(line),
	}
}

// ReadInto reads one JSON document into a Go value. An object with a duplicate name is an error, and names are case-sensitive.
func ReadInto(document []byte, into any) error {
	return placeName(document, json.Unmarshal(document, into, jsontext.AllowInvalidUTF8(true)))
}
