import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { TICKET_DAYS } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { addDays, localDate } from '@cheyi/domain/time'
import { type Context, newId } from '../../../kernel/context.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { logOf, tell } from '../plan.ts'
import * as yearlies from './store-yearly.ts'

/**
 * Creates a ticket without a plan for each inspection that ends within 45 days. Only one for each car and end: a ticket
 * made by hand, a cancelled one, or one that another server makes at this moment is enough. Stores are notified of the
 * number.
 */
export async function makeDueTickets(ctx: Context): Promise<void> {
  const today = localDate(ctx.now)
  const made = new Map<string, string[]>()
  for (const { vehicleId, storeId, dueOn, plate } of await yearlies.dueCars(ctx, addDays(today, TICKET_DAYS))) {
    const row = await yearlies.insertOnce(ctx, {
      id: await newId(ctx),
      no: await ctx.nextNumber(yearly.number),
      kind: yearly.kind,
      vehicleId,
      storeId,
      dueOn,
      log: [logOf(ctx, 'create', `${dueOn} 到期，自动创建`)],
    })
    if (row === undefined) continue
    tell(ctx, row)
    made.set(storeId, [...(made.get(storeId) ?? []), plate])
  }
  for (const [storeId, plates] of made)
    notify(ctx, {
      type: notifyType.ticket,
      level: notifyLevel.normal,
      ref: `yearlyDue/${storeId}/${today}`,
      title: `${plates.length}辆车待年检`,
      body: `${plates.slice(0, 3).map(displayPlate).join('、')}${plates.length > 3 ? `等${plates.length}辆` : ''}，请预约送检`,
      link: screen('yearly.list', {}),
      to: { key: yearly.key, storeIds: [storeId] },
    })
}
