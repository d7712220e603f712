import type { PhoneStore } from '../phone-store.ts'
import { createSignal } from '../signal.ts'

/*
 * Photos and videos that are being uploaded. Each is written to the phone's own database before it is sent, and is
 * removed only when its page says so: neither a lost network, nor leaving the page, nor an empty battery loses one.
 * This file manages the queue; uploads.ts provides the database, the sender and the clock.
 */

/** What the server returns for a stored file. */
export interface StoredMedia {
  readonly mediaId: string
  /** null while the native shell still has the file. */
  readonly url: string | null
  readonly thumbUrl: string | null
}

/** '' once the file is on the server. */
export type UploadStatus = 'uploading' | 'failed' | ''

export interface UploadItem {
  readonly id: string
  /** User and merchant of the file: never sent under another owner's token. */
  readonly owner: string
  readonly biz: string
  readonly bizId: string
  /** Which photo of the page it is, such as `front`; '' for additional ones. */
  readonly slot: string
  /** null when the native shell uploads the file. */
  readonly file: File | null
  /** Epoch ms when the photo was taken or chosen. */
  readonly takenAt: number
  /**
   * Epoch ms when the file was added, never the same twice: the tiles keep their order by it. A picture of an album may be
   * years old when it is added.
   */
  readonly queuedAt: number
  /** Epoch ms when the server had it. */
  readonly sentAt?: number
  readonly status: UploadStatus
  /** Shown on the tile: why it failed, or that it waits for the network. */
  readonly message: string
  /** 0–100 while it is being sent. */
  readonly progress: number
  readonly media: StoredMedia | null
  /** Idempotency key: the server stores the file once, however often it is sent. */
  readonly key: string
  /** The phone's database could not store it: it is lost when the page is closed. */
  readonly unkept?: boolean
}

/** Data of a new file; `media` is set when the native shell has uploaded it already. */
export type NewUpload = Pick<UploadItem, 'id' | 'key' | 'biz' | 'bizId' | 'slot' | 'takenAt'> & {
  /** The file, or a promise of the compressed file; null for a file of the native shell, and when the file is rejected. */
  readonly file: File | null | Promise<File | null>
  readonly media?: StoredMedia
}

/** `lost`: no answer came, retry automatically; any other failure waits for the user. */
export type SendOutcome =
  | { readonly kind: 'done'; readonly media: StoredMedia }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly message: string }

export interface UploadPorts {
  readonly store: PhoneStore<UploadItem>
  readonly send: (item: UploadItem, onProgress: (percent: number) => void) => Promise<SendOutcome>
  /** User and merchant now signed in; null when not signed in. */
  readonly owner: () => string | null
  /** Resolves after `ms`, sooner when the network comes back. */
  readonly pause: (ms: number) => Promise<void>
  readonly now: () => number
  /** Number of parallel uploads; 2 by default. */
  readonly atOnce?: () => number
}

export const FAILED_TEXT = '上传失败，点击重试'
export const WAITING_TEXT = '等待网络，将自动上传'
export const UNKEPT_TEXT = '本机空间不足，请保持页面打开'

/** Two uploads in parallel: more do not speed up a phone's uplink. */
const AT_ONCE = 2
const PAUSES = [2_000, 5_000, 15_000, 30_000, 60_000]
/** ms. The server deletes unreferenced files 48 h after it has received them. */
const KEPT_DONE = 47 * 3_600_000

/** ms for which an unsent file of somebody else stays on a device that they have not signed out of. */
const KEPT_OF_OTHERS = 7 * 24 * 3_600_000

/** The place of an item among the others. An item of an older release has the time of the picture alone. */
export const queuedAtOf = ({ queuedAt, takenAt }: UploadItem): number => queuedAt ?? takenAt
const sentAtOf = (item: UploadItem): number => item.sentAt ?? queuedAtOf(item)

export class UploadQueue {
  readonly #ports: UploadPorts
  readonly #changed = createSignal()
  readonly subscribe = this.#changed.listen
  readonly #sending = new Set<string>()
  /** Ids of items that this page has removed: the database may still return them. */
  readonly #removed = new Set<string>()
  /** Items whose file is still being prepared. */
  readonly #coming = new Set<string>()
  #items: readonly UploadItem[] = []
  #ready: Promise<void> | undefined
  #isOpen = false

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  /** Every item of this phone, oldest first. The array is replaced at each change. */
  items(): readonly UploadItem[] {
    return this.#items
  }

  /** Whether the files of earlier pages are known: before that, no list of files is complete. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Loads the database once and continues unfinished uploads. */
  open(): Promise<void> {
    this.#ready ??= this.#load()
    return this.#ready
  }

  /** Reads the database again: another tab may have added files, or sent them. */
  async reload(): Promise<void> {
    await this.open()
    const stored = new Map((await this.#ports.store.all()).map((item) => [item.id, item]))
    const isHere = new Set(this.#items.map(({ id }) => id))
    const here = this.#items.map((item) => {
      const found = stored.get(item.id)
      return item.media === null && found !== undefined && found.media !== null ? found : item
    })
    const more = [...stored.values()].filter(({ id }) => !isHere.has(id) && !this.#removed.has(id))
    this.#set([...here, ...more].toSorted((a, b) => queuedAtOf(a) - queuedAtOf(b)))
    this.#pump()
  }

  async #load(): Promise<void> {
    const found = await this.#ports.store.all()
    const now = this.#ports.now()
    const owner = this.#ports.owner()
    const isGone = (item: UploadItem) =>
      item.media !== null
        ? sentAtOf(item) < now - KEPT_DONE
        : owner !== null && item.owner !== owner && queuedAtOf(item) < now - KEPT_OF_OTHERS
    for (const item of found) if (isGone(item)) await this.#ports.store.remove(item.id)
    this.#isOpen = true
    this.#set(found.filter((item) => !isGone(item)))
    this.#pump()
  }

  /** Adds a file: the upload starts now, and the file is stored once this resolves. */
  async add({ file: coming, ...item }: NewUpload): Promise<void> {
    const owner = this.#ports.owner()
    if (owner === null) return
    await this.open()
    const media = item.media ?? null
    const status = media ? '' : 'uploading'
    const queuedAt = Math.max(this.#ports.now(), ...this.#items.map((one) => queuedAtOf(one) + 1))
    const times = media ? { queuedAt, sentAt: this.#ports.now() } : { queuedAt }
    const fresh: UploadItem = { ...item, ...times, file: null, owner, status, message: '', progress: 0, media }
    this.#coming.add(item.id)
    this.#set([...this.#items, fresh])
    const file = await coming
    if (file === null && media === null) await this.remove(item.id)
    else if (this.#items.includes(fresh)) {
      this.#set(this.#items.map((one) => (one === fresh ? { ...fresh, file } : one)))
      await this.#keep(item.id)
    }
    this.#coming.delete(item.id)
    this.#pump()
  }

  /** Retries a failed item. */
  async retry(id: string): Promise<void> {
    await this.#change(id, { status: 'uploading', message: '', progress: 0 })
    this.#pump()
  }

  /** Removes an item: the user deleted it, or the record that refers to it has been saved. */
  async remove(id: string): Promise<void> {
    this.#removed.add(id)
    this.#set(this.#items.filter((item) => item.id !== id))
    await this.#ports.store.remove(id)
  }

  /** Removes everything of an owner, also what other pages have stored. */
  async removeOwner(owner: string): Promise<void> {
    for (const item of this.#items) if (item.owner === owner) this.#removed.add(item.id)
    this.#set(this.#items.filter((item) => item.owner !== owner))
    for (const item of await this.#ports.store.all()) if (item.owner === owner) await this.remove(item.id)
  }

  /** Starts all uploads that can start: called again after login and when the network is back. */
  wake(): void {
    if (this.#ready) this.#pump()
  }

  #pump(): void {
    const owner = this.#ports.owner()
    for (const item of this.#items) {
      if (this.#sending.size >= (this.#ports.atOnce?.() ?? AT_ONCE)) return
      if (
        item.owner !== owner ||
        item.status !== 'uploading' ||
        this.#sending.has(item.id) ||
        this.#coming.has(item.id)
      )
        continue
      this.#sending.add(item.id)
      void this.#work(item.id).finally(() => {
        this.#sending.delete(item.id)
        this.#pump()
      })
    }
  }

  async #work(id: string): Promise<void> {
    for (let tries = 0; ; tries++) {
      const item = this.#items.find((one) => one.id === id)
      if (!item || item.owner !== this.#ports.owner()) return
      const outcome = await this.#ports.send(item, (progress) => this.#show(id, { progress, message: '' }))
      if (outcome.kind === 'done')
        return this.#change(id, {
          status: '',
          message: '',
          progress: 100,
          media: outcome.media,
          sentAt: this.#ports.now(),
        })
      if (outcome.kind === 'refused')
        return this.#change(id, { status: 'failed', message: outcome.message || FAILED_TEXT })
      this.#show(id, { progress: 0, message: WAITING_TEXT })
      await this.#ports.pause(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0)
    }
  }

  async #change(id: string, change: Partial<UploadItem>): Promise<void> {
    this.#show(id, change)
    await this.#keep(id)
  }

  async #keep(id: string): Promise<void> {
    const item = this.#items.find((one) => one.id === id)
    if (!item) return
    const { unkept, ...stored } = item
    const kept = (await this.#ports.store.put(stored)) || (await this.#keepSmaller(stored))
    if (kept === (unkept ?? false)) this.#show(id, { unkept: !kept })
    // The item was removed meanwhile.
    if (!this.#items.some((one) => one.id === id)) await this.#ports.store.remove(id)
  }

  /** A file that the server has is not stored here. */
  async #keepSmaller(item: UploadItem): Promise<boolean> {
    const { put } = this.#ports.store
    if (item.status === '') return put({ ...item, file: null })
    for (const { unkept, ...one } of this.#items) if (one.file && one.status === '') await put({ ...one, file: null })
    return put(item)
  }

  #show(id: string, change: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)))
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items
    this.#changed.tell()
  }
}
