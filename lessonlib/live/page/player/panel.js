// The panel's twelve figures. Each is a button that shows what stands behind it; another one has the panel read out.
live.player.parts.panel = function (play) {
	var spoken = live.make("p", { class: "qp-spoken", role: "status" });
	var values = [], boxes = [], tiles = play.facts.panel.map(function (figure) {
		var value = live.make("span", { class: "qp-value" }), box = live.player.behind(play, figure.name, [figure.name]);
		values.push(value);
		boxes.push(box);
		return live.make("button", { type: "button", class: "qp-tile", "aria-expanded": "false", "aria-controls": box.element.id,
			onclick: box.toggle }, live.make("span", { class: "qp-name" }, figure.name), " ", value);
	});
	function texts() { return play.at === 0 ? play.run.opening : play.run.panel[play.at - 1]; }
	var heading = live.make("p", { class: "qp-heading" });
	return {
		element: live.make("div", { class: "qp-panel", role: "group", "aria-label": "Panel" },
			live.make("div", { class: "qp-row" }, heading, live.make("button", { type: "button", onclick: function () {
				var now = texts();
				// Emptied first, so that the same figures are read again.
				spoken.textContent = "";
				setTimeout(function () {
					spoken.textContent = "At " + play.clock(play.at) + ": " + play.facts.panel.map(function (figure, i) {
						return figure.name + " " + now[i];
					}).join("; ") + ".";
				}, 50);
			} }, "Read the panel aloud")),
			live.make("div", { class: "qp-tiles" }, ...tiles), ...boxes.map(function (box) { return box.element; }), spoken),
		update: function () {
			live.say(heading, play.at === 0 ? "Panel at the opening" : "Panel of " + play.clock(play.at - 1));
			texts().forEach(function (text, i) { live.say(values[i], text); });
			boxes.forEach(function (box) { box.update(); });
		}
	};
};
