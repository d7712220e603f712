import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { features, modules, type Side, type Source, sides, sourcesOf, upward } from '../../testing/modules.ts'
import { featureAt } from '../../testing/table-uses.ts'

/*
 * A module imports lower modules only (docs/modules.md). On the server and in the contract that is a rule of Biome
 * (scripts/lint/modules-go-down.grit), whose exceptions say their reason in the source. The imports of the domain and the web that still go
 * up are counted here by pairs of features.
 */

/** A number may only become smaller, and a row may only go: new code finds another way, such as a callback or an event. */
const exceptions: Readonly<Record<'D' | 'W', Readonly<Record<string, number>>>> = {
  D: {
    'booking/order → money/deposit': 1,
    'platform/audit → rental/driver': 1,
    'platform/lookup → fleet/inventory': 1,
    'platform/stream → booking/order': 1,
    'platform/todo → booking/order': 1,
  },
  W: {
    'fleet/inventory → booking/order': 2,
    'fleet/stock → rental/arrange': 2,
    'fleet/ticket → booking/order': 1,
    'fleet/vehicle-control → booking/order': 2,
  },
}

/** No more than these in all, whatever becomes of single rows. */
const most: Readonly<Record<Side, number>> = { D: 5, C: 13, S: 1, W: 7 }

const counted = ['D', 'W'] as const

it.each(counted)('imports between the modules of %s go down', (side) => {
  expect(upward(sourcesOf(side))).toEqual(exceptions[side])
})

it.each(Object.keys(sides) as Side[])('exceptions of %s only become fewer', (side) => {
  const sum = Object.values(upward(sourcesOf(side))).reduce((a, b) => a + b, 0)
  expect(sum).toBeLessThanOrEqual(most[side])
})

/** The features that import each other, directly or through others. */
function knotsOf(sources: readonly Source[]): string[][] {
  const imports = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const from = featureAt(path)
    if (from === undefined) continue
    const all = [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, to]) =>
      featureAt(join(dirname(path), to!)),
    )
    const known = imports.get(from) ?? new Set()
    imports.set(from, new Set([...known, ...all.filter((to) => to !== undefined && to !== from)] as string[]))
  }
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>()
    const visit = (at: string) => {
      for (const to of imports.get(at) ?? [])
        if (!seen.has(to)) {
          seen.add(to)
          visit(to)
        }
    }
    visit(from)
    return seen
  }
  const reach = new Map([...imports.keys()].map((feature) => [feature, reached(feature)]))
  const knots = [...reach].flatMap(([feature, all]) =>
    all.has(feature)
      ? [
          [...all]
            .filter((other) => reach.get(other)?.has(feature))
            .toSorted()
            .join(' '),
        ]
      : [],
  )
  return [...new Set(knots)].map((knot) => knot.split(' '))
}

it('at most eight features of the server import each other', () => {
  const knots = knotsOf(sourcesOf('S'))
  expect(knots.length).toBeGreaterThan(0)
  expect(knots.filter((knot) => knot.length > 8)).toEqual([])
})

it('a knot of features is found', () => {
  const sources = [
    { path: 'platform/role/a.ts', text: "import { a } from '../account/actions.ts'" },
    { path: 'platform/account/a.ts', text: "import { b } from '../session/actions.ts'" },
    { path: 'platform/session/a.ts', text: "import { c } from '../role/actions.ts'" },
    { path: 'platform/notify/a.ts', text: "import { c } from '../role/actions.ts'" },
  ]
  expect(knotsOf(sources)).toEqual([['platform/account', 'platform/role', 'platform/session']])
})

it('there are eight modules, the lowest first', () => {
  expect(modules).toEqual(['platform', 'fleet', 'pricing', 'booking', 'money', 'rental', 'sales', 'insight'])
  expect(features.length).toBeGreaterThan(50)
})

it.each([
  ['a value', "import { search } from '../../insight/overview/actions.ts'"],
  ['a type', "import type { Search } from '../../insight/overview/actions.ts'"],
  ['a re-export', "export { search } from '../../insight/overview/actions.ts'"],
  ['names on several lines', "import {\n  type Search,\n  search,\n} from '../../insight/overview/actions.ts'"],
  ['a lazy import', "const late = () => import('../../insight/overview/actions.ts')"],
])('an import of a higher module is found: %s', (_, text) => {
  expect(upward([{ path: 'platform/notify/actions.ts', text }])).toEqual({ 'platform/notify → insight/overview': 1 })
  const down = text.replace('insight/overview', 'platform/notify')
  expect(upward([{ path: 'insight/overview/actions.ts', text: down }])).toEqual({})
})

it('features of one module may import each other', () => {
  const text = "import { mark } from '../media/actions.ts'"
  expect(upward([{ path: 'platform/notify/actions.ts', text }])).toEqual({})
})

it('any feature may name a code and link to a screen', () => {
  const codes = {
    path: 'platform/account/rights.ts',
    text: "import { orderStatus } from '../../booking/order/codes.ts'",
  }
  expect(upward([codes])).toEqual({})
  const screens = {
    path: 'platform/notify/list/screen.tsx',
    text: "import { overviewScreens } from '../../../insight/overview/screens.ts'",
  }
  expect(upward([screens])).toEqual({})
  const rule = { path: 'platform/account/codes.ts', text: "import { x } from '../../booking/order/steps.ts'" }
  expect(upward([rule])).toEqual({ 'platform/account → booking/order': 1 })
})
