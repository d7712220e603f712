import { timers } from '@cheyi/domain/booking/order/timers'
import { wholeDay } from '@cheyi/domain/insight/data/contributions'
import { figureOf, figureText, revenueOf } from '@cheyi/domain/insight/data/figures'
import { noSums } from '@cheyi/domain/insight/data/sums'
import { formatMoney } from '@cheyi/domain/money'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { addDays, localDate, MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { following } from '../../platform/stream/actions.ts'
import { compareAll } from './compare.ts'
import { figuresFollower } from './keep.ts'
import * as store from './store-readers.ts'
import { sumsIn } from './sums.ts'

/** Sends the figures of the previous day in the morning, with the work due today. */
async function tellMorning(ctx: Context): Promise<void> {
  const day = addDays(localDate(ctx.now), -1)
  const readers = await store.morningReaders(ctx)
  // Accounts with the same view get the same message, which is computed once.
  for (const same of Map.groupBy(readers, ({ money, storeIds }) => `${money} ${storeIds?.toSorted() ?? ''}`).values()) {
    const { money, storeIds } = same[0]!
    const [{ sums }, due] = await Promise.all([
      sumsIn(ctx, storeIds === null ? {} : { storeIds }, [wholeDay(day)]),
      store.dueToday(ctx, storeIds),
    ])
    const of = sums[0]!.get('') ?? noSums()
    if (of.fleet === 0 && of.created === 0) continue
    const utilisation = figureOf('utilisation').of(of)
    const rate = `出租率${utilisation === null ? '—' : figureText('bp', utilisation)}`
    notify(ctx, {
      type: notifyType.morning,
      level: notifyLevel.normal,
      ref: `morning/${day}`,
      once: true,
      title: money ? `昨日营业收入${formatMoney(revenueOf(of))}，${rate}` : `昨日${rate}`,
      body: `下单${of.created}单，取车${of.pickups}单，还车${of.returns}单。今天待取车${due.pickups}单，待还车${due.returns}单${due.overdue > 0 ? `，超时未还${due.overdue}单` : ''}`,
      link: screen('data.overview', { when: 'yesterday' }),
      to: { accountIds: same.map(({ accountId }) => accountId) },
    })
  }
}

export const dataJobs: Jobs = {
  merchants: [{ name: 'morning', schedule: { daily: '08:00' }, work: tellMorning }],
  installation: [
    { name: figuresFollower.name, schedule: { every: MINUTE }, work: following(figuresFollower), long: true },
    { name: 'figuresCompare', schedule: timers.nightly, work: compareAll },
  ],
}
