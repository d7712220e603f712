import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { awaitsAcceptance, awaitsPayment, awaitsPickup } from '@cheyi/domain/booking/order/steps'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { identityType, type LicenceKind, licenceKinds } from '@cheyi/domain/rental/driver/codes'
import { consentKind } from '@cheyi/domain/rental/driver/consent'
import { type DocumentSlot, documentName, FACE } from '@cheyi/domain/rental/driver/documents'
import { PERMIT_END } from '@cheyi/domain/rental/driver/entry'
import { isPermit, isValidAlone, licenceDuties, usualLicence } from '@cheyi/domain/rental/driver/licence-kind'
import { type Instant, type LocalDate, localDate } from '@cheyi/domain/time'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { screen } from '../../../kernel/screen.ts'
import { keepUploaded } from '../../../platform/media/actions.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { legalText } from '../../../platform/session/actions.ts'
import {
  type PapersOfMobile,
  papersOfMobile,
  registerDocumentsPage,
  takeOwnPaper,
} from '../../../rental/driver/actions.ts'
import { siteUrl } from '../own-host/handlers.ts'
import { reachableName } from '../store.ts'
import type { PageHandler } from '../visit.ts'
import { rentalPath } from './rooms.ts'
import { ownOrder } from './visit.ts'

/*
 * Documents before the pickup: the customer photographs them at home, staff of the store enter and approve them, and nobody waits at the
 * counter for it. No picture is shown on the page again: a phone that is left open tells nothing.
 */

export type Documents = OutputOf<SitePage['rental']>['documents']

/** Documents are asked for here until the pickup, whose own page asks for those that are missing then. */
const isAhead = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  awaitsPayment(status) || awaitsAcceptance(status) || awaitsPickup(status)

/** The documents of the renter; null where none are wanted, or the renter is somebody else than who proved the mobile. */
export async function documentsOf(ctx: Context, order: OrderRow, mobile: string): Promise<Documents> {
  const own = await papersOf(ctx, order, mobile)
  return own === null ? null : documentsView(ctx, order, own)
}

/** The file of the renter, as far as whoever proved the mobile may add to it. */
async function papersOf(ctx: Context, order: OrderRow, mobile: string): Promise<PapersOfMobile | null> {
  const { renterId } = order
  if (renterId === null || !isAhead(order)) return null
  // The files of customers belong to no order, so the scope of the mobile does not show them.
  return ctx.elevated(() => papersOfMobile(ctx, renterId, mobile))
}

async function documentsView(ctx: Context, order: OrderRow, own: PapersOfMobile): Promise<NonNullable<Documents>> {
  const agreed = own.consents.includes(consentKind.documents)
  return {
    status: own.status,
    identityType: own.identityType,
    licenceKind: own.licenceKind,
    licences,
    permitUntil: own.permitUntil,
    returnOn: localDate(order.returnAt),
    by: order.pickupAt,
    pages: own.papers
      .filter(({ slot }) => slot !== FACE)
      .map(({ slot, name, mediaId }) => ({ slot, name, taken: mediaId !== null })),
    consent: agreed ? null : await consentText(ctx),
  }
}

/** What the customer agrees to, in the words of the law's text that is in force. */
async function consentText(ctx: Context): Promise<string> {
  const { preamble } = await legalText(ctx.db, 'documents', ctx.now)
  return preamble.filter((block) => typeof block === 'string').join('')
}

/** For the reminder of the pickup. */
registerDocumentsPage(async (ctx, order) => {
  if (order.contactPhoneEnc === null) return null
  const name = await reachableName(ctx)
  if (name === undefined) return null
  const mobile = ctx.vault.open('order.contact_phone', order.id, order.contactPhoneEnc)
  return wantsDocuments(await documentsOf(ctx, order, mobile)) ? siteUrl(ctx, rentalPath(name, order.id)) : null
})

/** Whether a picture is still missing. */
export const wantsDocuments = (documents: Documents): boolean => documents?.pages.some(({ taken }) => !taken) ?? false

const licences = licenceKinds.values.map((kind) => ({
  kind,
  name: licenceKinds.text(kind),
  duty: licenceDuties[kind],
  valid: isValidAlone(kind),
  ends: isPermit(kind),
  usual: kind === usualLicence(identityType.idCard),
}))

const licenceSlots: readonly DocumentSlot[] = ['licenceMain', 'licenceSub']

interface SaidLicence {
  readonly licenceKind?: LicenceKind | undefined
  readonly permitUntil?: LocalDate | undefined
}

/**
 * A licence that does not allow to drive is refused when it is photographed, not at the counter on the day of the pickup.
 * @throws Refusal licenceNotAlone (1108), permitEnds (1109), badInput (-2) for a permit without its last day
 */
function requireDrivable(own: PapersOfMobile, said: SaidLicence, returnAt: Instant): void {
  const isChosen = said.licenceKind !== undefined && !own.isLicenceEntered
  const kind = isChosen ? said.licenceKind! : own.licenceKind
  if (!isValidAlone(kind)) throw new Refusal('licenceNotAlone', { field: 'licenceKind' })
  if (!isPermit(kind)) return
  const until = isChosen ? said.permitUntil : own.permitUntil
  if (until == null) throw badInput('permitUntil', PERMIT_END)
  if (until < localDate(returnAt)) throw new Refusal('permitEnds', { field: 'permitUntil' })
}

/** @throws Refusal invalidToken (-9), orderNotFound (2002), notFound (-4), checkDone (5304), badInput (-2), and those of {@link requireDrivable} */
export const document: PageHandler<'document'> = async (input, ctx, visit) => {
  const { orderId, slot, identityType: type, consent, ...licence } = input
  const { customer, order } = await ownOrder(ctx, visit, orderId)
  const [file] = ctx.files
  if (file === undefined) throw badInput('file', '请选择照片')
  if (file.kind !== 'image') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片' })
  const before = await papersOf(ctx, order, customer.mobile)
  const { renterId } = order
  if (before === null || renterId === null || slot === FACE) throw new Refusal('notFound')
  if (licenceSlots.includes(slot)) requireDrivable(before, licence, order.returnAt)
  await ctx.elevated(async () => {
    const { mediaId } = await keepUploaded(ctx, file, { biz: 'person', bizId: null, takenAt: null })
    await takeOwnPaper(ctx, renterId, {
      ...{ slot, mediaId, identityType: type, consent: consent === true },
      ...licence,
    })
  })
  ctx.audit({
    targetType: 'person',
    targetId: renterId,
    after: { siteDocument: documentName(slot, type, licence.licenceKind ?? null) },
  })
  const documents = await documentsOf(ctx, order, customer.mobile)
  if (!wantsDocuments(documents)) tellStore(ctx, order)
  return { documents }
}

/** When the last picture is there: again where staff asked for another one. */
const tellStore = (ctx: Context, { id, orderNo, renterId, contactName, storeId }: OrderRow): void =>
  notify(ctx, {
    type: notifyType.selfCheck,
    level: notifyLevel.important,
    ref: `siteDocuments/${id}`,
    title: `待核验证件 ${contactName ?? ''}`.trim(),
    body: `${orderNo} ${contactName ?? '客户'}已在自营网站上传证件，登记并核验后取车更快`,
    link: screen('person.entry', { personId: renterId!, orderId: id }),
    to: { key: 'person.edit', storeIds: [storeId] },
  })
