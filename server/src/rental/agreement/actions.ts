import { advance } from '@cheyi/domain/advance'
import { type AgreementStatus, agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { agreementSteps, isBinding } from '@cheyi/domain/rental/agreement/steps'
import { type Context, newId } from '../../kernel/context.ts'
import * as store from './store.ts'

export { clearPapers } from './clear.ts'
export { paperFacts } from './facts.ts'
export { generate as generateAgreement } from './generate.ts'
export { signLink } from './link.ts'
export { beginPack, keepPack, packMeans, type StartedPack, sealPack } from './pack.ts'
export { paperRules } from './rules.ts'
export { supersededSql } from './store.ts'

/** The paper of a type, or of one of several, that stands for an order; null when there is none, or only void and superseded ones. One query. */
export async function agreementOf(
  ctx: Pick<Context, 'db'>,
  orderId: string,
  type: store.OfType,
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

/** A renewal counts: from now on the paper of it waits to be made and signed. */
export async function awaitRenewalPaper(ctx: Context, orderId: string, renewalId: string): Promise<void> {
  await store.insert(ctx.db, { orderId, renewalId, type: agreementType.renewal, status: agreementStatus.none })
}

/** A renewal was taken back: its paper is void, its file kept. */
export async function voidRenewalPaper(ctx: Context, orderId: string, renewalId: string): Promise<void> {
  const row = await store.current(ctx.db, orderId, agreementType.renewal, { renewalId })
  if (row !== undefined)
    await store.setVoid(ctx.db, row.id, advance(agreementSteps, 'takeBack', row.status), '续租已取消')
}

/** An earlier end was agreed: from now on the paper of it waits to be made and signed. */
export async function awaitEndPaper(ctx: Context, orderId: string, terminationId: string): Promise<void> {
  await store.insert(ctx.db, { orderId, terminationId, type: agreementType.end, status: agreementStatus.none })
}

/** An earlier end was taken back: its paper is void, its file kept; nothing happens to one that was agreed before it had a paper. */
export async function voidEndPaper(ctx: Context, orderId: string, terminationId: string): Promise<void> {
  const row = await store.current(ctx.db, orderId, agreementType.end, { terminationId })
  if (row !== undefined)
    await store.setVoid(ctx.db, row.id, advance(agreementSteps, 'goOn', row.status), '已撤销提前退租')
}

/** The papers of an order's renewals that stand, by renewal. One query. */
export async function renewalPapers(
  ctx: Pick<Context, 'db'>,
  orderId: string,
): Promise<ReadonlyMap<string, { readonly agreementId: string; readonly status: AgreementStatus }>> {
  const rows = await store.renewalPapers(ctx.db, orderId)
  return new Map(rows.map(({ id, renewalId, status }) => [renewalId!, { agreementId: id, status }]))
}

/** Voids a paper that nobody has signed, or that was signed for another car or period: it says what does not hold any more. The caller holds the order row's lock. */
export async function replaceAgreement(
  ctx: Pick<Context, 'db'>,
  orderId: string,
  type: store.OfType,
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
  type: store.OfType,
  reason: string,
): Promise<void> {
  const row = await store.current(ctx.db, orderId, type)
  if (row !== undefined) await store.setVoid(ctx.db, row.id, advance(agreementSteps, 'undo', row.status), reason)
}
