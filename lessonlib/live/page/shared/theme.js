// live.style adds a style sheet to the page. live.followTheme keeps a place in light or dark, as the page around it is.
live.style = function (text) {
	var sheet = document.createElement("style");
	sheet.textContent = text;
	document.head.appendChild(sheet);
};

var places = new Set();

// A place is dark when JupyterLab says so, or else when what lies behind it is.
function isDark(place) {
	var light = document.body.getAttribute("data-jp-theme-light");
	if (light) { return light === "false"; }
	for (var e = place.parentElement; e; e = e.parentElement) {
		var part = getComputedStyle(e).backgroundColor.match(/[\d.]+/g);
		if (part && (part.length < 4 || Number(part[3]) > 0.5)) {
			return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2] < 110;
		}
	}
	return matchMedia("(prefers-color-scheme: dark)").matches &&
		getComputedStyle(document.documentElement).colorScheme.includes("dark");
}

function follow(place) { place.setAttribute("data-theme", isDark(place) ? "dark" : "light"); }

function followAll() {
	places.forEach(function (place) {
		if (place.isConnected) { follow(place); } else { places.delete(place); }
	});
}

live.followTheme = function (place) {
	places.add(place);
	follow(place);
};

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", followAll);
[document.documentElement, document.body].forEach(function (e) {
	if (e) {
		new MutationObserver(followAll).observe(e,
			{ attributes: true, attributeFilter: ["data-jp-theme-light", "data-theme", "class", "style"] });
	}
});
