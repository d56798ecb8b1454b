// All formulas with their sources and assumptions. The panel shows those of one figure beside it.
live.player.formula = function (f) {
	return live.make("div", { class: "qp-formula" },
		live.make("p", {}, live.make("strong", {}, f.name), ": ", f.text, "."),
		live.make("p", { class: "qp-small" }, "Source: " + f.source + ". Assumed: " + f.uses.map(function (a) {
			return a.name + " " + a.value + " (" + a.id + ")";
		}).join(", ") + "."));
};

// live.player.behind is a box with the formulas that drive some figures. A button, whose click calls toggle, opens it.
live.player.behind = function (play, name, figures) {
	var box = live.make("div", { class: "qp-behind", id: live.id("behind") }), shown = null;
	box.hidden = true;
	function fill() {
		if (box.hidden || shown === play.run) { return; }
		shown = play.run;
		box.replaceChildren(live.make("p", { class: "qp-heading" }, "What stands behind " + name));
		play.explain().forEach(function (f) {
			if (f.figures.some(function (figure) { return figures.includes(figure); })) { box.append(live.player.formula(f)); }
		});
	}
	return {
		element: box,
		update: fill,
		toggle: function (event) {
			box.hidden = !box.hidden;
			event.currentTarget.setAttribute("aria-expanded", String(!box.hidden));
			fill();
		}
	};
};

live.player.parts.formulas = function (play) {
	var list = live.make("div", {}), box = live.make("details", { class: "qp-formulas", ontoggle: fill },
		live.make("summary", {}, "All formulas, sources and assumptions"), list);
	var shown = null;
	function fill() {
		if (!box.open || shown === play.run) { return; }
		shown = play.run;
		list.replaceChildren(...play.explain().map(live.player.formula));
	}
	return { element: box, update: fill };
};
