import type { MediaBiz } from '@cheyi/contract/media'
import { calls, type OutputOf, send } from '../call/calls.ts'
import { kindOf } from './media.ts'
import { posterOf } from './poster.ts'
import { sendFile } from './upload-send.ts'

/** What a file is for, as its record takes it. */
interface Place {
  readonly biz: MediaBiz
  readonly takenAt: number
}

/**
 * Sends a large file in parts, each of which the server keeps at once: whatever breaks it off, the same `key` goes on with what
 * is missing. Fails as any other call does.
 */
export async function sendInParts(
  file: File,
  { biz, takenAt }: Place,
  { key, onProgress }: { readonly key: string; readonly onProgress: (percent: number) => void },
): Promise<OutputOf<typeof calls.media.complete>> {
  const begun = await send(calls.media.presign, { biz, takenAt, uploadKey: key, name: file.name, size: file.size })
  const { mediaId, partBytes, parts } = begun
  const count = Math.ceil(file.size / partBytes)
  const digests: Uint8Array<ArrayBuffer>[] = []
  let sent = count - parts.length
  const show = (part: number) => onProgress(Math.floor(((sent + part / 100) / count) * 100))
  for (let no = 0; no < count; no++) {
    const piece = file.slice(no * partBytes, (no + 1) * partBytes)
    const digest = await sha256(await piece.arrayBuffer())
    digests.push(digest)
    if (!parts.includes(no)) continue
    const fields = { mediaId, no, sha256: hex(digest) }
    await sendFile(calls.media.part, fields, new File([piece], 'part'), { key: null, onProgress: show })
    sent++
  }
  const sum = await sha256(await new Blob(digests).arrayBuffer())
  const poster = kindOf(file.name) === 'video' ? await posterOf(file) : null
  return sendFile(calls.media.complete, { mediaId, sha256: hex(sum) }, poster, { key: null })
}

const sha256 = async (bytes: ArrayBuffer) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
