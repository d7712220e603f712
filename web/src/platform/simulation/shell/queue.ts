import type { MediaBiz } from '@cheyi/contract/platform/media'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { sendInParts } from '../../../kernel/media/send-parts.ts'
import { FAILED_TEXT, UploadQueue } from '../../../kernel/media/upload-queue.ts'
import { networkOr } from '../../../kernel/persist.ts'
import { phoneStoreOf } from '../../../kernel/phone-store.ts'
import { onToken } from '../../../kernel/token.ts'

/* Videos that the shell uploads behind the page: on the disk until they are on the server, over any restart. */

/** One phone has one shell, whoever is signed in; what is sent goes by the token that it holds. */
const OWNER = 'shell'

let held = false

export const videos = new UploadQueue({
  store: phoneStoreOf('cheyi-shell'),
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

/** Keeps a video on the disk and begins to send it. `key`: under which the page was told of it. */
export const queueVideo = (file: File, place: { readonly biz: MediaBiz; readonly takenAt: number }, key: string) =>
  videos.add({ ...place, id: key, key, bizId: '', slot: '', file })

/** Whether sending waits, as it does in a garage without a signal. */
export const isHeld = (): boolean => held

export function hold(on: boolean): void {
  held = on
  if (!on) for (const { id, status } of videos.items()) if (status !== '') void videos.retry(id)
}
