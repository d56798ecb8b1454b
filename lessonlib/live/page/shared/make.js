// Elements, in one call each. live.make("p", {class: "x", onclick: f}, "words", child) gives an element with attributes,
// listeners for names that start with "on", and children; null among the children is left out.
live.make = function (tag, attributes) {
	return fill(document.createElement(tag), attributes, Array.prototype.slice.call(arguments, 2));
};

// live.draw is live.make for the elements of a drawing.
live.draw = function (tag, attributes) {
	return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes,
		Array.prototype.slice.call(arguments, 2));
};

function fill(e, attributes, children) {
	Object.keys(attributes || {}).forEach(function (name) {
		var value = attributes[name];
		if (name.slice(0, 2) === "on") { e.addEventListener(name.slice(2), value); }
		else if (value === true) { e.setAttribute(name, ""); }
		else if (value !== false && value !== null && value !== undefined) { e.setAttribute(name, value); }
	});
	children.forEach(function (child) { if (child !== null && child !== undefined) { e.append(child); } });
	return e;
}

// live.say changes a text only if it differs, so that the page has no work and a screen reader does not repeat itself.
live.say = function (e, text) {
	if (e.textContent !== text) { e.textContent = text; }
};

// live.id makes ids that nothing else in the page has.
var count = 0;
live.id = function (what) { return "queuebook-live-" + what + "-" + (++count); };
