// Draws the charts of the explorers as SVG. live.explorerChart(chart, width) gives the picture of a chart of package
// explorer, so many CSS pixels wide; live.explorerKey(chart) says how each series looks, and
// live.explorerNumbers(chart) gives the same numbers as a table. Series differ by colour and by dash, sign or filling;
// colours and ink come from the style sheet.

var HEIGHT = 250, TOP = 12, RIGHT = 14, BOTTOM = 44, LETTER = 7;

// Numbers as in the lessons' still figures: commas between thousands, and a minus sign that is one. A formatter takes
// longer to make than all numbers of a chart to write.
var large = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
var small = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
function write(v) { return (Math.abs(v) >= 1000 ? large : small).format(v).replace("-", "\u2212"); }

// The round numbers of a linear axis, about so many, that hold the range between them.
function linearTicks(low, high, about) {
	var rough = (high - low) / about, power = Math.pow(10, Math.floor(Math.log10(rough)));
	var step = [1, 2, 5, 10].map(function (m) { return m * power; }).find(function (s) { return s >= rough * 0.999; });
	var ticks = [];
	for (var i = Math.floor(low / step + 1e-9); ; i++) {
		ticks.push(i * step);
		if (i * step >= high - step * 1e-9) { return ticks; }
	}
}

// The powers of ten of a logarithmic axis that hold the range between them.
function powers(low, high) {
	var ticks = [];
	for (var e = Math.floor(Math.log10(low) + 1e-9); ; e++) {
		ticks.push(Math.pow(10, e));
		if (Math.pow(10, e) >= high * (1 - 1e-9)) { return ticks; }
	}
}

// An axis: place gives where a value lies on it, from 0 to 1. One that fits ends where the data end, and otherwise
// at round numbers; a linear one that does not fit holds zero. One with room has room above the highest bar, for its
// number, and on a logarithmic axis below the lowest.
function scaleOf(values, log, about, fits, room) {
	var low = Math.min.apply(null, values), high = Math.max.apply(null, values);
	if (!values.length) { low = log ? 1 : 0; high = low; }
	if (room) {
		high *= log ? 2 : 1.1;
		low /= log ? 2 : 1;
	}
	if (!log && !fits) { low = Math.min(low, 0); high = Math.max(high, 0); }
	if (low === high) { high = log ? low * 10 : low + 1; }
	var ticks = log ? powers(low, high) : linearTicks(low, high, about);
	if (fits) {
		ticks = ticks.filter(function (t) { return t >= low * (1 - 1e-9) && t <= high * (1 + 1e-9); });
	} else {
		low = ticks[0];
		high = ticks[ticks.length - 1];
	}
	var f = log ? Math.log10 : Number;
	return { ticks: ticks, place: function (v) { return (f(v) - f(low)) / (f(high) - f(low)); } };
}

function round(v) { return Math.round(v * 10) / 10; }

// The sign of a series' points: a disc, a square, a triangle.
function sign(series, x, y, r) {
	x = round(x);
	y = round(y);
	if (series % 3 === 0) {
		var arc = "a" + r + "," + r + " 0 1 0 ";
		return "M" + (x - r) + "," + y + arc + 2 * r + ",0" + arc + -2 * r + ",0z";
	}
	if (series % 3 === 1) { return "M" + (x - r) + "," + (y - r) + "h" + 2 * r + "v" + 2 * r + "h" + -2 * r + "z"; }
	return "M" + x + "," + (y - 1.3 * r) + "l" + 1.2 * r + "," + 2.2 * r + "h" + -2.4 * r + "z";
}

function styleOf(series, i) { return "series-" + i % 3 + (series.muted ? " muted" : ""); }

function drawBars(svg, chart, series, i, plot, points) {
	var all = chart.series.filter(function (s) { return s.mark === "bars"; }), place = all.indexOf(series);
	var wide = Math.min(plot.w / chart.x.categories.length * 0.8 / all.length, 64), base = plot.y + plot.h;
	points.forEach(function (p, n) {
		var x = p[0] + (place - all.length / 2) * wide;
		svg.append(
			live.draw("rect", { class: "bar " + styleOf(series, i), x: round(x + 2), width: round(wide - 4),
				y: round(Math.min(p[1], base - 1)), height: round(Math.max(base - p[1], 1)) }),
			live.draw("text", { class: "value", x: round(x + wide / 2), y: round(Math.max(p[1] - 5, plot.y + 9)),
				"text-anchor": "middle" }, write(series.y[n])));
	});
}

function drawSeries(svg, chart, series, i, plot, points) {
	if (series.mark === "bars") { return drawBars(svg, chart, series, i, plot, points); }
	var path, kind = "line ";
	if (series.mark === "points" || points.length === 1) {
		kind = "sign ";
		path = points.map(function (p) { return sign(i, p[0], p[1], 3); }).join("");
	} else {
		path = points.map(function (p, n) {
			var x = round(p[0]), y = round(p[1]);
			if (n === 0) { return "M" + x + "," + y; }
			return series.mark === "steps" ? "H" + x + "V" + y : "L" + x + "," + y;
		}).join("");
	}
	svg.append(live.draw("path", { class: kind + styleOf(series, i), d: path }));
}

function drawRule(svg, rule, plot, px, py) {
	if (rule.horizontal) {
		var y = round(py(rule.at)), under = y - 17 < plot.y;
		svg.append(
			live.draw("line", { class: "rule", x1: plot.x, x2: plot.x + plot.w, y1: y, y2: y }),
			live.draw("text", { class: "rule-label", x: plot.x + plot.w - 4, y: y + (under ? 14 : -5), "text-anchor": "end" },
				rule.label));
		return;
	}
	var x = round(px(rule.at));
	svg.append(
		live.draw("line", { class: "rule", x1: x, x2: x, y1: plot.y, y2: plot.y + plot.h }),
		live.draw("text", { class: "rule-label", x: x + 4, y: plot.y + 11 }, rule.label));
}

live.explorerChart = function (chart, width) {
	var categories = chart.x.categories;
	function all(axis) { return chart.series.reduce(function (list, s) { return list.concat(s[axis]); }, []); }
	var rules = chart.rules.filter(function (r) { return r.horizontal; }).map(function (r) { return r.at; });
	var bars = chart.series.some(function (s) { return s.mark === "bars"; });
	var up = scaleOf(all("y").concat(rules), chart.y.log, 4, false, bars), labels = up.ticks.map(write);
	var left = 14 + LETTER * Math.max.apply(null, labels.map(function (l) { return l.length; }));
	var plot = { x: left, y: TOP, w: Math.max(width - left - RIGHT, 40), h: HEIGHT - TOP - BOTTOM };
	var across = categories ?
		{ ticks: Array.from(categories.keys()), place: function (v) { return (v + 0.5) / categories.length; } } :
		scaleOf(all("x"), chart.x.log, Math.max(2, Math.floor(plot.w / 80)), true);
	function px(v) { return plot.x + plot.w * across.place(v); }
	function py(v) { return plot.y + plot.h * (1 - up.place(v)); }

	var svg = live.draw("svg", { viewBox: "0 0 " + width + " " + HEIGHT, width: width, height: HEIGHT, role: "img",
		"aria-label": chart.alt });
	up.ticks.forEach(function (t, i) {
		var y = round(py(t));
		svg.append(
			live.draw("line", { class: "grid", x1: plot.x, x2: plot.x + plot.w, y1: y, y2: y }),
			live.draw("text", { class: "tick", x: plot.x - 6, y: y + 4, "text-anchor": "end" }, labels[i]));
	});
	across.ticks.forEach(function (t) {
		var x = round(px(t)), word = categories ? categories[t] : write(t);
		// The letters of the last tick must not leave the picture.
		var last = x + LETTER * word.length / 2 > width;
		if (!categories) { svg.append(live.draw("line", { class: "grid", x1: x, x2: x, y1: plot.y, y2: plot.y + plot.h })); }
		svg.append(live.draw("text", { class: "tick", x: last ? width - 2 : x, y: plot.y + plot.h + 16,
			"text-anchor": last ? "end" : "middle" }, word));
	});
	svg.append(
		live.draw("path", { class: "axis", d: "M" + plot.x + "," + plot.y + "v" + plot.h + "h" + plot.w }),
		live.draw("text", { class: "tick", x: plot.x + plot.w / 2, y: HEIGHT - 6, "text-anchor": "middle" }, chart.x.label));
	chart.series.forEach(function (s, i) {
		drawSeries(svg, chart, s, i, plot, s.x.map(function (x, n) { return [px(x), py(s.y[n])]; }));
	});
	chart.rules.forEach(function (r) { drawRule(svg, r, plot, px, py); });
	return svg;
};

live.explorerKey = function (chart) {
	return live.make.apply(null, ["ul", { class: "key" }].concat(chart.series.map(function (s, i) {
		var svg = live.draw("svg", { viewBox: "0 0 28 12", width: 28, height: 12, "aria-hidden": "true" });
		if (s.mark === "bars") {
			svg.append(live.draw("rect", { class: "bar " + styleOf(s, i), x: 6, y: 1, width: 16, height: 10 }));
		} else if (s.mark === "points") {
			svg.append(live.draw("path", { class: "sign " + styleOf(s, i), d: sign(i, 14, 6, 4) }));
		} else {
			svg.append(live.draw("path", { class: "line " + styleOf(s, i), d: "M1,6h26" }));
		}
		return live.make("li", {}, svg, s.name);
	})));
};

// One row for each x, one column for each series.
live.explorerNumbers = function (chart) {
	var rows = new Map();
	chart.series.forEach(function (s, i) {
		s.x.forEach(function (x, n) {
			if (!rows.has(x)) { rows.set(x, chart.series.map(function () { return ""; })); }
			rows.get(x)[i] = write(s.y[n]);
		});
	});
	return live.explorerTable({
		caption: chart.title,
		head: [chart.x.label].concat(chart.series.map(function (s) { return s.name + ": " + chart.y.label; })),
		rows: Array.from(rows.keys()).sort(function (a, b) { return a - b; }).map(function (x) {
			return [chart.x.categories ? chart.x.categories[x] : write(x)].concat(rows.get(x));
		}),
	});
};

live.explorerTable = function (table) {
	return live.make("table", {},
		live.make("caption", {}, table.caption),
		live.make("thead", {}, row(table.head, "col")),
		live.make.apply(null, ["tbody", {}].concat(table.rows.map(function (words) { return row(words, "row"); }))));
};

// A row whose first cell names it, or all of whose cells name columns.
function row(words, scope) {
	return live.make.apply(null, ["tr", {}].concat(words.map(function (word, i) {
		return scope === "col" || i === 0 ? live.make("th", { scope: scope }, word) : live.make("td", {}, word);
	})));
}
