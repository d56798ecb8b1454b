package prose

// The lists below decide which numbers are names. They are matched exactly, capitals included, so that "Go 1.26" is a
// version and "go 20 steps" is a number.

// products may be followed by a version number.
var products = set(
	"Chrome", "Chromium", "Debian", "Docker", "ECharts", "Firefox", "Go", "GoNB", "Gonum", "Grafana", "HTTP", "ISO", "JSON",
	"Jupyter", "JupyterLab", "Kubernetes", "Linux", "Node", "Node.js", "Postgres", "PostgreSQL", "Prometheus", "Python", "RFC",
	"SQLite", "Safari", "TLS", "Ubuntu", "Windows", "conda", "gonb", "go-echarts", "k6", "macOS", "nbclient", "nbconvert",
	"nbformat", "vegeta",
)

// nouns may be followed by one ordinal, and are matched with a small or a capital first letter.
var nouns = set(
	"appendix", "cell", "ch.", "chapter", "eq.", "equation", "example", "exercise", "fig.", "figure", "footnote", "hint", "issue",
	"lesson", "note", "p.", "page", "part", "question", "section", "solution", "step", "table", "version", "vol.",
)

// plurals may be followed by a list of ordinals.
var plurals = set(
	"appendices", "cells", "chapters", "equations", "examples", "exercises", "figures", "hints", "issues", "lessons", "notes",
	"pages", "parts", "pp.", "questions", "sections", "solutions", "steps", "tables", "versions",
)

// ranks may stand behind a digit ordinal: the 95th percentile.
var ranks = set("centile", "centiles", "century", "decile", "deciles", "edition", "percentile", "percentiles", "quantile")

// months may be followed by a year.
var months = set(
	"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
	"Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec",
	"Jan.", "Feb.", "Mar.", "Apr.", "Jun.", "Jul.", "Aug.", "Sep.", "Sept.", "Oct.", "Nov.", "Dec.",
)

// fileEndings mark a word as the name of a file.
var fileEndings = []string{".csv", ".go", ".html", ".ipynb", ".json", ".md", ".mod", ".png", ".py", ".svg", ".txt", ".yml"}

// prefixes are letters that make a quantity of the number behind them, and no name: x5, EUR20.
var prefixes = set("x", "chf", "eur", "gbp", "usd", "us")

// words above twelve. Compounds with a hyphen (twenty-one) and with -fold, plurals and ordinals are known by their parts.
var words = set(
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty",
	"sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion", "trillion",
	"thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "thirtieth",
	"fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth", "hundredth", "thousandth", "millionth",
	"billionth", "trillionth",
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
