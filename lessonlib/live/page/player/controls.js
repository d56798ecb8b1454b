// The eight controls. What is set acts from the minute on at whose start the operator stands.
live.player.parts.controls = function (play) {
	// How a control of the model is written here: its value times scale, in steps between least and most. Whoever writes a
	// value of their own is bound by the model's range alone. The others are switches and buttons.
	var dials = {
		minimum: { label: "Minimum fleet", unit: "instances", step: 1, least: 1, scale: 1 },
		target: { label: "Target utilisation", unit: "%", step: 5, least: 5, most: 100, scale: 100 },
		ttl: { label: "Time to live", unit: "s", step: 10, least: 0, scale: 1 },
		shed: { label: "Shed low-priority traffic", unit: "%", step: 10, least: 0, most: 100, scale: 100 }
	};
	var labels = { autoscaler: "Autoscaler", feature: "Recommendations", "warm-up": "Start the cache warm-up",
		"roll back": "Roll back" };
	var fields = live.make("fieldset", { class: "qp-controls" }, live.make("legend", {}, "Controls"));
	var since = live.make("p", { class: "qp-small" });
	fields.append(since);

	var updates = play.facts.controls.map(function (control) {
		var meaning = live.id("meaning"), problem = live.make("p", { class: "qp-problem", role: "alert" });
		var explanation = live.make("p", { class: "qp-small", id: meaning });
		var mark = live.make("span", { class: "qp-pending" });
		var operate = control.kind === "dial" ? dial : control.kind === "switch" ? toggle : press;
		var part = operate(control, meaning, function (value) {
			return live.player.attempt(problem, function () { play.act(control.number, value); });
		});
		fields.append(live.make("div", { class: "qp-control", "data-control": control.name },
			live.make("div", { class: "qp-row" }, part.element, mark), explanation, problem));
		return function () {
			var stands = play.position(control.number);
			part.update(stands);
			live.say(explanation, control.meaning + " " + play.run.shift.costs[control.number - 1]);
			live.say(mark, stands.pending ? "set at " + play.clock(play.at) : "");
			if (part.changed !== play.at) { live.say(problem, ""); }
			part.changed = play.at;
		};
	});

	function dial(control, meaning, set) {
		var how = dials[control.name], id = live.id("dial"), stands = 0;
		var input = live.make("input", { id: id, type: "text", inputmode: "decimal", size: 5, autocomplete: "off",
			"aria-describedby": meaning, onchange: write, onkeydown: function (e) {
				if (e.key === "ArrowUp" || e.key === "ArrowDown") {
					e.preventDefault();
					nudge(e.key === "ArrowUp" ? 1 : -1);
				}
			} });
		function shown(value) { return String(Number((value * how.scale).toPrecision(12))); }
		// Dividing by 100 the digits, and not the number, keeps 14.4 % the 0.144 that a plan would say.
		function meant(text) {
			var x = Number(text.replace(",", ".").replace("%", ""));
			return text.trim() === "" || isNaN(x) ? text : Number((x / how.scale).toPrecision(12));
		}
		function write() { input.setAttribute("aria-invalid", String(!set(meant(input.value)))); }
		function nudge(direction) {
			var most = control.name === "minimum" ? play.run.shift.most : how.most || Infinity;
			var next = Number((stands * how.scale + direction * how.step).toPrecision(12));
			input.value = String(Math.max(how.least, Math.min(most, next)));
			write();
		}
		function nudger(sign, words, direction) {
			return live.make("button", { type: "button", class: "qp-nudge", "aria-label": words + " " + how.label.toLowerCase(),
				onclick: function () { nudge(direction); } }, sign);
		}
		return {
			element: live.make("span", { class: "qp-dial" }, live.make("label", { for: id }, how.label),
				live.make("span", { class: "qp-field" }, nudger("−", "Less", -1), input, nudger("+", "More", 1),
					live.make("span", {}, how.unit))),
			update: function (now) {
				if (input.getAttribute("aria-invalid") === "true" && this.changed === play.at && stands === now.value) { return; }
				stands = now.value;
				input.setAttribute("aria-invalid", "false");
				// What somebody is writing stays until it is done.
				if (document.activeElement !== input || !play.running) {
					if (input.value !== shown(stands)) { input.value = shown(stands); }
				}
			}
		};
	}

	function toggle(control, meaning, set) {
		var box = live.make("input", { type: "checkbox", role: "switch", "aria-describedby": meaning,
			onchange: function () { set(box.checked ? 1 : 0); } });
		var state = live.make("span", {});
		return {
			element: live.make("label", { class: "qp-dial" }, live.make("span", {}, labels[control.name]),
				live.make("span", { class: "qp-field" }, box, state)),
			update: function (now) {
				box.checked = now.value === 1;
				live.say(state, now.value === 1 ? "on" : "off");
			}
		};
	}

	function press(control, meaning, set) {
		var button = live.make("button", { type: "button", "aria-describedby": meaning, onclick: function () { set(0); } },
			labels[control.name]);
		var state = live.make("span", { class: "qp-small" });
		return {
			element: live.make("span", { class: "qp-dial" }, button, state),
			update: function (now) {
				live.say(state, now.at === undefined || now.pending ? "" : "last pressed at " + play.clock(now.at));
			}
		};
	}

	return {
		element: fields,
		update: function () {
			fields.disabled = play.over();
			live.say(since, play.over() ? "The shift is over. Go back to a minute to act otherwise." :
				"What you set acts from " + play.clock(play.at) + " on." +
				(dropped() ? " What the plan did later is then dropped." : ""));
			updates.forEach(function (update) { update(); });
		}
	};

	function dropped() {
		return play.run.taken.some(function (t) { return t.minute > play.at && !t.rule; });
	}
};
