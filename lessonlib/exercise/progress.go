package exercise

import (
	"fmt"
	"strings"
)

// All makes the checks of a lesson's exercises, in their order from Exercise 1, and gives what each found. An answer whose
// own code panics is nearly right, with the panic in its message: one answer that is still broken does not hide the others.
func All(checks ...func() Result) []Result {
	results := make([]Result, len(checks))
	for i, check := range checks {
		results[i] = attempt(Name(fmt.Sprintf("Exercise %d", i+1)), check)
	}
	return results
}

func attempt(name Name, check func() Result) (r Result) {
	defer func() {
		if cause := recover(); cause != nil {
			r = name.Nearly("The answer's own code panics: %v.", cause)
		}
	}()
	return check()
}

// Progress says in one line how far the answers have come, such as "1 of 4 exercises right, 2 nearly, 1 missing".
func Progress(results []Result) string {
	count := map[Grade]int{}
	for _, r := range results {
		count[r.Grade]++
	}
	exercises := "exercises"
	if len(results) == 1 {
		exercises = "exercise"
	}
	line := []string{fmt.Sprintf("%d of %d %s right", count[Right], len(results), exercises)}
	for _, grade := range []Grade{Nearly, Missing} {
		if count[grade] > 0 {
			line = append(line, fmt.Sprintf("%d %s", count[grade], grade))
		}
	}
	return strings.Join(line, ", ")
}
