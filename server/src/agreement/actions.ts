import { advance } from '@cheyi/domain/advance'
import type { AgreementStatus, AgreementType } from '@cheyi/domain/agreement/codes'
import { agreementSteps, isBinding } from '@cheyi/domain/agreement/steps'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

export { clearPapers } from './clear.ts'
export { customerPhone, newCustomerLink, openCustomerLink, textLink } from './customer-link.ts'
export { supersededSql } from './store.ts'

/** The paper of a type that stands for an order; null when there is none, or only void and superseded ones. One query. */
export async function agreementOf(
  ctx: Pick<Context, 'db'>,
  orderId: string,
  type: AgreementType,
): Promise<{ readonly agreementId: string; readonly status: AgreementStatus } | null> {
  const row = await store.current(ctx.db, orderId, type)
  return row === undefined || row.superseded ? null : { agreementId: row.id, status: row.status }
}

/** Voids a paper that nobody has signed, or that was signed for another car or period: it says what does not hold any more. The caller holds the order row's lock. */
export async function replaceAgreement(
  ctx: Pick<Context, 'db'>,
  orderId: string,
  type: AgreementType,
  reason: string,
): Promise<void> {
  const row = await store.current(ctx.db, orderId, type)
  if (row !== undefined && (row.superseded || !isBinding(row.status)))
    await store.setVoid(ctx.db, row.id, store.replacedStatus(row), reason)
}

/**
 * Voids the paper of a handover that was undone, its file kept; nothing happens without one. The caller holds the order
 * row's lock.
 * @later orders.md §3.5: undoing a handover
 */
export async function voidAgreement(
  ctx: Pick<Context, 'db'>,
  orderId: string,
  type: AgreementType,
  reason: string,
): Promise<void> {
  const row = await store.current(ctx.db, orderId, type)
  if (row !== undefined) await store.setVoid(ctx.db, row.id, advance(agreementSteps, 'undo', row.status), reason)
}
