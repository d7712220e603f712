import { contract } from '@cheyi/contract/index'
import { account } from '@cheyi/domain/money/payment/ledger'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { makeKey, openChannel } from '../../testing/open-api.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, confirmed, prepare, renter, sendConfirm } from '../../testing/world/handover.ts'
import { clerk, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post } from '../../testing/world/platform.ts'

ownMerchant({ cars: 2 })
ownPlatform()

it('of the contract is an expense of the order once it is earned, and an undone return takes it back', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  const customer = { name: '周明轩', mobile: '18621070937' }
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const asked = await form({ customer, deposits: { rental: 'waived', violation: 'waived' } })
  const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
  // The share at the booking counts, whatever is agreed later.
  await openChannel(t, w, 2, { commission_bp: 3000 })
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  expect(await books(t, orderId)).toEqual({ platform_clearing: totalFen, unearned: -totalFen })

  await bringBack(t, w, orderId, { at: at('11-24T10:00') })
  const commission = Math.round(totalFen / 10)
  const earned = await books(t, orderId)
  expect(earned).toMatchObject({ platform_clearing: totalFen - commission, channel_commission: commission })
  await booksAgree(t)
  const month = async (asked = '2026-11', by?: Parameters<typeof get>[1]) =>
    (await get(`/statement?month=${asked}`, by)).data as unknown as { orders: object[] }
  const remitted = { grossFen: totalFen, commissionFen: commission, netFen: totalFen - commission }
  expect(await month()).toEqual({
    orders: [expect.objectContaining({ channelOrderNo: asked.channelOrderNo, orderId, status: 6, ...remitted })],
    ...remitted,
    next: null,
  })
  expect((await month('2026-12')).orders).toEqual([])
  expect((await month('2026-11', await makeKey(t, w, 3))).orders).toEqual([])
  const fees = async (who = owner()) => (await t.call(contract.order.detail, { orderId }, who)).fees
  expect(await fees()).toMatchObject({ total: totalFen, commission })
  expect((await fees(clerk())).commission).toBeNull()
  const { channels } = await t.call(contract.channel.overview, {}, owner())
  expect(channels.find(({ source }) => source === 2)).toMatchObject({ earned30: totalFen, commission30: commission })
  const day = { from: '2026-11-24', to: '2026-11-24' }
  expect(await t.call(contract.data.overview, day, owner())).toMatchObject({ commission })
  expect(await t.call(contract.data.overview, { ...day, source: 3 }, owner())).toMatchObject({ commission: 0 })

  await t.call(contract.order.updateStatus, { orderId, action: 'undoReturn', reason: '误点还车' }, owner())
  expect(await books(t, orderId)).toMatchObject({ platform_clearing: totalFen })
  expect((await books(t, orderId)).channel_commission).toBeUndefined()
  await booksAgree(t)
})

it('is not counted again when the money of the platform arrives: nothing of settled orders is left with it', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  const customer = { name: '周明轩', mobile: '18621070937' }
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const deposits = { rental: 'waived', violation: 'waived' }
  const first = (await post('/orders', await form({ customer, deposits }))).data as Placed
  const later = { pickupAt: '2026-11-25T10:00:00+08:00', returnAt: '2026-11-26T10:00:00+08:00' }
  const second = (await post('/orders', await form({ customer, deposits, ...later }))).data as Placed
  const rent = async (orderId: string, car: number, from: string, to: string) => {
    await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[car]!.id }, owner())
    t.clock.set(at(from))
    await prepare(t, w, orderId)
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    await bringBack(t, w, orderId, { at: at(to) })
  }
  const awaited = async () =>
    (await t.call(contract.cashShift.awaited, {}, owner())).reduce((sum, { balance }) => sum + balance, 0)
  const arrive = (amount: number, fee = 0) =>
    t.send(
      contract.cashShift.arrive,
      { storeId: w.stores.hongqiao, account: account.platformClearing, amount, fee },
      owner(),
    )

  await rent(first.orderId, 0, '11-23T10:00', '11-24T10:00')
  const commission = Math.round(first.totalFen / 10)
  expect(await awaited()).toBe(first.totalFen - commission + second.totalFen)
  expect(await arrive(first.totalFen - commission, commission)).toMatchObject({
    errorCode: -2,
    data: { field: 'fee' },
  })
  expect(await arrive(first.totalFen - commission)).toMatchObject({ data: { left: second.totalFen } })

  await rent(second.orderId, 1, '11-25T10:00', '11-26T10:00')
  expect(await arrive(second.totalFen - Math.round(second.totalFen / 10))).toMatchObject({ data: { left: 0 } })
  expect(await awaited()).toBe(0)
  await booksAgree(t)
})
