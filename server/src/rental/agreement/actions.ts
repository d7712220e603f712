import { advance } from '@cheyi/domain/advance'
import { type AgreementStatus, agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { agreementSteps, isBinding } from '@cheyi/domain/rental/agreement/steps'
import { type Context, newId } from '../../kernel/context.ts'
import * as store from './store.ts'

export { clearPapers } from './clear.ts'
export { paperFacts } from './facts.ts'
export { printMissing } from './file/file.ts'
export { generate as generateAgreement } from './generate.ts'
export { signLink } from './link.ts'
export { beginPack, keepPack, packMeans, type StartedPack, sealPack } from './pack.ts'
export { paperRules } from './rules.ts'
export { supersededSql } from './store.ts'

/**
 * The valid document of a type, or of one of several types, of an order; null when there is none, or only void and
 * superseded ones. One query.
 */
export async function agreementOf(
  ctx: Pick<Context, 'db'>,
  orderId: string,
  type: store.OfType,
): Promise<{ readonly agreementId: string; readonly status: AgreementStatus } | null> {
  const row = await store.current(ctx.db, orderId, type)
  return row === undefined || row.superseded ? null : { agreementId: row.id, status: row.status }
}

/**
 * After a swap of cars, its document must be created and signed. `recordId`: the pickup record of the new car.
 * @returns the ID of the document
 */
export async function awaitSwapPaper(ctx: Context, orderId: string, recordId: string): Promise<string> {
  const id = await newId(ctx)
  await store.insert(ctx.db, { id, orderId, recordId, type: agreementType.swap, status: agreementStatus.none })
  return id
}

/** After a renewal took effect, its document must be created and signed. */
export const awaitRenewalPaper = (ctx: Context, orderId: string, renewalId: string): void =>
  store.queue(ctx, { orderId, renewalId, type: agreementType.renewal, status: agreementStatus.none })

/** A renewal was undone: its document becomes void, its file remains stored. */
export async function voidRenewalPaper(ctx: Context, orderId: string, renewalId: string): Promise<void> {
  const row = await store.current(ctx.db, orderId, agreementType.renewal, { renewalId })
  if (row !== undefined)
    await store.setVoid(ctx.db, row.id, advance(agreementSteps, 'takeBack', row.status), '续租已取消')
}

/** After an earlier end was agreed, its document must be created and signed. */
export const awaitEndPaper = (ctx: Context, orderId: string, terminationId: string): void =>
  store.queue(ctx, { orderId, terminationId, type: agreementType.end, status: agreementStatus.none })

/**
 * An earlier end was withdrawn: its document becomes void, its file remains stored. An earlier end that was agreed before
 * such documents existed has none, and nothing happens.
 */
export async function voidEndPaper(ctx: Context, orderId: string, terminationId: string): Promise<void> {
  const row = await store.current(ctx.db, orderId, agreementType.end, { terminationId })
  if (row !== undefined)
    await store.setVoid(ctx.db, row.id, advance(agreementSteps, 'goOn', row.status), '已撤销提前退租')
}

/** The valid documents of an order's renewals, by renewal. One query. */
export async function renewalPapers(
  ctx: Pick<Context, 'db'>,
  orderId: string,
): Promise<ReadonlyMap<string, { readonly agreementId: string; readonly status: AgreementStatus }>> {
  const rows = await store.renewalPapers(ctx.db, orderId)
  return new Map(rows.map(({ id, renewalId, status }) => [renewalId!, { agreementId: id, status }]))
}

/**
 * Voids a document that was not signed, or that was signed for another car or period, because its content is no longer true.
 * The caller holds the lock on the order row.
 */
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
 * Voids the document of a handover that was undone; its file remains stored. Nothing happens when there is none. The caller
 * holds the lock on the order row.
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
