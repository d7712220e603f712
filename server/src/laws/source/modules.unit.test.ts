import { expect, it } from 'vitest'
import { features, modules, type Side, sides, sourcesOf, upward } from '../../testing/modules.ts'

/* A module imports lower modules only (docs/modules.md). The remaining imports of higher modules are counted here per pair of features. */

/** A number may only become smaller, and a row may only be removed: new code uses another way, such as a callback or an event. */
const exceptions: Readonly<Record<Side, Readonly<Record<string, number>>>> = {
  D: {
    'booking/order → money/expense': 7,
    'booking/order → money/payment': 1,
    'booking/order → rental/instalment': 8,
    'booking/order → rental/violation': 1,
    'fleet/ticket → pricing/quote': 1,
    'fleet/vehicle-control → pricing/quote': 2,
    'platform/approval → money/till': 1,
    'platform/audit → pricing/terms': 1,
    'platform/audit → rental/driver': 2,
    'platform/geo → pricing/quote': 3,
    'platform/lookup → fleet/inventory': 1,
    'platform/lookup → money/reimbursement': 1,
    'platform/lookup → money/supplement': 1,
    'platform/merchant → money/payment': 2,
    'platform/merchant → sales/channel': 1,
    'platform/notify → booking/order': 1,
    'platform/notify → rental/violation': 1,
    'platform/region → pricing/quote': 1,
    'platform/stream → booking/order': 1,
    'platform/todo → booking/order': 1,
    'platform/waiting → booking/order': 1,
    'platform/waiting → fleet/ticket': 1,
    'platform/waiting → money/deposit': 1,
    'platform/waiting → pricing/quote': 2,
    'platform/waiting → rental/instalment': 1,
    'pricing/quote → money/payment': 2,
    'pricing/quote → rental/instalment': 1,
    'pricing/terms → booking/order': 2,
  },
  C: {
    'booking/order → money/payment': 1,
    'booking/order-form → rental/driver-person': 1,
    'booking/order-view → money/deposit': 1,
    'booking/order-view → rental/arrange': 1,
    'booking/order-view → rental/driver': 1,
    'booking/order-view → rental/driver-person': 1,
    'fleet/inventory → booking/order-ref': 1,
    'fleet/stock → rental/arrange': 1,
    'fleet/ticket → booking/order-ref': 1,
    'fleet/ticket-form → booking/order-ref': 1,
    'fleet/vehicle-control → booking/order-ref': 1,
    'platform/todo → booking/order-ref': 1,
    'platform/todo → rental/arrange': 1,
  },
  S: {
    'fleet/inventory → rental/driver': 1,
    'fleet/stock → booking/order': 8,
    'fleet/stock → pricing/quote': 3,
    'fleet/stock → sales/channel': 1,
    'money/expense → rental/pickup-return': 1,
    'money/payment → rental/instalment': 2,
    'money/payment → rental/pickup-return': 1,
    'platform/audit → booking/order': 2,
    'platform/customer-link → booking/order': 1,
    'platform/media → booking/order': 1,
    'platform/merchant → fleet/model': 1,
    'platform/merchant → fleet/store': 4,
    'platform/merchant → pricing/terms': 1,
    'platform/merchant → sales/channel': 1,
    'platform/notify → booking/order': 2,
    'platform/retention → booking/order': 1,
    'platform/retention → money/payment': 1,
    'platform/retention → money/reimbursement': 1,
    'platform/retention → rental/agreement': 1,
    'platform/retention → rental/driver': 1,
    'platform/session → booking/order': 1,
    'platform/simulation → money/payment': 1,
    'platform/todo → booking/order': 2,
    'platform/todo → fleet/stock': 1,
    'platform/todo → money/invoice': 1,
    'pricing/price → sales/channel': 1,
    'pricing/quote → rental/order': 1,
    'pricing/quote → sales/channel': 1,
  },
  W: {
    'booking/order → money/debt': 1,
    'booking/order → money/deposit': 2,
    'booking/order → money/invoice': 1,
    'booking/order → money/payment': 5,
    'booking/order → rental/arrange': 1,
    'booking/order → rental/pickup-return': 3,
    'fleet/inventory → booking/order': 3,
    'fleet/stock → booking/order': 5,
    'fleet/stock → rental/arrange': 3,
    'fleet/ticket → booking/order': 4,
    'fleet/vehicle-control → booking/order': 6,
    'money/payment → rental/agreement': 1,
    'platform/merchant → booking/order': 1,
    'platform/todo → booking/order': 2,
    'platform/todo → rental/pickup-return': 1,
    'pricing/price → booking/order': 2,
  },
}

/** Maximum in total, whatever the single rows are. */
const most: Readonly<Record<Side, number>> = { D: 49, C: 13, S: 44, W: 41 }

const all = Object.keys(sides) as Side[]

it.each(all)('imports between the modules of %s go down', (side) => {
  expect(upward(sourcesOf(side))).toEqual(exceptions[side])
})

it.each(all)('exceptions of %s only become fewer', (side) => {
  const sum = Object.values(exceptions[side]).reduce((a, b) => a + b, 0)
  expect(sum).toBeLessThanOrEqual(most[side])
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
