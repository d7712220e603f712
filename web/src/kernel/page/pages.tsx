import {
  Activity,
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { prefersReducedMotion, useDesktop, useWide } from '../device/media-query.ts'
import { PageBoundary } from './errors.tsx'
import { arrivedAt, nextPages, type Page, pageOf } from './keep-alive.ts'
import {
  componentOf,
  goBack,
  hrefOfRaw,
  lastArrival,
  listOf,
  parentOf,
  preload,
  retryScreen,
  routerHistory,
  rowOf,
  titleOf,
  useRoute,
} from './router.ts'
import type { Screen } from './screen.ts'
import {
  mergeSearch,
  type RawSearch,
  type Readers,
  readSearch,
  type SearchValue,
  stringifySearch,
  type ValuesOf,
} from './search.ts'

/** New values for the address of the page that asks; undefined and '' take a value out. */
export type Patch = (values: Readonly<Record<string, SearchValue>>, options?: { push?: boolean }) => void

interface Scope {
  readonly page: Page
  readonly patch: Patch
  /** The page on stage, when this one is its list pane: shows which row is open. */
  readonly beside: Page | null
}

const ScopeContext = createContext<Scope | null>(null)

function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('only a screen on the stage has an address')
  return scope
}

/** The values of a screen's own address; frozen while the page is kept behind another. */
export function useScreen<R extends Readers>(row: Screen<R>): ValuesOf<R> {
  const { raw } = useScope().page
  return useMemo(() => readSearch(row.search, raw), [row, raw])
}

/** Changes values of the page's own address: in place, or as a new history entry with `push`. */
export const usePatch = (): Patch => useScope().patch

/** One text of the page's own address that no row declares, such as `picking`. */
export const useRaw = (name: string): string | undefined => useScope().page.raw[name]

/** The row of the screen that asks. */
export const useRow = (): Screen => useScope().page.row

/** One page back, from where the screen that asks was opened; by a link, to its list. */
export function useBack(): () => void {
  const { row } = useScope().page
  return () => goBack(parentOf(row))
}

/** For a list pane: the id that the page open beside it is about, whichever page of the item that is; undefined on a phone. */
export const useBesideId = (): string | undefined => useScope().beside?.key.split('|')[1]

/** Whether another page is open beside this one: then the browser's address is that page's, and so is its history. */
export const useHasBeside = (): boolean => useScope().beside !== null

export interface StageProps {
  /** Decides whether a page's content may show: login, chooser, permission. */
  readonly Gate: ComponentType<{ row: Screen; children: ReactNode }>
  /** Shown instead of a page that failed; `retry` draws it again. */
  readonly Failure: ComponentType<{ error: unknown; retry: () => void }>
  /** Shown for an address that no row has. */
  readonly Missing: ComponentType
  /** Beside a list on wide windows while nothing is open. */
  readonly NothingOpen: ComponentType
  /** Pages of the tab bar, which appear without sliding in. */
  readonly isRoot: (row: Screen) => boolean
}

/**
 * Draws the current page and, hidden, those kept alive; on wide windows a list stays visible beside its detail.
 * Pages read their address from their own scope, never from the router, which knows only the page on top.
 */
export function Stage(props: StageProps) {
  const route = useRoute()
  const title = titleOf(rowOf(route))
  useEffect(() => {
    document.title = title
  }, [title])
  if (route === 'starting') return null
  if (route === 'missing') return <props.Missing />
  return <Pages {...props} row={route.row} raw={route.raw} />
}

function Pages({ Gate, Failure, NothingOpen, isRoot, row, raw }: StageProps & { row: Screen; raw: RawSearch }) {
  const wide = useWide()
  const address = stringifySearch(raw)
  // A fresh page only when the address changes: a router update for other reasons must not draw everything again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` stands for `raw`.
  const asked = useMemo(() => pageOf(row, raw), [row, address])
  const [stage, setStage] = useState(() => {
    const list = wide ? listOf(row.path) : undefined
    return { asked, list, pages: nextPages([], asked, list) }
  })
  // A page that several lists show beside them keeps the one that is on stage.
  const list = wide ? listOf(row.path, stage.list) : undefined
  let { pages } = stage
  if (stage.asked !== asked || stage.list !== list) {
    pages = nextPages(pages, arrivedAt(asked, pages, lastArrival()), list)
    setStage({ asked, list, pages })
  }
  const current = pages.at(-1) ?? asked

  // A list whose filter changed beside an open detail: its address is put right when history returns to it.
  useEffect(() => {
    if (current.key === asked.key && isAt(current) && stringifySearch(current.raw) !== stringifySearch(asked.raw)) {
      routerHistory().replace(hrefOfRaw(current.row, current.raw))
    }
  }, [current, asked])

  function patchOf(page: Page): Patch {
    return (values, { push } = {}) => {
      const next = mergeSearch(page.raw, values)
      if (page === current && isAt(page)) return routerHistory()[push ? 'push' : 'replace'](hrefOfRaw(page.row, next))
      const patched = { ...page, raw: next, patched: true }
      setStage((old) => ({ ...old, pages: old.pages.map((one) => (one.key === page.key ? patched : one)) }))
    }
  }
  // A list as a table or a map has the desktop to itself.
  const takesAll = current.raw.look === 'table' || current.raw.look === 'map'
  const panes = !(useDesktop() && current.row.path === list?.path && takesAll) && list
  // Drawn in a fixed order: an element that React moves would lose its scroll position.
  const ordered = pages.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return (
    <div className="stage" data-panes={panes ? 'two' : 'one'}>
      {ordered.map((page) => {
        const inList = list !== undefined && page.row.path === list.path
        return (
          <Activity key={page.key} mode={page === current || inList ? 'visible' : 'hidden'}>
            <Frame pane={panes ? (inList ? 'list' : 'main') : undefined} page={page} still={inList || isRoot(page.row)}>
              <ScopeOf page={page} patch={patchOf(page)} beside={inList && page !== current ? current : null}>
                <PageBoundary Failure={Failure} onRetry={() => retryScreen(page.row)}>
                  <Gate row={page.row}>
                    <Suspense>
                      <Content row={page.row} />
                    </Suspense>
                  </Gate>
                </PageBoundary>
              </ScopeOf>
            </Frame>
          </Activity>
        )
      })}
      {panes && current.row.path === panes.path && (
        <div className="page" data-pane="main" data-background="gray">
          <NothingOpen />
        </div>
      )}
    </div>
  )
}

/** Whether the address is still the page's own: a tap may have left it already, for a page that is being fetched. */
const isAt = ({ row, raw }: Page): boolean => routerHistory().location.pathname === hrefOfRaw(row, raw).split('?')[0]

function ScopeOf({ page, patch, beside, children }: Scope & { children: ReactNode }) {
  // The function changes with every drawing of the stage; screens get one that does not.
  const latest = useRef(patch)
  useLayoutEffect(() => {
    latest.current = patch
  })
  const scope = useMemo<Scope>(
    () => ({ page, beside, patch: (values, options) => latest.current(values, options) }),
    [page, beside],
  )
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** For what lies over the page in a root of its own: its address is that of the page under it. */
export function OverPage({ children }: { children: ReactNode }) {
  const route = useRoute()
  if (typeof route !== 'object') return children
  const page = pageOf(route.row, route.raw)
  const patch: Patch = (values, { push } = {}) =>
    routerHistory()[push ? 'push' : 'replace'](hrefOfRaw(page.row, mergeSearch(page.raw, values)))
  return (
    <ScopeOf page={page} patch={patch} beside={null}>
      {children}
    </ScopeOf>
  )
}

/** The screen's component, already here when the router brought it; a seeded list pane may have to wait for it. */
function Content({ row }: { row: Screen }) {
  const Loaded = componentOf(row) ?? use(preload(row)).default
  return <Loaded />
}

/** The element of one page: its background, its entry, and its scroll position when it is shown again. */
function Frame({
  page,
  pane,
  still,
  children,
}: {
  page: Page
  pane: 'list' | 'main' | undefined
  still: boolean
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  // Effects run again whenever a kept page is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per showing.
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    if (!page.row.holdScroll) for (const one of box.querySelectorAll('*')) if (one.scrollTop) one.scrollTop = 0
    if (!still && lastArrival() === 'PUSH' && !prefersReducedMotion()) {
      box.animate([{ transform: 'translateX(24px)', opacity: 0 }, {}], {
        duration: 280,
        easing: 'cubic-bezier(.2, .8, .2, 1)',
      })
    }
  }, [])
  return (
    <div
      ref={element}
      className="page"
      data-pane={pane}
      data-alone={(pane === undefined && !page.row.narrow) || undefined}
      data-background={page.row.background}
    >
      {children}
    </div>
  )
}
