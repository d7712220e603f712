import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, queries, send } from '../../../../kernel/call/calls.ts'
import { CallFailure } from '../../../../kernel/call/failure.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import { refusedAs } from '../../../../kernel/call/refused.ts'
import { filesOf, forgetFiles } from '../../../../kernel/media/uploads.ts'
import { writeStored } from '../../../../kernel/stored.ts'
import { onToken, ownerKey } from '../../../../kernel/token.ts'
import { inputOf, photoSlotOf, usualOf } from '../entered.ts'
import { isOpen } from '../flow-states.tsx'
import type { RecordInput, Task } from '../handover.ts'
import { dropConfirm, type KeptConfirm, keepConfirm, loadConfirms } from './kept-confirms.ts'
import { dropTask } from './kept-tasks.ts'

/*
 * Sends what was confirmed without a network: first its pictures, by the queue of uploads, then what was entered, then the
 * confirmation with the key that it was pressed with, so that it happens once however often it is sent.
 */

const flows = {
  [handoverType.pickup]: { save: calls.pickupReturn.pickUp, biz: 'pickup', done: '已交车' },
  [handoverType.return]: { save: calls.pickupReturn.returnVehicle, biz: 'return', done: '已还车' },
} as const

/** `later`: there is no network, or pictures are on their way; it stays as it is. */
type Outcome = 'done' | 'later' | { readonly refused: string }

const entryKey = (type: HandoverType, orderId: string) =>
  `draft:${ownerKey() ?? ''}:handover:${type}:${orderId}` as const

const isPast = refusedAs('orderStatusRefuses')

/** What was entered and the server does not have; null for nothing. @throws CallFailure */
async function draftOf(of: KeptConfirm, task: Task): Promise<RecordInput | null> {
  const { orderId } = of.order
  const { entry } = of
  const own = task.record?.vehicleId === of.vehicleId ? task.record : null
  const last = await send(calls.pickupReturn.lastInspection, { vehicleId: of.vehicleId })
  const uploaded = filesOf(flows[of.type].biz, orderId).flatMap(({ slot, media }) =>
    media ? [{ slot, mediaId: media.mediaId }] : [],
  )
  const fields = inputOf(own, entry.edits, last.marks, uploaded, task.fuelKind, usualOf(task, last))
  const steps = entry.steps.filter((one) => own?.stepDone.includes(one) !== true)
  if (own !== null && steps.length === 0 && Object.keys(fields).length === 0) return null
  return { orderId, draft: true, version: entry.version ?? undefined, steps, ...fields }
}

async function sendOne(of: KeptConfirm): Promise<Outcome> {
  const { type, order } = of
  const { save, biz } = flows[type]
  const files = filesOf(biz, order.orderId).filter(({ slot }) => photoSlotOf(slot) !== null || slot.startsWith('mark:'))
  if (files.some(({ status }) => status === 'uploading')) return 'later'
  if (files.some(({ status }) => status === 'failed')) return { refused: '有照片上传失败，请打开后重试或删除' }
  try {
    const task = await send(calls.pickupReturn.task, { orderId: order.orderId, type })
    if (isOpen(task)) {
      const draft = of.draft ?? (await draftOf(of, task))
      if (draft !== null) {
        // A repeat says what was said before.
        if (of.draft === null) await keepConfirm({ ...of, draft })
        await send(save, draft, { idempotencyKey: `${of.key}-draft` })
      }
    }
    await send(calls.pickupReturn.confirm, of.input, { idempotencyKey: of.key })
    return 'done'
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (error.kind === 'lost') return 'later'
    if (isPast(error) && (await isThrough(of))) return 'done'
    return { refused: error.message }
  }
}

/** Keys are forgotten after two days: the order itself says that it went through as it was confirmed. */
async function isThrough({ type, order, input }: KeptConfirm): Promise<boolean> {
  const { actualPickupAt, actualReturnAt } = await send(calls.order.detail, { orderId: order.orderId })
  return (type === handoverType.pickup ? actualPickupAt : actualReturnAt) === input.actualAt
}

/** Nothing of it is kept on this phone any more. */
async function finish({ id, type, order, plate }: KeptConfirm): Promise<void> {
  const { biz, done } = flows[type]
  await dropConfirm(id)
  writeStored(entryKey(type, order.orderId), null)
  dropTask(type, order.orderId)
  await forgetFiles(biz, order.orderId)
  feedback.toast(`${plate} ${done}`)
  void queries.invalidateQueries()
}

async function sendAll(): Promise<void> {
  for (const one of await loadConfirms()) {
    if (one.refused !== null) continue
    const outcome = await sendOne(one)
    if (outcome === 'done') await finish(one)
    else if (outcome !== 'later') {
      await keepConfirm({ ...one, refused: outcome.refused })
      feedback.toast(`${one.plate} 未能确认：${outcome.refused}`, 'error')
    }
  }
}

let running: Promise<void> | undefined

/** Sends what is kept of whoever is signed in, one page of this phone at a time. */
export function sendKept(): Promise<void> {
  const once = () =>
    navigator.locks === undefined
      ? sendAll()
      : navigator.locks.request('cheyi-confirms', { ifAvailable: true }, (lock) =>
          lock === null ? undefined : sendAll(),
        )
  running ??= Promise.resolve(once()).then(
    () => undefined,
    () => undefined,
  )
  const now = running
  void now.finally(() => {
    running = undefined
  })
  return now
}

let begun = false
/** Pictures and the network come back by themselves: it is tried again so often, ms. */
const AGAIN = 15_000

/** Begins to send by itself, from now on. */
export function startKept(): void {
  void sendKept()
  if (begun) return
  begun = true
  onToken(() => void sendKept())
  addEventListener('online', () => void sendKept())
  setInterval(() => void sendKept(), AGAIN)
}
