// What each interactive chart's output carries; see assets.go. It must run in any order with the library's script, as
// often as the output is copied, and leave no name behind.
(function (spec) {
	// The place is found from the script, not by its id: the same chart may stand on the page twice. In a shadow tree
	// there is no current script, and no place is found, so the words in it stay.
	var script = document.currentScript;
	var place = script ? script.closest(".queuebook-explore") : document.querySelector(
		'[data-queuebook-chart="' + spec.id + '"]:not([data-queuebook-state])');
	if (!place) { return; }
	function say(state) { place.setAttribute("data-queuebook-state", state); }
	say("waiting");
	var charts = globalThis.queuebookCharts = globalThis.queuebookCharts || {};
	var config = document.getElementById("jupyter-config-data");
	// The first chart of a page loads the library for all.
	function load() {
		return new Promise(function (done, fail) {
			if (charts.draw) { return done(); }
			if (!config) { return fail(new Error("no Jupyter server behind this page")); }
			var library = document.createElement("script");
			library.src = (JSON.parse(config.textContent).baseUrl || "/") + "kernelspecs/queuebook/queuebook-charts.js";
			library.onload = done;
			library.onerror = function () { fail(new Error("no " + library.src)); };
			document.head.appendChild(library);
		});
	}
	function start() {
		charts.loading = charts.loading || load();
		charts.loading.then(function () {
			charts.draw(place, spec);
			say("drawn");
		}).catch(function (reason) {
			// The next chart tries again.
			delete charts.loading;
			say("absent");
			console.info("queuebook: the interactive chart is not drawn:", reason);
		});
	}
	// A handout's library may stand below the chart.
	if (charts.draw || config || document.readyState === "complete") { start(); }
	else { addEventListener("load", start, { once: true }); }
})
