// The on-call player: one shift, played minute by minute. Everything that is shown is a view of one object, play:
//
//   play.run       the engine's reply: the whole shift under the plan as it stands
//   play.at        how many minutes have been played; the operator stands at the start of this minute
//   play.reached   the furthest that the clock has been under this plan
//   play.courses   what was played before the operator went back and acted otherwise
//
// Each part of the page is a function (play) that gives its element and draws itself anew when told to; the parts are in
// the files beside this one, and none knows another.
live.player = { parts: {} };

live.components.player = function (stage, engine, options) {
	var parts = live.player.parts;
	var play = live.player.play = newPlay(engine); // tests look at the last player of a page
	play.open(options.share ? { share: options.share } : first(play.facts), options.share);
	var views = {};
	["setup", "clock", "pager", "controls", "panel", "report", "timelines", "log", "courses", "share", "formulas"]
		.forEach(function (name) { views[name] = parts[name](play); });
	stage.append(
		views.setup.element, views.clock.element, views.pager.element,
		live.make("div", { class: "qp-desk" }, views.controls.element,
			live.make("div", { class: "qp-view" }, views.panel.element, views.report.element, views.timelines.element)),
		live.make("div", { class: "qp-pair" }, views.log.element, views.courses.element),
		views.share.element, views.formulas.element,
		live.make("p", { class: "qp-small" }, play.facts.teaching));
	play.show = function () {
		Object.keys(views).forEach(function (name) { views[name].update(); });
	};
	play.show();
	if (play.refused) { views.setup.refuse(play.refused); }
};

// The shift that a page without a wish begins with: the cache flush, which is short and has the best trap.
function first(facts) {
	var flush = facts.shifts.filter(function (s) { return s.name === "cache-flush"; })[0];
	return { shift: flush.name, seed: flush.seed };
}

function newPlay(engine) {
	var play = { facts: engine({ op: "facts" }), courses: [], running: false, at: 0, reached: 0, show: function () {} };

	// open starts a shift from its first minute. A wish that cannot be met is kept as a sentence, and the first shift opens.
	play.open = function (wish) {
		play.pause();
		try {
			var run = engine(Object.assign({ op: "open" }, wish));
		} catch (problem) {
			if (play.run) { throw problem; }
			play.refused = problem.message;
			run = engine(Object.assign({ op: "open" }, first(play.facts)));
		}
		play.courses = [];
		adopt(run, 0);
	};

	// openPlan gives the shift that is open another plan, in words.
	play.openPlan = function (text) {
		var run = engine({ op: "plan", share: play.run.share, text: text });
		play.pause();
		keep();
		adopt(run, 0);
	};

	// act sets a control or presses it, from the minute on at whose start the operator stands.
	play.act = function (control, value) {
		branch(engine({ op: "act", share: play.run.share, minute: play.at, control: control, value: value }));
	};

	play.takeBack = function (control) {
		branch(engine({ op: "takeBack", share: play.run.share, minute: play.at, control: control }));
	};

	function branch(run) {
		if (run.share === play.run.share) { return play.show(); }
		keep();
		adopt(run, play.at);
	}

	// keep remembers what has been seen beyond this minute and is about to be undone.
	function keep() {
		if (play.reached <= play.at) { return; }
		var course = { share: play.run.share, reached: play.reached, run: play.run };
		play.courses = play.courses.filter(function (c) { return c.share !== course.share; });
		play.courses.unshift(course);
		play.courses.length = Math.min(play.courses.length, 8);
	}

	play.recall = function (course) {
		play.pause();
		keep();
		play.courses = play.courses.filter(function (c) { return c !== course; });
		adopt(course.run, course.reached);
	};

	function adopt(run, at) {
		play.run = run;
		play.at = play.reached = at;
		play.explained = null;
		play.show();
	}

	// go moves the clock; to a minute that has not been played, by playing up to it.
	play.go = function (minute) {
		play.at = Math.max(0, Math.min(minute, play.run.shift.minutes));
		play.reached = Math.max(play.reached, play.at);
		if (play.over()) { play.pause(); }
		play.show();
	};

	play.over = function () { return play.at >= play.run.shift.minutes; };

	play.pause = function () { play.running = false; };

	// The formulas are asked for when somebody wants to read them.
	play.explain = function () {
		play.explained = play.explained || engine({ op: "explain", share: play.run.share }).formulas;
		return play.explained;
	};

	play.report = function () { return engine({ op: "report", share: play.run.share }); };

	play.clock = function (minute) {
		var t = (play.run.shift.start + minute) % 1440;
		return String(Math.floor(t / 60)).padStart(2, "0") + ":" + String(t % 60).padStart(2, "0");
	};

	// news lists what came in minutes from one to before another: what happened, and when the users began to feel it.
	play.news = function (from, to) {
		var list = play.run.events.filter(function (e) { return e.minute >= from && e.minute < to; }).map(function (e) {
			return { minute: e.minute, page: e.page, text: e.text };
		});
		var errors = play.run.columns.errors, allowed = play.run.shift.allowed;
		for (var m = from; m < to; m++) {
			var now = errors[m] > allowed, before = m > 0 && errors[m - 1] > allowed;
			if (now !== before) {
				list.push({ minute: m, good: !now, text: now ?
					"the error rate rises above the objective, to " + live.player.percent(errors[m]) :
					"the error rate is back within the objective" });
			}
		}
		return list.sort(function (a, b) { return a.minute - b.minute; });
	};

	// position is where a control stands for the operator now, and whether it was set for this very minute.
	play.position = function (control) {
		var found = { value: play.run.shift.settings[control - 1], pending: false };
		play.run.taken.forEach(function (t) {
			if (t.control !== control || t.minute > play.at || t.minute === play.at && t.rule) { return; }
			found = { value: t.value, pending: t.minute === play.at, at: t.minute };
		});
		return found;
	};

	return play;
}

live.player.percent = function (share) {
	var p = 100 * share;
	return (p >= 10 || p === 0 ? p.toFixed(0) : p >= 1 ? p.toFixed(1) : p.toFixed(2)) + " %";
};

// attempt does what may be refused, and says in an element why it was.
live.player.attempt = function (place, work) {
	try {
		work();
		live.say(place, "");
		return true;
	} catch (problem) {
		live.say(place, live.player.sentence(problem.message));
		return false;
	}
};

live.player.sentence = function (text) {
	return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
};

// copier is a button that copies a text, or selects it where the page may not.
live.player.copier = function (label, place, text) {
	var button = live.make("button", { type: "button", onclick: async function () {
		try {
			await navigator.clipboard.writeText(text());
			live.say(button, "Copied");
		} catch (e) {
			getSelection().selectAllChildren(place());
			live.say(button, "Selected: copy with the keyboard");
		}
		setTimeout(function () { live.say(button, label); }, 3000);
	} }, label);
	return button;
};
