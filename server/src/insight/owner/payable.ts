import { advance } from '@cheyi/domain/advance'
import { ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { dueOf, payDayOf } from '@cheyi/domain/insight/owner/statement'
import { payableSource, payeeKind } from '@cheyi/domain/money/payable/codes'
import { flowKind, payWay } from '@cheyi/domain/money/payment/codes'
import { ownerPaymentEntry } from '@cheyi/domain/money/payment/ledger'
import { localDate } from '@cheyi/domain/time'
import { type Context, requireFound } from '../../kernel/context.ts'
import { listStatement, registerPayables } from '../../money/payable/actions.ts'
import { postSettlement } from '../../money/payment/actions.ts'
import * as store from './store.ts'

/*
 * Confirmed statements of owners among the bills to be paid. A statement is paid here or in a payment run. This feature posts both payments.
 */

export const ACCOUNT = 'car_owner.account'

const FIRST_PAY_DAY = 10

/** Lists a statement that its owner has just confirmed, with the day until which it is to be paid. */
export async function listPayable(ctx: Context, row: store.StatementRow): Promise<void> {
  const fen = dueOf(row)
  if (fen <= 0) return
  const [{ name }, parts] = await Promise.all([
    store.byId(ctx, row.ownerId).then(requireFound),
    store.partsOf(ctx, [row.id]),
  ])
  const payDay = parts.length === 0 ? FIRST_PAY_DAY : Math.min(...parts.map(({ terms }) => terms.payDay))
  await listStatement(ctx, payableSource.owner, {
    refId: row.id,
    payee: { kind: payeeKind.owner, originId: row.ownerId, name },
    what: `${row.month.slice(0, 7)}车主结算`,
    fen,
    dueOn: payDayOf(row.month, payDay),
  })
}

/** Posts the payment of a statement that is locked, and changes its state. */
export async function postPaid(
  ctx: Context,
  row: store.StatementRow,
  of: {
    readonly payWay: typeof payWay.bank | typeof payWay.other
    readonly slipNo: string
    readonly voucherIds: string[]
  },
): Promise<store.StatementRow> {
  const dueFen = dueOf(row)
  const state = advance(ownerStatementSteps, 'pay', row.state, { dueFen })
  await postSettlement(ctx, ownerPaymentEntry(row.id, dueFen, of.payWay), {
    storeId: null,
    way: of.payWay,
    kind: flowKind.owner,
    cashierId: ctx.accountId,
  })
  return store.setStatement(ctx, row, { ...of, state, paidAt: ctx.now, paidOn: localDate(ctx.now) })
}

registerPayables(payableSource.owner, {
  async lock(ctx, refIds) {
    // In the order of the ids of owners, as whoever makes statements.
    for (const ownerId of await store.ownersOf(ctx, refIds)) await store.lock(ctx, ownerId)
  },
  async pay(ctx, refId, { slipNo }) {
    const row = requireFound(await store.statement(ctx, refId))
    await postPaid(ctx, row, { payWay: payWay.bank, slipNo, voucherIds: [] })
  },
  async accounts(ctx, ownerIds) {
    const owners = await store.accountsOf(ctx, ownerIds)
    return new Map(
      owners.flatMap(({ id, name, bank, accountEnc, accountMask, updatedAt }) =>
        accountEnc === null
          ? []
          : [
              [
                id,
                {
                  holder: name,
                  bank,
                  accountNo: ctx.vault.open(ACCOUNT, id, accountEnc),
                  mask: accountMask,
                  changedAt: updatedAt,
                },
              ],
            ],
      ),
    )
  },
})
