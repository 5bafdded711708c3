package openapi

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// Options configures the conversion of a document.
type Options struct {
	Optional bool `flag:"optional" help:"openapi, proto: expect members of responses that are not required"`
	Lists    int  `flag:"max-items" was:"lists" help:"openapi: maximum number of elements of lists in responses without maxItems; by default unlimited"`
}

// limits are those of a document.
var limits = document.Limits{Bytes: 16 << 20, Depth: 100, Values: 1_000_000}

// converter converts a document.
type converter struct {
	Options
	root    *document.Value
	list    *diag.List
	gaps    *service.Gaps
	schemas map[use]*result // what was translated
	active  map[*document.Value]bool
}

// Convert turns an OpenAPI document into a model and a mapping. Errors are reported to list; the text is empty then.
func (o Options) Convert(file *diag.File, list *diag.List) convert.Model {
	root := document.Read(file, limits, "an OpenAPI document is JSON or YAML with the keys openapi, info and paths", list)
	if root == nil || list.HasErrors() {
		return convert.Model{}
	}
	c := &converter{Options: o, root: root, list: list, gaps: &service.Gaps{List: list}, schemas: map[use]*result{}, active: map[*document.Value]bool{}}
	api := c.api()
	if len(api.Operations) == 0 && !list.HasErrors() {
		list.Errorf(diag.CodeImportValue, root.Get("paths").Span, "paths: there is no operation that a model can express")
	}
	if list.HasErrors() {
		return convert.Model{}
	}
	return service.Write(api, c.gaps)
}

var supported = text.Pattern(`\A3\.[01](\.|\z)`)

// api reads the whole document.
func (c *converter) api() *service.API {
	title := c.root.Get("info").Get("title").Text()
	api := &service.API{Name: title, Span: c.root.Span, Remarks: []string{"The interface of " + title + ", made by sextant import openapi."}}
	version := c.root.Get("openapi")
	if text := fmt.Sprint(version.Data); version.Missing || !supported().MatchString(text) {
		c.list.ErrorHint(diag.CodeImportValue, version.Span, "convert the document to OpenAPI 3.0 or 3.1 first",
			"openapi: the version is not 3.0 or 3.1")
		return api
	}
	c.paths(api)
	for _, key := range []string{"webhooks"} {
		if v := c.root.Get(key); !v.Missing {
			c.gaps.Leave(v.Span, "%s: requests of the service to its clients are not supported", key)
		}
	}
	api.Hints = c.hints()
	return api
}

// object is an object, after its references; other values are reported.
func (c *converter) object(v *document.Value) *document.Object {
	v = c.resolve(v)
	if v == nil || v.Missing {
		return &document.Object{}
	}
	o, ok := v.Data.(*document.Object)
	if !ok {
		v.Wrong(c.list, diag.CodeImportValue, "", "an object is expected here, not %s", v.Describe())
		return &document.Object{}
	}
	return o
}

// methods are those that the adapter for HTTP can send, in the order of the model.
var methods = []string{"get", "head", "post", "put", "patch", "delete", "options"}

func (c *converter) paths(api *service.API) {
	paths := c.object(c.root.Get("paths"))
	for _, path := range paths.Keys {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		item := c.resolve(paths.Values[path])
		if item == nil || len(c.object(item).Keys) == 0 {
			continue
		}
		if v := item.Get("trace"); !v.Missing {
			c.gaps.Leave(v.Span, "%s: the method TRACE is not supported", v.Path())
		}
		for _, method := range methods {
			if v := item.Get(method); !v.Missing {
				c.operation(api, path, method, item, v)
			}
		}
	}
}

// hints are for users who run the tests.
func (c *converter) hints() []string {
	out := []string{"The requests and responses of the model, for sextant run MODEL --sut http://HOST:PORT --sut-map FILE."}
	for _, server := range c.root.Get("servers").Items() {
		out = append(out, "A server of the document: "+server.Get("url").Text())
	}
	out = append(out, "Before each test the service must be in its initial state: write the request that does it, or run with --reset none.", `reset.request = "POST /reset"`)
	for _, name := range c.object(c.root.Get("components").Get("securitySchemes")).Keys {
		out = append(out, fmt.Sprintf("The document has the security scheme %s: write what the service needs.", name), `headers.Authorization = "Bearer ..."`)
	}
	return out
}
