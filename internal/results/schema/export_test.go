package schema

// Enumerations lists the values of each enumeration by the name of its type.
func Enumerations() map[string][]string {
	out := map[string][]string{}
	for t, values := range enumerations {
		for _, v := range values {
			out[t.Name()] = append(out[t.Name()], v.(string))
		}
	}
	return out
}
