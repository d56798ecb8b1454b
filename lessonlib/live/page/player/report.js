// The report at the end of the shift: the same traffic, met by you, by nobody, and by a sensible policy.
live.player.parts.report = function (play) {
	var body = live.make("div", {}), box = live.make("div", { class: "qp-report", role: "group", "aria-label": "Report" }, body);
	var shown = null;
	function fill() {
		var report = play.report();
		var table = live.make("table", {}, live.make("caption", {},
			"The shift as you played it, beside two others with the same traffic. ✓ is the best of a row."));
		table.append(live.make("thead", {}, live.make("tr", {}, live.make("td", {}),
			...report.columns.map(function (c) { return live.make("th", { scope: "col" }, c); }))));
		var rows = live.make("tbody", {});
		report.rows.forEach(function (row) {
			rows.append(live.make("tr", {}, live.make("th", { scope: "row" }, row.name), ...row.texts.map(function (text, i) {
				return live.make("td", {}, text, row.best[i] ? live.make("span", { class: "qp-best" }, " ✓") : null);
			})));
		});
		table.append(rows);
		body.replaceChildren(
			live.make("p", { class: "qp-heading" }, "The shift is over"),
			live.make("div", { class: "qp-wide", tabindex: 0, role: "group", "aria-label": "Report as a table" }, table),
			live.make("p", { class: "qp-small" }, "The reference: " +
				(report.reference.replace(/\n/g, "; ") || "do nothing, since nothing happens") + "."),
			live.make("p", {}, report.story));
	}
	return {
		element: box,
		update: function () {
			box.hidden = !play.over();
			if (play.over() && shown !== play.run) {
				shown = play.run;
				fill();
			}
		}
	};
};
