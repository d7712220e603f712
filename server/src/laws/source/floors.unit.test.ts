import { expect, it } from 'vitest'
import { floors, rooms, type Side, sides, sourcesOf, upward } from '../../testing/floors.ts'

/*
 * A feature imports features of lower layers only (the table of layers in docs/modules.md). What still goes up or sideways is
 * counted here by pairs of features.
 */

/** Imports that do not go down. A number may only become smaller, a row may only go: new code finds a way down. */
const exceptions: Readonly<Record<Side, Readonly<Record<string, number>>>> = {
  D: {
    'instalment → order': 2,
    'payment → order': 1,
    'payment → quote': 3,
    'pickup-return → agreement': 1,
    'quote → geo': 1,
    'quote → instalment': 1,
  },
  S: {
    'account → merchant': 1,
    'account → session': 1,
    'approval → session': 1,
    'debt → payment': 2,
    'deposit → expense': 1,
    'deposit → payment': 12,
    'expense → pickup-return': 1,
    'instalment → order above': 1,
    'media → order': 1,
    'merchant → model': 1,
    'merchant → session': 1,
    'merchant → terms': 1,
    'notify → order': 2,
    'notify → session': 1,
    'payment → instalment': 2,
    'payment → pickup-return': 1,
    'payment → reimbursement': 2,
    'payment → till': 1,
    'quote → order above': 1,
    'quote → stock': 1,
    'session → operator': 1,
    'stock → inventory': 1,
    'todo → stock': 1,
  },
  W: {
    'merchant → order': 1,
    'order → arrange': 1,
    'order → debt': 1,
    'order → deposit': 2,
    'order → payment': 5,
    'order → pickup-return': 3,
    'pickup-return → damage': 1,
    'todo → pickup-return': 1,
  },
}

/** No more than these in all, whatever becomes of single rows. */
const most: Readonly<Record<Side, number>> = { D: 9, S: 38, W: 15 }

const all = Object.keys(sides) as Side[]

it.each(all)('imports between the rooms of %s go down', (side) => {
  expect(upward(side, sourcesOf(side))).toEqual(exceptions[side])
})

it.each(all)('exceptions on %s only become fewer', (side) => {
  const sum = Object.values(exceptions[side]).reduce((a, b) => a + b, 0)
  expect(sum).toBeLessThanOrEqual(most[side])
})

it.each(all)('whoever has a floor on %s is a room', (side) => {
  const known = rooms.filter(({ where }) => where.includes(side)).map(({ name }) => name)
  expect([...floors[side].keys()].filter((name) => !known.includes(name.replace(/ above$/, '')))).toEqual([])
})

it.each([
  ['a value', "import { search } from '../overview/actions.ts'"],
  ['a type', "import type { Search } from '../overview/actions.ts'"],
  ['what is passed on', "export { search } from '../overview/actions.ts'"],
  ['names on several lines', "import {\n  type Search,\n  search,\n} from '../overview/actions.ts'"],
  ['what is loaded later', "const late = () => import('../overview/actions.ts')"],
])('an import that goes up is seen: %s', (_, text) => {
  expect(upward('S', [{ path: 'notify/actions.ts', text }])).toEqual({ 'notify → overview': 1 })
  expect(upward('S', [{ path: 'overview/actions.ts', text: text.replace('overview', 'notify') }])).toEqual({})
})

it('an import on the same floor is seen, and the two floors of a room are told apart', () => {
  const sideways = { path: 'notify/actions.ts', text: "import { mark } from '../media/actions.ts'" }
  expect(upward('S', [sideways])).toEqual({ 'notify → media': 1 })
  const record = { path: 'order/lock.ts', text: "import { cancel } from './cancel/cancel.ts'" }
  expect(upward('S', [record])).toEqual({ 'order → order above': 1 })
  const flow = { path: 'order/cancel/cancel.ts', text: "import { lockOrder } from '../lock.ts'" }
  expect(upward('S', [flow])).toEqual({})
  const parts = { path: 'order/parts/acts.ts', text: "import { wide } from '../list/wide.ts'" }
  expect(upward('W', [parts])).toEqual({ 'order → order above': 1 })
})

it('any room may name a code and link to a screen', () => {
  const names = { path: 'account/rights.ts', text: "import { orderStatus } from '../order/codes.ts'" }
  expect(upward('D', [names])).toEqual({})
  const links = { path: 'notify/list/screen.tsx', text: "import { overviewScreens } from '../../overview/screens.ts'" }
  expect(upward('W', [links])).toEqual({})
  expect(upward('D', [{ path: 'account/codes.ts', text: "import { x } from '../order/steps.ts'" }])).toEqual({
    'account → order': 1,
  })
})

it('a room without a floor stands over those that have one, and over no other', () => {
  const down = { path: 'guest/handlers.ts', text: "import { search } from '../overview/actions.ts'" }
  expect(upward('S', [down])).toEqual({})
  const beside = { path: 'guest/handlers.ts', text: "import { wave } from '../visitor/actions.ts'" }
  expect(upward('S', [beside])).toEqual({ 'guest → visitor': 1 })
  const up = { path: 'overview/handlers.ts', text: "import { wave } from '../guest/actions.ts'" }
  expect(upward('S', [up])).toEqual({ 'overview → guest': 1 })
})
