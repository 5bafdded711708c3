// Package page has the web app of the workbench, and writes a record as a page of its own.
//
// The app is built from the sources in the folder web; its three files are embedded. The server of the workbench serves them unchanged. A
// report is one HTML file with the same script and style in it, and with the record as JSON: the app shows the record in the page, without a
// server.
//
// Text from models is only in the JSON, where no value can end the enclosing element. The policy of the page allows exactly this script and
// this style, and no requests.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

//go:embed assets/index.html assets/app.js assets/app.css
var assets embed.FS

// Names lists the files of the app.
var Names = []string{"index.html", "app.js", "app.css"}

// Asset returns a file of the app.
func Asset(name string) []byte {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return data
}

// skeleton is the page around the record: policy, title, style, record, script.
const skeleton = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>%s</style>
</head>
<body>
<div id="app"></div>
<noscript>This report needs JavaScript. The result as text is in the element with the id record.</noscript>
<script type="application/json" id="record">%s</script>
<script type="module">%s</script>
</body>
</html>
`

// Report writes a record as a self-contained page.
func Report(w io.Writer, r *result.Record) error {
	record, err := json.Marshal(r) // it escapes <, > and &
	if err != nil {
		return err
	}
	script, style := inlined(Asset("app.js"), "script"), inlined(Asset("app.css"), "style")
	policy := fmt.Sprintf("default-src 'none'; script-src %s 'wasm-unsafe-eval'; style-src %s; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'", hash(script), hash(style))
	_, err = fmt.Fprintf(w, skeleton, policy, html.EscapeString(title(r)), style, record, script)
	return err
}

// title names the analysis and the model.
func title(r *result.Record) string {
	name := r.Analysis
	switch {
	case r.Model != nil && r.Model.Name != "":
		name += " " + r.Model.Name
	case len(r.Args) > 0:
		name += " " + r.Args[0]
	}
	return "Sextant: " + text.Clip(text.Clean(name), 200)
}

// inlined returns a script or style in a form that can be embedded in an element: nothing in it ends the element, or hides its end. The
// replaced texts occur only in strings and patterns, where the replacement has the same meaning.
func inlined(data []byte, element string) []byte {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("</"+element), []byte(`<\/`+element))
	return bytes.ReplaceAll(data, []byte("<!--"), []byte(`\x3C!--`))
}

// hash is the source of a policy that allows exactly this text.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
