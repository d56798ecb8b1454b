// What can be taken along: the share string, the plan in words, and the plan as Go code for a cell.
live.player.parts.share = function (play) {
	function block(label, text) {
		var place = live.make("pre", { class: "qp-text", tabindex: 0, "aria-label": label, role: "group" });
		return {
			element: live.make("div", {}, live.make("div", { class: "qp-row" }, live.make("p", { class: "qp-heading" }, label),
				live.player.copier("Copy", function () { return place; }, function () { return place.textContent; })), place),
			update: function () { live.say(place, text()); }
		};
	}
	var blocks = [
		block("Share string", function () { return play.run.share; }),
		block("Plan in words", function () { return play.run.plan || "(nothing)"; })
	];
	var code = block("Plan as Go code", function () { return play.run.code; });
	code.element.hidden = true;
	var button = live.make("button", { type: "button", "aria-expanded": "false", onclick: function () {
		code.element.hidden = !code.element.hidden;
		button.setAttribute("aria-expanded", String(!code.element.hidden));
	} }, "Plan as Go code for a cell");
	return {
		element: live.make("div", { class: "qp-share" },
			live.make("div", { class: "qp-pair" }, blocks[0].element, blocks[1].element), button, code.element),
		update: function () {
			blocks.concat(code).forEach(function (b) { b.update(); });
		}
	};
};
