package products

// Split makes a line decide all conditions by splitting, as lines of many features do.
func (l *Line) Split() { l.tables = nil }
