import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { type Found, faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useOnline } from '../../../kernel/call/online.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { type Uploads, useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { customerAgrees, needsConsent } from '../../arrange/parts/consent.ts'
import { movingAgreed, tellMoved } from '../../arrange/parts/moving.ts'
import { isTaken, takenText } from '../../arrange/parts/taken.ts'
import { marksInput, marksOf, photoSlotOf, withUploads } from '../parts/entered.ts'
import type { CarEntry, MarkEntry } from '../parts/flow.ts'
import { openOrder } from '../parts/order-pages.ts'
import type { Inspection } from '../parts/types.ts'
import { type Entered, gapsOf, nothing, type SeenCar, type Side, stopsOldCar, withCar } from './entered.ts'

export type Swap = ReturnType<typeof useSwap>

/** A swap in progress, stored on this phone, and its confirmation. `onStale`: the order was changed meanwhile. */
export function useSwap(order: OrderDetail, oldId: string, onStale: () => void) {
  const { orderId, version } = order
  const now = useNow()
  const online = useOnline()
  const maySign = useMay('order.agreement')
  // A draft for one car must not be used for another.
  const draft = useDraft<Entered>(`swap:${orderId}:${oldId}`, nothing)
  const entered = draft.value
  const uploads = { old: useUploads('return', { record: orderId }), new: useUploads('pickup', { record: orderId }) }
  const newId = entered.car?.vehicleId
  const last = { freshFor: 300_000 }
  const seen = {
    old: useRead(calls.pickupReturn.lastInspection, { vehicleId: oldId }, last).data,
    new: useRead(calls.pickupReturn.lastInspection, { vehicleId: newId ?? '' }, { ...last, enabled: !!newId }).data,
  }
  const overdue = order.returnAt <= now
  const { problems, show, check, settle, frame } = useProblems()
  const gaps = gapsOf({
    entered,
    overdue,
    now,
    online,
    old: seenCar(uploads.old, seen.old),
    new: seenCar(uploads.new, seen.new),
  })
  const found = Object.fromEntries(gaps.map(({ code, text }) => [code, text]))
  const write = useWrite(calls.arrange.plan, {
    handles: (failure) => isStale(failure) || isTaken(failure),
    onFailure(failure) {
      if (isStale(failure)) return onStale()
      if (isTaken(failure)) {
        feedback.toast(takenText(failure), 'error')
        draft.set(withCar(entered, null))
        return uploads.new.forget()
      }
      show(Object.fromEntries(Object.entries(faultsOf(failure)).map(([field, text]) => [field.slice(5), text])))
    },
  })

  function put(change: Partial<Entered>, without: readonly string[]) {
    draft.set({ ...entered, ...change })
    settle(Object.fromEntries(Object.entries(problems).filter(([field]) => !without.includes(field))))
  }
  function entryOf(side: Side): CarEntry | null {
    const inspection = seen[side]
    if (inspection === undefined || (side === 'new' && entered.car === null)) return null
    const within = `${side}.`
    const own = Object.entries(problems).filter(([field]) => field.startsWith(within))
    const others = Object.entries(problems).filter(([field]) => !field.startsWith(within))
    return {
      task: { fuelKind: inspection.fuelKind, pickupRecord: null, device: null },
      record: null,
      inspection,
      now,
      uploads: uploads[side],
      filled: { ...entered[side], photos: [], readByDevice: [] },
      leave: (name) => check(within + name, found),
      errors: Object.fromEntries(own.map(([field, text]) => [field.slice(within.length), text])),
      edit: ({ mileageKm, fuelEighths, batteryPct }) => {
        const change = { mileageKm, fuelEighths, batteryPct }
        const given = Object.entries(change).filter(([, value]) => value !== undefined)
        put(
          { [side]: { ...entered[side], ...Object.fromEntries(given) } },
          given.map(([field]) => within + field),
        )
      },
      settle: (left: Found) =>
        settle({
          ...Object.fromEntries(others),
          ...Object.fromEntries(Object.entries(left).map(([field, text]) => [within + field, text])),
        }),
    }
  }

  const markEntryOf = (inspection: Inspection): MarkEntry => ({
    task: { type: handoverType.return, order: { orderId } },
    record: null,
    inspection,
    uploads: uploads.old,
    filled: { marks: entered.marks ?? marksOf(inspection.marks, true) },
    errors: {},
    edit: ({ marks }) => put({ marks }, []),
    // The draft stays on this phone until the swap is confirmed.
    save: async () => undefined,
  })

  async function send(car: NonNullable<Entered['car']>) {
    const upgrade = needsConsent(car, order)
    if (upgrade && !(await customerAgrees(car))) return
    if (!(await movingAgreed(car.moves ?? []))) return
    const answer = await write.run({
      orderId,
      vehicleId: car.vehicleId,
      upgrade: upgrade || undefined,
      version,
      swap: {
        reason: entered.reason.trim(),
        stop: stopsOldCar(entered),
        dueAt: overdue ? (entered.dueAt ?? undefined) : undefined,
        old: {
          ...sideOf('old'),
          damageMarks: entered.marks && marksInput(withUploads(entered.marks, uploadedOf(uploads.old))),
          storeId: entered.storeId,
        },
        new: sideOf('new'),
      },
    })
    if (answer === null) return
    draft.clear()
    uploads.old.forget()
    uploads.new.forget()
    feedback.toast(`已换车 ${displayPlate(car.plate)}`)
    await tellMoved(answer.moved, car.moves ?? [])
    if (maySign && answer.agreementId !== null)
      await open(() => import('../parts/own-paper-sheet.tsx'), {
        orderId,
        type: agreementType.swap,
        agreementId: answer.agreementId,
      })
    openOrder(order, { replace: true, force: true })
  }
  function sideOf(side: Side) {
    const { mileageKm, fuelEighths, batteryPct } = entered[side]
    return {
      mileageKm: mileageKm ?? 0,
      fuelEighths: fuelEighths ?? undefined,
      batteryPct: batteryPct ?? undefined,
      photos: uploads[side].items.flatMap(({ slot, media }) => {
        const place = photoSlotOf(slot)
        return media && place ? [{ slot: place, mediaId: media.mediaId }] : []
      }),
    }
  }

  return {
    entered,
    set: (change: Partial<Pick<Entered, 'reason' | 'dueAt' | 'stop' | 'storeId'>>) => put(change, Object.keys(change)),
    /** Data for the marks of the returned car; null while loading. */
    damage: seen.old === undefined ? null : markEntryOf(seen.old),
    /** Chooses another car; photos and readings of the previous choice are dropped. */
    async choose(car: NonNullable<Entered['car']>) {
      if (car.vehicleId === newId) return
      const seenOne = uploads.new.items.length > 0 || entered.new.mileageKm !== null
      if (newId !== undefined && seenOne && !(await anotherCar())) return
      uploads.new.forget()
      draft.set(withCar(entered, car))
      settle({})
    },
    overdue,
    now,
    gaps,
    problems,
    /** Ref of the element that holds the fields. */
    frame,
    /** Data for the cards of both cars; null while loading, and for the new one until it is chosen. */
    cars: { old: entryOf('old'), new: entryOf('new') },
    pending: write.pending,
    /** @returns whether everything was ready to be sent */
    async confirm() {
      if (!show(found)) {
        feedback.toast(gaps[0]!.text, 'error')
        return false
      }
      await send(entered.car!)
      return true
    },
  }
}

const uploadedOf = ({ items }: Uploads) =>
  items.flatMap(({ slot, media }) => (media ? [{ slot, mediaId: media.mediaId }] : []))

const seenCar = (uploads: Uploads, inspection: Inspection | undefined): SeenCar => ({
  fuelKind: inspection?.fuelKind,
  odometerKm: inspection?.mileageKm ?? 0,
  slots: uploads.items.map(({ slot }) => photoSlotOf(slot)).filter((slot) => slot !== null),
  unsent: uploads.unsent,
  failed: uploads.items.filter(({ status }) => status === 'failed').length,
})

const anotherCar = () =>
  feedback.ask({ title: '换一辆新车？', text: '已拍的新车照片和读数要重新填写', confirm: '换一辆', cancel: '不换' })
