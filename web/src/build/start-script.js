/*
 * What runs before anything else of the page, as a classic script of its own because the page's policy allows no inline one:
 * sets the chosen theme, fills in what an older engine lacks, and tells of an engine that is too old. Only words of ECMAScript 5:
 * a browser that cannot read it tells nothing. Built by ./start-script.ts, which gives the values in capitals.
 */
;(function () {
  try {
    // Before the first paint, so that a chosen theme does not flash.
    var theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme)
  } catch (_) {
    // Without storage the system's theme it is.
  }

  function tell() {
    if (!document.body) return document.addEventListener('DOMContentLoaded', tell)
    var notice = document.createElement('div')
    notice.setAttribute('role', 'alert')
    notice.style.cssText =
      'padding:48px 24px;font:16px/1.75 sans-serif;color:#1f2329;background:#fff;white-space:pre-line'
    notice.appendChild(document.createTextNode(NOTICE))
    document.body.innerHTML = ''
    document.body.appendChild(notice)
  }

  // The newest thing that every supported engine has and nothing can fill in: layers of style sheets.
  if (!self.CSSLayerBlockRule) return tell()

  // A module that cannot be read or run has a message; a file that did not come has none, and no listener here.
  addEventListener('error', function (event) {
    var root = document.getElementById('root')
    if (!(root && root.firstChild) && event.filename && event.filename.indexOf(location.origin + '/assets/') === 0)
      tell()
  })

  // Written into the page, it runs before the modules, which wait for the whole page.
  if (POLYFILLS && !HAS_ALL) document.write('<script src="' + POLYFILLS + '"></' + 'script>')
})()
