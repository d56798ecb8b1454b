// What a handout does once it is open: it draws its mathematics and lets the keyboard reach what scrolls.
(function () {
  'use strict';

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
    document.querySelectorAll('.output.html, .formula.displayed').forEach(function (part) {
      if (part.scrollWidth > part.clientWidth) {
        part.tabIndex = 0;
      } else {
        part.removeAttribute('tabindex');
      }
    });
  }

  if (window.temml) {
    drawMathematics();
  }
  reachScrolled();
  window.addEventListener('resize', reachScrolled);
})();
