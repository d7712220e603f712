import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import * as out from '@cheyi/contract/kernel/output'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { type TestApp, testApp } from '../testing/app.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { insertOrder } from '../testing/world/orders.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * Every amount in every answer is a whole number of fen, of the size of a small merchant: sums that were concatenated as text instead of
 * added are astronomical.
 */

/** ¥100 million: all amounts of the scene together, and its balance in thirteen weeks, are less. */
const MOST = 1e10

let t: TestApp
let scene: Scene

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '算账租车')
  // For sums over groups: amounts owed and prepayments, in two statuses each.
  for (const status of [orderStatus.confirmed, orderStatus.arranged] as const)
    await insertOrder(t, scene.w, { status, totalFen: 1_210_304, owedFen: 1_210_304, prepayFen: 1_210_304 })
  for (const status of [orderStatus.returned, orderStatus.cancelled] as const)
    await insertOrder(t, scene.w, { status, owedFen: 1_210_304 })
}, 240_000)
afterAll(() => t.close())

interface Shape {
  readonly def: {
    readonly type: string
    readonly shape?: Readonly<Record<string, Shape>>
    readonly element?: Shape
    readonly innerType?: Shape
    readonly valueType?: Shape
    readonly options?: readonly Shape[]
    readonly items?: readonly Shape[]
  }
}

/** The values of an answer whose schema is an amount, with their paths. */
function* amounts(schema: Shape, value: unknown, path: string): Generator<readonly [path: string, value: unknown]> {
  if (value === null || value === undefined) return
  if ((schema as unknown) === out.fen) {
    yield [path, value]
    return
  }
  const { shape, element, innerType, valueType, options, items } = schema.def
  if (innerType !== undefined) yield* amounts(innerType, value, path)
  for (const option of options ?? []) yield* amounts(option, value, path)
  if (Array.isArray(value)) {
    for (const [n, one] of value.entries()) {
      const of = items?.[n] ?? element
      if (of !== undefined) yield* amounts(of, one, `${path}[${n}]`)
    }
  } else if (typeof value === 'object') {
    for (const [name, one] of Object.entries(value)) {
      const of = shape?.[name] ?? valueType
      if (of !== undefined) yield* amounts(of, one, `${path}.${name}`)
    }
  }
}

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Math.abs(value as number) < MOST

const reads = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Readonly<Record<string, Call>>)
    .filter(([, call]) => call.effect === 'read' && call.tenant !== 'none')
    .map(([name, call]) => ({ feature, name, call })),
)

it('no read answers an amount that is none', { timeout: 240_000 }, async () => {
  let seen = 0
  const wrong: string[] = []
  for (const { feature, name, call } of reads) {
    for (const input of samplesOf(scene)[feature as never][name as never] as readonly Record<string, unknown>[]) {
      const { errorCode, data } = await t.send(call, input, { token: scene.w.tokens.owner })
      if (errorCode !== 0) continue
      for (const [path, value] of amounts(call.output as z.ZodType as never, data, `${feature}.${name}`)) {
        seen++
        if (!isAmount(value)) wrong.push(`${path}: ${JSON.stringify(value)}`)
      }
    }
  }
  expect(wrong).toEqual([])
  // The scene has many amounts: finding few would mean that the search is wrong.
  expect(seen).toBeGreaterThan(200)
})

it('each entry that home adds up by its time says when its transaction was made, and no other does', async () => {
  const { billed, subsidised, closed, calledOff } = journals.code
  const { rows } = await t.root.query(
    `select count(*) filter (where e.posted_at is not null)::int as kept,
       count(*) filter (where e.posted_at is distinct from case when e.moved_on is not null
         or e.account = 'unearned' and t.journal in (${[billed, subsidised, closed, calledOff].join()}) then t.created_at end)::int as wrong
     from ledger_entry e join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id where t.order_id is not null`,
  )
  expect(rows[0]).toMatchObject({ wrong: 0 })
  expect(rows[0].kept).toBeGreaterThan(20)
})
