import { onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { sql } from '../../kernel/db/sql.ts'

/*
 * What a device is said to be, as parts of statements: `l` is its row of `device_live`, of which there may be none.
 */

const online = onlineStates.code

/** In touch: its link is there and it spoke within five minutes; asleep: its engine was off when it last spoke, a day ago at most. */
export const stateSql = sql`case
  when l.node is not null and l.last_msg_at > (select app_now()) - interval '5 minutes' then ${online.online}
  when l.acc is false and l.last_msg_at > (select app_now()) - interval '1 day' then ${online.sleeping}
  else ${online.offline} end`

/** From 5 km/h on, by a fix that is not older than its being in touch. */
export const movingSql = sql`coalesce(l.speed >= 50 and l.received_at > (select app_now()) - interval '5 minutes', false)`
