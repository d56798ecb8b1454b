// Starts engines and puts components into places:
//
//   live.components[name] = function (stage, engine, options) { ... }
//     is how a lesson's scripts make themselves known. It fills the element stage, and may return a promise.
//   engine({op: "...", ...}) asks the lesson's Go program and gives its reply as an object. A reply that is an error is
//     thrown as an Error, whose message is a sentence for the reader.
//   live.mount(name, place, options) starts the engine, once in a page, and shows the component in the place. It never
//     throws: what goes wrong is said in the place, and the still figure above stays.
//
// live.call(name, request) is the engine's reply as text, for tests.
live.components = {};

// What this browser lacks, as a sentence; nothing if it has all.
function lacking() {
	if (typeof WebAssembly !== "object" || !WebAssembly.instantiate) {
		return "This browser has no WebAssembly, or has it switched off, and the model needs it to run in the page.";
	}
	if (typeof DecompressionStream !== "function") {
		return "This browser has no DecompressionStream, with which the page unpacks the model; current versions of " +
			"Firefox, Chrome, Edge and Safari have it.";
	}
}

// The module stands in the script as live.go's function printable writes it: 13 bits in two of 92 signs.
function unprinted(code, size) {
	var value = new Uint8Array(128), next = 0;
	for (var c = 32; c < 127; c++) {
		if (c !== 34 && c !== 60 && c !== 92) { value[c] = next++; }
	}
	var bytes = new Uint8Array(size), bits = 0, count = 0, at = 0;
	for (var i = 0; i < code.length; i += 2) {
		bits |= (value[code.charCodeAt(i)] + 92 * value[code.charCodeAt(i + 1)]) << count;
		for (count += 13; count >= 8; count -= 8) {
			// Beyond the end there are only the zeros that fill the last sign.
			bytes[at++] = bits;
			bits >>>= 8;
		}
	}
	return bytes;
}

function unpacked(size, code) {
	var packed = unprinted(code, size);
	return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Runs a Go program and gives the function with which it answers. Go's runtime looks for a few things in the global
// object and leaves more there, so it gets an object of its own to look in.
async function start(module) {
	var scope = { Object: Object, Array: Array, Uint8Array: Uint8Array, Date: Date, Error: Error, Promise: Promise,
		performance: performance, crypto: crypto, TextEncoder: TextEncoder, TextDecoder: TextDecoder };
	var Go = module.runtime(scope), go = new Go();
	var program = await WebAssembly.instantiate(await unpacked(module.size, module.code), go.importObject);
	return new Promise(function (done, fail) {
		scope.queuebookAnswer = done;
		go.run(program.instance).then(function () { fail(new Error("its program ended")); }, fail);
	});
}

function answerer(name) {
	var module = live.modules[name];
	if (!module) { return Promise.reject(new Error("the page does not hold it")); }
	module.running = module.running || start(module);
	return module.running;
}

live.call = async function (name, request) {
	return (await answerer(name))(request);
};

live.engine = async function (name) {
	var answer = await answerer(name);
	return function (request) {
		var reply = JSON.parse(answer(new URLSearchParams(request).toString()));
		if (reply.error) { throw new Error(reply.error); }
		return reply;
	};
};

live.mount = async function (name, place, options) {
	function say(state) { place.setAttribute("data-queuebook-state", state); }
	// Several places of one output may be mounted; each is its own.
	say("starting");
	var problem = lacking();
	if (!problem) {
		try {
			var engine = await live.engine(name);
			var stage = live.make("div", { class: "queuebook-live-stage" });
			live.followTheme(place);
			await live.components[name](stage, engine, options || {});
			place.querySelectorAll(":scope > :not(script)").forEach(function (e) { e.remove(); });
			place.appendChild(stage);
			say("running");
			return;
		} catch (reason) {
			problem = "The model did not start: " + (reason && reason.message || reason) + ".";
			console.info("queuebook: the live lesson does not run:", reason);
		}
	}
	var note = place.querySelector(".queuebook-live-note") || place.appendChild(live.make("p", { class: "queuebook-live-note" }));
	note.textContent = problem + " The figure above shows what it starts with.";
	say("absent");
};
