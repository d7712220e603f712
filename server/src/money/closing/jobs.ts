import { closableFrom } from '@cheyi/domain/money/closing/month'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { DAY } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { nextOf } from './next.ts'

export const closingJobs: Jobs = {
  merchants: [{ name: 'monthToClose', schedule: { daily: '08:30' }, work: remind }],
}

/** Reminds the accounts with the permission to close, every week until the month is closed. */
async function remind(ctx: Context): Promise<void> {
  const next = await nextOf(ctx)
  if (next === null) return
  const weeks = Math.floor((ctx.now - closableFrom(next.month)) / (7 * DAY))
  if (weeks < 0) return
  notify(ctx, {
    type: notifyType.money,
    level: weeks === 0 ? notifyLevel.normal : notifyLevel.important,
    ref: `closing/${next.month}/${weeks}`,
    once: true,
    title: `${next.month} 可以结账`,
    body: weeks === 0 ? '请核对未完成事项后结账' : `已过结账时间${weeks}周，请处理未完成事项后结账`,
    link: screen('closing.months', {}),
    to: { key: 'finance.reconcile' },
  })
}
