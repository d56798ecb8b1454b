package show

// Bundle is what Figure displays, for tests outside the package.
func (p Panels) Bundle() Bundle { return panelsBundle(p) }
