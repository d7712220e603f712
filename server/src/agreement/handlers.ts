import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { agreementStatus, agreementType } from '@cheyi/domain/agreement/codes'
import { missingFacts, paperSections } from '@cheyi/domain/agreement/paper'
import { agreementSteps } from '@cheyi/domain/agreement/steps'
import { orderSteps } from '@cheyi/domain/order/steps'
import { type HandoverType, handoverType } from '@cheyi/domain/pickup-return/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { advance } from '@cheyi/domain/step'
import { type Context, implement, newId } from '../kernel/context.ts'
import { inOrder, linkMedia, mediaViews } from '../media/actions.ts'
import { freezeReturnTerms, lockOrder, logOrder, readOrder } from '../order/actions.ts'
import { paperFacts } from './facts.ts'
import * as store from './store.ts'

type GenerateInput = ParsedOf<typeof contract.agreement.generatePickup>

/** Which paper belongs to a handover. */
const typeOf = { [handoverType.pickup]: agreementType.pickup, [handoverType.return]: agreementType.return } as const

export const agreement = implement(contract.agreement, {
  /** Paper that was signed by hand is taken by every merchant; templates to sign on a screen are configured first. */
  async kinds({ orderId }, ctx) {
    await readOrder(ctx, orderId)
    return { forms: ['paper' as const], templates: [] }
  },

  async facts({ orderId, type }, ctx) {
    const facts = await paperFacts(ctx, await readOrder(ctx, orderId))
    return {
      sections: paperSections(type, facts).map(({ title, rows }) => ({ title, rows: [...rows] })),
      missing: missingFacts(type, facts, 'electronic'),
    }
  },

  async status({ orderId }, ctx) {
    await readOrder(ctx, orderId)
    const rows = await store.all(ctx.db, orderId)
    // A signed paper shows the customer's numbers unmasked: everybody knows of it, who deals with papers reads it.
    const shown = ctx.can('order.agreement') ? rows.flatMap((row) => row.photoIds) : []
    const views = await mediaViews(ctx, shown)
    return rows.map((row) => ({
      ...row,
      agreementId: row.id,
      photos: inOrder(views, row.photoIds),
      pdfUrl: null,
    }))
  },

  generatePickup: (input, ctx) => generate(handoverType.pickup, input, ctx),
  generateReturn: (input, ctx) => generate(handoverType.return, input, ctx),
})

/**
 * The paper of a handover: photographed, it counts at once, with what it was about kept beside. One that was waiting for
 * its signature is void then; one that is signed stands.
 * @throws Refusal agreementSigned (5403); templateMissing (5401) without photos, since nothing is there to be signed on a
 *   screen; agreementIncomplete (5402); notFound (-4) for a record or photo that is not this order's
 */
async function generate(handover: HandoverType, { orderId, recordId, photoIds }: GenerateInput, ctx: Context) {
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'draftAgreement', order.status)
  if (!(await store.isRecordOf(ctx.db, recordId, orderId, handover))) throw new Refusal('notFound')
  const type = typeOf[handover]
  const before = await store.current(ctx.db, orderId, type)
  const replaced = before === undefined ? null : advance(agreementSteps, 'replace', before.status)
  if (photoIds === undefined || photoIds.length === 0) throw new Refusal('templateMissing')

  const facts = await paperFacts(ctx, type === agreementType.pickup ? await freezeReturnTerms(ctx, order) : order)
  const missing = missingFacts(handover, facts, 'paper')
  if (missing.length > 0) throw new Refusal('agreementIncomplete', { 项: missing.join('、'), missing })

  if (before !== undefined && replaced !== null) await store.setVoid(ctx.db, before.id, replaced, '重新生成')
  const agreementId = await newId(ctx)
  const status = advance(agreementSteps, 'photograph', agreementStatus.none)
  await store.insert(ctx.db, {
    id: agreementId,
    orderId,
    type,
    status,
    photoIds: [...new Set(photoIds)],
    fields: { sections: paperSections(handover, facts) },
    signedAt: ctx.now,
  })
  await linkMedia(ctx, photoIds, { biz: 'agreement', bizId: agreementId, orderId })
  logOrder(ctx, orderId, { action: 'agreement', from: null, to: null, detail: { type, pages: photoIds.length } })
  ctx.audit({ targetType: 'agreement', targetId: agreementId, after: { orderId, type, status } })
  return { agreementId, pdfUrl: null, status }
}
