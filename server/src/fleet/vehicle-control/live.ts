import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { CHARGE_BEFORE_HOURS } from '@cheyi/domain/fleet/vehicle-control/charge'
import { onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { sql } from '../../kernel/db/sql.ts'

/*
 * SQL parts for the state of a device: `l` is its row of `device_live`, which may be missing.
 */

const online = onlineStates.code

/** Online: it has a link and sent a message within five minutes; asleep: its engine was off at its last message, at most a day ago. */
export const stateSql = sql`case
  when l.node is not null and l.last_msg_at > (select app_now()) - interval '5 minutes' then ${online.online}
  when l.acc is false and l.last_msg_at > (select app_now()) - interval '1 day' then ${online.sleeping}
  else ${online.offline} end`

/** 5 km/h or more, by a position that is not older than the limit for online. */
export const movingSql = sql`coalesce(l.speed >= 50 and l.received_at > (select app_now()) - interval '5 minutes', false)`

/**
 * Cars that an order needs within six hours, also those that the plan may still exchange: SQL of an array of their ids, which is read once. An
 * occupancy has the status submitted until the pickup.
 */
export const leavingSoonSql = sql`array(select o.vehicle_id from occupancy o
  where o.active and o.vehicle_id is not null and o.kind = ${occupancyKind.order} and o.order_status = ${orderStatus.submitted}
    and o.to_at > (select app_now()) and o.from_at <= (select app_now()) + make_interval(hours => ${CHARGE_BEFORE_HOURS}))`
