// The pager: silent, firing, or fired before. It speaks up once, when it fires.
live.player.parts.pager = function (play) {
	var text = live.make("p", {}), box = live.make("div", { class: "qp-pager" }, text);
	return {
		element: box,
		update: function () {
			var page = play.run.events.filter(function (e) { return e.page && e.minute < play.at; })[0];
			var limit = play.run.shift.pageBurn;
			var firing = page && play.run.columns.burnHour[play.at - 1] >= limit;
			// Only the page itself interrupts a screen reader.
			if (firing) { text.setAttribute("role", "alert"); } else { text.removeAttribute("role"); }
			box.setAttribute("data-state", firing ? "firing" : page ? "fired" : "silent");
			live.say(text, firing ? "PAGE since " + play.clock(page.minute) + ": burn (1 h) is at or above " + limit + "." :
				page ? "The pager fired at " + play.clock(page.minute) + "; burn (1 h) is below " + limit + " again." :
				"The pager is silent. It fires when burn (1 h) reaches " + limit + ".");
		}
	};
};
