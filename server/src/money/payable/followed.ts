import { advance } from '@cheyi/domain/advance'
import { billSteps, isUnpaidBill } from '@cheyi/domain/money/payable/bill'
import { type PayableSource, type PayeeKind, payableSource, payableState } from '@cheyi/domain/money/payable/codes'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { type Context, newId } from '../../kernel/context.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import * as store from './store.ts'

/*
 * Bills that follow a statement of a higher feature, such as that of an owner of managed cars. Their feature posts them and knows the bank
 * account; here they are listed, grow old and enter payment runs.
 */

/** The bank account of a payee. */
export interface PayeeAccount {
  readonly holder: string
  readonly bank: string
  readonly accountNo: string
  readonly mask: string
  readonly changedAt: number | null
}

interface Port {
  /** Takes the locks of these statements, in an order that all callers share, before their bills are locked. */
  readonly lock: (ctx: Context, refIds: readonly string[]) => Promise<void>
  /** Pays a statement whose lock the caller has: posts it and changes its state. */
  readonly pay: (ctx: Context, refId: string, of: { readonly slipNo: string }) => Promise<void>
  /** The accounts of payees by the ids of their records. */
  readonly accounts: (ctx: Context, originIds: readonly string[]) => Promise<ReadonlyMap<string, PayeeAccount>>
}

const ports = new Map<PayableSource, Port>()
awaitRegistration(() => (ports.has(payableSource.owner) ? [] : ['payables of owners']))

/** Registers the feature whose statements bills follow. */
export const registerPayables = (source: PayableSource, port: Port): void => void ports.set(source, port)

/** @throws Error for a source that no feature registered */
export function portOf(source: PayableSource): Port {
  const port = ports.get(source)
  if (port === undefined) throw new Error(`nobody registered the payables of source ${source}`)
  return port
}

/** Lists a confirmed statement among the bills; one that is listed already stays as it is. */
export async function listStatement(
  ctx: Context,
  source: PayableSource,
  of: {
    readonly refId: string
    readonly payee: { readonly kind: PayeeKind; readonly originId: string; readonly name: string }
    readonly what: string
    readonly fen: number
    readonly dueOn: LocalDate
  },
): Promise<void> {
  if (of.fen <= 0 || (await store.lockFollowing(ctx, source, of.refId)) !== undefined) return
  const payeeId = await store.payeeOf(ctx, of.payee)
  const today = localDate(ctx.now)
  await store.insertBill(ctx, {
    ...{ id: await newId(ctx), payeeId, source, refId: of.refId, what: of.what, fen: of.fen, posted: false },
    ...{ billedOn: today, bookedOn: today, dueOn: of.dueOn, state: payableState.open },
  })
}

/**
 * A statement is paid by its own feature, outside of a run.
 * @throws Refusal payableRefuses (4024) while its bill is in a payment run
 */
export async function settleStatement(
  ctx: Context,
  source: PayableSource,
  { refId, payWay, slipNo }: { readonly refId: string; readonly payWay: PayWay; readonly slipNo: string },
): Promise<void> {
  const row = await store.lockFollowing(ctx, source, refId)
  if (row === undefined) return
  if (!isUnpaidBill(row.state)) throw new Refusal('payableRefuses')
  const fen = row.fen - row.paidFen
  const state = advance(billSteps, 'pay', row.state, { fen, leftFen: fen })
  await store.insertPayment(ctx, {
    ...{ id: await newId(ctx), billId: row.id, fen, payWay, slipNo, paidOn: localDate(ctx.now) },
  })
  store.setBill(ctx, row, { state, paidFen: row.fen })
}
