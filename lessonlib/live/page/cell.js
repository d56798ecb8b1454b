// What the output of a live lesson carries; see live.go. It must run in any order with the lesson's script, as often as
// the output is copied, and leave no name behind but queuebookLive.
(function (spec) {
	// The place is found from the script, not by an id: the same output may stand on the page twice. In a shadow tree
	// there is no current script, and no place is found, so the words in it stay.
	var script = document.currentScript;
	var place = script ? script.closest(".queuebook-live") : Array.from(document.querySelectorAll(".queuebook-live")).find(
		function (e) { return e.dataset.queuebookLive === spec.name && !e.dataset.queuebookState; });
	if (!place) { return; }
	function say(state) { place.setAttribute("data-queuebook-state", state); }
	say("waiting");
	var live = globalThis.queuebookLive = globalThis.queuebookLive || {};
	var config = document.getElementById("jupyter-config-data");
	var loading = live.loading = live.loading || {};
	function here() { return live.modules && live.modules[spec.name]; }
	// The first output of a lesson loads its script for all.
	function load() {
		return new Promise(function (done, fail) {
			if (here()) { return done(); }
			if (!config) { return fail(new Error("no Jupyter server behind this page")); }
			var file = document.createElement("script");
			file.src = (JSON.parse(config.textContent).baseUrl || "/") + "kernelspecs/queuebook/queuebook-live-" + spec.name + ".js";
			file.onload = done;
			file.onerror = function () { fail(new Error("no " + file.src)); };
			document.head.appendChild(file);
		});
	}
	function start() {
		loading[spec.name] = loading[spec.name] || load();
		loading[spec.name].then(function () {
			return live.mount(spec.name, place, spec.options);
		}).catch(function (reason) {
			// The next output tries again.
			delete loading[spec.name];
			say("absent");
			console.info("queuebook: the live lesson does not run:", reason);
		});
	}
	// A handout's script stands below the output.
	if (here() || config || document.readyState === "complete") { start(); }
	else { addEventListener("load", start, { once: true }); }
})
