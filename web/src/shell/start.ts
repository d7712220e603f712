import { onlineManager } from '@tanstack/react-query'
import { queries } from '../kernel/call/calls.ts'
import { installFeedback } from '../kernel/call/feedback.ts'
import { watchForDebugConsole } from '../kernel/device/debug-console.ts'
import { watchInstall } from '../kernel/device/install.ts'
import { startNative } from '../kernel/device/native.ts'
import { routerHistory } from '../kernel/page/router.ts'
import { parseSearch } from '../kernel/page/search.ts'
import { currentToken } from '../kernel/token.ts'
import { currentSession, onSession } from '../kernel/user.ts'
import { sessionScreens } from '../platform/session/screens.ts'
import { dismissTopModal } from '../ui/modal/modal-stack.ts'
import { toast } from '../ui/modal/toast.ts'
import { loadNavigation } from './use-navigation.ts'

/** ms after somebody is known. */
const ENUMS_AFTER = 3_000

const loadEnums = (force: boolean): void =>
  void import('../kernel/call/enums.ts').then(({ enums }) => enums.load(force), nothing)

const asking = () => import('./asking.ts')

/** Ties the kernel to the widgets, the native shell and the page's hidden console; after the router has started. */
export function startShell(): void {
  installFeedback({
    toast: (text, tone) => toast(text, { error: tone === 'error', waits: tone === 'notice' }),
    ask: async (question) => (await asking()).ask(question),
    prove: async (refusal) => (await asking()).prove(refusal),
    beginShift: async () => (await asking()).beginShift(),
    secondPerson: async (refusal) => (await asking()).secondPerson(refusal),
    stepUp: async () => (await asking()).stepUp(),
  })
  // A page that opens without a network hears of no change.
  onlineManager.setOnline(navigator.onLine)
  startNative({
    resume() {
      void queries.invalidateQueries()
      if (currentToken() !== null) loadEnums(true)
    },
    back() {
      if (dismissTopModal()) return true
      const history = routerHistory()
      if (!history.canGoBack()) return false
      history.back()
      return true
    },
  })
  // The browser's back button closes what lies over the page first; the date-range picker has an entry of its own.
  routerHistory().block({
    enableBeforeUnload: false,
    blockerFn: ({ action, currentLocation }) =>
      action === 'BACK' && parseSearch(currentLocation.search).picking !== '1' && dismissTopModal(),
  })
  // Customers' pages carry a link's token of their own and no login: the console is not for them.
  const ours = new Set<string>(['/', ...Object.values(sessionScreens).map(({ path }) => path)])
  watchInstall()
  watchForDebugConsole(() => currentToken() !== null || ours.has(location.pathname))
  // Beside the question who is signed in, so that neither waits for the other.
  if (currentToken() !== null) void loadNavigation().catch(nothing)
  // Live events, from the first moment that somebody is signed in.
  const unlisten = onSession(() => {
    if (currentSession().state.status !== 'ready') return
    unlisten()
    import('../kernel/call/live.ts').then(({ startLive }) => startLive(), nothing)
    // Later than what the first page shows; whoever comes back or signs in anew tries again what failed.
    setTimeout(() => loadEnums(false), ENUMS_AFTER)
    onSession(() => currentSession().state.status === 'ready' && loadEnums(false))
    // Staff alone go on without a network: who only pays or signs is not made to fetch the whole application.
    if (import.meta.env.PROD) setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(nothing), 15_000)
  })
  const soon = () => void import('./soon.ts').then(({ startSoon }) => startSoon(), nothing)
  document.addEventListener('keydown', soon, { once: true })
  setTimeout(soon, 1_000)
}

const nothing = () => {}
