import { createHash, randomBytes } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { agreementStatus, agreementType } from '@cheyi/domain/agreement/codes'
import { canonicalText, paperDocument, type RecordPhoto } from '@cheyi/domain/agreement/document'
import { missingFacts, type PaperFacts, paperSections } from '@cheyi/domain/agreement/paper'
import { agreementSteps } from '@cheyi/domain/agreement/steps'
import { orderSteps } from '@cheyi/domain/order/steps'
import { type HandoverType, handoverType } from '@cheyi/domain/pickup-return/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, found, newId } from '../kernel/context.ts'
import { keepFile, linkMedia, signedLinks, storedFiles } from '../media/actions.ts'
import { freezeReturnTerms, lockOrder, logOrder, type OrderRow } from '../order/actions.ts'
import { paperFacts } from './facts.ts'
import { printPaper } from './print.ts'
import * as store from './store.ts'
import { templateOf } from './templates.ts'

type Input = ParsedOf<typeof contract.agreement.generatePickup>
type Output = OutputOf<typeof contract.agreement.generatePickup>
type StoredRecord = NonNullable<Awaited<ReturnType<typeof store.recordOf>>>

const typeOf = { [handoverType.pickup]: agreementType.pickup, [handoverType.return]: agreementType.return } as const

/**
 * The paper of a handover. Photographed, it counts at once, with what it was about kept beside; without photos it is
 * printed from the template and waits for its signature. One that was waiting is void then; one that is signed stands.
 * @throws Refusal agreementSigned (5403); templateMissing (5401) where the merchant has papers signed by hand only;
 *   agreementIncomplete (5402); notFound (-4) for a record or photo that is not this order's
 */
export async function generate(handover: HandoverType, input: Input, ctx: Context): Promise<Output> {
  const { orderId, recordId, photoIds = [] } = input
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'draftAgreement', order.status)
  const record = found(await store.recordOf(ctx.db, recordId, orderId, handover))
  const type = typeOf[handover]
  const before = await store.current(ctx.db, orderId, type)
  const replaced = before && store.replacedStatus(before)
  const form = photoIds.length === 0 ? 'electronic' : 'paper'
  const template = form === 'paper' ? null : await templateOf(ctx, type)
  if (template?.enabled === false) throw new Refusal('templateMissing')

  const facts = await paperFacts(ctx, type === agreementType.pickup ? await freezeReturnTerms(ctx, order) : order)
  const missing = missingFacts(handover, facts, form)
  if (missing.length > 0) throw new Refusal('agreementIncomplete', { 项: missing.join('、'), missing })

  if (before !== undefined && replaced !== undefined)
    await store.setVoid(ctx.db, before.id, replaced, before.superseded ? '车辆或租期已变更' : '重新生成')
  const about = type === agreementType.pickup ? pick(order) : null
  const made = { orderId, type, recordId, ...about, id: await newId(ctx) }
  const answer =
    template === null
      ? await photographed(ctx, handover, made, facts, photoIds)
      : await printed(ctx, handover, made, facts, record, template)
  logOrder(
    ctx,
    { id: orderId, status: null },
    { action: 'agreement', detail: { type, form: template === null ? 'paper' : 'made', pages: photoIds.length } },
  )
  ctx.audit({ targetType: 'agreement', targetId: made.id, after: { orderId, type, status: answer.status } })
  return answer
}

/** What the paper of a pickup is about. */
const pick = ({ vehicleId, pickupAt, returnAt }: OrderRow) => ({ vehicleId, pickupAt, returnAt })

type Made = Pick<store.AgreementRow, 'id' | 'orderId' | 'type'> & { readonly recordId: string } & Partial<
    ReturnType<typeof pick>
  >

async function photographed(
  ctx: Context,
  handover: HandoverType,
  made: Made,
  facts: PaperFacts,
  photoIds: readonly string[],
): Promise<Output> {
  const status = advance(agreementSteps, 'photograph', agreementStatus.none)
  await store.insert(ctx.db, {
    ...made,
    status,
    photoIds: [...new Set(photoIds)],
    fields: { sections: paperSections(handover, facts) },
    signedAt: ctx.now,
  })
  await linkMedia(ctx, photoIds, { biz: 'agreement', bizId: made.id, orderId: made.orderId })
  return { agreementId: made.id, pdfUrl: null, status }
}

async function printed(
  ctx: Context,
  handover: HandoverType,
  made: Made,
  facts: PaperFacts,
  record: StoredRecord,
  template: Awaited<ReturnType<typeof templateOf>>,
): Promise<Output> {
  const agreementNo = await ctx.nextNumber('HT')
  const document = paperDocument(handover, { ...facts, agreementNo, madeAt: ctx.now }, template, {
    marks: record.damageMarks,
    photos: await photosOf(ctx, record),
  })
  const contentSha256 = createHash('sha256').update(canonicalText(document)).digest()
  const verifyCode = randomBytes(16).toString('base64url')
  const bytes = await printPaper(ctx, { document, contentSha256, verifyCode })
  const file = await keepFile(ctx, {
    biz: 'paper',
    of: { bizId: made.id, orderId: made.orderId },
    kind: 'pdf',
    mime: 'application/pdf',
    extension: '.pdf',
    bytes,
  })
  const status = advance(agreementSteps, 'generate', agreementStatus.none)
  await store.insert(ctx.db, {
    ...made,
    status,
    agreementNo,
    templateVersion: template.version,
    fields: { document },
    contentSha256,
    verifyCode,
    pdfId: file.id,
    pdfPath: file.path,
    pdfSha256: file.sha256,
  })
  return { agreementId: made.id, pdfUrl: signedLinks(ctx, { path: file.path, thumb: false }, false).url, status }
}

/** Pictures of the record with the digests of their files, in the order they were taken. */
async function photosOf(ctx: Context, { photos }: StoredRecord): Promise<RecordPhoto[]> {
  const files = await storedFiles(
    ctx,
    photos.map(({ mediaId }) => mediaId),
  )
  return photos.flatMap(({ mediaId, slot, at }) => {
    const file = files.find(({ id }) => id === mediaId)
    return file?.kind === 'image' ? [{ mediaId, slot, at, sha256: file.sha256.toString('hex') }] : []
  })
}
