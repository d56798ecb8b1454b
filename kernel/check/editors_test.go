package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/kernel/check"
)

// savedBy puts the lesson in its place as an editor saves it: testdata/editors has the same cells in the form in which VS
// Code on Windows and Colab with a local runtime write them.
func savedBy(editor string) edit {
	return func(t *testing.T, f files) {
		t.Helper()
		data, err := testdata.ReadFile("testdata/editors/" + editor + ".ipynb")
		if err != nil {
			t.Fatal(err)
		}
		f[lesson] = string(data)
	}
}

// windows gives every file of the course the line ends that Git writes on Windows.
func windows(_ *testing.T, f files) {
	for name := range f {
		f[name] = strings.ReplaceAll(f[name], "\n", "\r\n")
	}
}

func TestALessonHoldsWhicheverEditorSavedIt(t *testing.T) {
	tests := []struct {
		name  string
		saved edit
		cell  string // as findings name the cell with the sentence
	}{
		{"JupyterLab", func(*testing.T, files) {}, "cell 4 (wait)"},
		{"VS Code", savedBy("vscode"), "cell 4 (wait)"},
		{"Colab", savedBy("colab"), "cell 4 (Gp2oEoM6vCcN)"}, // which gives cells ids of its own
		{"JupyterLab with Windows line ends", windows, "cell 4 (wait)"},
		{"VS Code with Windows line ends", func(t *testing.T, f files) { savedBy("vscode")(t, f); windows(t, f) }, "cell 4 (wait)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fresh, _ := build(t)
			notebooks, course := build(t, tt.saved)
			report := check.Check(notebooks, course)
			report.Reproduces(notebooks[0], fresh[0])
			want := "1-good: 5 claims hold (1 assumed, 1 computed, 1 counted, 1 timed, 1 reported)\n"
			if diff := cmp.Diff(want, report.String()); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}

			notebooks, course = build(t, tt.saved, replace(lesson, "[0.98 ticks]", "[0.97 ticks]"))
			wrong := []string{lesson + ": " + tt.cell + `, line 3: the text says "0.97 ticks", and claim b-small-delay of cell 5 is ` +
				`"0.98 ticks"`}
			if diff := cmp.Diff(wrong, lines(check.Check(notebooks, course).Findings)); diff != "" {
				t.Errorf("with one digit changed, findings (-want +got):\n%s", diff)
			}
		})
	}
}
