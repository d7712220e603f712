import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { at } from '../at.ts'
import { book } from './bookings.ts'
import { fleet, owner, t, w } from './merchant.ts'

/* What tests about vehicles do with those of their own merchant, and look up of them. */

/** When `booked` books. */
export const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
export const booked = async (over: object = {}) => (await book(t, w, { trip: { ...trip, ...over } })).orderId
export const row = async (vehicleId: string) =>
  (await t.root.query('select * from vehicle where id = $1', [vehicleId])).rows[0]
export const order = async (orderId: string) =>
  (await t.root.query('select * from "order" where id = $1', [orderId])).rows[0]
export const seen = (vehicleId: string) => t.call(contract.inventory.detail, { vehicleId }, owner())
export const arrange = (orderId: string, vehicleId: string) =>
  t.call(contract.arrange.plan, { orderId, vehicleId, pinned: true }, owner())
/** Something but an order takes the vehicle. */
export const block = (vehicleId: string, kind: number, from: number, to: number) =>
  t.root.query(
    `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id)
     select merchant_id, home_store_id, model_id, id, $2, $3, $4, id from vehicle where id = $1`,
    [vehicleId, new Date(from), new Date(to), kind],
  )

/** A form with nothing missing, of a car that is not there yet. */
export const good = (over: object = {}) => ({
  plate: '沪A·D6J19',
  vin: '1M8GDM9AXKP042788',
  modelId: w.models.lavida,
  homeStoreId: w.stores.hongqiao,
  insuranceEndOn: '2027-05-01',
  inspectionEndOn: '2027-11-30',
  ...over,
})
/** A page of the fleet. */
export const page = (ask: InputOf<typeof contract.inventory.list> = {}, token = w.tokens.owner) =>
  t.call(contract.inventory.list, ask, { token })

export const put = (over: object = {}) => t.call(contract.inventory.save, good(over), fleet())
