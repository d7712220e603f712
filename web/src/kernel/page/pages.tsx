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
import { prefersReducedMotion, useTableWide, useWide } from '../device/media-query.ts'
import { PageBoundary } from './errors.tsx'
import { nextPages, type Page, pageOf, pageOnArrival } from './keep-alive.ts'
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

/** Changes values in the address of the calling page; undefined and '' remove a value. */
export type Patch = (values: Readonly<Record<string, SearchValue>>, options?: { push?: boolean }) => void

interface Scope {
  readonly page: Page
  readonly patch: Patch
  /** The page shown beside this one, when this one is its list pane: marks the open row. */
  readonly beside: Page | null
  /** The page has the whole window: nothing stands beside it, nor is the place for it kept. */
  readonly alone: boolean
}

/** @internal for tests alone */
export const ScopeContext = createContext<Scope | null>(null)

function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('only a screen on the stage has an address')
  return scope
}

/** The values of a screen's own address; frozen while the page is hidden behind another. */
export function useScreen<R extends Readers>(row: Screen<R>): ValuesOf<R> {
  const { raw } = useScope().page
  return useMemo(() => readSearch(row.search, raw), [row, raw])
}

/** Changes values of the page's own address: in place, or as a new history entry with `push`. */
export const usePatch = (): Patch => useScope().patch

/** One value of the page's own address that no row declares, such as `picking`. */
export const useRaw = (name: string): string | undefined => useScope().page.raw[name]

/** The row of the calling screen. */
export const useRow = (): Screen => useScope().page.row

/** One page back, to where the calling screen was opened; if it was opened by a link, to its list. */
export function useBack(): () => void {
  const { row } = useScope().page
  return () => goBack(parentOf(row))
}

/**
 * For a list pane: id of the item whose page is open beside it, whichever of the item's pages that is; undefined on a
 * phone.
 */
export const useBesideId = (): string | undefined => useScope().beside?.key.split('|')[1]

/** Whether the list of the calling page stands beside it: then nobody needs a way back to it. */
export function useHasList(): boolean {
  const { row } = useScope().page
  const list = listOf(row.path)
  return useWide() && list !== undefined && list !== row
}

/** Whether the page has the whole window. */
export const useIsAlone = (): boolean => useScope().alone

/** Whether another page is open beside this one: then the browser's address and history belong to that page. */
export const useHasBeside = (): boolean => useScope().beside !== null

export interface StageProps {
  /** Decides whether a page's content may be shown: login, choice of a merchant, permission. */
  readonly Gate: ComponentType<{ row: Screen; children: ReactNode }>
  /** Shown instead of a page that failed; `retry` renders it again. */
  readonly Failure: ComponentType<{ error: unknown; retry: () => void }>
  /** Shown in the place of a page whose code is loading. */
  readonly Waiting: ComponentType
  /** Shown for an address without a row. */
  readonly Missing: ComponentType
  /** Pages of the tab bar, which appear without sliding in. */
  readonly isRoot: (row: Screen) => boolean
}

/**
 * Renders the current page and, hidden, those kept alive; on wide windows a list stays visible beside its detail. Pages
 * read their address from their own scope, never from the router, which knows only the page on top.
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

function Pages({ Gate, Failure, Waiting, isRoot, row, raw }: StageProps & { row: Screen; raw: RawSearch }) {
  const wide = useWide()
  const address = stringifySearch(raw)
  // A fresh page only when the address changes: a router update for other reasons must not draw everything again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` stands for `raw`.
  const asked = useMemo(() => pageOf(row, raw), [row, address])
  const [stage, setStage] = useState(() => {
    const list = wide ? listOf(row.path) : undefined
    return { asked, list, pages: nextPages([], asked, list) }
  })
  // A page that belongs to several lists keeps the list that is shown.
  const list = wide ? listOf(row.path, stage.list) : undefined
  let { pages } = stage
  if (stage.asked !== asked || stage.list !== list) {
    pages = nextPages(pages, pageOnArrival(asked, pages, lastArrival()), list)
    setStage({ asked, list, pages })
  }
  const current = pages.at(-1) ?? asked

  // A list whose filter changed beside an open detail: its history entry is corrected when history returns to it.
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
  // A list has the full width while no record is open; one that opens its first record is in its pane from the start,
  // except as a table.
  const hasTable = useTableWide()
  const alone = current.row.path === list?.path && !(list.opensFirst && !(hasTable && current.raw.look === 'table'))
  const panes = !alone && list
  // Rendered in a fixed order: an element that React moves would lose its scroll position.
  const ordered = pages.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return (
    <div className="stage" data-panes={panes ? 'two' : 'one'}>
      {ordered.map((page) => {
        const inList = list !== undefined && page.row.path === list.path
        return (
          <Activity key={page.key} mode={page === current || inList ? 'visible' : 'hidden'}>
            <Frame pane={panes ? (inList ? 'list' : 'main') : undefined} page={page} still={inList || isRoot(page.row)}>
              <ScopeOf
                page={page}
                patch={patchOf(page)}
                beside={inList && page !== current ? current : null}
                alone={!panes}
              >
                <PageBoundary Failure={Failure} onRetry={() => retryScreen(page.row)}>
                  <Gate row={page.row}>
                    <Suspense fallback={<Waiting />}>
                      <Content row={page.row} />
                    </Suspense>
                  </Gate>
                </PageBoundary>
              </ScopeOf>
            </Frame>
          </Activity>
        )
      })}
      {panes && current.row.path === panes.path && <div className="page" data-pane="main" data-background="gray" />}
    </div>
  )
}

/** Whether the address is still that of the page: a tap may have started a navigation to a page that is loading. */
const isAt = ({ row, raw }: Page): boolean => routerHistory().location.pathname === hrefOfRaw(row, raw).split('?')[0]

function ScopeOf({ page, patch, beside, alone, children }: Scope & { children: ReactNode }) {
  // The function changes with each render of the stage; screens get a stable one.
  const latest = useRef(patch)
  useLayoutEffect(() => {
    latest.current = patch
  })
  const scope = useMemo<Scope>(
    () => ({ page, beside, alone, patch: (values, options) => latest.current(values, options) }),
    [page, beside, alone],
  )
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** For content over the page in a separate React root: its address is that of the page below. */
export function OverPage({ children }: { children: ReactNode }) {
  const route = useRoute()
  if (typeof route !== 'object') return children
  const page = pageOf(route.row, route.raw)
  const patch: Patch = (values, { push } = {}) =>
    routerHistory()[push ? 'push' : 'replace'](hrefOfRaw(page.row, mergeSearch(page.raw, values)))
  return (
    <ScopeOf page={page} patch={patch} beside={null} alone>
      {children}
    </ScopeOf>
  )
}

/** The screen's component, already loaded when the router opened it; a list pane of a direct link may still have to load. */
function Content({ row }: { row: Screen }) {
  const Loaded = componentOf(row) ?? use(preload(row)).default
  return <Loaded />
}

/** The element of one page: its background, its entry animation, and its scroll position when it is shown again. */
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
    <div ref={element} className="page" data-pane={pane} data-background={page.row.background}>
      {children}
    </div>
  )
}
