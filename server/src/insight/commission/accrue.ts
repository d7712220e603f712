import { endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { commissionEntry } from '@cheyi/domain/money/payment/ledger'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { registerAccrual } from '../../money/closing/actions.ts'
import { postSettlement } from '../../money/payment/actions.ts'
import { makeStatements } from './make.ts'
import * as store from './store.ts'

/**
 * Books the commissions of a month that is closed before they were confirmed: a cost of the month in which they were earned. The
 * confirmation books only what differs. A month whose income is not known yet has to wait.
 * @param ofMonth `YYYY-MM`
 */
export async function accrueCommissions(ctx: Context, ofMonth: string): Promise<void> {
  const month: LocalDate = `${ofMonth}-01`
  const rules = await store.rules(ctx)
  if (!rules.some(({ from, to }) => from <= month && (to === null || month <= to))) return
  await makeStatements(ctx, month)
  for (const { id, fen, accruedFen } of await store.unbookedDrafts(ctx, month)) {
    await postSettlement(ctx, commissionEntry(`${id}:closed`, fen - accruedFen), {
      storeId: null,
      way: payWay.bank,
      postedOn: endOfMonth(month),
    })
    await store.setAccrued(ctx, id, fen)
  }
}

registerAccrual(accrueCommissions)
