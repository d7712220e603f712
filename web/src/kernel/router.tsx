import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
  redirect,
  useMatches,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { adoptAddress } from './address.ts'
import type { Arrival } from './keep-alive.ts'
import { isWide } from './media-query.ts'
import { overlay } from './overlay.ts'
import { addressOf, type Catalogue, rowsOf, type Screen } from './screen.ts'
import { type LinkOf, parseSearch, type RawSearch, type Readers, stringifySearch } from './search.ts'

export const DEFAULT_TITLE = '车驿 · 租车商家工作台'

/** Document title of a screen: the product's name, then the screen's; without one the product's default. */
export const titleOf = (row: Pick<Screen, 'title'> | undefined): string =>
  row?.title ? `车驿 · ${row.title}` : DEFAULT_TITLE

type AppRouter = ReturnType<typeof buildRouter>

let router: AppRouter | undefined
let rows: readonly Screen[] = []
let arrival: Arrival = 'START'

/** The browser's history as the router sees it; only the kernel moves it directly. */
export function routerHistory(): RouterHistory {
  if (!router) throw new Error('startRouter has not been called')
  return router.history
}

/** Fetches the module of a screen; keys are paths from `web/src`: `./order/detail/screen.tsx`. */
export type ScreenModules = Readonly<Record<string, () => Promise<unknown>>>

interface ScreenModule {
  readonly default: ComponentType
}

let modules: ScreenModules = {}
const loaded = new Map<Screen, Promise<ScreenModule>>()

/** Fetches a screen's code, once; a failed fetch is forgotten so that it can be tried again. */
export function preload(row: Screen): Promise<ScreenModule> {
  const known = loaded.get(row)
  if (known) return known
  const fresh = fetchModule(row)
  loaded.set(row, fresh)
  fresh.catch(() => loaded.delete(row))
  return fresh
}

async function fetchModule(row: Screen): Promise<ScreenModule> {
  const load = modules[`./${row.file}/screen.tsx`]
  if (!load) throw new Error(`no screen.tsx in ${row.file}`)
  return (await load()) as ScreenModule
}

/** The row of a path as routes are matched, or undefined. */
export const rowOfRoute = (routeId: string | undefined): Screen | undefined =>
  rows.find((row) => routeIdOf(row) === routeId)

/** The row named `order.detail`, if this build has it. */
export const rowNamed = (name: string): Screen | undefined => rows.find((row) => row.name === name)

/** The row whose path is exactly this pattern, if this build has it: entries that lead nowhere are hidden by it. */
export const rowAt = (path: string): Screen | undefined => rows.find((row) => row.path === path)

/** The list pane of a path on wide windows: itself when it is one, or the row that shows it beside. */
export const listOf = (path: string): Screen | undefined =>
  rows.find((row) => row.beside.length > 0 && (row.path === path || row.beside.includes(path)))

export const lastArrival = (): Arrival => arrival

// '/account/:id' of the catalogue is '/account/$id' to the router; the home path is its own id.
const pattern = (row: Screen) => row.path.replace(/:(\w+)/g, '$$$1')
const routeIdOf = pattern

function buildRouter(Frame: () => ReactNode) {
  const root = createRootRoute({
    component: Frame,
    notFoundComponent: () => null,
    beforeLoad({ location }) {
      const rest = adoptAddress(location.search as RawSearch)
      if (rest) throw redirect({ href: location.pathname + stringifySearch(rest), replace: true })
    },
  })
  const children = rows.map((row) =>
    createRoute({
      getParentRoute: () => root,
      path: pattern(row),
      loader: () => preload(row),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return createRouter({
    routeTree: root.addChildren(children),
    parseSearch,
    stringifySearch,
    scrollRestoration: false,
    defaultPendingMs: Number.POSITIVE_INFINITY,
    notFoundMode: 'root',
  })
}

/**
 * Makes the one router from the catalogue. `Frame` draws everything: bars, the stage of pages, overlay.
 * Every change of route shows 跳转中... and takes it away by force once the new page is in.
 */
export function startRouter(catalogue: Catalogue, screenModules: ScreenModules, Frame: () => ReactNode): ReactNode {
  rows = rowsOf(catalogue)
  modules = screenModules
  const made = buildRouter(Frame)
  router = made
  made.history.subscribe(({ action }) => {
    arrival = action.type
  })
  made.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) overlay.show('跳转中...')
  })
  made.subscribe('onRendered', () => overlay.forceHide())
  return <RouterProvider router={made} />
}

export interface GoOptions {
  /** Takes the place of the current history entry. */
  readonly replace?: boolean
  /** Passes guards that ask before leaving a page: only after the person has answered. */
  readonly force?: boolean
}

/** `/order/detail?orderId=9` */
export function hrefOf<R extends Readers>(row: Screen<R>, link: LinkOf<R>): string {
  const { pathname, search } = addressOf(row, link)
  return pathname + stringifySearch(search)
}

type LinkArguments<R extends Readers> =
  Record<string, never> extends LinkOf<R>
    ? [link?: LinkOf<R>, options?: GoOptions]
    : [link: LinkOf<R>, options?: GoOptions]

/** Opens a screen: `go(screens.detail, { orderId })`. */
export function go<R extends Readers>(row: Screen<R>, ...[link, options]: LinkArguments<R>): void {
  const href = hrefOf(row, link ?? ({} as LinkOf<R>))
  // Beside a list, another row takes the place of the open one: back leaves the pair at once.
  const swaps = isWide() && row.path === currentRow()?.path && listOf(row.path) !== undefined
  goTo(href, swaps ? { ...options, replace: true } : options)
}

/** The row on top of the stage, drawn again when it changes; undefined for an address that no row has. */
export const useCurrentRow = (): Screen | undefined => rowOfRoute(useMatches().at(-1)?.routeId)

/** The row on top of the stage. */
export const currentRow = (): Screen | undefined => rowOfRoute(router?.state.matches.at(-1)?.routeId)

/** Opens an address of this app that is not known as a row, such as `?redirect=`. */
export function goTo(href: string, { replace, force }: GoOptions = {}): void {
  const history = routerHistory()
  history[replace ? 'replace' : 'push'](href, undefined, { ignoreBlocker: force ?? false })
}

/** One page back; a page opened by a link, with nothing behind it, goes to `parent` (home by default) instead. */
export function goBack(parent: string = '/'): void {
  const history = routerHistory()
  if (history.canGoBack()) history.back()
  else history.replace(parent)
}

/** A path of this origin with its query; `//host`, `/\\host` and full addresses become '/'. */
export function safePath(path: string | undefined): string {
  const self = 'http://self.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, self)) return '/'
  const url = new URL(path, self)
  return url.origin === self ? url.pathname + url.search : '/'
}
