// What a driver of JupyterLab needs to know of its page. Cells that are far from view may not be laid out, so places are
// found by the models, and shown before they are looked at.
window.student = (function () {
	const app = () => window.jupyterapp;
	const panel = () => app().shell.currentWidget;
	const cells = () => panel().content.widgets;
	const at = (id) => {
		const index = cells().findIndex((c) => c.model.id === id);
		if (index < 0) { throw new Error("no cell " + id); }
		return index;
	};
	const cell = (id) => cells()[at(id)];
	const codes = () => cells().filter((c) => c.model.type === "code" && c.model.sharedModel.getSource().trim());
	return {
		isOpen() {
			const p = panel();
			return !!(p && p.context && p.context.isReady && p.content.widgets && p.content.widgets.length);
		},
		kernel() {
			const session = panel().sessionContext;
			return session.isReady && session.session && session.session.kernel ? session.session.kernel.status : "none";
		},
		codes() { return codes().map((c) => c.model.id); },
		selected() { return panel().content.activeCell.model.id; },
		tags(id) { return cell(id).model.getMetadata("tags") || []; },
		source(id) { return cell(id).model.sharedModel.getSource(); },
		count(id) { return cell(id).model.executionCount || 0; },
		// isDone tells whether the kernel is there and no cell waits or runs. Before its first cell a kernel may not have
		// said that it is idle, and is "unknown".
		isDone() {
			return ["idle", "unknown"].includes(student.kernel()) && cells().every((c) => c.model.type !== "code" ||
				c.model.executionState !== "running" && c.model.executionState !== "scheduled");
		},
		// isRun tells whether all cells have run, or as many as did before one failed.
		isRun() {
			const isFailed = (c) => c.model.outputs.toJSON().some((o) => o.output_type === "error") &&
				!(c.model.getMetadata("tags") || []).includes("raises-exception");
			return student.isDone() && (codes().every((c) => c.model.executionCount) || codes().some(isFailed));
		},
		// show scrolls to a cell and gives its element once it is in the page. JupyterLab lays out what is far from view when
		// it comes near, which moves what is below it, so it takes some steps.
		async show(id) {
			const notebook = panel().content, node = cell(id).node;
			notebook.activeCellIndex = at(id);
			notebook.deselectAll();
			await notebook.scrollToItem(at(id), "start");
			document.querySelectorAll("[data-student]").forEach((e) => e.removeAttribute("data-student"));
			node.setAttribute("data-student", "here");
			for (let still = 0, top = null, i = 0; still < 3 && i < 300; i++) {
				node.scrollIntoView({ block: "start" });
				await new Promise(requestAnimationFrame);
				still = top === node.getBoundingClientRect().top ? still + 1 : 0;
				top = node.getBoundingClientRect().top;
			}
			return node.isConnected;
		},
		// mark finds an item of a menu by its words, and tells whether there is one to be seen.
		mark(selector, text) {
			document.querySelectorAll('[data-student="menu"]').forEach((e) => e.removeAttribute("data-student"));
			const label = [...document.querySelectorAll(selector)].find((e) => e.textContent === text && e.checkVisibility());
			if (label) { label.closest("li").setAttribute("data-student", "menu"); }
			return !!label;
		},
		// outputs are the outputs of a cell as the notebook has them.
		outputs(id) { return cell(id).model.outputs.toJSON(); },
		isFolded(id) { return cell(id).outputHidden; },
		// look is what a reader sees of the outputs of the cell that shows.
		async look() {
			const here = document.querySelector('[data-student="here"]');
			const area = here.querySelector(".jp-Cell-outputWrapper").getBoundingClientRect();
			const find = (selector) => [...here.querySelectorAll(".jp-OutputArea-output " + selector)];
			const isLaidOut = (e) => e.checkVisibility({ contentVisibilityAuto: true });
			const isSeen = (e) => {
				const box = e.getBoundingClientRect();
				return isLaidOut(e) && box.width > 0 && box.height > 0 && box.left >= area.left - 1 && box.right <= area.right + 1;
			};
			const images = find("img");
			// What is far from view is laid out late.
			for (let i = 0; i < 300 && ![...here.querySelectorAll(".jp-OutputArea-output *")].every(isLaidOut); i++) {
				await new Promise(requestAnimationFrame);
			}
			await Promise.all(images.map((i) => i.decode().catch(() => {})));
			return {
				images: images.map((i) => ({ alt: i.alt, source: i.src, seen: isSeen(i) && i.naturalWidth > 0 })),
				cards: find(".queuebook-claim").map((c) => (
					{ id: c.id || c.dataset.jupyterId, text: c.innerText, seen: isSeen(c) })),
				charts: find(".queuebook-explore").map((c) => (
					{ state: c.dataset.queuebookState || "", drawn: isSeen(c) && !!c.querySelector("canvas") })),
				text: [...here.querySelectorAll(".jp-OutputArea-output")].map((o) => o.innerText).join("\n"),
			};
		},
		// pick selects the first place in a cell's source that is equal to a text.
		pick(id, text) {
			const editor = cell(id).editor, start = student.source(id).indexOf(text);
			if (start < 0) { return false; }
			editor.focus();
			editor.setSelection({ start: editor.getPositionAt(start), end: editor.getPositionAt(start + text.length) });
			return true;
		},
		trusted(id) { return cell(id).model.trusted; },
	};
})();
