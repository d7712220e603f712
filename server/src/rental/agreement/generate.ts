import { createHash, randomBytes } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { Refusal } from '@cheyi/domain/refusal'
import {
  agreementStatus,
  agreementType,
  type ContractType,
  isLease,
  leaseTypes,
} from '@cheyi/domain/rental/agreement/codes'
import { canonicalText, paperDocument, type RecordPhoto } from '@cheyi/domain/rental/agreement/document'
import { missingFacts, type PaperCar, type PaperFacts, paperSections } from '@cheyi/domain/rental/agreement/paper'
import { agreementSteps, isUnmade } from '@cheyi/domain/rental/agreement/steps'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { swapReason } from '@cheyi/domain/rental/pickup-return/record'
import { agreeReturnTerms, lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { linkMedia, storedFiles } from '../../platform/media/actions.ts'
import { paperFacts, VIN_TAIL } from './facts.ts'
import * as store from './store.ts'
import { templateOf } from './templates.ts'

type Input = ParsedOf<typeof contract.agreement.generatePickup>
type Output = OutputOf<typeof contract.agreement.generatePickup>
type StoredRecord = Pick<NonNullable<Awaited<ReturnType<typeof store.recordOf>>>, 'photos' | 'damageMarks'>

/** The document type of a handover; for a pickup it is the contract of the order's kind. */
export const paperOf = (handover: HandoverType, { orderKind }: Pick<OrderRow, 'orderKind'>) =>
  handover === handoverType.pickup ? profileOf(orderKind).lease : agreementType.return

/** A document to create, with the records of the cars that it covers: the car in use first. */
interface Making {
  readonly order: OrderRow
  readonly type: ContractType
  readonly of: store.PaperSubject
  readonly seen: readonly { readonly record: StoredRecord; readonly car?: string }[]
  readonly swap?: PaperFacts['swap']
  readonly renewal?: PaperFacts['renewal']
  readonly end?: PaperFacts['end']
  readonly photoIds: readonly string[]
}

/**
 * Creates the document of a handover. With photos of the paper it is valid immediately, and the facts that it covers are
 * stored with it; without photos it is made from the template and waits for its signature, and its file is printed
 * afterwards. A previous document that was not signed becomes void; a signed one remains valid.
 * @throws Refusal agreementSigned (5403); templateMissing (5401) where the merchant allows only documents signed on paper;
 *   agreementIncomplete (5402); notFound (-4) for a record or photo of another order
 */
export async function generate(handover: HandoverType, input: Input, ctx: Context): Promise<Output> {
  const { orderId, recordId, photoIds = [] } = input
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'draftAgreement', order.status)
  const record = requireFound(await store.recordOf(ctx.db, recordId, orderId, handover))
  const type = paperOf(handover, order)
  const before = await store.current(ctx.db, orderId, isLease(type) ? leaseTypes : type)
  return make({ order, type, of: { recordId }, seen: [{ record }], photoIds }, before, ctx)
}

/**
 * A pending document of a swap, renewal or early end, or the last one created for it, under the lock of its order.
 * @throws Refusal notFound (-4) for a document of another type
 */
async function ownPaper(ctx: Context, agreementId: string, type: ContractType) {
  const { orderId } = requireFound(await store.byId(ctx.db, agreementId))
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'draftAgreement', order.status)
  const { recordId, renewalId, terminationId, type: is } = requireFound(await store.byId(ctx.db, agreementId))
  if (is !== type) throw new Refusal('notFound')
  const of = { recordId, renewalId, terminationId }
  return { order, of, before: await store.current(ctx.db, orderId, type, of) }
}

/** The document of a swap, created and stored like that of a handover. @throws Refusal as {@link generate} */
export const generateSwap: HandlerOf<'agreement', 'generateSwap'> = async ({ agreementId, photoIds = [] }, ctx) => {
  const type = agreementType.swap
  const { order, of, before } = await ownPaper(ctx, agreementId, type)
  const rows = await store.swapRecords(ctx.db, order.id, requireFound(of.recordId))
  const [back, out] = [handoverType.return, handoverType.pickup].map((one) =>
    requireFound(rows.find((row) => row.type === one)),
  )
  const swap = { at: out!.at!, reason: swapReason(out!.extra.note), old: carOf(back!), new: carOf(out!) }
  const seen = [
    { record: out!, car: '新车' },
    { record: back!, car: '原车' },
  ]
  return make({ order, type, of, seen, swap, photoIds }, before, ctx)
}

/** The document of an effective renewal, created and stored like that of a handover. @throws Refusal as {@link generate} */
export const generateRenewal: HandlerOf<'agreement', 'generateRenewal'> = async (
  { agreementId, photoIds = [] },
  ctx,
) => {
  const type = agreementType.renewal
  const { order, of, before } = await ownPaper(ctx, agreementId, type)
  const row = requireFound(await store.renewalOf(ctx.db, requireFound(of.renewalId)))
  const renewal = {
    seq: row.seq,
    from: row.oldReturnAt,
    to: row.newReturnAt,
    charges: row.extension.lines.map(({ name, formula, amount }) => ({ name, formula, amount })),
    amount: row.amountFen,
  }
  return make({ order, type, of, seen: [], renewal, photoIds }, before, ctx)
}

/** The document of a valid early end, with the agreed terms. @throws Refusal as {@link generate} */
export const generateEnd: HandlerOf<'agreement', 'generateEnd'> = async ({ agreementId, photoIds = [] }, ctx) => {
  const type = agreementType.end
  const { order, of, before } = await ownPaper(ctx, agreementId, type)
  const agreed = requireFound(await store.endOf(ctx.db, requireFound(of.terminationId)))
  return make({ order, type, of, seen: [], end: { ...agreed, to: order.returnAt }, photoIds }, before, ctx)
}

const carOf = ({ plate, vin, model, ...record }: store.SwapRow): PaperCar => ({
  plate: plate ?? '',
  model: model ?? '',
  vinTail: (vin ?? '').slice(-VIN_TAIL),
  record: { ...record, damageMarks: record.damageMarks.length },
})

async function make(making: Making, before: store.Paper | undefined, ctx: Context): Promise<Output> {
  const { order, type, of, renewal = null, swap = null, end = null, photoIds } = making
  const orderId = order.id
  // A pending document that was never created since the swap is created now, so it replaces none.
  const waits = before !== undefined && isUnmade(before.status)
  const replaced = before && !waits ? store.replacedStatus(before) : undefined
  const form = photoIds.length === 0 ? 'electronic' : 'paper'
  const template = form === 'paper' ? null : await templateOf(ctx, type)
  if (template?.enabled === false) throw new Refusal('templateMissing')

  const about = isLease(type)
  const known = await paperFacts(ctx, about ? await agreeReturnTerms(ctx, order) : order)
  const back = renewal === null ? known.return : { ...known.return, at: renewal.to }
  const facts = { ...known, return: back, swap, renewal, end }
  const missing = missingFacts(type, facts, form)
  if (missing.length > 0) throw new Refusal('agreementIncomplete', { 项: missing.join('、'), missing })

  if (before !== undefined && replaced !== undefined)
    await store.setVoid(ctx.db, before.id, replaced, before.superseded ? '车辆或租期已变更' : '重新生成')
  const id = waits ? before.id : await newId(ctx)
  const made = { orderId, type, ...of, ...(about ? pick(order) : null), id }
  const row =
    template === null
      ? await completeByPhotos(ctx, made, facts, photoIds)
      : await writePaper(ctx, made, facts, making.seen, template)
  if (waits) await store.fill(ctx.db, row)
  else await store.insert(ctx.db, row)
  logOrder(
    ctx,
    { id: orderId, status: null },
    { action: 'agreement', detail: { type, form: template === null ? 'paper' : 'made', pages: photoIds.length } },
  )
  ctx.audit({ targetType: 'agreement', targetId: id, after: { orderId, type, status: row.status } })
  return { agreementId: id, pdfUrl: null, status: row.status }
}

/** The facts that the document of a pickup covers. */
const pick = ({ vehicleId, pickupAt, returnAt }: OrderRow) => ({ vehicleId, pickupAt, returnAt })

type Made = Pick<store.AgreementRow, 'id' | 'orderId'> &
  Pick<Making, 'type'> &
  store.PaperSubject &
  Partial<ReturnType<typeof pick>>

async function completeByPhotos(ctx: Context, made: Made, facts: PaperFacts, photoIds: readonly string[]) {
  await linkMedia(ctx, photoIds, { biz: 'agreement', bizId: made.id, orderId: made.orderId })
  return {
    ...made,
    status: advance(agreementSteps, 'photograph', agreementStatus.none),
    photoIds: [...new Set(photoIds)],
    fields: { sections: paperSections(made.type, facts) },
    signedAt: ctx.now,
  }
}

async function writePaper(
  ctx: Context,
  made: Made,
  facts: PaperFacts,
  seen: Making['seen'],
  template: Awaited<ReturnType<typeof templateOf>>,
) {
  const agreementNo = await ctx.nextNumber('HT')
  const photos = await Promise.all(seen.map(({ record, car }) => photosOf(ctx, record, car)))
  const document = paperDocument(made.type, { ...facts, agreementNo, madeAt: ctx.now }, template, {
    marks: seen[0]?.record.damageMarks ?? [],
    photos: photos.flat(),
  })
  const contentSha256 = createHash('sha256').update(canonicalText(document)).digest()
  return {
    ...made,
    status: advance(agreementSteps, 'generate', agreementStatus.none),
    agreementNo,
    templateVersion: template.version,
    fields: { document },
    contentSha256,
    verifyCode: randomBytes(16).toString('base64url'),
    printAt: ctx.now,
  }
}

/** The photos of the record with the digests of their files, in the order in which they were taken. */
async function photosOf(ctx: Context, { photos }: StoredRecord, car = ''): Promise<RecordPhoto[]> {
  const files = await storedFiles(
    ctx,
    photos.map(({ mediaId }) => mediaId),
  )
  return photos.flatMap(({ mediaId, slot, at }) => {
    const file = files.find(({ id }) => id === mediaId)
    return file?.kind === 'image' ? [{ mediaId, slot, at, car, sha256: file.sha256.toString('hex') }] : []
  })
}
