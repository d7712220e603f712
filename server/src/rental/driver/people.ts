import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type IdentityType, verifyStatus } from '@cheyi/domain/rental/driver/codes'
import type { ConsentWay } from '@cheyi/domain/rental/driver/consent'
import { type DocumentSlot, documentSlots } from '@cheyi/domain/rental/driver/documents'
import { losesVerification, PERMIT_END } from '@cheyi/domain/rental/driver/entry'
import { isEndMissing } from '@cheyi/domain/rental/driver/licence-kind'
import { type CheckedPaper, checkedPapers, faultText, reasonFields } from '@cheyi/domain/rental/driver/paper-check'
import { type AskedPapers, licenceGaps, missingSlots, missingText } from '@cheyi/domain/rental/driver/papers'
import { isValidOn } from '@cheyi/domain/rental/driver/person'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { linkMedia, mediaViews, unlinkMedia } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { endReferrals } from '../../platform/referral/actions.ts'
import { findPeople } from './find.ts'
import { checkAfterPass } from './paper-check.ts'
import { heldAnswer, heldFault, noReasons } from './paper-columns.ts'
import {
  enteredFile,
  identityIndex,
  openFile,
  type PersonFile,
  type PersonRow,
  refuse,
  sealFile,
  withLicenceNo,
} from './person-file.ts'
import { documentsOf, personBrief, slotColumns } from './person-view.ts'
import { type Given, takeConsents } from './privacy/consent.ts'
import { givenConsents } from './privacy/store.ts'
import { handlesPerson, lockHandled, requireHandled } from './reach.ts'
import * as store from './store-person.ts'
import { countWhole } from './whole.ts'

type Feature = typeof contract.driver

const MAX_FOUND = 20
const MAX_ORDERS = 20

export const searchPeople = ({ keyword }: ParsedOf<Feature['searchPeople']>, ctx: Context) =>
  findPeople(ctx, keyword, MAX_FOUND)

export const personDetail: HandlerOf<'driver', 'personDetail'> = async ({ personId }, ctx) => {
  const [row, consents, [brief], orders, checkers, isHandled] = await Promise.all([
    store.byId(ctx.db, personId),
    givenConsents(ctx.db, personId),
    store.briefsOf(ctx.db, [personId]),
    store.ordersOf(ctx.db, personId, kindsOpenTo(ctx.identity.keys), MAX_ORDERS),
    store.checkersOf(ctx.db, personId),
    handlesPerson(ctx, personId),
  ])
  const person = requireFound(row)
  // Pictures show the whole numbers.
  const held = isHandled ? documentsOf(person) : []
  const views = await mediaViews(
    ctx,
    held.map((document) => document.mediaId),
    { document: true },
  )
  const documents = held.flatMap(({ slot, mediaId }) => {
    const media = views.get(mediaId)
    return media === undefined ? [] : [{ slot, media }]
  })
  if (documents.length > 0)
    await ctx.auditRead({
      targetType: 'person',
      targetId: personId,
      after: { documents: documents.map((d) => d.slot) },
    })
  const { identityExpire, licenceFirstIssue, tags, licenceKind, version } = person
  const { birthday, gender, address } = isHandled ? person : { birthday: null, gender: null, address: '' }
  const { verifiedAt, waiveReason, mismatchReason, licenceReason, blacklistReason } = person
  const file = openFile(ctx.vault, person)
  const checked = (paper: CheckedPaper) => {
    const { by, ...held } = heldAnswer(ctx.vault, paper, person, file)
    return { ...held, by: by === null ? '' : (checkers?.[paper] ?? '') }
  }
  return {
    ...personBrief(requireFound(brief)),
    isHandled,
    identityExpire,
    licenceKind,
    licenceNo: person.licenceNoMask,
    licenceFirstIssue,
    birthday,
    gender,
    address,
    tags,
    consents: [...consents],
    verifiedAt,
    waiveReason,
    identityCheck: checked('idCard'),
    mismatchReason,
    licenceCheck: checked('licence'),
    licenceReason,
    blacklistReason,
    documents,
    orders: orders.map((order) => ({ ...order, orderId: order.id, total: order.totalFen })),
    version,
  }
}

/** The full numbers, for one display; the audit log records which account requested them. */
export async function revealPerson({ personId }: ParsedOf<Feature['revealPerson']>, ctx: Context) {
  const file = openFile(ctx.vault, requireFound(await store.byId(ctx.db, personId)))
  await requireHandled(ctx, personId)
  ctx.audit({ targetType: 'person', targetId: personId })
  await countWhole(ctx, `person/${personId}`)
  return { phone: file.phone, identityNo: file.identityNo ?? '', licenceNo: file.licenceNo ?? '' }
}

export async function savePerson(input: ParsedOf<Feature['savePerson']>, ctx: Context) {
  const stored = input.personId === undefined ? null : await lockHandled(ctx, input.personId)
  if (stored !== null) requirePersonVersion(input.version, stored)
  const before = stored === null ? null : openFile(ctx.vault, stored)
  const file = enteredFile(ctx, input, before)
  if (file.identityNo === null) throw badInput('identityNo', '请输入证件号码')
  await refuseTwin(ctx, file.identityType, file.identityNo, stored?.id ?? null)

  const id = stored?.id ?? (await newId(ctx))
  const sealed = sealFile(ctx.vault, id, file)
  // The row must exist first, because consents and photos reference it.
  const created = stored ?? (await store.insert(ctx.db, { id, ...sealed }))
  // Another transaction registered the document between the read and the write.
  if (created === undefined) throw new Refusal('personExists')
  const pictures = await takePictures(ctx, input, created)
  const saved =
    stored === null
      ? await store.place(ctx.db, created, pictures)
      : await store.update(ctx.db, stored, ctx.now, {
          ...sealed,
          ...pictures,
          ...(before !== null && losesVerification(withLicenceNo(before), file)
            ? {
                verifyStatus: verifyStatus.unverified,
                verifiedAt: null,
                verifiedBy: null,
                waiveReason: '',
                ...noReasons,
              }
            : {}),
        })
  ctx.audit({
    targetType: 'person',
    targetId: id,
    ...(stored === null ? {} : { before: auditFieldsOf(stored) }),
    after: { ...auditFieldsOf(saved), pictures: Object.keys(pictures) },
  })
  await endRequests(ctx, saved.id)
  return { personId: id, version: saved.version, verifyStatus: saved.verifyStatus }
}

/** Requests for the papers of a person on their orders are done. */
async function endRequests(ctx: Context, personId: string): Promise<void> {
  const orders = await store.ordersAwaitingPapers(ctx, personId)
  if (orders.length > 0)
    endReferrals(
      ctx,
      ['person.edit'],
      orders.map(({ id }) => ['order', id] as const),
    )
}

export async function verifyPerson(input: ParsedOf<Feature['verifyPerson']>, ctx: Context) {
  const stored = await lockHandled(ctx, input.personId)
  requirePersonVersion(input.version, stored)
  if (input.pass === undefined) throw badInput('pass', '请选择核验结果')
  const file = withLicenceNo(openFile(ctx.vault, stored))
  const asked = await settingsOf(ctx)
  const reasons = input.pass ? requireVerifiable(ctx, stored, file, { ...input, asked }) : NO_REASONS
  const pictures = await takePictures(ctx, { facePhoto: input.faceMediaId, faceConsent: input.faceConsent }, stored)
  const saved = await store.update(ctx.db, stored, ctx.now, {
    // The number of the driving licence is missing in files from before it was derived from the identity card.
    ...(stored.licenceNoEnc === null ? sealFile(ctx.vault, stored.id, file) : {}),
    ...pictures,
    verifyStatus: input.pass ? verifyStatus.passed : verifyStatus.failed,
    verifiedAt: ctx.now,
    verifiedBy: ctx.accountId,
    ...reasons,
  })
  if (input.pass) checkAfterPass(ctx, saved, asked)
  ctx.audit({
    targetType: 'person',
    targetId: stored.id,
    before: { verifyStatus: stored.verifyStatus },
    after: {
      verifyStatus: saved.verifyStatus,
      ...Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== '')),
    },
  })
  await endRequests(ctx, stored.id)
  return { verifyStatus: saved.verifyStatus, version: saved.version }
}

export async function blacklistPerson(input: ParsedOf<Feature['blacklistPerson']>, ctx: Context) {
  const stored = await lockHandled(ctx, input.personId)
  requirePersonVersion(input.version, stored)
  const saved = await store.update(ctx.db, stored, ctx.now, {
    blacklist: input.on,
    blacklistReason: input.on ? input.reason : '',
  })
  ctx.audit({
    targetType: 'person',
    targetId: stored.id,
    before: { blacklist: stored.blacklist, reason: stored.blacklistReason },
    after: { blacklist: saved.blacklist, reason: input.reason },
  })
  return { blacklist: saved.blacklist, version: saved.version }
}

const requirePersonVersion = (sent: number | undefined, stored: PersonRow) =>
  requireVersion(sent, stored.version, {
    version: stored.version,
    updatedAt: stored.updatedAt,
    current: auditFieldsOf(stored),
  })

/** The changed values, for audit entries and for the stale refusal; numbers are masked. */
const auditFieldsOf = (row: PersonRow) => ({
  ...pick(row, 'name', 'identityType', 'identityExpire', 'licenceClass', 'licenceFirstIssue', 'licenceExpire'),
  ...pick(row, 'licenceKind', 'verifyStatus', 'blacklist'),
  phone: row.phoneMask,
  identityNo: row.identityNoMask,
  licenceNo: row.licenceNoMask,
})

/** @throws Refusal personExists (1102) with the ID of the customer who has the document */
async function refuseTwin(ctx: Context, type: IdentityType, identityNo: string, own: string | null): Promise<void> {
  const twin = await store.byIdentity(ctx.db, type, identityIndex(ctx.vault, identityNo))
  if (twin !== undefined && twin.id !== own) throw new Refusal('personExists', { personId: twin.id })
}

type Reasons = Readonly<Record<'waiveReason' | (typeof reasonFields)[CheckedPaper], string>>
const NO_REASONS: Reasons = { waiveReason: '', ...noReasons }

/**
 * Originals can be compared only with a file that has a number and documents that are still valid; the merchant's settings
 * determine which photos are required.
 * @returns the reasons why photos are missing and why the answer of a register is overruled; '' where none is needed
 * @throws Refusal badInput (-2) with every field that is missing
 */
function requireVerifiable(
  ctx: Context,
  stored: PersonRow,
  file: PersonFile,
  {
    asked,
    waiveReason = '',
    ...reasons
  }: { readonly [K in keyof Reasons]?: string | undefined } & { readonly asked: AskedPapers },
): Reasons {
  if (file.identityNo === null) throw badInput('identityNo', '请先登记证件号码')
  const today = localDate(ctx.now)
  if (!isValidOn(file.identityExpire, today)) throw badInput('identityExpire', '证件已过期')
  if (!isValidOn(file.licenceExpire, today)) throw badInput('licenceExpire', '驾驶证已过期')
  const missing = missingSlots(
    asked,
    file,
    documentsOf(stored).map(({ slot }) => slot),
  )
  const pictures = missing.map((slot) => ({ field: slot, text: missingText(slot, file) }))
  const faults = checkedPapers.flatMap((paper) => {
    const fault = heldFault(ctx.vault, paper, stored, file)
    const field = reasonFields[paper]
    return fault === null ? [] : [{ field, text: faultText(fault), reason: reasons[field] ?? '' }]
  })
  refuse([
    ...(isEndMissing(file) ? [{ field: 'licenceExpire', text: PERMIT_END }] : []),
    ...licenceGaps(asked, file),
    ...(waiveReason === '' ? pictures : []),
    ...faults.filter(({ reason }) => reason === ''),
  ])
  return {
    waiveReason: missing.length === 0 ? '' : waiveReason,
    ...noReasons,
    ...Object.fromEntries(faults.map(({ field, reason }) => [field, reason])),
  }
}

type Pictures = Partial<Record<DocumentSlot, string | undefined>>
type Columns = Partial<Record<(typeof slotColumns)[DocumentSlot], string>>

/**
 * Links new photos to the file and releases those that they replace; slots that are not sent are unchanged.
 * @throws Refusal notFound (-4) for a photo that the caller may not use; badInput (-2) without the customer's consent
 */
export async function takePictures(
  ctx: Context,
  given: Pictures & Given,
  stored: PersonRow,
  way?: ConsentWay,
): Promise<Columns> {
  const changed = documentSlots.flatMap((slot) => {
    const mediaId = given[slot]
    const old = stored[slotColumns[slot]]
    return mediaId === undefined || mediaId === old ? [] : [{ slot, column: slotColumns[slot], mediaId, old }]
  })
  await takeConsents(
    ctx,
    stored.id,
    given,
    changed.map(({ slot }) => slot),
    way,
  )
  if (changed.length === 0) return {}
  const record = { biz: 'person', bizId: stored.id } as const
  await linkMedia(
    ctx,
    changed.map((picture) => picture.mediaId),
    record,
  )
  const columns: Columns = Object.fromEntries(changed.map(({ column, mediaId }) => [column, mediaId]))
  // A photo may have moved to another slot: only photos that are in no slot are released.
  const held = documentsOf({ ...stored, ...columns }).map((document) => document.mediaId)
  await unlinkMedia(
    ctx,
    changed.flatMap(({ old }) => (old === null || held.includes(old) ? [] : [old])),
    record,
  )
  return columns
}
