// What a handout does once it is open: it inflates the libraries that are in it, draws its mathematics, hands the charts
// what draws them, and lets the keyboard reach what scrolls. The root element has data-handout="ready" when nothing more is
// to come but the charts.
(function () {
  'use strict';

  // A library is in the page as gzip in base64. Inflated it runs as the page's own script, and leaves again, so that a
  // page which a reader saves does not carry it twice.
  function library(name) {
    var packed = document.querySelector('script[data-library="' + name + '"]');
    if (!packed) {
      return null;
    }
    return new Promise(function (done) {
      var bytes = Uint8Array.from(atob(packed.textContent.trim()), function (c) { return c.charCodeAt(0); });
      done(new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text());
    }).then(function (text) {
      var script = document.createElement('script');
      script.textContent = text;
      document.head.append(script);
      script.remove();
    });
  }

  // What cannot be drawn stands as it was written, and a sentence says why.
  function giveNotice(reason) {
    console.info('queuebook: not drawn:', reason);
    document.querySelectorAll('.notice').forEach(function (notice) { notice.hidden = false; });
  }

  // A dollar sign followed by a word joiner (U+2060) is a price, not a delimiter: see prose.html.j2.
  var formula = /\$\$(?!\u2060)([\s\S]+?)\$\$(?!\u2060)|\$(?![\u2060$])((?:[^$]|\$\u2060)+?)\$(?!\u2060)|(\\begin\{([a-z]*\*?)\}[\s\S]*?\\end\{\4\})/g;

  function draw(node) {
    var text = node.data, at = 0, drawn = document.createDocumentFragment(), found;
    formula.lastIndex = 0;
    while ((found = formula.exec(text))) {
      var inline = found[2] !== undefined;
      var tex = (found[1] || found[2] || found[3]).replace(/\$\u2060/g, '\\$');
      var place = document.createElement('span');
      place.className = inline ? 'formula' : 'formula displayed';
      try {
        temml.render(tex, place, { displayMode: !inline, throwOnError: true });
      } catch (fault) {
        // The source says more to a reader than an empty place.
        place.className += ' unreadable';
        place.textContent = found[0];
        place.title = String(fault.message);
      }
      drawn.append(text.slice(at, found.index), place);
      at = found.index + found[0].length;
    }
    if (at > 0) {
      drawn.append(text.slice(at));
      node.replaceWith(drawn);
    }
  }

  function drawMathematics() {
    var texts = [];
    document.querySelectorAll('.masthead h1, .contents, .prose').forEach(function (part) {
      var walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        if (!walk.currentNode.parentElement.closest('pre, code, script, style, textarea, math')) {
          texts.push(walk.currentNode);
        }
      }
    });
    texts.forEach(draw);
  }

  function reachScrolled() {
    document.querySelectorAll('.output.html, .wide, .formula.displayed').forEach(function (part) {
      if (part.scrollWidth > part.clientWidth) {
        part.tabIndex = 0;
      } else {
        part.removeAttribute('tabindex');
      }
    });
  }

  // A chart's own script waits for this promise before it draws; see lessonlib/show/assets.
  var drawing = library('charts');
  if (drawing) {
    globalThis.queuebookCharts = globalThis.queuebookCharts || {};
    globalThis.queuebookCharts.loading = drawing;
    drawing.catch(giveNotice);
  }
  var mathematics = library('temml');
  (mathematics ? mathematics.then(drawMathematics).catch(giveNotice) : Promise.resolve()).then(function () {
    reachScrolled();
    window.addEventListener('resize', reachScrolled);
    document.addEventListener('toggle', reachScrolled, true); // what was folded away may scroll
    document.documentElement.dataset.handout = 'ready';
  });
})();
