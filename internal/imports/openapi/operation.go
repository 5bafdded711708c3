package openapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// operation adds an operation to the service, or reports why it is left out.
func (c *converter) operation(api *service.API, path, method string, item, v *document.Value) {
	c.object(v)
	op := &service.Operation{Name: cmp.Or(v.Get("operationId").Text(), method+pathName(path)), Span: v.Span}
	if callbacks := v.Get("callbacks"); !callbacks.Missing {
		c.gaps.Leave(callbacks.Span, "%s: requests of the service to its clients are not supported", callbacks.Path())
	}
	request, err := c.request(op, path, method, item, v)
	if err == nil {
		op.Request = request
		err = c.requestBody(op, v.Get("requestBody"))
	}
	if err == nil {
		err = c.responses(op, v)
	}
	if err != nil {
		c.leave(v, err)
		return
	}
	api.Operations = append(api.Operations, op)
}

var notWord = text.Pattern(`[^\pL\pN]+`)

// pathName makes a part of a name from a path: /pets/{id} becomes _pets_id.
func pathName(path string) string {
	return strings.TrimRight("_"+strings.Trim(notWord().ReplaceAllString(path, "_"), "_"), "_")
}

// parameter is a parameter of an operation.
type parameter struct {
	name, in string
	value    *document.Value
	used     bool
}

// parameters are those of an operation and of its path; the former go first.
func (c *converter) parameters(item, v *document.Value) []*parameter {
	var out []*parameter
	seen := map[[2]string]bool{}
	for _, list := range []*document.Value{v.Get("parameters"), item.Get("parameters")} {
		for _, entry := range list.Items() {
			p := c.resolve(entry)
			if p == nil {
				continue
			}
			key := [2]string{p.Get("in").Text(), p.Get("name").Text()}
			if key[1] == "" {
				p.Wrong(c.list, diag.CodeImportKey, "", "a parameter needs a name")
				continue
			}
			if !seen[key] {
				seen[key] = true
				out = append(out, &parameter{name: key[1], in: key[0], value: p})
			}
		}
	}
	return out
}

var inBraces = text.Pattern(`\{([^{}]*)\}`)

// request is the method and the path with places for parameters, then those of the query.
func (c *converter) request(op *service.Operation, path, method string, item, v *document.Value) (service.Template, *unsupported) {
	parameters := c.parameters(item, v)
	out := service.Template{service.Text(strings.ToUpper(method) + " ")}
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(inBraces().ReplaceAllString(path, ""), "{}?# \r\n\t") {
		return nil, &unsupported{v, "this is not a path: " + convert.Clip(path)}
	}
	last := 0
	for _, at := range inBraces().FindAllStringSubmatchIndex(path, -1) {
		name := path[at[2]:at[3]]
		out = append(out, service.Text(path[last:at[0]]))
		last = at[1]
		i, err := c.pathParameter(op, parameters, name, v)
		if err != nil {
			return nil, err
		}
		out = append(out, service.Place(i))
	}
	out = append(out, service.Text(path[last:]))
	return c.query(op, parameters, out)
}

// pathParameter adds a parameter of the path.
func (c *converter) pathParameter(op *service.Operation, parameters []*parameter, name string, v *document.Value) (int, *unsupported) {
	for _, p := range parameters {
		if p.in != "path" || p.name != name {
			continue
		}
		if p.used {
			return 0, &unsupported{p.value, "it stands in the path twice"}
		}
		p.used = true
		return c.addParameter(op, p)
	}
	return 0, &unsupported{v, "the parameter " + convert.Clip(name) + " of the path is not described"}
}

// addParameter adds a parameter in the usual style: a scalar, or in the query a list of scalars. One that is not required may be none.
func (c *converter) addParameter(op *service.Operation, p *parameter) (int, *unsupported) {
	schema := p.value.Get("schema")
	style := p.value.Get("style").Text()
	switch {
	case schema.Missing:
		return 0, &unsupported{p.value, "a parameter without a schema is not supported"}
	case style != "" && style != "simple" && style != "form":
		return 0, &unsupported{p.value, "the style " + convert.Clip(style) + " is not supported"}
	}
	t, err := c.schema(schema, p.name, use{request: true, value: true})
	if err != nil {
		return 0, err
	}
	list := p.in == "query" && t.IsListOfScalars() && p.value.Get("explode").Data != false
	switch {
	case !t.IsScalar() && !list:
		return 0, &unsupported{schema, "a list or an object as a parameter is not supported here"}
	case p.in != "path" && p.value.Get("required").Data != true && !list: // an empty list is left out as well
		t = service.Maybe(t)
	}
	op.Values = append(op.Values, service.Value{Name: p.name, Type: t})
	return len(op.Values) - 1, nil
}

// headerName are names of headers that a mapping can send; those that OpenAPI ignores are not among them.
var headerName = text.Pattern(`\A[A-Za-z0-9_-]+\z`)

// ignoredHeaders are parameters that OpenAPI requires to be ignored, and the host, which is that of the address.
var ignoredHeaders = []string{"accept", "content-type", "authorization", "host"}

// query adds the parameters of the query and of headers, and reports those elsewhere.
func (c *converter) query(op *service.Operation, parameters []*parameter, out service.Template) (service.Template, *unsupported) {
	separator := "?"
	for _, p := range parameters {
		if p.used || p.in == "header" && slices.Contains(ignoredHeaders, strings.ToLower(p.name)) {
			continue
		}
		var err *unsupported
		var i int
		switch {
		case p.in == "query" || p.in == "header" && headerName().MatchString(p.name):
			i, err = c.addParameter(op, p)
		default:
			err = &unsupported{p.value, "a parameter in the " + convert.Clip(p.in) + " is not supported"}
		}
		switch {
		case err == nil && p.in == "header":
			op.Headers = append(op.Headers, service.Header{Name: p.name, Value: i})
		case err == nil:
			out = append(out, service.Text(separator+escapeQuery(p.name)+"="), service.Place(i))
			separator = "&"
		case p.value.Get("required").Data == true:
			return nil, err
		default:
			c.leave(p.value, err)
		}
	}
	return out, nil
}

// requestBody adds the values of the body.
func (c *converter) requestBody(op *service.Operation, v *document.Value) *unsupported {
	if v.Missing {
		return nil
	}
	if v = c.resolve(v); v == nil {
		return nil
	}
	body, values, err := c.content(v, op.Name+"_body", op.Values, use{request: true})
	switch {
	case err == nil:
		op.Body, op.Values = body, values
	case v.Get("required").Data == true:
		return err
	default:
		c.leave(v, err)
	}
	return nil
}

var statusCode = text.Pattern(`\A[1-5]([0-9][0-9]|XX|xx)\z`)

// responses adds the responses, exact statuses before classes.
func (c *converter) responses(op *service.Operation, v *document.Value) *unsupported {
	all := c.object(v.Get("responses"))
	var classes []*service.Response
	for _, status := range all.Keys {
		switch {
		case strings.HasPrefix(status, "x-"):
		case status == "default":
			classes = append(classes, c.others(op, all)...)
		case !statusCode().MatchString(status):
			all.Values[status].Wrong(c.list, diag.CodeImportValue, `write a status as in "404" or "4XX", or default`, "this is not a status")
		case strings.HasSuffix(strings.ToLower(status), "xx"):
			classes = append(classes, c.response(op, strings.ToLower(status), all.Values[status]))
		default:
			op.Responses = append(op.Responses, c.response(op, status, all.Values[status]))
		}
	}
	op.Responses = append(op.Responses, classes...)
	switch {
	case c.list.HasErrors():
		return &unsupported{v, reported}
	case len(op.Responses) == 0:
		return &unsupported{v, "no response is described"}
	}
	return nil
}

// others are the classes of statuses that the default response stands for: those of errors, and success if no other response has it.
func (c *converter) others(op *service.Operation, all *document.Object) []*service.Response {
	var out []*service.Response
	for _, class := range []string{"2xx", "4xx", "5xx"} {
		described := false
		for _, status := range all.Keys {
			described = described || strings.EqualFold(status, class) || class == "2xx" && strings.HasPrefix(status, "2")
		}
		if !described {
			out = append(out, c.response(op, class, all.Values["default"]))
		}
	}
	return out
}

// response is a response; unsupported parts of it are left out.
func (c *converter) response(op *service.Operation, status string, v *document.Value) *service.Response {
	out := &service.Response{Name: op.Name + "_" + status, Status: status, Span: v.Span}
	if v = c.resolve(v); v == nil || v.Get("content").Missing {
		return out
	}
	for _, name := range c.object(v.Get("headers")).Keys {
		header := v.Get("headers").Get(name)
		c.gaps.Leave(header.Span, "%s: headers of responses are not supported", header.Path())
	}
	body, values, err := c.content(v, op.Name+"_"+status, nil, use{})
	if err != nil {
		c.leave(v, err)
		return out
	}
	out.Body, out.Values = body, values
	return out
}
