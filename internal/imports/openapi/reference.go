package openapi

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// maxReferences is how many references may follow each other.
const maxReferences = 32

// resolve follows references; it is nil, and the error is reported, if one leads nowhere.
func (c *converter) resolve(v *document.Value) *document.Value {
	for range maxReferences {
		ref := v.Get("$ref")
		if ref.Missing {
			return v
		}
		target := ref.Text()
		if !strings.HasPrefix(target, "#") {
			ref.Wrong(c.list, diag.CodeImportUnsupported, "put everything into one document", "%q is not in this document, and no other is read", convert.Clip(target))
			return nil
		}
		if v = c.lookup(target); v == nil {
			ref.Wrong(c.list, diag.CodeImportName, "", "there is no %s in this document", convert.Clip(target))
			return nil
		}
	}
	v.Wrong(c.list, diag.CodeImportTooLarge, "", "more than %d references follow each other", maxReferences)
	return nil
}

// lookup finds the target of a reference, such as #/components/schemas/Pet.
func (c *converter) lookup(target string) *document.Value {
	pointer, err := url.PathUnescape(strings.TrimPrefix(target, "#"))
	if err != nil {
		return nil
	}
	v := c.root
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if items := v.Items(); items != nil {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(items) {
				return nil
			}
			v = items[i]
		} else if v = v.Get(step); v.Missing {
			return nil
		}
	}
	return v
}

// refName is the last step of a reference, which names a type.
func refName(v *document.Value) string {
	target := v.Get("$ref").Text()
	return target[strings.LastIndex(target, "/")+1:]
}
