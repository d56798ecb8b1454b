// The time lines: nine figures over the same minutes, and through all of them what the operator did and what happened.
// Minutes that the clock has not reached are not drawn.
live.player.parts.timelines = function (play) {
	function plain(v) { return v >= 100 ? v.toFixed(0) : String(Number(v.toPrecision(3))); }
	function money(v) { return "$" + v.toFixed(2); }
	function share(v) { return String(Number((100 * v).toPrecision(4))) + " %"; }
	// least is the least height of the scale; around: the scale keeps close to the values instead of starting at zero.
	var rows = [
		{ name: "requests", figures: ["requests", "dropped"], unit: "req/s", lines: ["rate"], write: plain, least: 1 },
		{ name: "fleet", figures: ["serving", "booting"], unit: "instances", lines: ["serving", "booting"], write: plain, least: 5,
			steps: true },
		{ name: "utilisation", lines: ["utilisation"], write: share, least: 1 },
		{ name: "p99", unit: "s", lines: ["p99"], write: plain, least: 0.5 },
		{ name: "cache hits", lines: ["hit"], write: share, least: 1 },
		{ name: "database", lines: ["database"], write: share, least: 1 },
		{ name: "burn (1 h)", unit: "x", lines: ["burnHour"], write: plain, least: 1, limit: "pageBurn", limitName: "page" },
		{ name: "budget left", lines: ["budget"], write: share, least: 0.005, around: true },
		{ name: "cost so far", lines: ["cost"], write: money, least: 1 }
	];
	var height = 100; // of a drawing, in its own units
	var probe = null; // the minute under the pointer
	var marks = live.make("div", { class: "qp-marks" }), axis = live.make("div", { class: "qp-axis", "aria-hidden": "true" });
	var body = live.make("div", { class: "qp-lines" });
	rows.forEach(function (row) {
		row.value = live.make("span", { class: "qp-value" });
		row.top = live.make("span", { class: "qp-top" });
		row.bottom = live.make("span", { class: "qp-bottom" });
		row.shapes = row.lines.map(function (line, i) {
			return live.draw("polyline", { class: "qp-line qp-line" + i, "vector-effect": "non-scaling-stroke" });
		});
		row.limitLine = row.limit ? live.draw("line", { class: "qp-limit", "vector-effect": "non-scaling-stroke", x1: 0 }) : null;
		row.rules = live.draw("g", {});
		row.now = live.draw("line", { class: "qp-now", "vector-effect": "non-scaling-stroke", y1: 0, y2: height });
		row.drawing = live.draw("svg", { preserveAspectRatio: "none", role: "img" }, row.rules, row.limitLine, ...row.shapes, row.now);
		row.behind = live.player.behind(play, row.name, row.figures || [row.name]);
		body.append(live.make("div", { class: "qp-line-row" },
			live.make("div", { class: "qp-line-name" },
				live.make("button", { type: "button", class: "qp-link", "aria-expanded": "false", "aria-controls": row.behind.element.id,
					onclick: row.behind.toggle }, row.name), row.value,
				row.lines.length > 1 ? live.make("span", { class: "qp-small" }, "solid " + row.lines[0] + ", dashed " + row.lines[1]) : null),
			live.make("div", { class: "qp-plot" }, row.top, row.bottom, row.drawing)), row.behind.element);
	});

	function minuteAt(event) {
		var box = rows[0].drawing.getBoundingClientRect(), minutes = play.run.shift.minutes;
		return Math.max(0, Math.min(minutes, Math.round((event.clientX - box.left) / box.width * minutes)));
	}
	body.addEventListener("pointermove", function (e) {
		probe = e.target.closest(".qp-plot") ? Math.min(minuteAt(e), play.reached) : null;
		values();
	});
	body.addEventListener("pointerleave", function () {
		probe = null;
		values();
	});
	body.addEventListener("click", function (e) {
		if (!e.target.closest(".qp-plot")) { return; }
		play.pause();
		play.go(Math.min(minuteAt(e), play.reached));
	});

	function shownMinute() { return (probe === null ? play.at : probe) - 1; }
	var when = live.make("span", { class: "qp-small" });
	function values() {
		var m = shownMinute();
		live.say(when, m < 0 ? "" : "values of " + play.clock(m));
		rows.forEach(function (row) {
			live.say(row.value, m < 0 ? "" : row.lines.map(function (line) { return row.write(play.run.columns[line][m]); }).join(" + ") +
				(row.unit ? " " + row.unit : ""));
		});
	}

	// The scale holds what is shown, and grows by whole steps so that it does not dance.
	function scale(row, upTo) {
		var low = Infinity, high = -Infinity;
		row.lines.forEach(function (line) {
			var list = play.run.columns[line];
			for (var m = 0; m < upTo; m++) {
				if (list[m] < low) { low = list[m]; }
				if (list[m] > high) { high = list[m]; }
			}
		});
		if (!row.around) { return { low: 0, high: nice(Math.max(high, row.least)) }; }
		high = Math.max(high, upTo ? high : play.run.shift.budget, play.run.shift.budget);
		low = Math.min(low, high);
		var span = nice(Math.max(high - low, row.least));
		return { low: high - span, high: high };
	}
	function nice(x) {
		var power = Math.pow(10, Math.floor(Math.log10(x)));
		var round = [1, 1.5, 2, 3, 5, 7.5, 10].map(function (f) { return Number((f * power).toPrecision(6)); });
		return round.filter(function (v) { return v >= x; })[0] || x;
	}

	function draw(row, upTo) {
		var range = scale(row, upTo), minutes = play.run.shift.minutes;
		function y(v) { return (height * (1 - (v - range.low) / (range.high - range.low))).toFixed(1); }
		row.lines.forEach(function (line, i) {
			var list = play.run.columns[line], points = "";
			for (var m = 0; m < upTo; m++) {
				// A minute's value stands at its end, where the clock is when it is known; a number of instances holds all along.
				if (row.steps || m === 0) { points += m + "," + y(list[m]) + " "; }
				points += (m + 1) + "," + y(list[m]) + " ";
			}
			row.shapes[i].setAttribute("points", points);
		});
		if (row.limitLine) {
			var limit = play.run.shift[row.limit], inside = limit <= range.high;
			row.limitLine.setAttribute("visibility", inside ? "visible" : "hidden");
			if (inside) {
				row.limitLine.setAttribute("x2", minutes);
				row.limitLine.setAttribute("y1", y(limit));
				row.limitLine.setAttribute("y2", y(limit));
			}
		}
		live.say(row.top, row.write(range.high));
		live.say(row.bottom, row.write(range.low));
		row.now.setAttribute("x1", play.at);
		row.now.setAttribute("x2", play.at);
	}

	// What was done and what happened, gathered by minute: a sign above the lines, and a rule through them.
	function moments(upTo) {
		var list = [];
		play.run.taken.forEach(function (t) {
			if (t.minute < upTo || t.minute === play.at && !t.rule) {
				list.push({ minute: t.minute, kind: "action", text: (t.rule ? "rule: " : "you: ") + t.text });
			}
		});
		play.run.events.forEach(function (e) {
			if (e.minute < upTo) { list.push({ minute: e.minute, kind: "event", text: e.text }); }
		});
		return list;
	}
	var marked = "";
	function mark(upTo) {
		var list = moments(upTo), minutes = play.run.shift.minutes;
		var key = play.run.share + list.length;
		if (key === marked) { return; }
		marked = key;
		marks.replaceChildren();
		rows.forEach(function (row) { row.rules.replaceChildren(); });
		list.forEach(function (one) {
			var words = play.clock(one.minute) + " " + one.text;
			var sign = live.make("span", { class: "qp-mark qp-mark-" + one.kind, title: words, "aria-hidden": "true" },
				one.kind === "action" ? "▲" : "◆");
			sign.style.left = 100 * one.minute / minutes + "%";
			marks.append(sign);
			rows.forEach(function (row) {
				row.rules.append(live.draw("line", { class: "qp-rule qp-rule-" + one.kind, "vector-effect": "non-scaling-stroke",
					x1: one.minute, x2: one.minute, y1: 0, y2: height }));
			});
		});
	}

	function ticks() {
		var minutes = play.run.shift.minutes;
		var gap = [5, 10, 15, 30, 60, 120, 240].filter(function (g) { return minutes / g <= 4; })[0] || 480;
		axis.replaceChildren();
		for (var m = 0; m <= minutes; m += gap) {
			var label = live.make("span", {}, play.clock(m));
			label.style.left = 100 * m / minutes + "%";
			axis.append(label);
		}
	}

	function describe(row, upTo) {
		if (!upTo) { return row.name + ": nothing played yet"; }
		return row.name + ": " + row.lines.map(function (line) {
			var list = play.run.columns[line].slice(0, upTo);
			return (row.lines.length > 1 ? line + " " : "") + row.write(list[upTo - 1]) + " at " + play.clock(upTo - 1) + ", between " +
				row.write(Math.min(...list)) + " and " + row.write(Math.max(...list)) + " so far";
		}).join("; ") + (row.unit ? ", in " + row.unit : "");
	}

	// beside is a row that has no name, aligned with the lines.
	function beside(what) {
		return live.make("div", { class: "qp-line-row" }, live.make("div", { class: "qp-line-name" }),
			live.make("div", { class: "qp-plot" }, what));
	}

	var drawn = {};
	return {
		element: live.make("div", { class: "qp-timelines", role: "group", "aria-label": "Time lines" },
			live.make("div", { class: "qp-row" }, live.make("p", { class: "qp-heading" }, "Time lines"),
				live.make("span", { class: "qp-small" }, "▲ what you did, ◆ what happened. A click in a line goes back to that " +
					"minute, one on a name shows its formulas."), when),
			beside(marks), body, beside(axis)),
		update: function () {
			var upTo = play.reached;
			if (drawn.minutes !== play.run.shift.minutes || drawn.start !== play.run.shift.start) {
				rows.forEach(function (row) { row.drawing.setAttribute("viewBox", "0 0 " + play.run.shift.minutes + " " + height); });
				ticks();
			}
			if (drawn.run !== play.run || drawn.upTo !== upTo || drawn.at !== play.at) {
				rows.forEach(function (row) { draw(row, upTo); });
			}
			drawn = { run: play.run, upTo: upTo, at: play.at, minutes: play.run.shift.minutes, start: play.run.shift.start };
			mark(upTo);
			values();
			rows.forEach(function (row) { row.behind.update(); });
			if (!play.running) { rows.forEach(function (row) { row.drawing.setAttribute("aria-label", describe(row, upTo)); }); }
		}
	};
};
