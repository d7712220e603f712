import type { PhoneStore } from '../phone-store.ts'
import { createSignal } from '../signal.ts'

/*
 * Photos and videos on their way to the server. Each is written to the phone's own database before anything is sent
 * and leaves it only when the page that wanted it says so: neither a lost network, nor leaving the page, nor a dead
 * battery loses one. This file is the bookkeeping; uploads.ts gives it a database, a sender and a clock.
 */

/** What the server answers for a stored file. */
export interface StoredMedia {
  readonly mediaId: string
  /** null while the native shell still has the file. */
  readonly url: string | null
  readonly thumbUrl: string | null
}

/** '' once it is on the server. */
export type UploadStatus = 'uploading' | 'failed' | ''

export interface UploadItem {
  readonly id: string
  /** User and merchant it belongs to: never sent under another's token. */
  readonly owner: string
  readonly biz: string
  readonly bizId: string
  /** Which photo of the page it is, such as `front`; '' for the free ones. */
  readonly slot: string
  /** null for one that the native shell uploads itself. */
  readonly file: File | null
  /** Epoch ms of the shot, or of choosing it. */
  readonly takenAt: number
  readonly status: UploadStatus
  /** Said on the tile: why it failed, or that it waits for the network. */
  readonly message: string
  /** 0–100 while it is being sent. */
  readonly progress: number
  readonly media: StoredMedia | null
  /** Idempotency key: however often it is sent, the server stores it once. */
  readonly key: string
  /** The phone's database would not take it: it lasts as long as the page. */
  readonly unkept?: boolean
}

/** What is known of a file when it is taken in; `media` when the native shell has it on the server already. */
export type NewUpload = Pick<UploadItem, 'id' | 'key' | 'biz' | 'bizId' | 'slot' | 'takenAt'> & {
  /** The file, or its compression; null for one that the native shell has, and for one that turns out to be none of ours. */
  readonly file: File | null | Promise<File | null>
  readonly media?: StoredMedia
}

/** `lost`: no answer came, try again by yourself; anything else waits for the person. */
export type SendOutcome =
  | { readonly kind: 'done'; readonly media: StoredMedia }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly message: string }

export interface UploadPorts {
  readonly store: PhoneStore<UploadItem>
  readonly send: (item: UploadItem, onProgress: (percent: number) => void) => Promise<SendOutcome>
  /** User and merchant now signed in; null when nobody is. */
  readonly owner: () => string | null
  /** Resolves after `ms`, sooner when the network comes back. */
  readonly pause: (ms: number) => Promise<void>
  readonly now: () => number
  /** How many go at once, where that is not two. */
  readonly atOnce?: () => number
}

export const FAILED_TEXT = '上传失败，点击重试'
export const WAITING_TEXT = '等待网络，将自动上传'
export const UNKEPT_TEXT = '本机空间不足，请保持页面打开'

/** Two at a time: a phone's uplink gains nothing from more. */
const AT_ONCE = 2
const PAUSES = [2_000, 5_000, 15_000, 30_000, 60_000]
/** The server forgets files that nothing names after 48 h. */
const KEPT_DONE = 47 * 3_600_000

export class UploadQueue {
  readonly #ports: UploadPorts
  readonly #changed = createSignal()
  readonly subscribe = this.#changed.listen
  readonly #sending = new Set<string>()
  /** Those whose file is not there yet. */
  readonly #coming = new Set<string>()
  #items: readonly UploadItem[] = []
  #ready: Promise<void> | undefined

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  /** Every item of this phone, oldest first. The array is a new one after each change. */
  items(): readonly UploadItem[] {
    return this.#items
  }

  /** Reads the database, once, and goes on with what was left. */
  open(): Promise<void> {
    this.#ready ??= this.#load()
    return this.#ready
  }

  async #load(): Promise<void> {
    const found = await this.#ports.store.all()
    const old = this.#ports.now() - KEPT_DONE
    for (const item of found) if (item.media && item.takenAt < old) await this.#ports.store.remove(item.id)
    this.#set(found.filter((item) => !item.media || item.takenAt >= old))
    this.#pump()
  }

  /** Takes a file in: it is on its way from now on, and safe once this resolves. */
  async add({ file: coming, ...item }: NewUpload): Promise<void> {
    const owner = this.#ports.owner()
    if (owner === null) return
    await this.open()
    const media = item.media ?? null
    const status = media ? '' : 'uploading'
    const fresh: UploadItem = { ...item, file: null, owner, status, message: '', progress: 0, media }
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

  /** Tries a failed one again. */
  async retry(id: string): Promise<void> {
    await this.#change(id, { status: 'uploading', message: '', progress: 0 })
    this.#pump()
  }

  /** Drops an item: it was deleted by the person, or the record that names it has been saved. */
  async remove(id: string): Promise<void> {
    this.#set(this.#items.filter((item) => item.id !== id))
    await this.#ports.store.remove(id)
  }

  /** Starts what can be started: again after login and when the network is back. */
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
        return this.#change(id, { status: '', message: '', progress: 100, media: outcome.media })
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

  /** Writes an item to the phone's database. */
  async #keep(id: string): Promise<void> {
    const item = this.#items.find((one) => one.id === id)
    if (!item) return
    const { unkept, ...stored } = item
    const kept = (await this.#ports.store.put(stored)) || (await this.#keepSmaller(stored))
    if (kept === (unkept ?? false)) this.#show(id, { unkept: !kept })
    // Removed meanwhile.
    if (!this.#items.some((one) => one.id === id)) await this.#ports.store.remove(id)
  }

  /** What the server has needs no file here. */
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
