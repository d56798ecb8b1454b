// Which shift: picked with a seed, or out of a share string or a plan in words.
live.player.parts.setup = function (play) {
	var ids = { problem: live.id("problem"), paste: live.id("paste"), opening: live.id("opening") };
	var shift = live.make("select", {}), seed = live.make("input", { type: "text", inputmode: "numeric", size: 10,
		autocomplete: "off", spellcheck: "false" });
	play.facts.shifts.forEach(function (s) { shift.append(live.make("option", { value: s.name }, s.title)); });
	// A shift comes with the seed of the lesson; whoever wants another writes it.
	shift.addEventListener("change", function () {
		var picked = play.facts.shifts[shift.selectedIndex];
		seed.value = picked.seed;
	});
	var problem = live.make("p", { class: "qp-problem", role: "alert" });
	var title = live.make("h3", {}), story = live.make("p", { class: "qp-story" });
	function start() {
		live.player.attempt(problem, function () { play.open({ shift: shift.value, seed: seed.value.trim() }); });
	}
	var pasted = live.make("textarea", { id: ids.paste, rows: 3, spellcheck: "false", autocomplete: "off",
		"aria-describedby": ids.opening });
	var pasteProblem = live.make("p", { class: "qp-problem", role: "alert" });
	var box = live.make("details", { class: "qp-paste" },
		live.make("summary", {}, "Open a share string or a plan"),
		live.make("label", { for: ids.paste }, "Share string, or a plan for this shift in words"),
		pasted,
		live.make("p", { class: "qp-small", id: ids.opening },
			"A share string starts with “oncall1.” A plan in words has one line for each minute: “12:06 feature off, warm-up”."),
		live.make("button", { type: "button", onclick: open }, "Open"),
		pasteProblem);
	function open() {
		var text = pasted.value.trim();
		live.player.attempt(pasteProblem, function () {
			if (!text) { throw new Error("Nothing was pasted; paste a share string, or write a plan"); }
			if (/^oncall\w*\./.test(text.replace(/\s/g, ""))) { play.open({ share: text }); } else { play.openPlan(text); }
		});
	}
	return {
		element: live.make("div", { class: "qp-setup" },
			title, story,
			live.make("form", { class: "qp-row", onsubmit: function (e) { e.preventDefault(); start(); } },
				live.make("label", {}, "Shift ", shift), live.make("label", {}, "Seed ", seed),
				live.make("button", { type: "submit" }, "Start this shift")),
			problem, box),
		refuse: function (why) { live.say(problem, live.player.sentence(why) + " The player opened another shift instead."); },
		update: function () {
			var now = play.run.shift.name + "/" + play.run.seed;
			if (this.shown === now) { return; }
			this.shown = now;
			live.say(title, play.run.shift.title + ", seed " + play.run.seed);
			live.say(story, "You are on call. " + play.run.shift.story);
			shift.value = play.run.shift.name;
			seed.value = play.run.seed;
		}
	};
};
