import { CHARGE_BEFORE_HOURS } from '@cheyi/domain/fleet/vehicle-control/charge'
import { onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { settingSql } from '../../platform/merchant/actions.ts'

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
 * Cars that an order needs within six hours, also those that the plan may still exchange, with less charge than the merchant asks for at a
 * pickup: SQL of an array of their ids, also of stores that the caller does not see. It is read once; nothing is read for a merchant whose
 * devices tell no charge.
 */
export const leavingLowSql = sql`array(select cars_leaving_low(${CHARGE_BEFORE_HOURS}, ${settingSql('pickupChargePct', 'null::jsonb') as Sql}))`
