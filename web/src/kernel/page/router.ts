import { createBrowserHistory, type RouterHistory } from '@tanstack/history'
import { type ComponentType, useSyncExternalStore } from 'react'
import { say, translate } from '../../words/words.ts'
import { takesNewBuild } from '../build.ts'
import { isWide } from '../device/media-query.ts'
import { loadWords, readPage } from '../language.ts'
import { overlay } from '../overlay.ts'
import { createSignal } from '../signal.ts'
import { adoptAddress } from './address.ts'
import { type Arrival, pageKey } from './keep-alive.ts'
import { createMatcher, type RouteMatch } from './route-match.ts'
import { addressOf, type Catalogue, rowsOf, type Screen } from './screen.ts'
import { type LinkOf, parseSearch, type RawSearch, type Readers, stringifySearch } from './search.ts'

/*
 * Maps the address to the screen on top. A navigation waits until the screen's code is loaded, so that the old page
 * stays until the new one can be rendered; each change of screen shows 跳转中... until the new one is painted.
 */

export const DEFAULT_TITLE = '车驿 · 租车商家工作台'

/** Document title of a screen: the product's name, then the screen's; without one the product's default. */
export const titleOf = (row: Pick<Screen, 'title'> | undefined): string =>
  row?.title ? `${say('车驿')} · ${translate(row.title)}` : DEFAULT_TITLE

/** ms after the start: by then the first page has sent its own calls. */
const TABLE_AFTER = 1_500

const nothing = () => {}

/** Fetches the module of a screen; keys are paths from `web/src`: `./order/detail/screen.tsx`. */
export type ScreenModules = Readonly<Record<string, () => Promise<unknown>>>

/** What the stage renders: nothing yet, a screen, or an address without a row. */
export type Route = RouteMatch | 'starting' | 'missing'

let history: RouterHistory | undefined
let rows: readonly Screen[] = []
let modulesOf: () => Promise<ScreenModules> = async () => ({})
let match: ReturnType<typeof createMatcher> = () => undefined
let route: Route = 'starting'
/** Route of the current address; the code of its screen may still be loading. */
let target: Route = 'starting'
let arrival: Arrival = 'START'
/** Counts navigations: one that is superseded while its code loads is ignored. */
let moves = 0
const { tell, listen } = createSignal()

/** The browser's history; only the kernel moves it directly. */
export function routerHistory(): RouterHistory {
  if (!history) throw new Error('startRouter has not been called')
  return history
}

/** Starts to follow the address. Call it once, before the first render. */
export function startRouter(catalogue: Catalogue, screenModules: () => Promise<ScreenModules>): void {
  rows = rowsOf(catalogue)
  modulesOf = screenModules
  // Loaded early, so that the next page does not wait for the table of screens; a wide window may need it for the list
  // beside the first page.
  setTimeout(() => screenModules().catch(nothing), isWide() ? 0 : TABLE_AFTER)
  match = createMatcher(rows)
  history = createBrowserHistory()
  history.subscribe(({ action }) => {
    arrival = action.type
    follow()
  })
  follow()
}

function follow(): void {
  const { pathname, search } = routerHistory().location
  const rest = adoptAddress(parseSearch(search))
  if (rest) {
    // The replacement calls this listener again, with the token removed from the address.
    routerHistory().replace(pathname + stringifySearch(rest), undefined, { ignoreBlocker: true })
    return
  }
  const move = ++moves
  const next = match(pathname, search)
  if (route !== 'starting' && next?.row !== currentRow() && takesNewBuild()) {
    // The history library writes the address asynchronously; the reload needs it now.
    routerHistory().flush()
    location.reload()
    return
  }
  target = next ?? 'missing'
  if (next?.row !== currentRow()) overlay.show(say('跳转中...'))
  if (next === undefined || loaded.has(next.row)) {
    show(target)
    return
  }
  // A screen whose code failed to load is shown all the same: its page shows the error, and the other pages stay.
  const arrive = () => move === moves && show(next)
  preload(next.row, true).then(arrive, arrive)
}

/**
 * Puts a route on top. Dialogs over the previous page are closed; when the screen changes, 跳转中... is shown until it is
 * rendered.
 */
function show(next: Route): void {
  const moves = route !== 'starting' && rowOf(next) !== currentRow()
  route = next
  readPage(currentRow()?.forCustomers === true)
  overlay.forceHide()
  const drawn = moves ? overlay.show(say('跳转中...')) : nothing
  tell()
  afterPaint(drawn)
}

/** Requests two frames: the first is painted when the second begins. A hidden page gets no frames. */
function afterPaint(act: () => void): void {
  if (document.hidden) act()
  else requestAnimationFrame(() => requestAnimationFrame(act))
}

const currentRoute = (): Route => route

/** Route of the current address: the one on top, or the one that is loading. */
export const targetRoute = (): Route => target

/** Key of the page of a route: steps and filters do not change it. */
export const placeOf = (shown: Route): string => (typeof shown === 'object' ? pageKey(shown.row, shown.raw) : '')

/** The route on top of the stage; renders again when it changes. */
export const useRoute = (): Route => useSyncExternalStore(listen, currentRoute)

/** How the current page was reached, for animations and for kept pages. */
export const lastArrival = (): Arrival => arrival

interface ScreenModule {
  readonly default: ComponentType
}

const loading = new Map<Screen, Promise<ScreenModule>>()
const loaded = new Map<Screen, ComponentType>()
const failed = new Set<Screen>()

/** Fetches a screen's code once. A failed fetch is stored; it is retried only with `again`. */
export function preload(row: Screen, again = false): Promise<ScreenModule> {
  const known = loading.get(row)
  if (known && !(again && failed.has(row))) return known
  failed.delete(row)
  const fresh = fetchModule(row)
  loading.set(row, fresh)
  fresh.catch(() => failed.add(row))
  return fresh
}

/**
 * Retries after a screen's code failed to load. Browsers cache a failed module, and after a release the old file no
 * longer exists, so with a network the whole page is reloaded.
 */
export function retryScreen(row: Screen): void {
  if (navigator.onLine && failed.has(row)) location.reload()
  else void preload(row, true).catch(() => {})
}

async function fetchModule(row: Screen): Promise<ScreenModule> {
  const load = namedByServer(row) ?? (await modulesOf())[`./${row.file}/screen.tsx`]
  if (!load) throw new Error(`no screen.tsx in ${row.file}`)
  const [module] = (await Promise.all([load(), row.forCustomers && loadWords()])) as [ScreenModule, unknown]
  loaded.set(row, module.default)
  return module
}

/** The HTML from the server names the code of its own screen, so that it need not wait for the table of screens. */
function namedByServer({ file }: Screen): (() => Promise<unknown>) | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[data-screen]')
  return link?.dataset.screen === file ? () => import(/* @vite-ignore */ link.href) : undefined
}

/** A screen's component once its code is loaded. */
export const componentOf = (row: Screen): ComponentType | undefined => loaded.get(row)

export const currentRow = (): Screen | undefined => rowOf(route)

export const rowOf = (shown: Route): Screen | undefined => (typeof shown === 'object' ? shown.row : undefined)

/** The row with this name, such as `order.detail`, if this build has it. */
export const screenNamed = (name: string): Screen | undefined => rows.find((row) => row.name === name)

/** The row with exactly this path pattern, if this build has it; used to hide entries without a target. */
export const rowAt = (path: string): Screen | undefined => rows.find((row) => row.path === path)

/** The row of an address of this app, such as the link of a notification. */
export function rowOfLink(href: string): Screen | undefined {
  const [path = '', query = ''] = href.split('?')
  return match(path, query)?.row
}

/** Every row of this build, in order of declaration. */
export const allRows = (): readonly Screen[] => rows

/**
 * The list pane of a path on wide windows: the row itself when it is a list, or a row that shows it beside; `shown` is
 * preferred.
 */
export function listOf(path: string, shown?: Screen): Screen | undefined {
  const holds = (row: Screen) => row.beside.length > 0 && (row.path === path || row.beside.includes(path))
  return shown && holds(shown) ? shown : rows.find(holds)
}

export interface GoOptions {
  /** Replaces the current history entry. */
  readonly replace?: boolean
  /** Skips the guards that ask before a page is left: only after the user has answered. */
  readonly force?: boolean
}

/** `/order/detail?orderId=9` */
export function hrefOf<R extends Readers>(row: Screen<R>, link: LinkOf<R>): string {
  const { pathname, search } = addressOf(row, link)
  return pathname + stringifySearch(search)
}

/** The address of a page with these values, required ones included. */
export const hrefOfRaw = (row: Screen, raw: RawSearch): string => hrefOf(row, raw as LinkOf<Readers>)

type LinkArguments<R extends Readers> =
  Record<string, never> extends LinkOf<R>
    ? [link?: LinkOf<R>, options?: GoOptions]
    : [link: LinkOf<R>, options?: GoOptions]

/** Opens a screen: `go(screensOf(orderKind).detail, { orderId })`. */
export function go<R extends Readers>(row: Screen<R>, ...[link, options]: LinkArguments<R>): void {
  openAddress(row, hrefOf(row, link ?? ({} as LinkOf<R>)), options)
}

/**
 * Opens an address of a known row. Beside a list, it replaces the open row of the same screen: back then leaves both
 * panes at once.
 */
export function openAddress(row: Pick<Screen, 'path'>, href: string, options?: GoOptions): void {
  const swaps = isWide() && row.path === currentRow()?.path && listOf(row.path) !== undefined
  goTo(href, swaps ? { ...options, replace: true } : options)
}

/** Opens an address of this app whose row is unknown, such as `?redirect=`. */
export function goTo(href: string, { replace, force }: GoOptions = {}): void {
  routerHistory()[replace ? 'replace' : 'push'](href, undefined, { ignoreBlocker: force ?? false })
}

/** One page back; a page opened by a link, without previous history, goes to `parent` (home by default) instead. */
export function goBack(parent = '/'): void {
  if (routerHistory().canGoBack()) routerHistory().back()
  else routerHistory().replace(parent)
}

/** Target of a screen's back button when there is no previous history entry. */
export const parentOf = ({ path, parent }: Screen): string =>
  parent ?? rows.find((row) => row.holds.includes(path) && !row.path.includes(':'))?.path ?? '/'

/** A path of this origin with its query; `//host`, `/\host` and full addresses become '/'. */
export function safePath(path: string | undefined): string {
  const self = 'http://self.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, self)) return '/'
  const url = new URL(path, self)
  return url.origin === self ? url.pathname + url.search : '/'
}
