import type { MediaBiz } from '@cheyi/contract/platform/media'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { sendInParts } from '../../../kernel/media/send-parts.ts'
import { FAILED_TEXT, queuedAtOf, UploadQueue } from '../../../kernel/media/upload-queue.ts'
import { networkOr } from '../../../kernel/persist.ts'
import { phoneStoreOf } from '../../../kernel/phone-store.ts'
import { onToken } from '../../../kernel/token.ts'

/* Videos that the shell uploads in the background: they are stored on the disk until the server has them, across restarts. */

/** One phone has one shell, whichever account is signed in; uploads use the token that the shell holds. */
const OWNER = 'shell'

let held = false

export const videos = new UploadQueue({
  store: phoneStoreOf('cheyi-shell', queuedAtOf),
  async send({ file, key, biz, takenAt }, onProgress) {
    if (held) return { kind: 'lost' }
    try {
      return { kind: 'done', media: await sendInParts(file!, { biz: biz as MediaBiz, takenAt }, { key, onProgress }) }
    } catch (error) {
      const refused = error instanceof CallFailure && error.kind === 'refused'
      return refused ? { kind: 'refused', message: error.message || FAILED_TEXT } : { kind: 'lost' }
    }
  },
  owner: () => OWNER,
  pause: networkOr,
  now: () => Date.now(),
})

onToken(() => videos.wake())

/** Stores a video on the disk and starts its upload. `key`: the key that the page received for it. */
export const queueVideo = (file: File, place: { readonly biz: MediaBiz; readonly takenAt: number }, key: string) =>
  videos.add({ ...place, id: key, key, bizId: '', slot: '', file })

/** Whether uploads are paused, as in a garage without a signal. */
export const isHeld = (): boolean => held

export function hold(on: boolean): void {
  held = on
  if (!on) for (const { id, status } of videos.items()) if (status !== '') void videos.retry(id)
}
