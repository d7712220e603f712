import { advance } from '@cheyi/domain/advance'
import { type AgreementStatus, type AgreementType, agreementStatus, agreementType } from '@cheyi/domain/agreement/codes'
import { agreementSteps, isBinding } from '@cheyi/domain/agreement/steps'
import { type Context, newId } from '../kernel/context.ts'
import * as store from './store.ts'

export { clearPapers } from './clear.ts'
export { generate as generateAgreement } from './generate.ts'
export { signLink } from './link.ts'
export { paperRules } from './rules.ts'
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

/** A car was swapped: from now on the paper of it waits to be made and signed. `recordId`: how the new car went out. @returns the paper's id */
export async function awaitSwapPaper(ctx: Context, orderId: string, recordId: string): Promise<string> {
  const id = await newId(ctx)
  await store.insert(ctx.db, { id, orderId, recordId, type: agreementType.swap, status: agreementStatus.none })
  return id
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
