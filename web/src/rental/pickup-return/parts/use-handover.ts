import type { ExpenseSettle } from '@cheyi/domain/money/expense/codes'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { useOnline } from '../../../kernel/call/online.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { type Uploads, useUploads } from '../../../kernel/media/uploads.ts'
import { currentTime } from '../../../kernel/now.ts'
import type { Promised } from '../../../platform/todo/parts/refund-task-words.ts'
import { dropError } from '../../../ui/modal/toast.ts'
import { type Edits, editsAfter, inputOf, photoSlotOf, recordChanges, recordWithEdits, usualOf } from './entered.ts'
import { handoverFiles } from './handover-files.ts'
import { dropTask, keepTask } from './kept/kept-tasks.ts'
import type { HandoverRecord, Task } from './types.ts'

/** Changes stored on this phone until the server has them. */
export interface KeptEntry {
  /** Readings and photos of one car must never be saved on the record of another. */
  readonly vehicleId: string
  /** Record version that the changes are based on; null before the first save. */
  readonly version: number | null
  readonly edits: Edits
  /** Steps finished offline. */
  readonly steps: readonly number[]
}

/** Another person saved meanwhile. */
export interface Conflict {
  readonly by: string
  /** `里程：18,236 km → 18,240 km`; empty when the earlier values are unknown. */
  readonly changes: readonly string[]
}

/** `saved`: on the server. `kept`: offline, stored on this phone. `refused`: an error was shown. */
export type SaveOutcome = 'saved' | 'kept' | 'refused'

/** Payment of a balance; undefined until chosen. */
export interface Settling {
  readonly method?: ExpenseSettle
  readonly payWay?: PayWay
  /** Captured at the card machine, fen; null until it is typed, undefined for the amount due. */
  readonly captured?: number | null
  readonly slipNo?: string
  /** The rental deposit was refunded to the customer at the counter. */
  readonly handedBack?: boolean
  /** The way of that refund; undefined: the way it was paid. */
  readonly handedBackBy?: PayWay
  /** Who refunds it later instead, and the deadline. */
  readonly promised?: Promised
  /** The same for rent and charges that are refunded manually. */
  readonly refundPromised?: Promised
}

/** The running save, and the next one with the steps it marks as done. */
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

/** The upload queue of a handover's pictures. */
export function useHandoverUploads(type: HandoverType, orderId: string): Uploads {
  const { biz, files } = handoverFiles(type, orderId).pictures
  return useUploads(biz, files)
}

export type Handover = ReturnType<typeof useHandover>

/** The draft of one handover: stored on this phone while it is filled in, and on the server after each step. */
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
  /** The last saved record of this page, for a save that starts before the next render. */
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
  /** Saves run one after another: changes entered during a save are sent by the next one, based on the record that this one creates. */
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
  // A queued save must send the values of the latest render.
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
  /** The first save has no version to compare: checks whether another person has started meanwhile. */
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

  // Steps finished offline, and photos that arrived after their step was left, are saved automatically.
  const isBehind = kept.steps.length > 0
  const arrivedLate =
    record?.stepDone.includes(pickupStep.photos) === true &&
    uploads.unsent === 0 &&
    uploads.items.some(({ slot }) => photoSlotOf(slot) !== null)
  const catchUp = useEffectEvent(() => void save())
  useEffect(() => {
    if (online && (isBehind || arrivedLate)) catchUp()
  }, [online, isBehind, arrivedLate])

  const filled = recordWithEdits(record, kept.edits, inherited, usual)
  return {
    task,
    /** The server's record for the car now on the order; null before the first save. */
    record,
    /** The record with the changes made here. */
    filled,
    /** What blocks the confirmation, as of the last save. */
    blocks,
    /** The last handover of the car; undefined while loading. */
    inspection,
    /** Upload queue of this handover's photos. */
    uploads,
    online,
    /** Some data exists on this phone only. */
    unsaved: Object.keys(kept.edits).length > 0 || kept.steps.length > 0 || uploads.items.length > 0,
    saving: write.pending,
    edit(change: Edits) {
      settle(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))))
      dropError()
      // The car is usually returned when it is inspected, so the first edit sets the return time; later edits leave it.
      const back = type === handoverType.return && filled.at === null ? { at: toMinute(currentTime()) } : {}
      put({ ...latest.current, edits: { ...latest.current.edits, ...back, ...change } })
    },
    /** The current changes that exist on this phone only. */
    entry: () => latest.current,
    /** Saves the draft on the server; `done`: steps marked as done with it. */
    save,
    /** The record's id; creates the record when there is none; null on failure. */
    async recordId() {
      if (record !== null) return record.recordId
      return (await save()) === 'saved' ? (made.current?.recordId ?? null) : null
    },
    /** Reads the server's data of this handover again. */
    reload: refetch,
    conflict,
    closeConflict: () => setConflict(null),
    /** Drops the own changes in favour of the other person's. */
    takeTheirs() {
      put(nothing)
      setConflict(null)
    },
    /** Shows that another person saved first, with their values. */
    overtaken,
    errors,
    /** Shows the errors of a step's fields inside `frame`. @returns whether there are none */
    show,
    /** Shows the error of one field without scrolling to it. @returns whether there is none */
    checkField: check,
    settle,
    frame,
    /** The handover is done: removes everything of it from this phone. */
    finish() {
      draft.clear()
      dropTask(type, orderId)
    },
    settling,
    setSettling,
  }
}
