import type { MediaBiz } from '@cheyi/contract/media'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { newKey } from './attempt.ts'
import { calls } from './calls.gen.ts'
import { baseCode, CallFailure, hasCode } from './failure.ts'
import { feedback } from './feedback.ts'
import { compressImage, NOT_AN_IMAGE } from './image.ts'
import { kindOf, MAX_ITEMS } from './media.ts'
import { networkOr } from './persist.ts'
import { onToken, ownerKey } from './token.ts'
import { FAILED_TEXT, type SendOutcome, type UploadItem, UploadQueue } from './upload-queue.ts'
import { sendFile } from './upload-send.ts'
import { uploadStore } from './upload-store.ts'

/** The one queue of this page; it begins when a page that uploads is opened, and at start when something is left. */
const queue = new UploadQueue({
  store: uploadStore,
  send,
  owner: ownerKey,
  pause: networkOr,
  now: () => Date.now(),
})

async function send(item: UploadItem, onProgress: (percent: number) => void): Promise<SendOutcome> {
  const fields = { biz: item.biz as MediaBiz, bizId: item.bizId || undefined, takenAt: item.takenAt }
  try {
    return { kind: 'done', media: await sendFile(calls.media.upload, fields, item.file, { key: item.key, onProgress }) }
  } catch (error) {
    if (!(error instanceof CallFailure) || error.kind === 'lost' || hasCode(error, baseCode.tooFrequent))
      return { kind: 'lost' }
    // An expired login is not the photo's fault: it goes on after the next one.
    if (hasCode(error, baseCode.invalidToken)) return { kind: 'lost' }
    return { kind: 'refused', message: error.kind === 'refused' ? error.message : FAILED_TEXT }
  }
}

/** Goes on with uploads left from before; call once the user is known. */
export function resumeUploads(): void {
  void queue.open().then(() => queue.wake())
  onToken(() => queue.wake())
}

/** How many files are not on the server yet: asked before signing out. */
export const unsentUploads = (): number =>
  queue.items().filter((item) => item.owner === ownerKey() && item.status !== '').length

/** Throws away what is left of the signed-in user on this phone. */
export async function dropUploads(): Promise<void> {
  await Promise.all(
    queue
      .items()
      .filter((item) => item.owner === ownerKey())
      .map((item) => queue.remove(item.id)),
  )
}

export interface Uploads {
  /** All files of this business on this phone, oldest first; `status` uploading, failed or ''. */
  readonly items: readonly UploadItem[]
  /** Ids of those on the server, for the record that names them. */
  readonly mediaIds: (slot?: string) => readonly string[]
  /** How many are not there yet. */
  readonly unsent: number
  /** Compresses images, stores the files on the phone and begins to send them. */
  readonly add: (files: Iterable<File>, slot?: string) => Promise<void>
  readonly retry: (id: string) => void
  readonly remove: (id: string) => void
  /** The record that names them has been saved. */
  readonly forget: () => void
}

/** Files of one business record, e.g. `useUploads('pickup', orderId)`; at most 20. */
export function useUploads(biz: MediaBiz, bizId: string): Uploads {
  useEffect(() => {
    void queue.open()
  }, [])
  const all = useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.items(),
  )
  const owner = ownerKey()
  const items = useMemo(
    () => all.filter((item) => item.owner === owner && item.biz === biz && item.bizId === bizId),
    [all, owner, biz, bizId],
  )
  return {
    items,
    unsent: items.filter((item) => item.status !== '').length,
    mediaIds: (slot) =>
      items.flatMap((item) => (item.media && (slot === undefined || item.slot === slot) ? [item.media.mediaId] : [])),
    async add(files, slot = '') {
      let room = MAX_ITEMS - items.length
      for (const file of files) {
        if (room-- <= 0) return feedback.toast(`最多上传${MAX_ITEMS}个文件`, 'error')
        const ready = await prepare(file)
        if (ready) {
          const takenAt = file.lastModified || Date.now()
          await queue.add({ id: newKey(), key: newKey(), biz, bizId, slot, file: ready, takenAt })
        }
      }
    },
    retry: (id) => void queue.retry(id),
    remove: (id) => void queue.remove(id),
    forget() {
      for (const item of items) void queue.remove(item.id)
    },
  }
}

/** The file to send; null when it is none of ours (the person has been told). */
async function prepare(file: File): Promise<File | null> {
  if (kindOf(file.name) === 'video' || file.type === 'application/pdf') return file
  try {
    return await compressImage(file)
  } catch (error) {
    feedback.toast(error instanceof Error ? error.message : NOT_AN_IMAGE, 'error')
    return null
  }
}
