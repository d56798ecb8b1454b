package handout

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// lessonWith is a notebook with an exercise, its stub's output, and its solution, whose output is the answer.
func lessonWith(t *testing.T, stubOutput string) answers {
	t.Helper()
	quoted, err := json.Marshal(stubOutput)
	if err != nil {
		t.Fatal(err)
	}
	return answersOf(parsed(t, fmt.Sprintf(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "queuebook"}}, "cells": [
		{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "source": "day := pool.DayB()", "outputs": []},
		{"cell_type": "code", "id": "b", "metadata": {"tags": ["exercise"]}, "execution_count": 2, "source": "%%%%\ncapacity := 0\nshow.Result(Capacity(capacity))",
			"outputs": [{"output_type": "display_data", "metadata": {}, "data": {"text/plain": %s}}]},
		{"cell_type": "code", "id": "c", "metadata": {"tags": ["solution"]}, "execution_count": 3,
			"source": "%%%%\nday := pool.DayB()\nday.Capacity = findSmallest(day)\n}",
			"outputs": [
				{"output_type": "display_data", "metadata": {}, "data": {"text/plain": "● Exercise 1: right. It takes 91 units more."}},
				{"output_type": "display_data", "metadata": {}, "data": {"image/png": "iVBORw0KGgo=\n", "text/plain": "a chart of the answer"}},
				{"output_type": "stream", "name": "stdout", "text": "the smallest is 631\n"},
				{"output_type": "display_data", "metadata": {}, "data": {"application/vnd.queuebook.claims.v1+json": {"claims": [
					{"id": "smallest-capacity", "kind": "counted", "text": "631 units"}]}, "text/plain": "631 units"}}]},
		{"cell_type": "markdown", "id": "d", "metadata": {}, "source": "Think. <!-- ninety-one is right -->"},
		{"cell_type": "markdown", "id": "e", "metadata": {"tags": ["instructor"]}, "source": "Most students forget the queue."}]}`, quoted)))
}

func TestAnswersAreFoundWhereverTheyStand(t *testing.T) {
	a := lessonWith(t, "○ Exercise 1: missing. Put the capacity.")
	for _, c := range []struct{ name, page, want string }{
		{"code, coloured", `<pre><span class="nx">day</span>.<span>Capacity</span> = findSmallest(<i>day</i>)</pre>`, "cell 3"},
		{"what a check said, in a table", `<tr><td>Exercise 1</td><td>● right</td><td>It takes 91 units more.</td></tr>`, "cell 3"},
		{"what a cell printed", `<pre>The smallest is 631</pre>`, "cell 3"},
		{"a figure", `<img src="data:image/png;base64,iVBORw0KGgo=">`, "cell 3"},
		{"a figure's alternative", `<img alt="A chart of the answer." src="data:,">`, "cell 3"},
		{"a claim's card", `<li id="smallest-capacity">631 units</li>`, "cell 3"},
		{"a comment of the page", `<!-- day.Capacity = findSmallest(day) -->`, "cell 3"},
		{"a data attribute", `<p data-answer="day.Capacity = findSmallest(day)">x</p>`, "cell 3"},
		{"a script", `<script>x = "the smallest is 631"</script>`, "cell 3"},
		{"a comment of the prose", `<p>Think. <!-- ninety-one is right --></p>`, "cell 4"},
		{"a note for instructors", `<p>Most students forget the <em>queue</em>.</p>`, "cell 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := a.inPage([]byte("<!DOCTYPE html><html><body>" + c.page + "</body></html>"))
			if len(faults) == 0 || faults[0].Place != c.want || !strings.Contains(faults[0].What, "part of a solution") {
				t.Errorf("faults %q, want one of %s", faults, c.want)
			}
		})
	}
	for _, c := range []struct{ name, json string }{
		{"in a source of several lines", `{"cells": [{"source": ["x\n", "day.Capacity = findSmallest(day)\n"]}]}`},
		{"in metadata", `{"metadata": {"grader": {"key": "the smallest is 631"}}}`},
		{"in a name", `{"metadata": {"smallest-capacity": 1}}`},
		{"in an attachment", `{"attachments": {"a.png": {"image/png": "iVBORw0KGgo="}}}`},
	} {
		t.Run("a notebook, "+c.name, func(t *testing.T) {
			if faults := a.inNotebook([]byte(c.json)); len(faults) == 0 || faults[0].Place != "cell 3" {
				t.Errorf("faults %q, want one of cell 3", faults)
			}
		})
	}
}

func TestWhatTheLessonItselfSaysIsNoAnswer(t *testing.T) {
	a := lessonWith(t, "○ Exercise 1: missing. Put the capacity.")
	for name, page := range map[string]string{
		"a line that another cell has too": `<pre>day := pool.DayB()</pre>`,
		"the exercise":                     `<pre>%%` + "\n" + `capacity := 0` + "\n" + `show.Result(Capacity(capacity))</pre>○ Exercise 1: missing.`,
		"lines that say nothing":           `<pre>%%` + "\n" + `}</pre>`,
	} {
		if faults := a.inPage([]byte(page)); len(faults) > 0 {
			t.Errorf("%s: faults %q, want none", name, faults)
		}
	}
}

func TestAnAnsweredStubIsFound(t *testing.T) {
	for _, output := range []string{"● Exercise 1: right. Well done.", "◐ Exercise 1: nearly. That is the request share.",
		"Your progress: 1 of 2\nExercise 1  ● right   It is.\nExercise 2  ○ missing"} {
		faults := lessonWith(t, output).inPage([]byte("<p>nothing</p>"))
		if len(faults) != 1 || faults[0].Place != "cell 2" || !strings.Contains(faults[0].What, "stub holds the answer") {
			t.Errorf("%q: faults %q, want one of cell 2", output, faults)
		}
	}
}
