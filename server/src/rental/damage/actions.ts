import { advance } from '@cheyi/domain/advance'
import { damageSteps, isClosedDamage } from '@cheyi/domain/rental/damage/claim'
import { damageStatus, damageStatuses } from '@cheyi/domain/rental/damage/codes'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { claimsEnd, claimsHavePictures } from '../../money/claim/actions.ts'
import * as store from './store.ts'

export { payBackClaim } from './pay-back.ts'
export { registerDamage } from './register.ts'
export { nameOf } from './row.ts'

claimsHavePictures('damage', sql`select d.photo_ids from damage_order d where d.id = c.id`)
claimsEnd('damage', (ctx, ids) => store.setDone(ctx, ids, advance(damageSteps, 'pay', damageStatus.deducting)))

/** Parts of the car that cases of an order name, except withdrawn cases: their damage marks have been handled. One query. */
export async function damagedParts(ctx: Context, orderId: string): Promise<string[]> {
  const standing = damageStatuses.values.filter((status) => !isClosedDamage(status))
  return (await store.inStatus(ctx.db, orderId, standing)).flatMap(({ damagedParts }) =>
    damagedParts.map(({ part }) => part),
  )
}
