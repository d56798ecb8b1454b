package show

import "os"

// Must gives v, or if err is not nil shows the error's text and ends the cell. It is for cells, where a Go stack would
// say less than the error, which names what is wrong, what is allowed and the way out.
func Must[T any](v T, err error) T {
	if err != nil {
		stop(err)
	}
	return v
}

func stop(err error) {
	display(textBundle("This cell stopped: " + err.Error()))
	os.Exit(1)
}
