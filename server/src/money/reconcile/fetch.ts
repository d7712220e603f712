import { advance } from '@cheyi/domain/advance'
import { billSteps, isEmptyByNow, isUncompared, nextBillAsk } from '@cheyi/domain/money/reconcile/bill'
import type { Context } from '../../kernel/context.ts'
import { type Bill, NoAnswer, PayRefused } from '../../kernel/pay-port.ts'
import { channelOf } from '../payment/actions.ts'
import { compareBill } from './compare-bill.ts'
import * as store from './store.ts'

/**
 * Prepares the fetch and comparison of a bill. They run after the commit, because a transaction must not wait for a provider. The
 * next turn is scheduled before, so that an interrupted fetch is retried.
 * @returns the work to run after the commit
 */
export async function takeTurn(ctx: Context, due: store.DueBill): Promise<() => Promise<void>> {
  await store.updateBill(ctx.db, due.id, { askAt: nextBillAsk(due.day, ctx.now), askedAt: ctx.now })
  const { provider } = await channelOf(ctx, due.channelId)
  return async () => {
    let bill: Bill | 'notReady' | 'none'
    try {
      bill = await provider.bill(due.day)
    } catch (error) {
      if (error instanceof NoAnswer) return recordNoBill(ctx, due, 'fail', '支付渠道没有应答')
      if (error instanceof PayRefused) return recordNoBill(ctx, due, 'fail', error.message)
      throw error
    }
    if (bill === 'notReady' || (bill === 'none' && !isEmptyByNow(due.day, ctx.now)))
      return recordNoBill(ctx, due, 'wait', '')
    const whole = bill === 'none' ? undefined : bill
    try {
      await ctx.asSystem((later) => compareBill(later, due, whole === undefined ? [] : whole.lines()))
    } catch (error) {
      if (!(error instanceof PayRefused)) throw error
      await recordNoBill(ctx, due, 'fail', error.message)
    } finally {
      await whole?.close()
    }
  }
}

/** Records that there is no bill to compare, with the reason. */
const recordNoBill = (ctx: Context, { id }: store.DueBill, step: 'wait' | 'fail', failure: string): Promise<void> =>
  ctx.asSystem(async (later) => {
    const bill = await store.lockBill(later, id)
    if (bill === undefined || !isUncompared(bill.state)) return
    await store.updateBill(later.db, id, {
      state: advance(billSteps, step, bill.state),
      failure: failure.slice(0, 200),
    })
  })
