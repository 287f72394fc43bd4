package stage

import "errors"

// errSwitch means that a client's method cannot change while it plays.
var errSwitch = errors.New("stage: methods cannot be switched yet")

// SetMethod changes the method of client i while it plays.
func (s *Stage) SetMethod(i int, text string) error { return errSwitch }
