import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, feedback, queries, send } from '../../../../kernel/call/calls.ts'
import { CallFailure, mayWorkLater } from '../../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../../kernel/call/refused.ts'
import type { UploadItem } from '../../../../kernel/media/upload-queue.ts'
import { forgetFiles, readFiles, retryFiles } from '../../../../kernel/media/uploads.ts'
import { writeStored } from '../../../../kernel/stored.ts'
import { onToken, ownerKey } from '../../../../kernel/token.ts'
import { inputOf, usualOf } from '../entered.ts'
import { isOpen } from '../flow-states.tsx'
import { type HandoverFiles, handoverFiles } from '../handover-files.ts'
import type { RecordInput, Task } from '../types.ts'
import { dropConfirm, type KeptConfirm, keepConfirm, loadConfirms } from './kept-confirms.ts'
import { dropTask } from './kept-tasks.ts'

/* Sends offline confirmations: first the pictures through the upload queue, then the entered values, then the confirmation with its
 * original idempotency key, so that retries take effect once. */

const flows = {
  [handoverType.pickup]: { save: calls.pickupReturn.pickUp, done: '已交车' },
  [handoverType.return]: { save: calls.pickupReturn.returnVehicle, done: '已还车' },
} as const

/** `later`: no network, uploads are running, or the server cannot take it now; it stays pending. */
type Outcome = 'done' | 'later' | { readonly refused: string }

const entryKey = (type: HandoverType, orderId: string) =>
  `draft:${ownerKey() ?? ''}:handover:${type}:${orderId}` as const

const isPast = isRefusedFor('orderStatusRefuses')

type Files = Readonly<Record<keyof ReturnType<typeof handoverFiles>, readonly UploadItem[]>>

/** The files of the handover on this phone. */
async function filesOf(type: HandoverType, orderId: string): Promise<Files> {
  const { pictures, signature } = handoverFiles(type, orderId)
  const read = async ({ biz, files, holds }: HandoverFiles) =>
    (await readFiles(biz, files)).filter(({ slot }) => holds(slot))
  return { pictures: await read(pictures), signature: await read(signature) }
}

/** Entered values that the server does not have; null for none. @throws CallFailure */
async function draftOf(of: KeptConfirm, task: Task, files: Files): Promise<RecordInput | null> {
  const { orderId } = of.order
  const { entry } = of
  const own = task.record?.vehicleId === of.vehicleId ? task.record : null
  const last = await send(calls.pickupReturn.lastInspection, { vehicleId: of.vehicleId })
  const uploaded = files.pictures.flatMap(({ slot, media }) => (media ? [{ slot, mediaId: media.mediaId }] : []))
  const signatureId = files.signature.at(-1)?.media?.mediaId
  const edits = signatureId === undefined ? entry.edits : { ...entry.edits, signatureId }
  const fields = inputOf(own, edits, last.marks, uploaded, task.fuelKind, usualOf(task, last))
  const steps = entry.steps.filter((one) => own?.stepDone.includes(one) !== true)
  if (own !== null && steps.length === 0 && Object.keys(fields).length === 0) return null
  return { orderId, draft: true, version: entry.version ?? undefined, steps, ...fields }
}

async function sendOne(of: KeptConfirm): Promise<Outcome> {
  const { type, order } = of
  const { save } = flows[type]
  const files = await filesOf(type, order.orderId)
  const all = Object.values(files).flat()
  if (all.some(({ status }) => status === 'uploading')) return 'later'
  if (all.some(({ status }) => status === 'failed')) return { refused: '有照片上传失败，请打开后重试或删除' }
  try {
    const task = await send(calls.pickupReturn.task, { orderId: order.orderId, type })
    if (isOpen(task)) {
      const draft = of.draft ?? (await draftOf(of, task, files))
      if (draft !== null) {
        // A retry must send the same content.
        if (of.draft === null) await keepConfirm({ ...of, draft })
        await send(save, draft, { idempotencyKey: `${of.key}-draft` })
      }
    }
    await send(calls.pickupReturn.confirm, of.input, { idempotencyKey: of.key })
    return 'done'
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (mayWorkLater(error)) return 'later'
    if (isPast(error) && (await isThrough(of))) return 'done'
    return { refused: error.message }
  }
}

/** Idempotency keys expire after two days; after that the order shows whether this confirmation succeeded. */
async function isThrough({ type, order, input }: KeptConfirm): Promise<boolean> {
  const { actualPickupAt, actualReturnAt } = await send(calls.order.detail, { orderId: order.orderId })
  return (type === handoverType.pickup ? actualPickupAt : actualReturnAt) === input.actualAt
}

/** Removes everything of it from this phone. */
async function finish({ id, type, order, plate }: KeptConfirm): Promise<void> {
  const { done } = flows[type]
  await dropConfirm(id)
  writeStored(entryKey(type, order.orderId), null)
  dropTask(type, order.orderId)
  await forgetFiles(Object.values(await filesOf(type, order.orderId)).flat())
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

/** Sends the pending confirmations of the signed-in account; a lock lets only one tab send at a time. */
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

/** Sends one again that was refused, with its own time; files that failed are uploaded again first. */
export async function retryKept(one: KeptConfirm): Promise<void> {
  const files = Object.values(await filesOf(one.type, one.order.orderId)).flat()
  await retryFiles(files.filter(({ status }) => status === 'failed'))
  await keepConfirm({ ...one, refused: null })
  await sendKept()
}

let begun = false
/** Retry interval in ms: uploads and the network recover by themselves. */
const AGAIN = 15_000

/** Starts the automatic sending. */
export function startKept(): void {
  void sendKept()
  if (begun) return
  begun = true
  onToken(() => void sendKept())
  addEventListener('online', () => void sendKept())
  setInterval(() => void sendKept(), AGAIN)
}
