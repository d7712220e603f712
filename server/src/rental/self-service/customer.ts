import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import {
  awaitsCheck,
  distanceTo,
  isPassed,
  isRejected,
  placeIsOpen,
  selfSteps,
  submissionTime,
} from '@cheyi/domain/rental/self-service/visit'
import { keepLanguage, lockOrder, readOrder, touchOrder } from '../../booking/order/actions.ts'
import { modelImage } from '../../fleet/model/actions.ts'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { dueAtPickup, linkToPay } from '../../money/payment/online/actions.ts'
import { openCustomerLink, sendPassCode, takePass, tokenOfFile } from '../../platform/customer-link/actions.ts'
import { beginFile, completeFile, joinedPicture, keepPart, viewOf } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { generateAgreement, paperRules, signLink } from '../agreement/actions.ts'
import { dropOwnPaper, ownPapers, takeOwnPaper } from '../driver/actions.ts'
import {
  fillByCustomer,
  lastCarState,
  markRecord,
  recordViews,
  removePhotoByCustomer,
  situationFor,
} from '../pickup-return/actions.ts'
import * as store from './store.ts'
import { notifyCustomerFarAway, tellHandedIn, tellPapers } from './tell.ts'
import {
  beginsAt,
  isToTake,
  paperStateOf,
  placeOf,
  purposeOf,
  reasonsOf,
  requireFillable,
  standing,
  standingOf,
  wantedPapers,
  withVisit,
} from './visit.ts'

type Calls = typeof contract.selfService

export const door: HandlerOf<'selfService', 'door'> = async ({ t, type }, ctx) => {
  const link = await openCustomerLink(ctx, t, purposeOf[type])
  return link.within(async (inside) => {
    const order = await readOrder(inside, link.orderId)
    const [head, from] = await Promise.all([
      store.headOf(inside.db, order.id, type),
      beginsAt(inside, order, type),
      // Refuses in the same cases as the page, so that a stranger learns no more about an order that has ended.
      standing(inside, order, type).catch((refusal: unknown) => {
        if (!(refusal instanceof Refusal) || refusal.key !== 'selfTooEarly') throw refusal
      }),
    ])
    return {
      merchantName: head.merchantName,
      logoUrl: joinedPicture(inside, head.logoPath, head.logoThumb),
      storeName: head.storeName,
      storePhone: head.storePhones[0] ?? '',
      modelName: head.modelName,
      at: type === handoverType.pickup ? order.pickupAt : order.returnAt,
      opensAt: from !== null && ctx.now < from ? from : null,
      phoneTail: link.phoneMask.slice(-4),
      expireAt: link.expireAt,
    }
  })
}

export const otp: HandlerOf<'selfService', 'otp'> = ({ t, type }, ctx) => sendPassCode(ctx, t, purposeOf[type])

export const enter: HandlerOf<'selfService', 'enter'> = ({ t, type, smsCode }, ctx) =>
  takePass(ctx, t, purposeOf[type], smsCode, keepLanguage)

export const task: HandlerOf<'selfService', 'task'> = (input, ctx) =>
  withVisit(ctx, input, false, async ({ ctx: inside, order, visit, expireAt }) => {
    const { type } = visit
    const passed = isPassed(visit.status)
    // What needs the order alone is asked beside the standing of the visit.
    const rest = prefetch(
      Promise.all([
        store.headOf(inside.db, order.id, type),
        paperRules(inside, order),
        type === handoverType.pickup && !passed ? dueAtPickup(inside, order) : [],
        paperStateOf(inside, order, type),
      ]),
    )
    const found = prefetch(situationFor(inside, order, type))
    const seen = prefetch(found.then((situation) => lastCarState(inside, situation)))
    const { situation, slots, toTake, gaps, papers, documents, consents, doors } = await standingOf(
      inside,
      order,
      visit,
      found,
    )
    const { record, vehicle } = situation
    // After a pickup the customer has the car; after a return they no longer do.
    const out = passed && type === handoverType.pickup
    const place = placeOf(visit)
    const [[head, rules, money, paper], last] = await Promise.all([rest, seen])
    const rows = [...(record ? [record] : []), ...(last?.row ? [last.row] : [])]
    const views = await recordViews(inside, rows, () => '')
    const own = views.find(({ recordId }) => recordId === record?.id)
    const before = views.find(({ recordId }) => recordId === last?.row?.id)
    return {
      orderId: order.id,
      ...pick(visit, 'status', 'version', 'handedInAt', 'submittedAt'),
      orderNo: order.orderNo,
      renterName: order.contactName,
      plate: displayPlate(vehicle?.plate ?? ''),
      modelName: head.ownModelName ?? head.modelName,
      carType: head.ownCarType ?? head.carType,
      image: modelImage(inside, head.ownImages ?? head.images),
      merchantName: head.merchantName,
      logoUrl: joinedPicture(inside, head.logoPath, head.logoThumb),
      storeName: head.storeName,
      storeAddress: head.storeAddress,
      storePhone: head.storePhones[0] ?? '',
      pickupAt: order.pickupAt,
      returnAt: order.returnAt,
      rules: rules.map(({ title, rows: lines }) => ({ title, rows: [...lines] })),
      agreed: visit.agreedAt !== null,
      fuelKind: last!.fuelKind,
      mileageKm: record?.mileageKm ?? null,
      fuelEighths: record?.fuelEighths ?? null,
      batteryPct: record?.batteryPct ?? null,
      last: { mileageKm: last!.mileageKm, fuelEighths: last!.fuelEighths, batteryPct: last!.batteryPct },
      photos: own?.photos ?? [],
      marks: marksOf(own?.damageMarks ?? [], before?.damageMarks ?? []),
      place: placeIsOpen(place, inside.now) ? null : place,
      left: { keyNote: own?.keyNote ?? '', parkingNote: own?.parkingNote ?? '' },
      slots: [...slots],
      toTake: [...toTake],
      reasons: isRejected(visit.status) ? reasonsOf(visit).filter(({ slot }) => toTake.includes(slot)) : [],
      money,
      paper: paper.state,
      papers: [...papers],
      documents: documents.map((paper) => ({ ...paper })),
      consents: [...consents],
      gaps: [...gaps],
      returnedAt: order.actualReturnAt,
      doors,
      keyNote: out ? head.keyNote : null,
      parkingNote: out ? head.parkingNote : null,
      expireAt,
    }
  })

/** A record without marks, whoever created it, starts with the known marks of the car. */
const marksOf = <M extends Known>(own: readonly M[], before: readonly M[]): M[] =>
  own.length > 0 ? [...own] : before.map((mark) => ({ ...mark, isNew: false, amount: null }))

interface Known {
  readonly isNew: boolean
  readonly amount: number | null
}

export const save: HandlerOf<'selfService', 'save'> = ({ agreed, ...input }, ctx) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, visit }) => {
    requireFillable(visit)
    const { mileageKm, fuelEighths, batteryPct, damageMarks, keyNote, parkingNote } = input
    const left = visit.type === handoverType.return ? { keyNote, parkingNote } : {}
    const change = { mileageKm, fuelEighths, batteryPct, damageMarks, ...left }
    if (Object.values(change).some((value) => value !== undefined))
      await fillByCustomer(inside, order, visit.type, change)
    if (agreed !== undefined && agreed !== (visit.agreedAt !== null))
      await store.update(inside, visit, { agreedAt: agreed ? ctx.now : null })
    return {}
  })

/**
 * Records the position of the car: its distance from the return store is calculated and the position itself is not stored.
 * The customer may omit it; then staff check the location. A refusal for the distance is stored and staff are notified, so
 * the refusal is thrown after the commit.
 * @throws Refusal outOfReturnRange (5302) with the distance in metres
 */
export const place: HandlerOf<'selfService', 'place'> = ({ t, position }, ctx) =>
  withVisit(ctx, { t, type: handoverType.return }, true, async ({ ctx: inside, order, visit }) => {
    requireFillable(visit)
    const [goal, { selfRangeM }] = await Promise.all([
      store.goalOf(inside.db, order),
      settingsOf(inside, order.returnStoreId),
    ])
    const distanceM = distanceTo(position ?? null, goal)
    if (distanceM !== null && distanceM > selfRangeM) {
      await store.update(inside, visit, { refusedM: distanceM, refusedAt: inside.now })
      notifyCustomerFarAway(inside, order, visit, distanceM)
      ctx.answerAfterCommit(() => Promise.reject(new Refusal('outOfReturnRange', { n: distanceM })))
    } else
      await store.update(inside, visit, {
        placedAt: inside.now,
        distanceM,
        ...(distanceM !== null && { refusedM: null, refusedAt: null }),
      })
    return { at: inside.now, distanceM }
  })

const uploadPurposeOf = (type: HandoverType) => (type === handoverType.pickup ? 'pickup' : 'return')

/**
 * Starts the upload of a photo, or returns which parts are still missing.
 * @throws Refusal tooManyFiles (11002), fileTypeRefused (11003)
 */
export const photoBegin: HandlerOf<'selfService', 'photoBegin'> = ({ t, type, isPaper, ...file }, ctx) =>
  withVisit(ctx, { t, type }, false, async ({ ctx: inside, visit, linkId }) => {
    requireFillable(visit)
    return beginFile(inside, { ...file, biz: isPaper === true ? 'person' : uploadPurposeOf(type) }, { linkId })
  })

export const photoPart: HandlerOf<'selfService', 'photoPart'> = ({ type, ...sent }, ctx) =>
  withVisit(ctx, { t: tokenOfFile(ctx), type }, false, async ({ ctx: inside, visit, linkId }) => {
    requireFillable(visit)
    return keepPart(inside, sent, { linkId })
  })

/** Stores a completely uploaded photo in its position; a repetition stores it only once. @throws Refusal fileTypeRefused (11003) */
export const photo: HandlerOf<'selfService', 'photo'> = ({ mediaId, sha256, slot, fault, ...input }, ctx) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, visit, linkId }) => {
    requireFillable(visit)
    const kept = await completeFile(inside, { mediaId, sha256 }, { linkId })
    if (kept.kind !== 'image') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片' })
    await fillByCustomer(inside, order, visit.type, {}, { slot, mediaId, ...(fault && { fault }) })
    return viewOf(inside, kept)
  })

/** Stores a photo of the renter's documents in its slot; staff enter the data from it. @throws Refusal fileTypeRefused (11003) */
export const document: HandlerOf<'selfService', 'document'> = ({ mediaId, sha256, slot, consent, ...input }, ctx) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, visit, linkId }) => {
    requireFillable(visit)
    const kept = await completeFile(inside, { mediaId, sha256 }, { linkId })
    if (kept.kind !== 'image') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片' })
    const renterId = requireFound(order.renterId)
    await takeOwnPaper(inside, renterId, { slot, mediaId, consent: consent === true })
    const { papers } = await ownPapers(inside, renterId)
    if (!wantedPapers(visit, papers).some(isToTake)) tellPapers(inside, order, visit)
    return { mediaId }
  })

export const dropPhoto: HandlerOf<'selfService', 'dropPhoto'> = ({ mediaId, ...input }, ctx) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, visit }) => {
    requireFillable(visit)
    const ofPapers = visit.type === handoverType.pickup && order.renterId !== null
    if (ofPapers && (await dropOwnPaper(inside, order.renterId!, mediaId))) return {}
    await removePhotoByCustomer(inside, order, visit.type, mediaId)
    return {}
  })

/** The payment page for one amount that is due. */
export const pay: HandlerOf<'selfService', 'pay'> = ({ payKind, refId, ...input }, ctx) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, phone }) => {
    const due = (await dueAtPickup(inside, order)).find((one) => one.payKind === payKind && one.refId === refId)
    if (due === undefined) throw new Refusal('alreadyPaid')
    const { token } = await linkToPay(inside, order, { payKind, refId, way: signWay.sms, phone })
    return { t: token }
  })

/**
 * The page on which the customer signs. The system creates the document once photos and readings are complete, after the
 * commit and without an account, because the number is assigned by merchant.
 */
export const paper: HandlerOf<'selfService', 'paper'> = async (input, ctx) => {
  const first = await withVisit(ctx, input, false, async ({ ctx: inside, order, visit }) => {
    requireFillable(visit)
    const { gaps, situation } = await standingOf(inside, order, visit)
    const open = gaps.filter(({ step }) => step === 'photos' || step === 'readings')
    if (open.length > 0) throw new Refusal('selfIncomplete', { 项: open.map(({ text }) => text).join('；') })
    return { inside, orderId: order.id, type: visit.type, recordId: situation.record!.id }
  })
  ctx.answerAfterCommit(() =>
    first.inside.asSystem(async (system) => {
      const { orderId, type, recordId } = first
      const order = await lockOrder(system, orderId)
      const { state, agreementId } = await paperStateOf(system, order, type)
      if (state === 'signed') throw new Refusal('agreementSigned')
      const made =
        state === 'waiting'
          ? requireFound(agreementId)
          : (await generateAgreement(type, { orderId, recordId }, system)).agreementId
      const { path } = await signLink({ agreementId: made, way: signWay.qr }, system)
      return { t: new URL(path, 'http://x').searchParams.get('t')! }
    }),
  )
  return { t: '' }
}

/** @throws Refusal selfIncomplete (5308) naming the missing items */
export const submitPickup: HandlerOf<'selfService', 'submitPickup'> = ({ t }, ctx) =>
  submit('submitPickup', { t, type: handoverType.pickup }, ctx)

/** @throws as {@link submitPickup} */
export const submitReturn: HandlerOf<'selfService', 'submitReturn'> = ({ t }, ctx) =>
  submit('submitReturn', { t, type: handoverType.return }, ctx)

const submit = (call: 'submitPickup' | 'submitReturn', input: ParsedOf<Calls['task']>, ctx: Context) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, visit }) => {
    // A phone sends the request again when the response was lost.
    if (awaitsCheck(visit.status)) return { status: visit.status }
    const status = advance(selfSteps, 'submit', visit.status)
    const { gaps, situation } = await standingOf(inside, order, visit)
    if (gaps.length > 0) throw new Refusal('selfIncomplete', { 项: gaps.map(({ text }) => text).join('；') })
    const done = await store.update(inside, visit, {
      status,
      submittedAt: submissionTime(visit.submittedAt, visit.decidedAt, ctx.now),
      handedInAt: ctx.now,
      toldMinutes: 0,
      reasons: {},
    })
    markRecord(inside, situation.record!, 'waiting')
    touchOrder(inside.queue, order.id)
    insertAudit(inside, `selfService.${call}`, {
      targetType: 'order',
      targetId: order.id,
      after: { status: done.status },
    })
    tellHandedIn(inside, order, done)
    return { status: done.status }
  })
