import type { Rolldown } from 'vite'

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
/** Half a kilobyte that home needs, and that others load by itself. */
const CHOOSE = '/page/choose.ts'
const ORDERS = '/rental/order/list/screen.tsx'
const PICKUP = '/rental/pickup-return/pickup/screen.tsx'
/** Screens of features that users open from a handover, so that the code of the handover is loaded already. */
const beside =
  /\/(?:pickup-return|agreement|damage|deposit|expense|media|reimbursement|renewal|supplement)\/[^/]+\/screen\.tsx$/
/** Number of screens from which a shared module belongs to the chunk of forms. */
const MANY = 12
/** Small modules about a document that the page of an order shares with handovers: the chunk of orders is loaded by both. */
const PAPERS = /\/rental\/agreement\/(?:parts\/paper(?:-file)?\.tsx?|(?:codes|steps)\.ts)$/
/** The texts of all refusals stay in a separate chunk, because most of these screens use none of them (decision 34). */
const REFUSALS = /\/domain\/src\/refusal\.ts$/

/**
 * Assigns modules that the first pages share with others to the first page that needs them: one chunk for login, two for
 * customers' links and one for what is behind their code, one for home and the navigation, one for the list of orders, and
 * two for handovers, one with modules that many forms share and one with those of handovers only. Separate small chunks
 * would cost a round trip each on six connections.
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
  /** Modules that are loaded separately: screens and sheets. */
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
  take('base', LOGIN)
  const sharedWith = (pages: readonly string[]) => (of: readonly string[]) =>
    pages.some((page) => of.includes(sources + page))
  for (const page of LINKS) take('both', page, sharedWith([HOME, ORDERS, PICKUP]))
  // Little code of home and of the list of orders, and that of handovers that customers need, too.
  for (const page of BEHIND) take('both', page, sharedWith([HOME, ORDERS]))
  for (const page of BEHIND) take('behind', page, sharedWith([PICKUP]))
  take('desk', HOME)
  take('desk', NAVIGATION, () => true)
  cut.set(sources + NAVIGATION, 'desk')
  cut.set(sources + CHOOSE, 'desk')
  for (const page of LINKS) take('link', page)
  take('orders', ORDERS)
  take('orders', PICKUP, (_, id) => PAPERS.test(id))
  const isScreen = (entry: string) => entry.endsWith('/screen.tsx')
  const isBeside = (of: readonly string[]) => of.every((entry) => !isScreen(entry) || beside.test(entry))
  // A separate chunk with a style sheet would be two files.
  const isStyled = (id: string) => [id, ...(importsOf.get(id) ?? [])].some((one) => one.endsWith('.css'))
  take('behind', PICKUP, (of, id) => isStyled(id) && !isBeside(of))
  take('forms', PICKUP, (of) => of.filter(isScreen).length >= MANY)
  take('handover', PICKUP, isBeside)
  return cut
}
