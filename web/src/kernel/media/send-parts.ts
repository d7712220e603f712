import type { MediaBiz } from '@cheyi/contract/platform/media'
import { calls, type InputOf, type OutputOf, send } from '../call/calls.ts'
import { kindOf } from './media.ts'
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

const LONGEST_SIDE = 640
/** ms after which a video without a decoded frame gets no poster. */
const WAIT = 8_000

/** A frame from the beginning of a video; null where this browser cannot draw one. */
async function posterOf(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file)
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto' })
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no frame')), WAIT)
      video.onseeked = () => {
        clearTimeout(timer)
        resolve()
      }
      video.onerror = () => {
        clearTimeout(timer)
        reject(new Error('no film'))
      }
      video.onloadeddata = () => {
        video.currentTime = Math.min(0.5, video.duration / 2)
      }
      video.src = url
    })
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    return blob && new File([blob], 'poster.jpg', { type: blob.type })
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
