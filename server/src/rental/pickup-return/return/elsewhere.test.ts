import { contract } from '@cheyi/contract/index'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { afterEach, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { booksAgree, weekend } from '../../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

/* A car that comes back to another store than was agreed costs what the price list says, without anybody adding it. */

ownMerchant()
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const feesOf = (items: readonly { code: number; name: string; amount: number; auto: boolean; formula: string }[]) =>
  items.filter(({ code }) => code === expenseCode.oneWay).map(({ name, amount, auto }) => ({ name, amount, auto }))

const preview = (orderId: string, returnStoreId?: string) =>
  t.call(
    contract.pickupReturn.settlement,
    { orderId, actualReturnAt: weekend.returnAt, returnStoreId, mileageKm: 10_100, fuelEighths: 8 },
    owner(),
  )

it('is shown before anything is saved, and charged by the confirmation', async () => {
  const { orderId } = await handOut(t, w)
  t.clock.set(weekend.returnAt)
  expect(feesOf((await preview(orderId)).items)).toEqual([])
  const elsewhere = await preview(orderId, w.stores.hangzhou)
  expect(feesOf(elsewhere.items)).toEqual([{ name: '异店还车费', amount: 30_000, auto: true }])

  const returned = await bringBack(t, w, orderId, { at: weekend.returnAt, returnStoreId: w.stores.hangzhou })
  expect(returned.settlement.charges).toBe(30_000)
  expect(await orderRow(orderId)).toMatchObject({ returnStoreId: w.stores.hangzhou, owedFen: '0' })
})

it('costs nothing where nobody has priced it', async () => {
  const { orderId } = await handOut(t, w)
  t.clock.set(weekend.returnAt)
  expect(feesOf((await preview(orderId, w.stores.pudong)).items)).toEqual([])
})
