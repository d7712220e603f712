import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { formatDay } from '@cheyi/domain/near'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'

export const cashShiftJobs: Jobs = {
  merchants: [{ name: 'shiftsLeftOpen', schedule: { daily: '08:30' }, work: remind }],
}

interface Left {
  readonly id: string
  readonly storeId: string
  readonly storeName: string
  readonly cashierId: string
  readonly cashierName: string
  readonly openedAt: number
}

/** A shift was left open overnight: notifies its cashier and the accounts responsible for the merchant's money, every morning. */
async function remind(ctx: Context): Promise<void> {
  const left = await ctx.query<Left>(
    `select s.id, s.store_id, t.name as store_name, s.cashier_id, coalesce(a.name, '平台协助') as cashier_name, s.opened_at
       from cash_shift s join store t on t.id = s.store_id left join account a on a.id = s.cashier_id
      where s.status = ${shiftStatus.open} and s.opened_at < $1 order by s.id`,
    [at(startOfDate(localDate(ctx.now)))],
  )
  for (const { id, storeId, storeName, cashierId, cashierName, openedAt } of left) {
    const of = {
      type: notifyType.carePending,
      level: notifyLevel.important,
      once: true,
      title: '班次未交班',
      body: `${storeName} ${cashierName} ${formatDay(openedAt, ctx.now)} 开的班次还未交班，请清点后交班`,
      link: screen('cash-shift.shifts', { status: String(shiftStatus.open) }),
    } as const
    const ref = `shift/${id}/${localDate(ctx.now)}`
    notify(ctx, { ...of, ref, to: { accountIds: [cashierId] } })
    notify(ctx, { ...of, ref: `${ref}/money`, to: { key: 'data.money', storeIds: [storeId] } })
  }
}
