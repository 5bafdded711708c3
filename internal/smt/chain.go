package smt

// New stacks the parts that the configuration asks for. Each worker has its own; they may share config.Cache and
// config.Log. No process is started before the first query.
func New(config Config) (Solver, error) {
	process := NewProcess(config)
	if err := process.findProgram(); err != nil {
		return nil, err
	}
	var s Solver = process
	if config.Log != nil {
		s = &logger{next: s, output: config.Log}
	}
	if len(config.CrossCheck) > 0 {
		cross := newCrossChecker(s, process.Name(), config)
		if err := cross.second.findProgram(); err != nil {
			return nil, err
		}
		s = cross
	}
	if !config.NoCache {
		s = &cacher{next: s, cache: cacheOf(config)}
	}
	if !config.NoSlice {
		s = &slicer{next: s}
	}
	return s, nil
}

func cacheOf(config Config) *Cache {
	if config.Cache != nil {
		return config.Cache
	}
	return NewCache(DefaultCacheEntries)
}
