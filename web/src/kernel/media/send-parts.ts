import type { MediaBiz } from '@cheyi/contract/platform/media'
import { calls, type InputOf, type OutputOf, send } from '../call/calls.ts'
import { kindOf } from './media.ts'
import { posterOf } from './poster.ts'
import { sendFile } from './upload-send.ts'

/** Record that a file belongs to. */
interface Place {
  readonly biz: MediaBiz
  readonly takenAt: number
}

/** The calls that send a file in parts: those of staff, or those of a guest with a customer's link. */
export interface PartsWay<O> {
  /** Begins the upload, or returns which parts are missing. */
  readonly begin: (file: File) => Promise<OutputOf<typeof calls.media.presign>>
  readonly part: (
    fields: InputOf<typeof calls.media.part>,
    piece: File,
    onProgress: (percent: number) => void,
  ) => Promise<unknown>
  readonly done: (fields: InputOf<typeof calls.media.complete>) => Promise<O>
}

/**
 * Sends a file in parts. The server stores each part at once, so a new attempt after an interruption sends only the
 * missing parts. Fails like any other call.
 */
export async function sendParts<O>(file: File, way: PartsWay<O>, onProgress: (percent: number) => void): Promise<O> {
  const { mediaId, partBytes, parts } = await way.begin(file)
  const count = Math.ceil(file.size / partBytes)
  const digests: Uint8Array<ArrayBuffer>[] = []
  let sent = count - parts.length
  const show = (part: number) => onProgress(Math.floor(((sent + part / 100) / count) * 100))
  for (let no = 0; no < count; no++) {
    const piece = file.slice(no * partBytes, (no + 1) * partBytes)
    const digest = await sha256(await piece.arrayBuffer())
    digests.push(digest)
    if (!parts.includes(no)) continue
    await way.part({ mediaId, no, sha256: hex(digest) }, new File([piece], 'part'), show)
    sent++
  }
  const sum = await sha256(await new Blob(digests).arrayBuffer())
  return way.done({ mediaId, sha256: hex(sum) })
}

/** Sends a large file of staff in parts; the same `key` continues with the missing parts. */
export const sendInParts = (
  file: File,
  place: Place,
  { key, onProgress }: { readonly key: string; readonly onProgress: (percent: number) => void },
): Promise<OutputOf<typeof calls.media.complete>> =>
  sendParts(
    file,
    {
      begin: ({ name, size }) => send(calls.media.presign, { ...place, uploadKey: key, name, size }),
      part: (fields, piece, show) => sendFile(calls.media.part, fields, piece, { key: null, onProgress: show }),
      done: async (fields) => {
        const poster = kindOf(file.name) === 'video' ? await posterOf(file) : null
        return sendFile(calls.media.complete, fields, poster, { key: null })
      },
    },
    onProgress,
  )

const sha256 = async (bytes: ArrayBuffer) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
