import type { Rolldown } from 'vite'

type Group = Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups'] extends (infer G)[] | undefined
  ? G
  : never
type Naming = Extract<NonNullable<Group['name']>, (...given: never) => unknown>
type Context = Parameters<Naming>[1]

/** The pages whose code comes in few files; each has in a chunk what those before it have not. */
const LOGIN = '/platform/session/login/screen.tsx'
const HOME = '/insight/overview/home/screen.tsx'
const NAVIGATION = '/shell/navigation.tsx'
const ORDERS = '/rental/order/list/screen.tsx'
const PICKUP = '/rental/pickup-return/pickup/screen.tsx'
/** Rooms that people come to from a handover, and which have its code already. */
const beside =
  /\/(?:pickup-return|agreement|damage|deposit|expense|media|reimbursement|renewal|supplement)\/[^/]+\/screen\.tsx$/
/** Screens that share what forms are made of. */
const MANY = 12
/** The texts of all refusals stay by themselves: most of these screens write none of them (decision 34). */
const REFUSALS = /\/domain\/src\/refusal\.ts$/

/**
 * Cuts what the first pages share with others by the first of them that needs it: one chunk for login, one more for home and what
 * stands around every page, one more for the list of orders, and for handovers one of what many forms share and one of what they alone
 * have. Small chunks of their own are a round trip each on six connections.
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
  const all = new Set([`${sources}/main.tsx`])
  const importsOf = new Map<string, readonly string[]>()
  /** What comes by itself: screens, sheets. */
  const entries = new Set<string>()
  for (const id of all) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    importsOf.set(id, importedIds)
    for (const other of [...importedIds, ...dynamicallyImportedIds]) all.add(other)
    for (const other of dynamicallyImportedIds) entries.add(other)
  }
  const reached = (entry: string): ReadonlySet<string> => {
    const seen = new Set([entry])
    for (const id of seen) for (const other of importsOf.get(id) ?? []) seen.add(other)
    return seen
  }
  const reachedOf = new Map([...entries].map((entry) => [entry, reached(entry)]))
  /** Module → the entries that have it. */
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
  take('base', LOGIN)
  take('desk', HOME)
  take('desk', NAVIGATION, () => true)
  cut.set(sources + NAVIGATION, 'desk')
  take('orders', ORDERS)
  const isScreen = (entry: string) => entry.endsWith('/screen.tsx')
  const isBeside = (of: readonly string[]) => of.every((entry) => !isScreen(entry) || beside.test(entry))
  // Of its own, what has a style sheet is two files.
  const isStyled = (id: string) => [id, ...(importsOf.get(id) ?? [])].some((one) => one.endsWith('.css'))
  take('forms', PICKUP, (of, id) => of.filter(isScreen).length >= MANY || (isStyled(id) && !isBeside(of)))
  take('handover', PICKUP, isBeside)
  return cut
}
