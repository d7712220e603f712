import { orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { hasCar } from '@cheyi/domain/booking/order/steps'
import { orderHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { CarOut } from '@cheyi/domain/fleet/stock/car-out'
import { LATE_CAR_HOURS } from '@cheyi/domain/fleet/stock/car-out'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { settingSql } from '../../platform/merchant/actions.ts'

/* The columns of the assigned car in a row of an order. */

export type { CarOut }

const withCar = orderStatuses.values.filter(hasCar).join(', ')

/** SQL: the model of the car of an order `o`; `booked` where no car is assigned or it is not visible to the account. */
export const carModelSql = (o: string, booked: string): string =>
  `coalesce((select vm.name from vehicle v join model vm on vm.merchant_id = v.merchant_id and vm.id = v.model_id
     where v.merchant_id = merchant() and v.id = ${o}.vehicle_id and ${o}.status in (${withCar})), ${booked})`

/** A `with` item: the cars of the orders of `page` with their models, in one scan of an index that contains both. */
export const carsOfSql = (page: string): string =>
  `cars as materialized (select v.id, v.model_id from vehicle v
     where v.id = any (array(select p.vehicle_id from ${page} p where p.status in (${withCar}))))`

/** As {@link carModelSql}, by the items `cars` ({@link carsOfSql}) and `models` of the statement. */
export const listedCarModelSql = (o: string, booked: string): string =>
  `coalesce((select vm.name from cars v join models vm on vm.id = v.model_id
     where v.id = ${o}.vehicle_id and ${o}.status in (${withCar})), ${booked})`

const nearPickup = (o: string): string =>
  `${o}.status = ${orderStatus.arranged} and ${o}.pickup_at < (select app_now()) + interval '${LATE_CAR_HOURS} hours'`

/** Those of the given cars that are on rent and late. */
const lateCarsSql = (cars: string): string =>
  `select c.vehicle_id, p.id,
       json_build_object('orderId', p.id::text, 'contactName', p.contact_name, 'returnAt', (date_part('epoch', p.return_at) * 1000)::bigint) as told
     from occupancy c join "order" p on p.merchant_id = c.merchant_id and p.id = c.ref_id
    where c.merchant_id = merchant() and c.vehicle_id ${cars} and c.active and c.on_rent and c.kind in (${orderHolds})
      and p.return_at < (select app_now()) - make_interval(mins => ${settingSql('graceMinutes', '(select st.settings from store st where st.merchant_id = p.merchant_id and st.id = p.store_id)')})`

/** A `with` item: the late cars of the orders of `page`, in one scan. */
export const lateCarsOfSql = (page: string): string =>
  `late_cars as materialized (${lateCarsSql(`= any (array(select n.vehicle_id from ${page} n where ${nearPickup('n')}))`)})`

/**
 * SQL: a {@link CarOut} as JSON, for an order `o` with an assigned car and a pickup soon; null where its car is not on rent
 * or not late. For the orders of a page, by the item `late_cars` ({@link lateCarsOfSql}).
 */
export const carOutSql = (o: string, lateCars = `(${lateCarsSql(`= ${o}.vehicle_id`)})`): string =>
  `case when ${nearPickup(o)}
     then (select c.told from ${lateCars} c where c.vehicle_id = ${o}.vehicle_id and c.id <> ${o}.id limit 1) end`

/** The data by which lists of other subjects name an order. */
export interface OrderName {
  readonly orderNo: string
  readonly contactName: string
  readonly pickupAt: number
  readonly modelName: string
  readonly plate: string | null
}

/** SQL: an {@link OrderName} as JSON by an expression of the order ID; null for an order that is not visible to the account. */
export const orderNameSql = (id: string): string =>
  `(select json_build_object('orderNo', n.order_no, 'contactName', n.contact_name, 'pickupAt', (date_part('epoch', n.pickup_at) * 1000)::bigint,
      'modelName', ${carModelSql('n', 'nm.name')}, 'plate', case when n.status in (${withCar}) then n.plate end)
    from "order" n join model nm on nm.merchant_id = n.merchant_id and nm.id = n.model_id where n.merchant_id = merchant() and n.id = ${id})`

/** `何婷婷 · 11-25 05:30 取车 · 大众朗逸 沪A·15585 · O261124000390`. */
export const orderName = ({ orderNo, contactName, pickupAt, modelName, plate }: OrderName, now: number): string =>
  [
    contactName,
    `${formatMoment(pickupAt, now)} 取车`,
    [modelName, plate && displayPlate(plate)].filter(Boolean).join(' '),
    orderNo,
  ]
    .filter(Boolean)
    .join(' · ')
