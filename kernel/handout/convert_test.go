package handout

import "testing"

// The messages are as nbconvert 7.17 prints them, cut to what matters.
func TestReasonOfAFailedConversion(t *testing.T) {
	for _, c := range []struct{ name, messages, want string }{
		{"an exception with details below it", "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\n" +
			"nbformat.validator.NotebookValidationError: 'display_name' is a required property\n\n" +
			"On instance['metadata']['kernelspec']:\n{'name': 'queuebook'}\n",
			"nbformat.validator.NotebookValidationError: 'display_name' is a required property"},
		{"an exception caused by another", "KeyError: 'a'\n\nDuring handling ...\n\njinja2.exceptions.TemplateNotFound: x.js\n",
			"jinja2.exceptions.TemplateNotFound: x.js"},
		{"a message without exception", "jupyter-nbconvert: not found\n", "jupyter-nbconvert: not found"},
		{"silence", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reason(c.messages); got != c.want {
				t.Errorf("reason %q, want %q", got, c.want)
			}
		})
	}
}
