// The page of an explorer: controls beside what the model makes of them. It knows no model; controls, words, charts and
// tables are those of the engine's replies, see lessonlib/live/explorer. options.fields are the assumptions that it
// opens on, as explorer.Fields writes them; the model has a default for each.
live.explorer = function (stage, engine, options) {
	// A change is shown with the next frame while the model keeps up with a screen's 60 a second, and otherwise when the
	// slider has rested for so many milliseconds.
	var FRAME = 16, REST = 120;
	// When the values have rested so long, the summary is spoken.
	var QUIET = 900;

	var id = live.id("explorer");
	var fields = options.fields || {};
	var reply = engine(Object.assign({ op: "open" }, fields));
	if (reply.wrong) { throw new Error(reply.wrong); }
	var controls = reply.controls, opened = {};
	controls.forEach(function (c) { opened[c.id] = c.choices ? c.choice : String(c.number); });
	var values = Object.assign({}, opened), shown = {};
	var cost = 0, pending = 0, speaking = 0, width = 0;

	var error = live.make("p", { class: "error", id: id + "-error", role: "alert", hidden: true });
	var summary = live.make("p", { class: "summary" });
	var spoken = live.make("p", { class: "spoken", role: "status" });
	var panel = live.make("dl", { class: "panel" });
	var charts = live.make("div", { class: "charts" });
	var tables = live.make("div", { class: "tables" });
	var code = live.make("pre", { tabindex: 0, role: "group", "aria-label": "Go code" });
	var seen = live.make("div", { class: "seen" }, summary, panel, charts);
	var left = live.make("div", { class: "controls" }, presets());
	controls.forEach(function (c) { left.append(c.choices ? choice(c) : number(c)); });
	var right = live.make("div", { class: "results" }, error, seen);
	var below = live.make("div", { class: "below" }, tables,
		live.make("details", {}, live.make("summary", {}, "This setting as Go, for a cell"), code, copyButton()));
	var frame = live.make("div", { class: "queuebook-explorer" },
		live.make("div", { class: "columns" }, left, right), below, spoken);
	stage.append(frame);

	controls.forEach(function (c) { shown[c.id].show(values[c.id]); });
	showReply();
	// Charts are as wide as their place, so that their letters keep their size.
	new ResizeObserver(function () {
		var now = charts.firstElementChild.clientWidth;
		if (now > 0 && now !== width) {
			width = now;
			reply.charts.forEach(showChart);
		}
	}).observe(charts);

	function presets() {
		var row = live.make("div", { class: "presets", role: "group", "aria-label": "Settings to start from" });
		reply.presets.forEach(function (p) {
			row.append(live.make("button", { type: "button", onclick: function () {
				p.settings.forEach(function (s) { values[s.control] = s.value; });
				showValues();
			} }, p.label));
		});
		row.append(live.make("button", { type: "button", onclick: function () {
			Object.assign(values, opened);
			showValues();
		} }, "As opened"));
		return row;
	}

	function help(c) { return live.make("p", { class: "help", id: id + "-" + c.id + "-help" }, c.help); }

	function choice(c) {
		var set = live.make("fieldset", { class: "control", "aria-describedby": id + "-" + c.id + "-help" },
			live.make("legend", {}, c.label));
		var inputs = c.choices.map(function (o) {
			var input = live.make("input", { type: "radio", name: id + "-" + c.id, value: o.id,
				onchange: function () { changed(c.id, o.id); } });
			set.append(live.make("label", {}, input, live.make("span", {}, o.label)));
			return input;
		});
		set.append(help(c));
		shown[c.id] = {
			show: function (value) { inputs.forEach(function (i) { i.checked = i.value === value; }); },
			mark: function () {},
		};
		return set;
	}

	function number(c) {
		var name = id + "-" + c.id, described = name + "-help";
		var field = live.make("input", { type: "text", id: name, inputmode: c.whole ? "numeric" : "decimal",
			autocomplete: "off", "aria-describedby": described, oninput: function () {
				slide(field.value);
				changed(c.id, field.value);
			} });
		// The slider has no step of its own: it would move what is typed between two steps to one of them.
		var slider = live.make("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": c.label,
			"aria-describedby": described,
			oninput: function () { move(valueAt(Number(slider.value))); },
			onkeydown: function (e) {
				var steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[e.key];
				if (steps) {
					e.preventDefault();
					move(Number(values[c.id]) + steps * c.step);
				}
			} });
		// Where a value lies on the slider, from 0 to 1, and the other way round.
		function place(value) {
			return c.log ? Math.log(value / c.min) / Math.log(c.max / c.min) : (value - c.min) / (c.max - c.min);
		}
		function valueAt(place) {
			return c.log ? c.min * Math.pow(c.max / c.min, place) : c.min + place * (c.max - c.min);
		}
		function slide(value) {
			slider.value = place(value);
			slider.setAttribute("aria-valuetext", value + " " + c.unit);
		}
		// Moves to the nearest step within the range.
		function move(value) {
			var rounded = Math.round(value / c.step) * c.step;
			field.value = Number(Math.min(c.max, Math.max(c.min, rounded)).toFixed(6));
			slide(field.value);
			changed(c.id, field.value);
		}
		shown[c.id] = {
			show: function (value) {
				field.value = value;
				slide(value);
			},
			mark: function (wrong) {
				field.setAttribute("aria-invalid", wrong);
				field.setAttribute("aria-describedby", wrong ? error.id + " " + described : described);
			},
		};
		return live.make("div", { class: "control" },
			live.make("label", { for: name }, c.label, live.make("span", { class: "unit" }, c.unit && " (" + c.unit + ")")),
			slider, field, help(c));
	}

	function copyButton() {
		return live.make("button", { type: "button", onclick: function () {
			Promise.resolve().then(function () { return navigator.clipboard.writeText(code.textContent); }).then(
				function () { live.say(spoken, "The code is copied."); },
				function () {
					getSelection().selectAllChildren(code);
					live.say(spoken, "Copying is not allowed here; the code is selected.");
				});
		} }, "Copy");
	}

	function changed(control, value) {
		values[control] = value;
		schedule();
	}

	function showValues() {
		controls.forEach(function (c) { shown[c.id].show(values[c.id]); });
		schedule();
	}

	function schedule() {
		if (cost > FRAME) {
			clearTimeout(pending);
			pending = setTimeout(run, REST);
		} else if (!pending) {
			pending = requestAnimationFrame(run);
		}
	}

	function run() {
		var begin = performance.now(), answer;
		pending = 0;
		try {
			answer = engine(Object.assign({ op: "run" }, fields, values));
		} catch (reason) {
			answer = { wrong: reason.message };
		}
		controls.forEach(function (c) { shown[c.id].mark(answer.field === c.id); });
		seen.classList.toggle("stale", Boolean(answer.wrong));
		error.hidden = !answer.wrong;
		live.say(error, answer.wrong ? sentence(answer.wrong) + " What you see is the last setting that could be run." : "");
		if (!answer.wrong) {
			reply = answer;
			showReply();
			clearTimeout(speaking);
			speaking = setTimeout(function () { live.say(spoken, reply.summary); }, QUIET);
		}
		cost = performance.now() - begin;
		frame.setAttribute("data-cost", cost.toFixed(1));
	}

	// Go's errors begin with the package's name and have no full stop.
	function sentence(text) {
		text = text.replace(/^[a-z]+: /, "");
		return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
	}

	// What stands there is changed and not made anew, so that neither the focus nor an opened table is lost while a slider
	// moves. A chart's title, axes and series have the same names in all replies.
	function showReply() {
		live.say(summary, reply.summary);
		reply.panel.forEach(function (figure, i) {
			var item = panel.children[i] || panel.appendChild(live.make("div", {}, live.make("dt"),
				live.make("dd", { class: "value" }), live.make("dd", { class: "note" })));
			[figure.label, figure.value, figure.note].forEach(function (text, n) { live.say(item.children[n], text); });
		});
		reply.charts.forEach(showChart);
		reply.tables.forEach(function (table, i) {
			var place = tables.children[i] || tables.appendChild(scroller(table.caption));
			place.replaceChildren(live.explorerTable(table));
		});
		live.say(code, reply.code);
	}

	function showChart(chart, i) {
		var figure = charts.children[i] || charts.appendChild(newChart(chart, i));
		figure.children[1].replaceChildren(live.explorerChart(chart, Math.max(width, 240)));
		showNumbers(figure, chart);
	}

	function newChart(chart, i) {
		var details = live.make("details", { ontoggle: function () { showNumbers(details.parentElement, reply.charts[i]); } },
			live.make("summary", {}, "The numbers of this figure"), scroller(chart.title));
		var caption = live.make("figcaption", {}, live.make("strong", {}, chart.title),
			chart.series.length > 1 ? live.explorerKey(chart) : null,
			live.make("span", { class: "up", "aria-hidden": "true" }, "\u2191 " + chart.y.label));
		return live.make("figure", {}, caption, live.make("div"), details);
	}

	function showNumbers(figure, chart) {
		var details = figure.children[2];
		if (details.open) { details.lastElementChild.replaceChildren(live.explorerNumbers(chart)); }
	}

	// A wide table scrolls in a place of its own, by keyboard as well.
	function scroller(label) {
		return live.make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Table: " + label });
	}
};
