import { Refusal } from '@cheyi/domain/refusal'
import {
  type IdentityType,
  isVerified,
  type LicenceKind,
  type VerifyStatus,
  verifyStatus,
} from '@cheyi/domain/rental/driver/codes'
import { type ConsentKind, consentWay } from '@cheyi/domain/rental/driver/consent'
import { type DocumentSlot, documentName, FACE } from '@cheyi/domain/rental/driver/documents'
import { isPermit } from '@cheyi/domain/rental/driver/licence-kind'
import { missingSlots } from '@cheyi/domain/rental/driver/papers'
import type { LocalDate } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import { unlinkMedia } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { takePictures } from './people.ts'
import { type PersonRow, phoneIndexes } from './person-file.ts'
import { documentsOf, slotColumns } from './person-view.ts'
import { givenConsents } from './privacy/store.ts'
import * as store from './store-person.ts'

/*
 * Documents that a customer photographs on their own page. The customer enters no text there: staff enter what the photos
 * show, and approve the documents.
 */

export interface OwnPaper {
  readonly slot: DocumentSlot
  /** The name of the side to photograph: 人像面, 驾驶证正页. */
  readonly name: string
  readonly required: boolean
  /** null while no photo was taken. */
  readonly mediaId: string | null
}

export interface OwnPapers {
  /** Staff have approved the documents; no more photos are accepted. */
  readonly passed: boolean
  readonly papers: readonly OwnPaper[]
  readonly consents: readonly ConsentKind[]
}

/** The documents of a customer, as far as whoever proved a mobile may add to them. */
export interface PapersOfMobile extends OwnPapers {
  readonly status: VerifyStatus
  readonly identityType: IdentityType
  /** null: not said. */
  readonly licenceKind: LicenceKind | null
  /** The last day of a temporary permit; null: there is none, or it is not known. */
  readonly permitUntil: LocalDate | null
  /** Staff have entered the licence, so that the customer's choice of its kind does not count any more. */
  readonly isLicenceEntered: boolean
}

const isLicenceEntered = ({ licenceClass }: Pick<PersonRow, 'licenceClass'>): boolean => licenceClass !== ''

/** The documents of a customer; null when the file belongs to another mobile than the proved one, or was deleted. */
export async function papersOfMobile(ctx: Context, personId: string, mobile: string): Promise<PapersOfMobile | null> {
  const { person, own } = await readPapers(ctx, personId)
  const isTheirs = phoneIndexes(ctx.vault, mobile).some((index) => person.phoneHash?.equals(index) === true)
  if (person.erasedAt !== null || !isTheirs) return null
  const { verifyStatus: status, identityType, licenceKind, licenceExpire } = person
  const permitUntil = isPermit(licenceKind) ? licenceExpire : null
  return { ...own, status, identityType, licenceKind, permitUntil, isLicenceEntered: isLicenceEntered(person) }
}

type PageOf = (ctx: Context, order: OrderRow) => Promise<string | null>
const noPage: PageOf = async () => null
let pageOf = noPage
awaitRegistration(() => (pageOf === noPage ? ['documentsPage'] : []))

/** Registers the page on which the customer of an order photographs missing documents; a feature of sales has it. */
export function registerDocumentsPage(page: PageOf): void {
  pageOf = page
}

/** The address of the page on which the customer photographs missing documents; null: none are missing, or there is no page. */
export const documentsPageOf: PageOf = (ctx, order) => pageOf(ctx, order)

/** The documents that the merchant requires of a customer and the photos taken so far; the photo of the face is optional. */
export const ownPapers = async (ctx: Context, personId: string): Promise<OwnPapers> =>
  (await readPapers(ctx, personId)).own

/** A customer's file with the state of its documents, in one flight. @throws Refusal notFound (-4) */
async function readPapers(ctx: Context, personId: string) {
  const [row, asked, consents] = await Promise.all([
    store.byId(ctx.db, personId),
    settingsOf(ctx),
    givenConsents(ctx.db, personId),
  ])
  const person = requireFound(row)
  const passed = isVerified(person.verifyStatus)
  const held = new Map(documentsOf(person).map(({ slot, mediaId }) => [slot, mediaId]))
  const paper = (slot: DocumentSlot, required: boolean): OwnPaper => ({
    slot,
    name: documentName(slot, person.identityType, person.licenceKind),
    required,
    mediaId: held.get(slot) ?? null,
  })
  const wanted = missingSlots(asked, person, [])
  const own: OwnPapers = {
    passed,
    papers: passed ? [] : [...wanted.map((slot) => paper(slot, true)), paper(FACE, false)],
    consents: [...consents],
  }
  return { person, own }
}

interface TakenPaper {
  readonly slot: DocumentSlot
  readonly mediaId: string
  readonly consent: boolean
  /** The kind that the customer chose; it counts until staff have entered the number of the document. */
  readonly identityType?: IdentityType
  /** The same of the licence, until staff have entered it; `permitUntil` is the last day of a temporary permit. */
  readonly licenceKind?: LicenceKind | undefined
  readonly permitUntil?: LocalDate | undefined
}

/** The columns of the kind of licence that the customer chose. */
function chosenLicence(person: PersonRow, { licenceKind, permitUntil }: TakenPaper) {
  if (licenceKind === undefined || isLicenceEntered(person)) return {}
  return { licenceKind, licenceExpire: isPermit(licenceKind) ? (permitUntil ?? null) : null }
}

/**
 * Stores a photo that the customer has just taken in its slot. A document that was rejected must be reviewed again.
 * @throws Refusal checkDone (5304) once staff have approved the documents; badInput (-2) without consent; notFound (-4)
 */
export async function takeOwnPaper(ctx: Context, personId: string, taken: TakenPaper): Promise<void> {
  const { slot, mediaId, consent, identityType } = taken
  const person = requireFound(await store.lock(ctx.db, personId))
  if (person.erasedAt !== null) throw new Refusal('notFound')
  if (isVerified(person.verifyStatus)) throw new Refusal('checkDone')
  const given = slot === FACE ? { faceConsent: consent } : { consent }
  const columns = await takePictures(ctx, { [slot]: mediaId, ...given }, person, consentWay.own)
  const kind = identityType !== undefined && person.identityNoEnc === null ? { identityType } : {}
  if (Object.keys(columns).length > 0)
    await store.update(ctx.db, person, ctx.now, {
      ...columns,
      ...kind,
      ...chosenLicence(person, taken),
      verifyStatus: verifyStatus.unverified,
    })
}

/**
 * Removes a photo from its slot.
 * @returns whether it was one of the documents
 * @throws Refusal checkDone (5304) once staff have approved them
 */
export async function dropOwnPaper(ctx: Context, personId: string, mediaId: string): Promise<boolean> {
  const person = requireFound(await store.lock(ctx.db, personId))
  const slot = documentsOf(person).find((one) => one.mediaId === mediaId)?.slot
  if (slot === undefined || person.erasedAt !== null) return false
  if (isVerified(person.verifyStatus)) throw new Refusal('checkDone')
  await store.update(ctx.db, person, ctx.now, { [slotColumns[slot]]: null })
  await unlinkMedia(ctx, [mediaId], { biz: 'person', bizId: person.id })
  return true
}
