import { HOUR } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { runMerchants } from '../../../testing/jobs.ts'
import { book } from '../../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

sharedMerchant()

const keptOf = async (orderId: string) => {
  const { rows } = await t.root.query(
    'select order_status as status, pickup_at, return_at, source from occupancy where ref_id = $1 and active',
    [orderId],
  )
  return rows[0]
}

it('keeps of an order what the stock asks of it, whoever writes the order', async () => {
  const { orderId } = await book(t, w)
  const { rows } = await t.root.query('select status, pickup_at, return_at, source from "order" where id = $1', [
    orderId,
  ])
  expect(rows[0].status).toBeGreaterThan(1)
  expect(await keptOf(orderId)).toEqual({ ...rows[0], status: 1 })
  // The steps before the handover are one to the stock: they write nothing.
  const version = async () =>
    (await t.root.query('select xmin from occupancy where ref_id = $1 and active', [orderId])).rows[0].xmin
  const before = await version()
  await t.root.query('update "order" set status = case status when 3 then 4 else 3 end where id = $1', [orderId])
  expect(await version()).toBe(before)
  const later = new Date(rows[0].returnAt.getTime() + HOUR)
  await t.root.query('update "order" set return_at = $2, source = 2 where id = $1', [orderId, later])
  expect(await keptOf(orderId)).toEqual({ ...rows[0], status: 1, returnAt: later, source: 2 })
})

it('compares every night, and tells the log', async () => {
  const { orderId, orderNo } = await book(t, w)
  const told: unknown[] = []
  const log = vi.spyOn(t.kernel.log, 'child').mockImplementation((() => ({
    error: (...line: unknown[]) => told.push(line),
  })) as never)
  try {
    await runMerchants(t, 'heldOrders')
    expect(told).toEqual([])
    await t.root.query('update occupancy set source = 6 where ref_id = $1', [orderId])
    await runMerchants(t, 'heldOrders')
  } finally {
    log.mockRestore()
  }
  expect(told).toMatchObject([[{ difference: { orderNo } }, 'an occupancy and its order differ']])
})
