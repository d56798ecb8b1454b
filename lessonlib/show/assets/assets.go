// Package assets holds what interactive charts need in the browser: Apache ECharts, the code that draws with it, and
// the few lines that each chart's output carries. None of it comes from a remote host.
//
// A cell's output holds only its data and [Cell]. The library is in the page once: a handout inlines [Script], and in
// live Jupyter the first chart loads it from the server, which finds it as a resource of the Go kernel, since the
// kernel's install command writes [Script] beside kernel.json under [FileName].
package assets

import (
	_ "embed"
	"strings"
)

// FileName is the name of [Script] in the folder of the kernel named queuebook. Jupyter serves it at
// <base url>/kernelspecs/queuebook/<file name>, in JupyterLab and in Notebook 7 alike.
const FileName = "queuebook-charts.js"

//go:embed echarts.common.min.js
var echarts string

//go:embed draw.js
var draw string

//go:embed cell.js
var cell string

// Script returns the library and the drawing code as one script, to be inlined in a page or served. It defines one
// global, queuebookCharts, and nothing else: ECharts is called as a CommonJS module, so it neither sees the define of a
// require.js on the page, which would swallow it, nor becomes a global of its own. Running it twice does no harm.
func Script() string {
	return "(function () {\n" +
		"var charts = globalThis.queuebookCharts = globalThis.queuebookCharts || {};\n" +
		"if (charts.draw) { return; }\n" +
		"var module = { exports: {} }, exports = module.exports, define;\n" +
		echarts + "\n" +
		"charts.echarts = module.exports;\n" +
		draw + "\n" +
		"})();\n"
}

// Cell returns the function expression that a chart's output calls with its data: it finds the output's own place in
// the page, waits for the library, and has the chart drawn.
func Cell() string {
	var lines []string
	for line := range strings.Lines(cell) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "//") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
