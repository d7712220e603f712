import type { MediaBiz } from '@cheyi/contract/platform/media'
import { PARTS_ABOVE } from '@cheyi/domain/platform/media/path'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { holdBuild } from '../build.ts'
import { calls, feedback, newKey } from '../call/calls.ts'
import { baseCode, CallFailure, hasCode } from '../call/failure.ts'
import { isNative } from '../device/native.ts'
import { withNative } from '../device/native-acts.ts'
import { currentTime } from '../now.ts'
import { networkOr } from '../persist.ts'
import { phoneStoreOf } from '../phone-store.ts'
import { onSignOutElsewhere, onToken, ownerKey } from '../token.ts'
import { pickFiles } from './file-pick.ts'
import { type FilesOf, type FormFiles, filesNameOf, useUnkeptFiles } from './files-of.ts'
import { compressImage, NOT_AN_IMAGE } from './image.ts'
import { FULL_TEXT, kindOf, leftOutText, MAX_ITEMS, recordId } from './media.ts'
import {
  FAILED_TEXT,
  queuedAtOf,
  type SendOutcome,
  type StoredMedia,
  UNKEPT_TEXT,
  type UploadItem,
  UploadQueue,
} from './upload-queue.ts'
import { sendFile } from './upload-send.ts'

/** px: the network of a customer may be slow. */
const GUEST_LONGEST_SIDE = 1920

/** A guest who opened a page by a customer's link: there is no signed-in user, and uploads use the pass of the link. */
interface Guest {
  readonly owner: string
  /** Sends one file. @throws CallFailure */
  readonly send: (
    item: UploadItem & { readonly file: File },
    onProgress: (percent: number) => void,
  ) => Promise<StoredMedia>
  /** Whether a picture is good enough to be sent; if not, the guest sees the reason. */
  readonly takes: (file: File, slot: string) => Promise<boolean>
  /** The failure is not caused by the file: the upload continues once the guest has verified their identity. */
  readonly waits: (failure: CallFailure) => boolean
}

let guest: Guest | null = null

/** From now on, new files belong to this guest; null: to the signed-in user. */
export function uploadAs(next: Guest | null): void {
  guest = next
  queue.wake()
}

/** Those of the pictures that the current user or guest may send. */
async function taken(files: readonly File[], slot: string): Promise<readonly File[]> {
  const by = guest
  if (by === null) return files
  const good = await Promise.all(files.map((file) => by.takes(file, slot)))
  return files.filter((_, i) => good[i])
}

const ownerNow = (): string | null => (guest === null ? ownerKey() : guest.owner)

/** The only queue of this page; it opens with the first page that uploads, and at start when unsent files are left. */
const queue = new UploadQueue({
  store: phoneStoreOf('cheyi-uploads', queuedAtOf),
  send,
  owner: ownerNow,
  pause: networkOr,
  now: () => Date.now(),
  // On a slow network, an interruption then affects one part and not two.
  atOnce: () => (guest === null ? 2 : 1),
})

async function send(item: UploadItem, onProgress: (percent: number) => void): Promise<SendOutcome> {
  const { file } = item
  if (!file) return { kind: 'refused', message: FAILED_TEXT }
  const fields = { biz: item.biz as MediaBiz, bizId: recordId(item.bizId), takenAt: item.takenAt }
  const by = guest
  try {
    if (by !== null) return { kind: 'done', media: await by.send({ ...item, file }, onProgress) }
    // Videos are always sent in parts; the server stores them in parts too.
    const inParts = file.size > PARTS_ABOVE || kindOf(file.name) === 'video'
    const options = { key: item.key, onProgress }
    const media = inParts
      ? await import('./send-parts.ts').then(({ sendInParts }) => sendInParts(file, fields, options))
      : await sendFile(calls.media.upload, fields, file, options)
    return { kind: 'done', media }
  } catch (error) {
    if (!(error instanceof CallFailure) || error.kind === 'lost' || hasCode(error, baseCode.tooFrequent))
      return { kind: 'lost' }
    if (by?.waits(error)) return { kind: 'lost' }
    // An expired session is not the fault of the photo: the upload continues after the next login.
    if (hasCode(error, baseCode.invalidToken)) return { kind: 'lost' }
    return { kind: 'refused', message: error.kind === 'refused' ? error.message : FAILED_TEXT }
  }
}

onToken(() => queue.wake())

/** Set while a photo exists only in this page: closing the page would lose it. */
let release: (() => void) | undefined
queue.subscribe(() => {
  const risky = queue.items().some(({ unkept, status }) => unkept && status !== '')
  if (risky === (release !== undefined)) return
  if (risky) {
    feedback.toast(UNKEPT_TEXT, 'error')
    addEventListener('beforeunload', askFirst)
    release = holdBuild()
  } else {
    removeEventListener('beforeunload', askFirst)
    release?.()
    release = undefined
  }
})
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

const SPARE = 50_000_000
let asked = false

/**
 * Once per page: requests persistent storage, which the browser does not evict, and warns when the phone has little
 * free space.
 */
async function askForRoom(): Promise<void> {
  if (asked || navigator.storage === undefined) return
  asked = true
  await navigator.storage.persist()
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage.estimate?.()) ?? {}
  if (quota - usage < SPARE) feedback.toast('本机剩余空间不足50MB，照片可能存不下', 'error')
}

/** Continues uploads left from an earlier page; call it once the user is known. */
export function resumeUploads(): void {
  void queue.open().then(() => queue.wake())
}

/** Number of files of this phone, of whatever tab, that are not on the server yet: checked before signing out. */
export async function unsentUploads(): Promise<number> {
  await queue.reload()
  return queue.items().filter((item) => item.owner === ownerKey() && item.status !== '').length
}

/**
 * All files of the signed-in user that belong to this record or form, wherever on this phone they were added: in this page,
 * in an earlier one, or in another tab.
 */
export async function readFiles(biz: MediaBiz, files: FilesOf): Promise<readonly UploadItem[]> {
  await queue.reload()
  const name = filesNameOf(files)
  return queue.items().filter((item) => item.owner === ownerKey() && item.biz === biz && item.bizId === name)
}

/** Uploads failed files again. */
export async function retryFiles(items: readonly UploadItem[]): Promise<void> {
  await Promise.all(items.map(({ id }) => queue.retry(id)))
}

/** Removes files that a record names now, without an open page. */
export async function forgetFiles(items: readonly UploadItem[]): Promise<void> {
  await Promise.all(items.map(({ id }) => queue.remove(id)))
}

/** Deletes all files of the signed-in user on this phone: another person may take it next. */
export async function dropUploads(): Promise<void> {
  const owner = ownerKey()
  if (owner !== null) await queue.removeOwner(owner)
}
// An upload of this tab that ends now would otherwise store its file again.
onSignOutElsewhere((owner) => void queue.removeOwner(owner))

/** One file as the upload tiles draw it. */
export interface UploadTile {
  readonly id: string
  readonly slot: string
  readonly status: 'uploading' | 'failed' | 'done'
  readonly progress: number
  /** The picture on this phone, or the server's; undefined for a video that only the shell has. */
  readonly url: string | undefined
  readonly video: boolean
  readonly message: string
  /** Lost when the page is closed: the phone has no space for it. */
  readonly unkept: boolean
}

export interface PickOptions {
  readonly slot?: string
  /** `both` lets the user choose; a slot opens the camera directly. */
  readonly source?: 'camera' | 'album' | 'both'
  readonly video?: boolean
  /** PDF files are accepted besides pictures. */
  readonly pdf?: boolean
  /** Maximum number of further files, when the record already has some. */
  readonly max?: number
}

export interface Uploads {
  /** What the files belong to. */
  readonly of: { readonly biz: MediaBiz; readonly files: FilesOf }
  /** All files of this business on this phone, oldest first; `status` uploading, failed or ''. */
  readonly items: readonly UploadItem[]
  readonly tiles: readonly UploadTile[]
  /** Ids of the files on the server, for the record that refers to them. */
  readonly mediaIds: (slot?: string) => readonly string[]
  /** The files of an earlier page are still being read: nothing is sent without them. */
  readonly opening: boolean
  /** Number of files that are not on the server yet. */
  readonly unsent: number
  /** Opens the camera or the chooser, of the native shell where there is one. */
  readonly pick: (options?: PickOptions) => Promise<void>
  /** Compresses images, stores the files on the phone and begins to send them. @returns how many were accepted */
  readonly add: (files: Iterable<File>, slot?: string) => Promise<number>
  /** Adds files that are on the server already, sent from another phone; known ones are skipped. */
  readonly keep: (files: readonly StoredMedia[], slot?: string) => Promise<void>
  readonly retry: (id: string) => void
  readonly remove: (id: string) => void
  /** Removes the files after the record that refers to them has been saved. */
  readonly forget: () => void
}

/** Files of a sheet whose texts end with it: they are removed when it closes. */
export function useSheetFiles(): FormFiles {
  const files = useUnkeptFiles()
  const name = filesNameOf(files)
  useEffect(
    () => () => {
      for (const { id, bizId } of queue.items()) if (bizId === name) remove(id)
    },
    [name],
  )
  return files
}

/** Files of one record or of one begun form, e.g. `useUploads('pickup', { record: orderId })`; at most 20. */
export function useUploads(biz: MediaBiz, files: FilesOf): Uploads {
  const bizId = filesNameOf(files)
  useEffect(() => {
    void queue.open()
  }, [])
  const all = useSyncExternalStore(queue.subscribe, () => queue.items())
  const opening = useSyncExternalStore(queue.subscribe, () => !queue.isOpen)
  const owner = ownerNow()
  const items = useMemo(
    () => all.filter((item) => item.owner === owner && item.biz === biz && item.bizId === bizId),
    [all, owner, biz, bizId],
  )
  const room = MAX_ITEMS - items.length

  /** Before a file is stored, a form has an id by which it finds the file again. */
  const begin = () => 'form' in files && files.begin()
  async function add(added: Iterable<File>, slot = '', most = room) {
    const all = [...added]
    const first = all.slice(0, Math.max(0, most))
    if (first.length < all.length) feedback.toast(leftOutText(all.length, first.length), 'error')
    const chosen = await taken(first, slot)
    void askForRoom().catch(() => undefined)
    // All files are added at once, but compressed one after the other, since each compression needs much memory.
    let before: Promise<unknown> = Promise.resolve()
    await Promise.all(
      chosen.map((file) => {
        const ready = before.then(() => prepare(file))
        before = ready
        const takenAt = file.lastModified || currentTime()
        begin()
        return queue.add({ id: newKey(), key: newKey(), biz, bizId, slot, file: ready, takenAt })
      }),
    )
    return chosen.length
  }
  function keep(media: StoredMedia, slot: string, takenAt = currentTime()) {
    begin()
    return queue.add({ id: newKey(), key: newKey(), biz, bizId, slot, file: null, takenAt, media })
  }
  async function pick({
    slot = '',
    source = slot ? 'camera' : 'both',
    video = false,
    pdf = false,
    max: left,
  }: PickOptions = {}) {
    const max = Math.min(room, left ?? (slot ? 1 : room))
    if (max <= 0) return feedback.toast(FULL_TEXT, 'error')
    if (!isNative()) {
      const files = await pickFiles({
        accept: video ? 'video/*' : pdf ? 'image/*,application/pdf' : 'image/*',
        multiple: max > 1,
        camera: source === 'camera',
      })
      await add(files, slot, max)
      return
    }
    if (video) {
      await withNative(
        'uploadVideo',
        { max, maxSeconds: 60, biz, bizId: recordId(bizId) ?? '' },
        async ({ items: videos }) => {
          for (const one of videos)
            await keep({ mediaId: one.mediaId, url: 'url' in one ? one.url : null, thumbUrl: null }, slot)
        },
      )
    } else {
      await withNative('uploadImage', { max, source, biz, bizId: recordId(bizId) ?? '' }, async ({ items: images }) => {
        for (const { mediaId, url, takenAt } of images) await keep({ mediaId, url, thumbUrl: url }, slot, takenAt)
      })
    }
  }
  return {
    of: { biz, files },
    opening,
    items,
    tiles: useMemo(() => items.map(tileOf), [items]),
    unsent: items.filter((item) => item.status !== '').length,
    mediaIds: (slot) =>
      items.flatMap((item) => (item.media && (slot === undefined || item.slot === slot) ? [item.media.mediaId] : [])),
    pick,
    add,
    async keep(sent, slot = '') {
      const known = new Set(queue.items().map(({ media }) => media?.mediaId))
      for (const file of sent) if (!known.has(file.mediaId)) await keep(file, slot)
    },
    retry: (id) => void queue.retry(id),
    remove,
    forget() {
      for (const { id } of items) remove(id)
    },
  }
}

function remove(id: string): void {
  const shown = pictures.get(id)
  if (shown) URL.revokeObjectURL(shown)
  pictures.delete(id)
  void queue.remove(id)
}

/** Object URLs of the pictures on this phone, made once per file. */
const pictures = new Map<string, string>()

function tileOf({ id, slot, status, progress, file, media, message, unkept }: UploadItem): UploadTile {
  const video = file ? kindOf(file.name) === 'video' : media?.thumbUrl === null
  let url = pictures.get(id) ?? media?.thumbUrl ?? media?.url ?? undefined
  // A document has no picture of its own.
  if (file && file.type !== 'application/pdf' && !pictures.has(id)) {
    url = URL.createObjectURL(file)
    pictures.set(id, url)
  }
  return { id, slot, status: status || 'done', progress, url, video, message, unkept: status !== '' && unkept === true }
}

/** The file to send; null when its type is not accepted (a toast has been shown). */
async function prepare(file: File): Promise<File | null> {
  if (kindOf(file.name) === 'video' || file.type === 'application/pdf') return file
  try {
    return await compressImage(file, guest === null ? undefined : GUEST_LONGEST_SIDE)
  } catch (error) {
    feedback.toast(error instanceof Error ? error.message : NOT_AN_IMAGE, 'error')
    return null
  }
}
