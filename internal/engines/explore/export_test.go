package explore

// Forgetting returns options with which every state is looked at.
func Forgetting(o Options) Options {
	o.forgets = true
	return o
}
