// The clock and what moves it. While it runs, it stops by itself when something happens, unless asked not to.
live.player.parts.clock = function (play) {
	var speeds = [1, 10, 60], speed = 10, due = 0, last = 0;
	var still = matchMedia("(prefers-reduced-motion: reduce)");
	var time = live.make("span", { class: "qp-time" });
	var status = live.make("p", { class: "qp-status", role: "status" });
	function button(label, act) { return live.make("button", { type: "button", onclick: act }, label); }
	var run = button("Run", toggle);
	run.classList.add("qp-run");
	var back = button("Back", function () { halt(); play.go(play.at - 1); });
	var step = button("Step", function () { halt(); step1(); });
	var begin = button("To the start", function () { halt(); play.go(0); });
	var end = button("To the end", function () { halt(); play.go(play.run.shift.minutes); });
	var slider = live.make("input", { type: "range", min: 0, step: 1, "aria-label": "Clock", oninput: function () {
		halt();
		play.go(Number(slider.value));
	} });
	var group = live.id("speed");
	var pace = live.make("fieldset", { class: "qp-row qp-speed" }, live.make("legend", {}, "Minutes a second"));
	speeds.forEach(function (s) {
		var radio = live.make("input", { type: "radio", name: group, value: s, onchange: function () { speed = s; } });
		radio.checked = s === speed;
		pace.append(live.make("label", {}, radio, " " + s));
	});
	var heed = live.make("input", { type: "checkbox" });
	heed.checked = true;

	function halt() {
		play.pause();
		said = "";
	}
	var said = "";

	function step1() {
		if (!play.over()) { play.go(play.at + 1); }
	}

	function toggle() {
		if (play.running) { halt(); return play.show(); }
		if (play.over()) { play.go(0); }
		said = "";
		play.running = true;
		due = 0;
		last = performance.now();
		play.show();
		requestAnimationFrame(frame);
	}

	function frame(now) {
		if (!play.running || !slider.isConnected) { play.pause(); return; }
		// With reduced motion the figures change twice a second, whatever the pace.
		if (still.matches && now - last < 500) { return requestAnimationFrame(frame); }
		due += Math.min(now - last, still.matches ? 1000 : 250) / 1000 * speed;
		last = now;
		var whole = Math.floor(due);
		due -= whole;
		if (whole > 0) { advance(whole); }
		requestAnimationFrame(frame);
	}

	// advance plays some minutes, up to the first one in which something happens that has not been seen before; good news does
	// not stop it.
	function advance(minutes) {
		var to = Math.min(play.at + minutes, play.run.shift.minutes);
		var news = heed.checked ? play.news(Math.max(play.at, play.reached), to).filter(function (n) { return !n.good; }) : [];
		if (news.length) {
			to = news[0].minute + 1;
			play.pause();
			said = "Stopped: " + news.filter(function (n) { return n.minute === news[0].minute; }).map(function (n) {
				return play.clock(n.minute) + " " + n.text;
			}).join("; ") + ". What do you do? Set a control, or run on.";
		}
		play.go(to);
	}

	function words() {
		var minutes = play.run.shift.minutes;
		if (play.over()) { return "The shift is over. The report is below; go back to any minute to try another way."; }
		if (play.running) { return ""; }
		if (said) { return said; }
		if (play.at === 0) { return "Press Run. The clock stops when something happens."; }
		return play.clock(play.at) + ", minute " + play.at + " of " + minutes + ". What you set now acts from here on.";
	}

	return {
		element: live.make("div", { class: "qp-clock" },
			live.make("div", { class: "qp-row" }, time, run, step, back, begin, end),
			slider,
			live.make("div", { class: "qp-row" }, pace, live.make("label", {}, heed, " Stop when something happens")),
			status),
		update: function () {
			var minutes = play.run.shift.minutes;
			if (Number(slider.max) !== minutes) { slider.max = minutes; }
			if (Number(slider.value) !== play.at) { slider.value = play.at; }
			slider.setAttribute("aria-valuetext", play.clock(play.at));
			live.say(time, play.clock(play.at));
			live.say(run, play.running ? "Pause" : play.over() ? "Run again" : "Run");
			step.disabled = end.disabled = play.over();
			back.disabled = begin.disabled = play.at === 0;
			live.say(status, words());
		}
	};
};
