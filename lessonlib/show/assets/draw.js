// Draws interactive charts: charts.draw(place, spec) fills an output's place. "charts" is the library's one global and
// holds ECharts; see assets.go. The spec is what explore.go in package show writes.
(function (charts) {
	"use strict";
	var echarts = charts.echarts;
	var views = new Set();

	// A place is dark when JupyterLab says so, or else when what lies behind it is.
	function isDark(place) {
		var light = document.body.getAttribute("data-jp-theme-light");
		if (light) { return light === "false"; }
		for (var e = place; e; e = e.parentElement) {
			var part = getComputedStyle(e).backgroundColor.match(/[\d.]+/g);
			if (part && (part.length < 4 || Number(part[3]) > 0.5)) {
				return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2] < 110;
			}
		}
		return matchMedia("(prefers-color-scheme: dark)").matches &&
			getComputedStyle(document.documentElement).colorScheme.includes("dark");
	}

	// The same writing of numbers as in still figures: thousands separated, four digits or more.
	function write(v) {
		var a = Math.abs(v);
		if (a !== 0 && (a >= 1e9 || a < 1e-4)) {
			return v.toExponential(3).replace(/\.?0+e/, "e").replace("e+", "e").replace(/-/g, "\u2212");
		}
		var digits = a >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
		return v.toLocaleString("en-US", digits).replace("-", "\u2212");
	}

	function make(parent, tag, style, text) {
		var e = document.createElement(tag);
		e.style.cssText = style;
		e.textContent = text || "";
		parent.appendChild(e);
		return e;
	}

	// What a point is called: its name, or its place on the axes.
	function describe(spec, series, item) {
		var value = item.value || item;
		var names = spec.option.xAxis.data;
		var lines = [];
		if (item.name) { lines.push(item.name); }
		if (series.name) { lines.push(series.name); }
		lines.push((spec.x || "x") + ": " + (names ? names[value[0]] : write(value[0])));
		lines.push((spec.y || "y") + ": " + write(value[1]));
		return lines;
	}

	function tooltip(spec, params) {
		var items = (Array.isArray(params) ? params : [params]).filter(function (p) {
			return p.value && p.value[1] !== null && p.componentType === "series";
		});
		if (!items.length) { return ""; }
		var encode = echarts.format.encodeHTML;
		if (spec.option.tooltip.trigger === "item") {
			return describe(spec, spec.option.series[items[0].seriesIndex], items[0].data).map(encode).join("<br>");
		}
		var names = spec.option.xAxis.data;
		var x = items[0].value[0];
		return encode((spec.x || "x") + ": " + (names ? names[x] : write(x))) + items.map(function (p) {
			var name = spec.option.series[p.seriesIndex].name || spec.y || "y";
			return "<br>" + p.marker + encode(name + ": " + write(p.value[1]));
		}).join("");
	}

	// The option for the page's theme. ECharts changes what it is given, so each call makes a new one.
	function themed(spec, place) {
		var dark = isDark(place);
		var theme = dark ? spec.themes.dark : spec.themes.light;
		var option = JSON.parse(JSON.stringify(spec.option));
		var text = { color: theme.ink, fontSize: 12 };
		option.backgroundColor = "transparent";
		option.animation = !matchMedia("(prefers-reduced-motion: reduce)").matches;
		option.animationDuration = 300;
		option.textStyle = { color: theme.ink, fontFamily: "inherit" };
		option.legend.textStyle = text;
		option.legend.inactiveColor = theme.muted;
		option.legend.pageTextStyle = text;
		Object.assign(option.tooltip, {
			confine: true, backgroundColor: theme.paper, borderColor: theme.muted, textStyle: text,
			axisPointer: { type: "line", lineStyle: { color: theme.muted } },
			formatter: function (params) { return tooltip(spec, params); }
		});
		[option.xAxis, option.yAxis].forEach(function (axis) {
			axis.axisLine = { show: true, onZero: false, lineStyle: { color: theme.muted } };
			axis.axisTick = { show: true };
			axis.splitLine = { show: axis.type !== "category", lineStyle: { color: theme.grid } };
			// On a logarithmic axis ECharts draws its last line at the next power, beyond the end.
			if (axis.type === "log") { axis.splitLine.showMaxLine = false; }
			axis.axisLabel = { color: theme.muted, fontSize: 12, hideOverlap: true };
			// The ends of an axis are where the data end, seldom round numbers.
			if (axis.type !== "category") {
				axis.axisLabel.formatter = write;
				axis.axisLabel.showMinLabel = isTick(axis.min, axis);
				axis.axisLabel.showMaxLabel = isTick(axis.max, axis);
			}
		});
		(option.dataZoom || []).forEach(function (zoom) {
			if (zoom.type === "inside") {
				// The wheel scrolls the page, as everywhere else; with Shift it zooms.
				zoom.zoomOnMouseWheel = "shift";
				zoom.moveOnMouseWheel = false;
				return;
			}
			Object.assign(zoom, {
				height: 18, bottom: 6, brushSelect: false, showDataShadow: false, borderColor: theme.grid,
				fillerColor: dark ? "rgba(255,255,255,.12)" : "rgba(0,0,0,.07)",
				handleStyle: { color: theme.paper, borderColor: theme.muted },
				moveHandleStyle: { color: theme.muted }, textStyle: { color: theme.ink },
				labelFormatter: function (v, label) { return option.xAxis.data ? label : write(v); }
			});
		});
		option.series.forEach(function (series) {
			if (series.color === spec.themes.light.last) { series.color = theme.last; }
			if (series.type === "line") { series.connectNulls = false; }
			if (series.markLine) {
				series.silent = true;
				series.markLine.silent = true;
				series.markLine.animation = false;
				series.markLine.lineStyle = { color: theme.ink, type: "dashed", width: 1.3 };
				Object.assign(series.markLine.label, { color: theme.ink, fontSize: 11 });
				series.markLine.data.forEach(function (rule) {
					rule.label = "xAxis" in rule ? { position: "end", rotate: 0 } : { position: "insideEndTop" };
				});
			}
		});
		return option;
	}

	// Round numbers at the ends of an axis keep their label.
	function isTick(v, axis) {
		if (axis.type === "log") { return Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9; }
		var step = Math.pow(10, Math.floor(Math.log10(axis.max - axis.min)) - 1);
		return Math.abs(v / step - Math.round(v / step)) < 1e-6;
	}

	charts.draw = function (place, spec) {
		place.querySelectorAll(":scope > :not(script)").forEach(function (e) { e.remove(); });
		// The same chart on the page again gets an id of its own.
		for (var n = 2; document.querySelectorAll("#" + CSS.escape(place.id)).length > 1; n++) {
			place.id = "explore-" + spec.id + "-" + n;
		}
		if (spec.y) { make(place, "p", "margin:.5em 0 0;font-size:12px", spec.y); }
		// Focus and keys belong to the frame; ECharts gives the picture inside it the role of an image and its words.
		var frame = make(place, "div", "position:relative;max-width:720px");
		frame.tabIndex = 0;
		frame.setAttribute("role", "application");
		frame.setAttribute("aria-roledescription", "chart");
		frame.setAttribute("aria-label", place.getAttribute("aria-label") + ". Arrow keys name its points.");
		var picture = make(frame, "div", "width:100%;height:340px");
		if (spec.x) { make(place, "p", "margin:0;font-size:12px;text-align:center;max-width:720px", spec.x); }
		var status = make(place, "p", "margin:.25em 0;font-size:12px;min-height:1.3em");
		status.setAttribute("role", "status");
		var hints = (spec.notes || []).concat("To name points, hover over the chart, or focus it and use the arrow keys.");
		if (spec.option.dataZoom) {
			hints.push("To zoom, drag the ends of the bar below it, or press + and \u2212; 0 shows all again.");
		}
		if (spec.option.legend.show) { hints.push("A click on the legend hides a series."); }
		make(place, "p", "margin:.25em 0 1em;font-size:12px;opacity:.8;max-width:720px", hints.join(" "));

		var view = { place: place, spec: spec, chart: null, dark: null };
		function open() {
			view.chart = echarts.init(picture, null, { renderer: "canvas" });
			view.dark = isDark(place);
			view.chart.setOption(themed(spec, place));
			views.add(view);
		}
		// A page may take the place out for good or for a while: its chart goes, and comes back with it.
		new ResizeObserver(function () {
			if (!picture.clientWidth) {
				if (!picture.isConnected && view.chart) {
					view.chart.dispose();
					view.chart = null;
					views.delete(view);
				}
				return;
			}
			if (!view.chart) { open(); } else { view.chart.resize(); retheme(view); }
		}).observe(picture);
		if (picture.clientWidth) { open(); }
		listen(frame, status, view);
	};

	function retheme(view) {
		if (view.chart && view.dark !== isDark(view.place)) {
			view.dark = !view.dark;
			var option = themed(view.spec, view.place);
			// Zoom and hidden series stay as they are.
			(option.dataZoom || []).forEach(function (zoom, i) {
				var now = view.chart.getOption().dataZoom[i];
				zoom.start = now.start;
				zoom.end = now.end;
			});
			option.legend.selected = view.chart.getOption().legend[0].selected;
			view.chart.setOption(option, { notMerge: true });
		}
	}

	// Arrow keys walk along a series and between series, and the status line says where they are.
	function listen(frame, status, view) {
		var series = view.spec.option.series;
		var drawn = series.map(function (s, i) { return i; }).filter(function (i) { return series[i].data.length; });
		var at = { series: 0, point: -1 };
		// Grows or shrinks the part of the x axis that shows by so many of its own lengths at each end.
		function zoom(by) {
			if (!view.spec.option.dataZoom) { return; }
			var now = view.chart.getOption().dataZoom[0], length = now.end - now.start;
			view.chart.dispatchAction({ type: "dataZoom", dataZoomIndex: 0,
				start: Math.max(0, now.start - by * length), end: Math.min(100, now.end + by * length) });
		}
		function show() {
			var index = drawn[at.series], data = series[index].data;
			at.point = Math.max(0, Math.min(at.point, data.length - 1));
			var item = data[at.point];
			if ((item.value || item)[1] === null) { status.textContent = "gap"; return; }
			view.chart.dispatchAction({ type: "showTip", seriesIndex: index, dataIndex: at.point });
			status.textContent = describe(view.spec, series[index], item).join(", ");
		}
		var keys = {
			ArrowRight: function () { at.point++; show(); },
			ArrowLeft: function () { at.point--; show(); },
			ArrowUp: function () { at.series = (at.series + drawn.length - 1) % drawn.length; show(); },
			ArrowDown: function () { at.series = (at.series + 1) % drawn.length; show(); },
			Home: function () { at.point = 0; show(); },
			End: function () { at.point = Infinity; show(); },
			Escape: function () { view.chart.dispatchAction({ type: "hideTip" }); status.textContent = ""; },
			"+": function () { zoom(-0.25); },
			"-": function () { zoom(0.5); },
			"0": function () { zoom(1e6); }
		};
		keys["="] = keys["+"];
		frame.addEventListener("keydown", function (event) {
			var act = keys[event.key];
			if (!act || !view.chart || event.ctrlKey || event.metaKey || event.altKey) { return; }
			event.preventDefault();
			event.stopPropagation();
			act();
		});
	}

	function rethemeAll() { views.forEach(retheme); }
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", rethemeAll);
	new MutationObserver(rethemeAll).observe(document.documentElement,
		{ attributes: true, attributeFilter: ["data-jp-theme-light", "data-theme", "class", "style"] });
	new MutationObserver(rethemeAll).observe(document.body || document.documentElement,
		{ attributes: true, attributeFilter: ["data-jp-theme-light", "data-theme", "class", "style"] });
	// On paper the still figure above stands alone.
	var sheet = document.createElement("style");
	sheet.textContent = "@media print{.queuebook-explore{display:none}}";
	document.head.appendChild(sheet);
})(charts);
