import type { ExpenseSettle } from '@cheyi/domain/money/expense/codes'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isStale } from '../../../form/stale.ts'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useOnline } from '../../../kernel/call/online.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { type Uploads, useUploads } from '../../../kernel/media/uploads.ts'
import type { Promised } from '../../../platform/todo/parts/payback-words.ts'
import { dropError } from '../../../ui/modal/toast.ts'
import { type Edits, editsAfter, filledOf, inputOf, photoSlotOf, recordChanges, usualOf } from './entered.ts'
import type { HandoverRecord, Task } from './handover.ts'
import { dropTask, keepTask } from './kept/kept-tasks.ts'

/** On this phone until the server has it. */
export interface KeptEntry {
  /** Readings and photos of one car never stand on the record of another. */
  readonly vehicleId: string
  /** Version of the record the changes were begun on; null before the first save. */
  readonly version: number | null
  readonly edits: Edits
  /** Steps gone through without a network. */
  readonly steps: readonly number[]
}

/** Somebody else saved meanwhile. */
export interface Conflict {
  readonly by: string
  /** `里程：18,236 km → 18,240 km`; empty when it is not known what was there before. */
  readonly changes: readonly string[]
}

/** `saved`: on the server. `kept`: no network, safe on this phone. `refused`: the person has been told why. */
export type SaveOutcome = 'saved' | 'kept' | 'refused'

/** How a balance is to be paid; undefined until chosen. */
export interface Settling {
  readonly method?: ExpenseSettle
  readonly payWay?: PayWay
  /** What was captured at the card machine, fen, null while it is typed; undefined for as much as is due. */
  readonly captured?: number | null
  readonly slipNo?: string
  /** The rental deposit was given back to the customer there and then. */
  readonly handedBack?: boolean
  /** By which way; undefined: as it came. */
  readonly handedBackBy?: PayWay
  /** Who gives it back later instead, and until when. */
  readonly promised?: Promised
  /** The same of rent and charges that go back by hand. */
  readonly refundPromised?: Promised
}

/** The save on its way, and the one that waits for it with the steps that it is to count as done. */
interface Saves {
  readonly running: Promise<unknown>
  next: Promise<SaveOutcome> | undefined
  steps: readonly number[]
}

const isHandled = (failure: CallFailure) => isStale(failure) || failure.kind === 'lost'

const saveCalls = {
  [handoverType.pickup]: calls.pickupReturn.pickUp,
  [handoverType.return]: calls.pickupReturn.returnVehicle,
}

/** The pictures of a handover on their way to the server. */
export const useHandoverUploads = (type: HandoverType, orderId: string): Uploads =>
  useUploads(type === handoverType.pickup ? 'pickup' : 'return', orderId)

export type Handover = ReturnType<typeof useHandover>

/** The draft of one handover: kept on this phone while it is filled in, on the server after each step. */
export function useHandover(task: Task, vehicleId: string, refetch: () => Promise<{ readonly data?: Task }>) {
  const { type, fuelKind } = task
  const { orderId } = task.order
  const online = useOnline()
  const uploads = useHandoverUploads(type, orderId)
  const inspection = useRead(calls.pickupReturn.lastInspection, { vehicleId }, { freshFor: 300_000 }).data
  const inherited = inspection?.marks ?? []
  const usual = usualOf(task, inspection)

  const [answer, setAnswer] = useState<Pick<Task, 'blocking'> & { readonly record: HandoverRecord }>()
  const isNewer = answer !== undefined && answer.record.version > (task.record?.version ?? 0)
  const newest = isNewer ? answer.record : task.record
  const record = newest?.vehicleId === vehicleId ? newest : null

  const nothing: KeptEntry = { vehicleId, version: newest?.version ?? null, edits: {}, steps: [] }
  const draft = useDraft<KeptEntry>(`handover:${type}:${orderId}`, nothing)
  const kept = draft.value.vehicleId === vehicleId ? draft.value : nothing
  const latest = useRef(kept)
  /** As this page saved it last, for a save that begins before it is drawn. */
  const made = useRef<HandoverRecord>(undefined)
  function put(next: KeptEntry) {
    latest.current = next
    draft.set(next)
  }

  const [conflict, setConflict] = useState<Conflict | null>(() =>
    kept.version !== (newest?.version ?? null) && Object.keys(kept.edits).length > 0
      ? { by: newest?.operatorName ?? '', changes: [] }
      : null,
  )
  const { problems: errors, show, check, settle, frame } = useProblems()
  const [settling, setSettling] = useState<Settling>({})

  const write = useWrite(saveCalls[type], { handles: isHandled })

  const saves = useRef<Saves>({ running: Promise.resolve(), next: undefined, steps: [] })
  /** One after the other: what is entered while a save is on its way goes with the next, on the record that this one makes. */
  function save(done: readonly number[] = []): Promise<SaveOutcome> {
    const turn = saves.current
    turn.steps = [...turn.steps, ...done]
    const begin = () => {
      const saved = saveNow.current(turn.steps)
      saves.current = { running: saved, next: undefined, steps: [] }
      return saved
    }
    turn.next ??= turn.running.then(begin, begin)
    return turn.next
  }
  async function saveOnce(done: readonly number[]): Promise<SaveOutcome> {
    const known = made.current && made.current.version > (newest?.version ?? 0) ? made.current : newest
    const own = known?.vehicleId === vehicleId ? known : null
    const { edits, steps } = latest.current
    const due = [...new Set([...steps, ...done])].filter((one) => !own?.stepDone.includes(one))
    const uploaded = uploads.items.flatMap(({ slot, media }) => (media ? [{ slot, mediaId: media.mediaId }] : []))
    const fields = inputOf(own, edits, inherited, uploaded, fuelKind, usual)
    if (own !== null && due.length === 0 && Object.keys(fields).length === 0) return 'saved'
    if (!online) return keep(due)
    if (known === null && (await begunByOthers())) return 'refused'
    const saved = await write.run({ orderId, draft: true, version: known?.version, steps: due, ...fields })
    if (saved === null) return failure(due)
    arrived(saved, edits)
    return 'saved'
  }
  // One that has waited saves what is drawn by then.
  const saveNow = useRef(saveOnce)
  useEffect(() => {
    saveNow.current = saveOnce
  })
  function arrived(saved: NonNullable<typeof answer>, sent: Edits) {
    setAnswer(saved)
    made.current = saved.record
    put({
      vehicleId,
      version: saved.record.version,
      edits: editsAfter(latest.current.edits, sent),
      steps: [],
    })
    const named = new Set(
      [
        ...saved.record.photos.map(({ media }) => media),
        ...saved.record.damageMarks.flatMap(({ photos }) => photos),
      ].map(({ mediaId }) => mediaId),
    )
    for (const { id, media } of uploads.items) if (media && named.has(media.mediaId)) uploads.remove(id)
  }
  /** The first save has no version to be compared: asks whether somebody else has begun since. */
  async function begunByOthers(): Promise<boolean> {
    const fresh = (await refetch()).data?.record ?? null
    if (fresh !== null) setConflict({ by: fresh.operatorName, changes: recordChanges(null, fresh) })
    return fresh !== null
  }
  async function failure(left: readonly number[]): Promise<SaveOutcome> {
    const why = write.why()
    if (why?.kind === 'lost') return keep(left)
    if (why && isStale(why)) await overtaken()
    else if (why) show(faultsOf(why))
    return 'refused'
  }
  async function overtaken() {
    const fresh = (await refetch()).data?.record ?? null
    setConflict({ by: fresh?.operatorName ?? '', changes: recordChanges(newest, fresh) })
  }
  function keep(steps: readonly number[]): SaveOutcome {
    put({ ...latest.current, steps })
    feedback.toast('网络不可用，已存在本机，恢复后自动保存')
    return 'kept'
  }

  const blocks = isNewer ? answer.blocking : task.blocking
  useEffect(() => keepTask({ ...task, record: newest, blocking: blocks }), [task, newest, blocks])

  // Steps gone through without a network, and photos that arrived after their step was left, follow by themselves.
  const isBehind = kept.steps.length > 0
  const arrivedLate =
    record?.stepDone.includes(pickupStep.photos) === true &&
    uploads.unsent === 0 &&
    uploads.items.some(({ slot }) => photoSlotOf(slot) !== null)
  const catchUp = useEffectEvent(() => void save())
  useEffect(() => {
    if (online && (isBehind || arrivedLate)) catchUp()
  }, [online, isBehind, arrivedLate])

  const filled = filledOf(record, kept.edits, inherited, usual)
  return {
    task,
    /** As the server has it, for the car now on the order; null before the first save. */
    record,
    /** With what was changed here since. */
    filled,
    /** What keeps the handover from being confirmed, after the last save. */
    blocks,
    /** The last handover of the car; undefined while it is loading. */
    inspection,
    /** Photos of this handover on their way to the server. */
    uploads,
    online,
    /** Something is on this phone only. */
    unsaved: Object.keys(kept.edits).length > 0 || kept.steps.length > 0 || uploads.items.length > 0,
    saving: write.pending,
    edit(change: Edits) {
      settle(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))))
      dropError()
      // The car is usually back the moment it is looked at; from then on the time stands still.
      const back = type === handoverType.return && filled.at === null ? { at: toMinute(Date.now()) } : {}
      put({ ...latest.current, edits: { ...latest.current.edits, ...back, ...change } })
    },
    /** What of it is on this phone only, as it stands now. */
    entry: () => latest.current,
    /** Saves the draft on the server; `done`: steps that count as gone through with it. */
    save,
    /** The record's id, making the record when there is none; null when that failed. */
    async recordId() {
      if (record !== null) return record.recordId
      return (await save()) === 'saved' ? (made.current?.recordId ?? null) : null
    },
    /** Reads again what the server knows of this handover. */
    reload: refetch,
    conflict,
    closeConflict: () => setConflict(null),
    /** Drops the own changes in favour of what somebody else saved. */
    takeTheirs() {
      put(nothing)
      setConflict(null)
    },
    /** Tells that somebody else was faster, with what they saved. */
    overtaken,
    errors,
    /** Shows what is wrong with the fields of a step, in `frame`; whether nothing is. */
    show,
    /** Shows what is wrong with one field, without going there; whether nothing is. */
    checkField: check,
    settle,
    frame,
    /** The handover is through: nothing of it is kept on this phone any more. */
    finish() {
      draft.clear()
      dropTask(type, orderId)
    },
    settling,
    setSettling,
  }
}
