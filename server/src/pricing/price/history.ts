import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { calendarLines, isPlanWaiting, longLines, planStatus, ruleLines } from '@cheyi/domain/pricing/price/change'
import type { Contradiction } from '@cheyi/domain/pricing/price/record'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { tellOfRecords } from '../../kernel/events.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { applyPlan, requirePlaces } from './apply.ts'
import { daysOf } from './calendar.ts'
import * as store from './store.ts'

export const history: HandlerOf<'price', 'history'> = async (input, ctx) =>
  listAnswer(input, {
    rows: store.historyPage(ctx, input),
    count: () => store.historyCount(ctx, input),
    keys: ({ id }) => [id],
    view: (row) => ({ ...row, lines: linesOf(row), planned: row.planId !== null, undoes: row.undoOf !== null }),
  })

function linesOf(row: store.ChangeRow) {
  if (row.kind === 'rule') return ruleLines(row.before, row.after)
  if (row.kind === 'long') return longLines(row.before, row.after)
  return calendarLines(daysOf(row))
}

export const plans: HandlerOf<'price', 'plans'> = async (input, ctx) => {
  const rows = await store.waitingPlans(ctx, input)
  return rows.map((row) => ({
    ...row,
    rows: row.rows.map((place) => ({ ...place, lines: [...place.lines] })),
  }))
}

/** Cancels an unpublished plan; for a published one only its status is returned. */
export const cancelPlan: HandlerOf<'price', 'cancelPlan'> = async ({ id }, ctx) => {
  const { status } = requireFound(await store.lockPlan(ctx, id))
  if (!isPlanWaiting(status)) return { status }
  const cancelled = { status: planStatus.cancelled }
  await store.endPlan(ctx, id, cancelled.status)
  ctx.audit({ targetType: 'pricePlan', targetId: id, before: { status }, after: cancelled })
  return cancelled
}

/** Publishes a due plan under its lock, so that of two processes only one publishes it. */
export async function publish(ctx: Context, id: string): Promise<void> {
  const plan = await store.lockPlan(ctx, id)
  if (plan === undefined || !isPlanWaiting(plan.status) || plan.publishAt > ctx.now) return
  await store.lockPrices(ctx)
  const { written, aside } = await applyPlan(ctx, plan.changes, { planId: id, accountId: plan.accountId })
  await store.endPlan(ctx, id, written ? planStatus.published : planStatus.cancelled)
  if (aside.length > 0) await tellOfAside(ctx, id, aside)
  tellOfRecords(ctx, 'price.publish')
}

/** Whoever sets prices learns which of a plan did not come into force, and why. */
async function tellOfAside(ctx: Context, id: string, aside: readonly Contradiction<unknown>[]): Promise<void> {
  const names = await requirePlaces(
    ctx,
    aside.map(({ change }) => change),
  )
  const [{ change, fault }] = aside as readonly [Contradiction<unknown>]
  const place = `${names.stores.get(change.storeId)} ${names.models.get(change.modelId)}`
  notify(ctx, {
    type: notifyType.channel,
    level: notifyLevel.important,
    ref: `pricePlan/${id}`,
    once: true,
    title: aside.length === 1 ? '定时价格未生效' : `${aside.length}处定时价格未生效`,
    body: `${place}${aside.length === 1 ? '' : '等'}：${String(fault.detail.字段 ?? fault.message)}，请重新设置价格`,
    link: screen('price.list', { storeId: change.storeId }),
    to: { key: 'price.edit', storeIds: [...new Set(aside.map((one) => one.change.storeId))] },
  })
}
