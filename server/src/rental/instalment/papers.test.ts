import { contract } from '@cheyi/contract/index'
import { documentKind } from '@cheyi/domain/fleet/inventory/codes'
import { DAY } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { book } from '../../testing/world/bookings.ts'
import { bookLong, longMerchant } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/* A rental of months goes on beyond the papers of its car, which are renewed while it is out: only the first four weeks need valid papers. */

const at = (text: string): number => Date.parse(`${text}:00+08:00`)
longMerchant({ cars: 1 })

const end = (endOn: string) =>
  t.call(
    contract.inventory.saveDocument,
    { vehicleId: w.vehicles.lavida[0]!.id, kind: documentKind.inspection, endOn },
    owner(),
  )
const place = () => ({ storeId: w.stores.hongqiao, modelId: w.models.lavida })
const quoted = (termMonths: number, pickupAt = at('2027-01-31T10:00')) =>
  t.call(contract.quote.quote, { ...place(), orderKind: 2, pickupAt, termMonths }, owner())
const short = (pickupAt: number, days: number) =>
  t.send(contract.quote.quote, { ...place(), pickupAt, returnAt: pickupAt + days * DAY }, owner())
it('a year is sold on a car whose inspection ends in May, and says so; it keeps its car whatever the papers become', async () => {
  await end('2027-05-31')
  expect((await quoted(12)).freeCapacity).toBe(1)
  expect((await quoted(12)).warnings).toContain(
    '该车型的证件（保险、年检）最晚2027-05-31到期，租期内须续办，请与客户约定',
  )
  expect((await quoted(3)).warnings).toEqual([])
  const { orderId } = await bookLong(t, w, { trip: { termMonths: 12 }, form: { vehicleId: w.vehicles.lavida[0]!.id } })
  await end('2027-04-30')
  const detail = await t.call(contract.order.detail, { orderId }, owner())
  expect(detail.vehicle).not.toBeNull()
  expect((await quoted(12)).freeCapacity).toBe(0)
})

it('papers have to hold for its first four weeks, and for all of a shorter rental', async () => {
  await end('2027-05-31')
  expect((await quoted(1, at('2027-05-10T10:00'))).freeCapacity).toBe(0)
  await expect(bookLong(t, w, { trip: { pickupAt: at('2027-05-10T10:00') } })).rejects.toThrow('3101')
  expect(await short(at('2027-05-25T10:00'), 10)).toMatchObject({ data: { freeCapacity: 0 } })
  expect(await short(at('2027-05-20T10:00'), 10)).toMatchObject({ data: { freeCapacity: 1 } })
  await expect(
    book(t, w, { trip: { pickupAt: at('2027-05-25T10:00'), returnAt: at('2027-06-04T10:00') } }),
  ).rejects.toThrow('3101')
})
