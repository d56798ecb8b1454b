package handout

// StyleSheet is the style sheet of all pages, for a page that another package makes to stand among them.
func StyleSheet() (string, error) {
	css, err := embedded.ReadFile("template/" + TemplateName + "/static/handout.css")
	return string(css), err
}
