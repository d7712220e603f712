import type { Rolldown } from 'vite'
import { joinPieces, type Piece, type Prices } from './least-size.ts'

type Group = Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups'] extends (infer G)[] | undefined
  ? G
  : never
type Naming = Extract<NonNullable<Group['name']>, (...given: never) => unknown>
type Context = Parameters<Naming>[1]

/** Pages whose code should come in few files; each has one chunk with the modules that the pages before it do not load. */
const LOGIN = '/platform/session/login/screen.tsx'
/** Pages of customers' links: what they share with staff is in a chunk of its own, or a link would open with the list of orders. */
const LINKS = ['/rental/self-service/user-pickup', '/money/payment/pay', '/rental/agreement/sign'].map(
  (folder) => `${folder}/screen.tsx`,
)
/** What is behind the code of those links. */
const BEHIND = [
  '/rental/self-service/user-pickup/pickup.tsx',
  '/rental/self-service/user-return/return.tsx',
  '/rental/violation/customer/customer-page.tsx',
  '/rental/agreement/parts/sign-card.tsx',
  '/rental/agreement/parts/paper-view.tsx',
  '/insight/owner/own/own-page.tsx',
]
const HOME = '/insight/overview/home/screen.tsx'
const NAVIGATION = '/shell/navigation.tsx'
/** What every page of staff loads after it is drawn. */
const AFTER = ['/kernel/call/live.ts', '/kernel/call/enums.ts', '/shell/soon.ts']
const ORDERS = '/rental/order/list/screen.tsx'
const ORDER = '/rental/order/detail/screen.tsx'
const PICKUP = '/rental/pickup-return/pickup/screen.tsx'
/** Other pages that are opened many times a day. */
const DAILY = [
  '/rental/pickup-return/return/screen.tsx',
  '/rental/order/create/screen.tsx',
  '/rental/arrange/vehicles/screen.tsx',
  '/fleet/stock/list/screen.tsx',
  '/fleet/inventory/list/screen.tsx',
]
/** The texts of all refusals, and the manifests that they stand in, stay in a separate chunk: most of these screens use none of them (decision 34). */
const REFUSALS = /\/domain\/src\/(?:refusal|features|\w+\/[\w-]+\/manifest)\.ts$/

/** A file costs as much as so many characters of source, about 8 kB compressed: its part of a round trip on a slow network. */
const FILE = 32_000
/** How often an entry is loaded, relative to a screen of the office. */
const OFTEN = 8
const RARELY = 0.1

/**
 * Assigns modules that pages share to chunks. What the first pages need goes to the first of them that needs it: one
 * chunk for login, two for customers' links, one for home and the navigation, one for the list of orders and one for an
 * order. What is left is joined by who loads it.
 * @param sources folder of the sources
 */
export function firstChunks(sources: string): Group {
  let cut: ReadonlyMap<string, string> | undefined
  return {
    priority: 2,
    includeDependenciesRecursively: false,
    name(id, context) {
      cut ??= cutOf(sources, context)
      return cut.get(id) ?? null
    },
  }
}

function cutOf(sources: string, context: Context): ReadonlyMap<string, string> {
  const page = sources.replace(/src$/, 'index.html')
  const all = new Set([page])
  const importsOf = (id: string): readonly string[] => context.getModuleInfo(id)?.importedIds ?? []
  const laterOf = (id: string): readonly string[] => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  /** Modules that are loaded separately: screens and parts of them. */
  const entries = new Set<string>()
  for (const id of all) {
    for (const other of [...importsOf(id), ...laterOf(id)]) all.add(other)
    for (const other of laterOf(id)) entries.add(other)
  }
  const reached = (entry: string, next = importsOf): ReadonlySet<string> => {
    const seen = new Set([entry])
    for (const id of seen) for (const other of next(id)) seen.add(other)
    return seen
  }
  const reachedOf = new Map([...entries].map((entry) => [entry, reached(entry)]))
  /** The entries that load a module, by module. */
  const sharers = new Map<string, string[]>()
  for (const [entry, ids] of reachedOf) for (const id of ids) sharers.set(id, [...(sharers.get(id) ?? []), entry])
  const cut = new Map<string, string>()
  const take = (
    name: string,
    entry: string,
    isTaken: (of: readonly string[], id: string) => boolean = (of) => of.length > 1,
  ) => {
    for (const id of reachedOf.get(sources + entry) ?? [])
      if (!cut.has(id) && !entries.has(id) && !REFUSALS.test(id) && isTaken(sharers.get(id) ?? [], id))
        cut.set(id, name)
  }
  const sharedWith = (pages: readonly string[]) => (of: readonly string[]) =>
    pages.some((page) => of.includes(sources + page))
  const initial = reached(page)
  for (const id of initial) cut.set(id, 'kernel')
  take('kernel', LOGIN, sharedWith([ORDERS]))
  // The styles of these pages are so small that a second file would take longer than those of the others.
  for (const page of [LOGIN, ...LINKS, HOME, ORDERS, ORDER])
    for (const id of reachedOf.get(sources + page) ?? []) if (id.endsWith('.css')) cut.set(id, 'kernel')
  take('base', LOGIN)
  // Little code of the first pages of staff that customers need, too.
  for (const page of [...LINKS, ...BEHIND]) take('both', page, sharedWith([HOME, ORDERS, ORDER]))
  take('desk', HOME)
  take('desk', NAVIGATION, () => true)
  cut.set(sources + NAVIGATION, 'desk')
  for (const page of LINKS) take('link', page)
  take('desk', ORDERS, sharedWith([PICKUP]))
  take('desk', ORDER, sharedWith([PICKUP]))
  take('orders', ORDERS)
  take('order', ORDER)
  for (const part of AFTER) {
    take('after', part, (of) => of.length === 1)
    cut.set(sources + part, 'after')
  }

  const first = [LOGIN, ...LINKS, ...BEHIND, HOME, ORDERS, ORDER, PICKUP, ...DAILY].map((page) => sources + page)
  const isScreen = (entry: string) => entry.endsWith('/screen.tsx')
  const screens = [...reachedOf].filter(([entry]) => isScreen(entry))
  const before = loadedBefore(new Map([...screens, [page, initial] as const]), (entry) =>
    reached(entry, (id) => [...importsOf(id), ...laterOf(id).filter((other) => !isScreen(other))]),
  )
  /** What is in a chunk already, by the chunk, and what is not, by who loads it. */
  const [fixed, loose] = [new Map<string, Piece>(), new Map<string, Piece>()]
  for (const id of [...sharers.keys()].sort()) {
    if (cut.get(id) === 'kernel') continue
    const of = sharers.get(id) ?? []
    const users = new Set(of.filter((entry) => !before.get(entry)?.has(id)))
    const chunk = cut.get(id) ?? (isScreen(id) ? id : of.length < 2 ? of[0]! : undefined)
    const [pieces, key] = chunk === undefined ? [loose, [...users].sort().join()] : [fixed, chunk]
    const known = pieces.get(key)
    pieces.set(key, {
      ids: [...(known?.ids ?? []), id],
      users: known?.users.union(users) ?? users,
      size: (known?.size ?? 0) + (context.getModuleInfo(id)?.code?.length ?? 0),
      hasStyle: known?.hasStyle === true || id.endsWith('.css'),
    })
  }
  const prices: Prices = {
    file: FILE,
    weightOf: (entry) => (first.includes(entry) ? OFTEN : isScreen(entry) ? 1 : RARELY),
  }
  const joined = joinPieces([...loose.values()], [...fixed.values()], importsOf, prices)
  for (const [number, { ids }] of joined.entries()) for (const id of ids) cut.set(id, `shared-${number}`)
  return cut
}

/**
 * By part, the modules that are there before it, wherever it is opened.
 * @param reachedOf the modules of each screen, and of the entry
 * @param leadsTo those that a screen may load later, too
 */
function loadedBefore(
  reachedOf: ReadonlyMap<string, ReadonlySet<string>>,
  leadsTo: (screen: string) => ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, ReadonlySet<string>>()
  for (const [screen, ids] of reachedOf)
    for (const id of leadsTo(screen)) if (!reachedOf.has(id)) before.set(id, before.get(id)?.intersection(ids) ?? ids)
  return before
}
