/*
 * What runs before anything else of the page, as a classic script written into it, which the page's policy names by its hash:
 * sets the chosen theme, fills in what an older engine lacks, tells of an engine that is too old, and asks what the page will ask
 * first. Only words of ECMAScript 5: a browser that cannot read it tells nothing. Built by ./start-script.ts, which gives the values
 * in capitals.
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

  // The application comes some round trips later; it takes the answers by web/src/kernel/call/early.ts.
  function askFirst(asks) {
    if (!asks) return
    var token = localStorage.getItem('token')
    // One in the address takes the place of this one.
    if (!token || /[?&]token=/.test(location.search)) return
    var user = JSON.parse(localStorage.getItem('user'))
    var store = localStorage.getItem('storeId')
    var order = (/^\?orderId=(\d{1,19})$/.exec(location.search) || [])[1]
    var ofPage = asks[location.pathname + (order ? '?orderId' : location.search)]
    // Who has not chosen a merchant, or has never been seen by this browser, may not see the page at all.
    var inside = user !== null && String(user.merchantId) !== '-1'
    var early = (self.early = { token: token, answers: {} })
    var stop = new AbortController()
    // As long as the application waits for an answer: it then asks itself.
    setTimeout(function () {
      stop.abort()
    }, 20000)

    function fill(_, value) {
      if (value === '$store') return store || undefined
      if (value === '$stores') return store ? [store] : undefined
      return value === '$order' ? order : value
    }

    asks[''].concat((inside && ofPage) || []).forEach(function (ask) {
      if (ask.whole && !(user.storeScope.all && user.menuAutos.indexOf(ask.whole) >= 0)) return
      var headers = { accept: 'application/json', token: token }
      var body
      if (ask.method === 'POST') {
        headers['content-type'] = 'application/json'
        body = JSON.stringify(ask.input, fill)
      }
      var options = { method: ask.method, headers: headers, body: body, signal: stop.signal }
      options.cache = 'no-store'
      options.credentials = 'omit'
      var answer = fetch(ask.path, options)
      answer.catch(function () {})
      early.answers[ask.path + ' ' + body] = answer
    })
  }

  try {
    askFirst(FIRST_ASKS)
  } catch (_) {
    // Without storage nobody is signed in.
  }
})()
