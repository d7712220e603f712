import { Refusal } from '@cheyi/domain/refusal'
import { afterEach, expect, it, vi } from 'vitest'
import { runInstallation } from '../../testing/jobs.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, ownPlatform, type Placed, post, stored } from '../../testing/world/platform.ts'

ownMerchant({ cars: 1 })
ownPlatform()
afterEach(() => vi.restoreAllMocks())

/** Runs with a search for a car that is never decided: the first look at its time ends it. */
async function undecided<T>(work: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    if (new Error().stack!.includes('planner.ts')) throw new Refusal('planPending')
    return now()
  })
  try {
    return await work()
  } finally {
    spy.mockRestore()
  }
}

/** The place of the last car, reserved for a number whose assignment was not decided. */
async function reserved() {
  const body = await form()
  const answer = await undecided(() => post('/orders', body))
  expect(answer).toMatchObject({ httpStatus: 503, errorCode: 3107, headers: { 'retry-after': '2' } })
  expect(await stored(body.channelOrderNo)).toEqual([])
  return body
}
/** Orders with a car, and reserved places. */
const places = async () =>
  (await t.root.query('select from occupancy where merchant_id = $1 and active and kind in (0, 5)', [w.merchantId]))
    .rowCount

it('has its place reserved: others get no car of it, and of two retries at once both get the one order', async () => {
  const body = await reserved()
  expect(await places()).toBe(1)
  expect(await post('/orders', await form())).toMatchObject({ errorCode: 9201 })
  // A retry that is not decided either has the same place.
  await undecided(() => post('/orders', body))
  expect(await places()).toBe(1)
  const answers = await Promise.all([1, 2].map(() => post('/orders', body)))
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200])
  const placed = answers.map(({ data }) => data as Placed)
  expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1)
  expect(placed.map(({ duplicate }) => duplicate).toSorted()).toEqual([false, true])
  expect(await stored(body.channelOrderNo)).toHaveLength(1)
  expect(await places()).toBe(1)
  expect(await post('/orders', await form())).toMatchObject({ errorCode: 9201 })
})

it('of two first requests at once is one place', async () => {
  const body = await form()
  await undecided(() => Promise.all([1, 2].map(() => post('/orders', body))))
  expect(await places()).toBe(1)
  expect(await post('/orders', body)).toMatchObject({ success: true })
  expect(await places()).toBe(1)
})

it('ends with the cancel, and two minutes after its last request', async () => {
  const body = await reserved()
  await post(`/orders/${body.channelOrderNo}/cancel`)
  expect(await places()).toBe(0)

  await reserved()
  await runInstallation(t, 'openPlaces')
  expect(await places()).toBe(1)
  t.clock.advance(2 * 60_000 + 1)
  await runInstallation(t, 'openPlaces')
  expect(await places()).toBe(0)
  expect(await post('/orders', await form())).toMatchObject({ success: true })
})

it('is not reserved by a check', async () => {
  const body = await form()
  expect(await undecided(() => post('/orders/check', body))).toMatchObject({ httpStatus: 503 })
  expect(await places()).toBe(0)
})
