import { advance } from '@cheyi/domain/advance'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { channelSteps, connectedStatuses, sellingStatuses } from '@cheyi/domain/sales/channel/steps'
import { startsAt } from '@cheyi/domain/step'
import type { Context } from '../../kernel/context.ts'
import { registerConnectedSources } from '../../platform/merchant/actions.ts'
import { openBusiness } from '../../platform/session/actions.ts'
import * as store from './store.ts'

export { OLD_SECRET_PLACE, SECRET_PLACE } from './secret.ts'
export { channelRow as channelNow, channels, defaultChannel } from './store.ts'
export { closeForSale, openForSale } from './take-step.ts'

/** Follows the address of a channel: it is failing after many failures, and on sale again after a success. */
export async function connectionIs(ctx: Context, source: Source, state: 'fail' | 'recover'): Promise<void> {
  const row = await store.lock(ctx, source)
  if (startsAt(channelSteps, state, row.status))
    await store.update(ctx, row, { status: advance(channelSteps, state, row.status) })
}

openBusiness.merchant.register(
  'channels',
  `select count(*) from merchant_channel where status in (${sellingStatuses.join(', ')})`,
)
registerConnectedSources(`array(select source from merchant_channel where status in (${connectedStatuses.join(', ')}))`)
