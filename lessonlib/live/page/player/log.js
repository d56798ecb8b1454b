// The incident log: what happened and what was done, up to the clock. What is set for this very minute can be taken back.
live.player.parts.log = function (play) {
	var list = live.make("ol", { class: "qp-log", tabindex: 0, "aria-label": "Incident log" });
	var shown = "";
	function entries() {
		var all = play.news(0, play.at).map(function (n) {
			return { minute: n.minute, order: 1, sign: n.page ? "✱" : "◆", text: n.text };
		});
		play.run.taken.forEach(function (t) {
			var pending = t.minute === play.at && !t.rule && !play.over();
			if (t.minute < play.at || pending) {
				all.push({ minute: t.minute, order: 0, sign: "▲", text: (t.rule ? "rule: " : "you: ") + t.text,
					control: pending ? t.control : null });
			}
		});
		return all.sort(function (a, b) { return a.minute - b.minute || a.order - b.order; });
	}
	function undo(control) {
		return live.make("button", { type: "button", class: "qp-link", onclick: function () { play.takeBack(control); } },
			"take back");
	}
	return {
		element: live.make("div", { role: "group", "aria-label": "Incidents" },
			live.make("p", { class: "qp-heading" }, "Incident log"), list),
		update: function () {
			var all = entries(), key = JSON.stringify(all) + play.run.share;
			if (key === shown) { return; }
			shown = key;
			list.replaceChildren();
			if (!all.length) { list.append(live.make("li", { class: "qp-small" }, "Nothing yet.")); }
			all.forEach(function (e) {
				list.append(live.make("li", {}, live.make("span", { class: "qp-when" }, play.clock(e.minute)), " ",
					live.make("span", { "aria-hidden": "true" }, e.sign + " "), e.text, e.control ? undo(e.control) : null));
			});
			list.scrollTop = list.scrollHeight;
		}
	};
};
