import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { afterEach, expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { payRent } from '../../testing/world/handover.ts'
import { driveLong, longMerchant, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/* Money that says no name pays what the order owes: what a supplement took of it pays no row of the plan besides. */

const { instalment, payment, supplement } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
longMerchant({ cars: 2, settings: { freeKmPerDay: 0 } })
afterEach(() => booksAgree(t))

const raise = (orderId: string, amount: number) =>
  t.call(supplement.save, { orderId, reasonCode: 1, amount, payMode: payMode.onlineIn }, owner())
const rowOf = async (orderId: string, seq: number) =>
  (await t.call(instalment.list, { orderId }, owner())).rows.find((one) => one.seq === seq)!
const owed = async (orderId: string) => (await books(t, orderId))[account.receivable] ?? 0
const stateOf = async (orderId: string) => (await t.call(supplement.list, { orderId }, owner()))[0]!.status

/** The second row falls due. */
async function due(): Promise<void> {
  t.clock.set(at('2027-02-28T00:10'))
  await runDue(t, 'instalment')
}

it('what a supplement took is no rent of the row that falls due next', async () => {
  const orderId = await driveLong(t, w)
  await raise(orderId, 10_000)
  await payRent(t, w, orderId, 10_000)
  expect(await stateOf(orderId)).toBe(supplementStatus.paid)
  await due()
  expect(await owed(orderId)).toBe(420_000)
  expect(await rowOf(orderId, 2)).toMatchObject({ paid: 0, open: 420_000 })
  await payInstalment(t, w, orderId, 2)
  expect(await owed(orderId)).toBe(0)
})

it('rows that are due come first, and what is left is for it', async () => {
  const orderId = await driveLong(t, w)
  await due()
  await raise(orderId, 10_000)
  await payRent(t, w, orderId, 420_000)
  expect(await rowOf(orderId, 2)).toMatchObject({ open: 0 })
  expect([await stateOf(orderId), await owed(orderId)]).toEqual([supplementStatus.waiting, 10_000])
  await payRent(t, w, orderId, 10_000)
  expect([await stateOf(orderId), await owed(orderId)]).toEqual([supplementStatus.paid, 0])
  t.clock.set(at('2027-03-31T00:10'))
  await runDue(t, 'instalment')
  expect(await rowOf(orderId, 3)).toMatchObject({ paid: 0, open: 420_000 })
  expect(await owed(orderId)).toBe(420_000)
})

it('by its own name it was never rent', async () => {
  const orderId = await driveLong(t, w)
  const { id } = await raise(orderId, 10_000)
  await t.call(
    payment.collect,
    { orderId, payKind: payKind.supplement, refId: id, amount: 10_000, payWay: payWay.cash },
    owner(),
  )
  await due()
  expect(await rowOf(orderId, 2)).toMatchObject({ paid: 0, open: 420_000 })
  expect(await owed(orderId)).toBe(420_000)
})
