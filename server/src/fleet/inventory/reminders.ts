import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { screen } from '../../kernel/screen.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { notify } from '../../platform/notify/actions.ts'

/*
 * Reminders of expiring documents: the staff of the fleet are notified so many days before, as set by the merchant,
 * with one notice for each store, kind and term; for expired inspections every day until there is a new one.
 */

export const inventoryJobs: Jobs = {
  merchants: [{ name: 'paperReminder', schedule: { daily: '08:30' }, work: remind }],
}

const names = { insurance: '保险', inspection: '年检' } as const

interface Due {
  readonly storeId: string
  readonly kind: keyof typeof names
  /** -1: expired. */
  readonly days: number
  readonly count: number
  readonly plates: readonly string[]
}

export async function remind(ctx: Context): Promise<void> {
  const today = localDate(ctx.now)
  const { insuranceRemindDays, inspectionRemindDays } = await settingsOf(ctx)
  const rows = await ctx.query<Due>(
    `select v.home_store_id as store_id, d.kind, greatest(d.ends - $1::date, -1) as days, count(*)::int as count,
       (array_agg(v.plate order by v.plate))[1:3] as plates
     from vehicle v,
       lateral (values ('insurance', v.insurance_expire_on, $2::int[]), ('inspection', v.inspection_expire_on, $3::int[]))
         d (kind, ends, terms)
     where v.lifecycle = ${lifecycle.inService} and (d.ends - $1::date = any (d.terms) or d.kind = 'inspection' and d.ends < $1::date)
     group by 1, 2, 3 order by 1, 2, 3`,
    [today, insuranceRemindDays, inspectionRemindDays],
  )
  for (const { storeId, kind, days, count, plates } of rows)
    notify(ctx, {
      type: notifyType.carePending,
      level: notifyLevel.important,
      ref: `papers/${kind}/${storeId}/${days}/${today}`,
      once: true,
      title: `${count}辆车的${names[kind]}${days < 0 ? '已过期' : `${days}天后到期`}`,
      body: plates.join('、') + (count > plates.length ? `等${count}辆` : ''),
      link: screen('inventory.list', {}),
      to: { key: 'inventory.edit', storeIds: [storeId] },
    })
}
