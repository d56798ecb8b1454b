// The other courses of this shift: what was played before the operator went back and acted otherwise.
live.player.parts.courses = function (play) {
	var list = live.make("ul", { class: "qp-courses" });
	var box = live.make("div", { role: "group", "aria-label": "Other courses" },
		live.make("p", { class: "qp-heading" }, "Other courses you played"), list);
	var shown = null;
	function summary(course) {
		var m = course.reached - 1, columns = course.run.columns;
		return (course.reached === course.run.shift.minutes ? "To the end" : "Until " + play.clock(course.reached)) + ": " +
			(100 * columns.budget[m]).toFixed(2) + " % of the budget left, $" + columns.cost[m].toFixed(2) + ". " +
			(course.run.plan ? course.run.plan.replace(/\n/g, "; ") : "Nothing done") + ".";
	}
	return {
		element: box,
		update: function () {
			box.hidden = !play.courses.length;
			if (shown === play.courses) { return; }
			shown = play.courses;
			list.replaceChildren();
			play.courses.forEach(function (course) {
				list.append(live.make("li", {}, summary(course) + " ",
					live.make("button", { type: "button", class: "qp-link", onclick: function () { play.recall(course); } },
						"go back to it")));
			});
		}
	};
};
