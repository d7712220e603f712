import { contract } from '@cheyi/contract/index'
import type { Call, InputOf } from '@cheyi/contract/kernel/call'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { samplesOf } from '../../src/testing/hostile/samples.ts'
import { SCENE_NOW, type Scene } from '../../src/testing/world/scene/scene.ts'
import { quoteTrips } from '../bookings.ts'
import type { Hot } from '../data/prepare.ts'
import { type App, send } from '../local-app.ts'
import { clerkOf } from '../staff.ts'

/*
 * Which calls have bounds and what is asked of them: every read of the contract, and the writes that staff wait for.
 */

export interface Asked {
  readonly call: Call
  readonly input: object
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

type Contract = typeof contract
type Inputs = { readonly [R in keyof Contract]?: { readonly [C in keyof Contract[R]]?: InputOf<Contract[R][C]> } }

/** Reads that no merchant's data answer: of the platform, of a sign-in, of a demo's simulators. */
const apart = /^(operator|simulation|session\.legal)/

/** The writes that staff wait for, by the place of their input among the scene's. */
const writes = {
  'order.create (draft)': 0,
  'order.cancel': 0,
  'order.updateStatus': 1,
  'arrange.plan': 0,
  'pickupReturn.confirm': 0,
  'pickupReturn.confirm (return)': 1,
  'payment.collect': 0,
  'deposit.pay': 0,
  'renewal.create': 0,
  'ticket.maintenanceCreate': 0,
  'ticket.yearlyHandle (complete)': 2,
  'violation.create': 0,
} as const

/** @returns by name, which is that of the call and, where it is asked for in several ways, of the way */
export async function askedOn(app: App, hot: Hot, rootUrl: string): Promise<Readonly<Record<string, Asked>>> {
  const scene = hot.scene!
  const samples = samplesOf(scene) as unknown as Record<string, Record<string, readonly object[]>>
  const headers = { 'x-link-pass': scene.ids.selfPass! }
  const store = await clerkOf(app, hot, rootUrl, storeScope.listed)
  const own = await clerkOf(app, hot, rootUrl, storeScope.own)
  const wide = (await wideInputs(app, hot, scene)) as Record<string, Record<string, object>>
  const all: Record<string, Asked> = {}
  const ask = (name: string, input: object, token = scene.w.tokens.owner) => {
    const [feature, call] = name.split(' ')[0]!.split('.') as [never, never]
    all[name] = { call: contract[feature][call], input, token, headers }
  }
  for (const [feature, calls] of Object.entries(contract))
    for (const [name, call] of Object.entries<Call>(calls)) {
      const full = `${feature}.${name}`
      if (call.effect !== 'read' || apart.test(full)) continue
      ask(full, wide[feature]?.[name] ?? samples[feature]![name]![0]!)
    }
  for (const name of ['order.list', 'overview.home', 'todo.counts'] as const) {
    ask(`${name} (store)`, all[name]!.input, store.token)
    ask(`${name} (own)`, all[name]!.input, own.token)
  }
  const { nextCursor: cursor } = await send(app, contract.order.list, hot.token, { orderKind: orderKind.short })
  ask('order.list (next page)', { orderKind: orderKind.short, cursor })
  const [booking] = await quoteTrips(app, hot, 1, rootUrl)
  ask('order.create', booking!.input)
  for (const [name, place] of Object.entries(writes)) {
    const [feature, call] = name.split(' ')[0]!.split('.') as [string, string]
    ask(name, samples[feature]![call]![place]!)
  }
  return all
}

/** What is asked of the many orders and cars, where the scene's own input finds but its few. */
async function wideInputs(app: App, hot: Hot, scene: Scene): Promise<Inputs> {
  const month = { from: '2026-10-25', to: '2026-11-24' }
  const pool = { storeId: hot.storeIds[0]!, modelId: hot.modelIds[0]! }
  const trip = { from: SCENE_NOW + DAY, to: SCENE_NOW + 3 * DAY + HOUR }
  const { list } = await send(app, contract.order.list, hot.token, {
    orderKind: orderKind.short,
    status: [orderStatus.returned],
  })
  const order = { orderId: list[0]!.orderId }
  const { list: cars } = await send(app, contract.inventory.list, hot.token, { keyword: '沪A00' })
  const car = { vehicleId: cars[0]!.vehicleId }
  return {
    overview: { home: { limit: 20 }, search: { keyword: '沪A00' } },
    todo: { counts: {} },
    order: {
      list: { orderKind: orderKind.short },
      detail: order,
      log: order,
      remarks: order,
    },
    stock: {
      overview: { storeId: pool.storeId, days: 30 },
      free: { storeId: pool.storeId, ...trip, source: 1, priced: true },
      timeline: { ...pool, from: '2026-11-24' },
    },
    price: { calendar: { ...pool, from: '2026-11-24', to: '2026-12-24' } },
    data: {
      overview: month,
      trend: month,
      mix: month,
      rank: { ...month, by: 'store' },
      orders: { ...month, figure: 'created' },
    },
    inventory: { list: {}, detail: car, timeline: car },
    payment: {
      flowList: {},
      takings: {},
      heldList: {},
      vouchers: { account: 'cash_on_hand' },
      handMade: {},
      receiptList: {},
    },
    ticket: {
      hub: {},
      carePage: {},
      vehicles: { keyword: '沪A00' },
      relocationPage: {},
      maintenancePage: {},
      yearlyPage: {},
    },
    vehicleControl: { page: {}, map: {}, devicePage: {}, alarmPage: {} },
    toll: { page: {} },
    bank: { page: {}, entries: {} },
    insurance: { page: {} },
    company: { page: {} },
    owner: { page: {}, statements: {} },
    invoice: { list: {} },
    cashShift: { page: {} },
    channelPush: { events: { source: 2 }, logs: { source: 2 } },
    audit: { page: {} },
    approval: { page: {} },
    notify: { page: {} },
    violation: { page: {}, leases: { group: 'open' } },
    pickupReturn: { records: order },
    agreement: { status: { orderId: scene.ids['order.out']! } },
  }
}
