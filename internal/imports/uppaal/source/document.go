package source

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
)

// The limits of a document.
const (
	maxLevels   = 32
	maxElements = 200_000
)

// element is an element of the document with its text.
type element struct {
	name     string
	attrs    map[string]string
	children []*element
	text     *passage
	at       diag.Span // of the start tag
}

// child is the first child with a name, or nil.
func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// passage is a text of the document without entities, with the place of each byte in the file.
type passage struct {
	file   *diag.File
	text   string
	places []int // one more than bytes
}

func (p *passage) span(from, to int) diag.Span {
	start := p.places[from]
	return diag.Span{File: p.file, Start: start, End: max(start, p.places[to])}
}

// add appends text that is written as raw at an offset of the file.
func (p *passage) add(text, raw string, at int) {
	plain := strings.HasPrefix(raw, "<![CDATA[") // without entities
	if plain {
		at, raw = at+len("<![CDATA["), raw[len("<![CDATA["):]
	}
	places, r := p.places[:len(p.text)], 0
	for i, c := range text {
		for range utf8.RuneLen(c) {
			places = append(places, at+r)
		}
		r += width(raw[r:], text[i:], plain)
	}
	p.text += text
	p.places = append(places, at+r)
}

// width is the length of the first character of text in the raw form, as a character or as an entity.
func width(raw, text string, plain bool) int {
	switch {
	case strings.HasPrefix(raw, "&") && !plain:
		return strings.IndexByte(raw, ';') + 1
	case strings.HasPrefix(raw, "\r\n") && text[0] == '\n':
		return 2
	}
	_, size := utf8.DecodeRuneInString(raw)
	return size
}

// reader makes the tree of a document.
type reader struct {
	file    *diag.File
	list    *diag.List
	decoder *xml.Decoder
	stack   []*element
	count   int
	root    *element
}

// readDocument reads the XML; nil if it is not well-formed or beyond the limits.
func readDocument(file *diag.File, list *diag.List) *element {
	if !utf8.ValidString(file.Text) {
		list.Errorf(diag.CodeNotUTF8, diag.Span{File: file}, "the file is not UTF-8 text")
		return nil
	}
	r := &reader{file: file, list: list, decoder: xml.NewDecoder(strings.NewReader(file.Text))}
	for r.next() {
	}
	switch {
	case list.HasErrors():
		return nil
	case r.root == nil || r.root.name != "nta":
		list.ErrorHint(diag.CodeImportSyntax, r.from(0), "save the system as XML in UPPAAL", "this is not a system of UPPAAL: the element <nta> is missing")
		return nil
	}
	return r.root
}

// from is the span from an offset to where the reader is.
func (r *reader) from(start int) diag.Span {
	end := min(int(r.decoder.InputOffset()), len(r.file.Text))
	return diag.Span{File: r.file, Start: min(start, end), End: end}
}

// next reads one token; false at the end and after an error.
func (r *reader) next() bool {
	start := int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	switch {
	case errors.Is(err, io.EOF):
		return false
	case err != nil:
		r.malformed(start, err)
		return false
	}
	switch token := token.(type) {
	case xml.Directive:
		return r.directive(start, string(token))
	case xml.StartElement:
		return r.open(start, token)
	case xml.EndElement:
		r.stack = r.stack[:len(r.stack)-1]
	case xml.CharData:
		if len(r.stack) > 0 {
			top := r.stack[len(r.stack)-1]
			top.text.add(string(token), r.file.Text[start:r.decoder.InputOffset()], start)
		}
	}
	return true
}

// malformed reports an error of the XML.
func (r *reader) malformed(start int, err error) {
	message := strings.TrimPrefix(err.Error(), "xml: ")
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Msg
	}
	at := r.from(start)
	at.Start = max(at.Start, at.End-1)
	r.list.Errorf(diag.CodeImportSyntax, at, "the XML is not well-formed: %s", convert.Clip(message))
}

// directive refuses the definition of entities: those of XML itself are enough for a system.
func (r *reader) directive(start int, text string) bool {
	if strings.Contains(text, "<!ENTITY") {
		r.list.ErrorHint(diag.CodeImportUnsupported, r.from(start), "write the text itself", "the document defines entities, which are not read")
		return false
	}
	return true
}

func (r *reader) open(start int, token xml.StartElement) bool {
	e := &element{name: token.Name.Local, attrs: map[string]string{}, at: r.from(start)}
	e.text = &passage{file: r.file, places: []int{e.at.End}}
	for _, a := range token.Attr {
		e.attrs[a.Name.Local] = a.Value
	}
	r.count++
	switch {
	case len(r.stack) >= maxLevels:
		r.list.Errorf(diag.CodeImportTooLarge, e.at, "the elements are nested more than %d levels deep", maxLevels)
		return false
	case r.count > maxElements:
		r.list.Errorf(diag.CodeImportTooLarge, e.at, "the document has more than %d elements", maxElements)
		return false
	case len(r.stack) > 0:
		top := r.stack[len(r.stack)-1]
		top.children = append(top.children, e)
	default:
		r.root = e
	}
	r.stack = append(r.stack, e)
	return true
}
