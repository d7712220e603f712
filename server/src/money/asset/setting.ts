import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addMonths, localDate } from '@cheyi/domain/time'
import { holdOpenFrom, openFrom } from '../../fleet/cost/actions.ts'
import type { HandlerOf } from '../../kernel/context.ts'
import * as store from './store.ts'

export const settings: HandlerOf<'asset', 'settings'> = async (_, ctx) => {
  const [row, begun, open] = await Promise.all([store.setting(ctx), store.isBegun(ctx), openFrom(ctx)])
  return {
    posted: row?.posted ?? false,
    from: row?.from ?? null,
    reason: row?.reason ?? '',
    begun,
    openFrom: open,
    version: row?.version ?? 0,
  }
}

/**
 * Whether costs are posted when a month is closed, and from which month on. It holds for months that are not closed.
 * @throws Refusal stale (-5), badInput (-2) for a closed month, or another first month than the one that was posted
 */
export const saveSettings: HandlerOf<'asset', 'saveSettings'> = async (
  { posted, from: asked, reason, version },
  ctx,
) => {
  const open = await holdOpenFrom(ctx)
  const before = await store.setting(ctx)
  const from = `${asked}-01`
  if (from !== before?.from) {
    if (await store.isBegun(ctx)) throw badInput('from', `已从 ${before!.from.slice(0, 7)} 起记账，起始月份不能再改`)
    if (open !== null && from < open) throw badInput('from', `该月已结账，请选 ${open.slice(0, 7)} 或以后的月份`)
    if (from > addMonths(monthOf(localDate(ctx.now)), 12)) throw badInput('from', '起始月份不能晚于一年后')
  }
  const saved = await store.saveSetting(ctx, { posted, from, reason, version })
  if (saved === undefined) throw new Refusal('stale')
  ctx.audit({
    targetType: 'merchant',
    targetId: ctx.merchantId,
    before: { assetsPosted: before?.posted ?? false, assetsFrom: before?.from ?? null },
    after: { assetsPosted: posted, assetsFrom: from, reason },
  })
  return { version: saved }
}
