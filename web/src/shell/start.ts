import { onlineManager } from '@tanstack/react-query'
import { installFeedback, queries } from '../kernel/call/calls.ts'
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
import { translate } from '../words/words.ts'
import { loadNavigation } from './use-navigation.ts'

/** Delay in ms after the sign-in state is known. */
const ENUMS_AFTER = 3_000

const loadEnums = (force: boolean): void =>
  void import('../kernel/call/enums.ts').then(({ enums }) => enums.load(force), nothing)

const asking = () => import('./asking.ts')

/** Connects the kernel with the widgets, the native shell and the debug console; called after the router has started. */
export function startShell(): void {
  installFeedback({
    toast: (text, tone) => toast(translate(text), { error: tone === 'error' }),
    ask: async (question) => (await asking()).ask(question),
    decide: async (question) => (await asking()).decide(question),
    prove: async (refusal) => (await asking()).prove(refusal),
    beginShift: async () => (await asking()).beginShift(),
    secondPerson: async (refusal) => (await asking()).secondPerson(refusal),
    stepUp: async () => (await asking()).stepUp(),
  })
  // A page that is opened without a network receives no offline event.
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
  // The browser's back button first closes an overlay; the date range picker has its own history entry.
  routerHistory().block({
    enableBeforeUnload: false,
    blockerFn: ({ action, currentLocation }) =>
      action === 'BACK' && parseSearch(currentLocation.search).picking !== '1' && dismissTopModal(),
  })
  // The pages of customers use the token of a link and no session: the debug console is not available there.
  const ours = new Set<string>(['/', ...Object.values(sessionScreens).map(({ path }) => path)])
  watchInstall()
  watchForDebugConsole(() => currentToken() !== null || ours.has(location.pathname))
  // Loaded in parallel with the request for the signed-in user.
  if (currentToken() !== null) void loadNavigation().catch(nothing)
  // Opens the event stream as soon as a user is signed in.
  const unlisten = onSession(() => {
    if (currentSession().state.status !== 'ready') return
    unlisten()
    import('../kernel/call/live.ts').then(({ startLive }) => startLive(), nothing)
    // Loaded later than the data of the first page; each new sign-in retries a failed load.
    setTimeout(() => loadEnums(false), ENUMS_AFTER)
    onSession(() => currentSession().state.status === 'ready' && loadEnums(false))
    // Only staff work offline: a customer who pays or signs should not download the whole application.
    if (import.meta.env.PROD) setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(nothing), 15_000)
  })
  const soon = () => void import('./soon.ts').then(({ startSoon }) => startSoon(), nothing)
  document.addEventListener('keydown', soon, { once: true })
  setTimeout(soon, 1_000)
}

const nothing = () => {}
