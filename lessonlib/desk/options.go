package desk

import (
	"fmt"
	"strconv"
)

// Options choose a desk. The zero value is the source's: 110,000 rows without an index on the member.
type Options struct {
	// Rows is the number of rows before the first loan: 1 to MaxRows, 0 for DefaultRows.
	Rows int
	// Structure is Unindexed or Indexed.
	Structure Structure
	// Port is the port on 127.0.0.1: 1 to 65535, 0 for one that is free.
	Port int
	// Database is the file to make the table in; it must be new or empty. With "" the table is in a temporary file that
	// has no name, so that nothing of it can be left behind.
	Database string
	// Program is the server's program. With "" it is looked up as [Program] does.
	Program string
}

// Validate names the first field out of its range.
func (o Options) Validate() error {
	switch {
	case o.Rows < 0 || o.Rows > MaxRows:
		return fmt.Errorf("desk: Rows is %d; it must be between 1 and %d, or 0 for %d", o.Rows, MaxRows, DefaultRows)
	case o.Structure != Unindexed && o.Structure != Indexed:
		return fmt.Errorf("desk: Structure is %d; use desk.Unindexed or desk.Indexed", o.Structure)
	case o.Port < 0 || o.Port > 65535:
		return fmt.Errorf("desk: Port is %d; it must be between 1 and 65535, or 0 for one that is free", o.Port)
	}
	return nil
}

// StartRows is the number of rows before the first loan, with the default put in.
func (o Options) StartRows() int {
	if o.Rows == 0 {
		return DefaultRows
	}
	return o.Rows
}

// arguments are the program's, the other half of the flags that desk/cmd/loandesk reads.
func (o Options) arguments() []string {
	return []string{
		"-rows=" + strconv.Itoa(o.StartRows()),
		"-structure=" + o.Structure.String(),
		"-port=" + strconv.Itoa(o.Port),
		"-database=" + o.Database,
		"-child",
	}
}
