import { MAX_VIDEO_SECONDS } from '@cheyi/domain/platform/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import { fileTypeFromBuffer } from 'file-type'

const fileRefusal = (why: string) => new Refusal('fileTypeRefused', { 说明: `：${why}` })

/** Accepted video types by detected MIME type (spec: media classification). */
const types: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/3gpp': 'video/3gpp',
  'video/3gpp2': 'video/3gpp',
  'video/vnd.avi': 'video/x-msvideo',
  'video/x-ms-asf': 'video/x-ms-wmv',
  'application/vnd.ms-asf': 'video/x-ms-wmv',
}
const isBoxed = (mime: string): boolean => ['video/mp4', 'video/quicktime', 'video/3gpp'].includes(mime)

/** Bytes that are enough to detect the type. */
const HEAD = 4100
/** The `moov` box (metadata) takes a few MB for an hour of video; the permitted five minutes need far less. */
const MAX_MOOV = 8 * 1024 * 1024
/** Boxes of one level that are read: cameras write about ten, and those that record fragments some hundred. */
const MOST_BOXES = 1000

/**
 * Detects the type and duration of a video from its bytes. The duration is in seconds, rounded up; null for AVI and WMV, which are limited
 * by size only. `read` returns bytes `from` up to but not including `to`; `signal` aborts the search.
 * @throws Refusal fileTypeRefused (11003): not a video, truncated, or too long
 */
export async function videoOf(
  size: number,
  read: (from: number, to: number) => Promise<Buffer>,
  signal: AbortSignal,
): Promise<{ mime: string; seconds: number | null }> {
  const type = await fileTypeFromBuffer(await read(0, Math.min(HEAD, size)))
  const mime = types[type?.mime ?? '']
  if (mime === undefined) throw fileRefusal('文件内容不是视频，请上传MP4、MOV、3GP、AVI或WMV')
  if (!isBoxed(mime)) return { mime, seconds: null }
  const seconds = await durationOf(size, read, signal)
  if (seconds === null) throw fileRefusal('视频已损坏，无法读取')
  if (seconds > MAX_VIDEO_SECONDS) throw fileRefusal(`视频不能超过${MAX_VIDEO_SECONDS / 60}分钟`)
  return { mime, seconds }
}

/** Duration in seconds from the `mvhd` box of an ISO base media file (ISO/IEC 14496-12, 8.2.2); null when there is none. */
async function durationOf(
  size: number,
  read: (from: number, to: number) => Promise<Buffer>,
  signal: AbortSignal,
): Promise<number | null> {
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < MOST_BOXES; boxes++) {
    signal.throwIfAborted()
    const head = await read(at, Math.min(at + 16, size))
    const { type, length, header } = boxAt(head, 0, size - at)
    if (length < header || at + length > size) return null
    if (type === 'moov') return length > MAX_MOOV ? null : inMoov(await read(at + header, at + length))
    at += length
  }
  return null
}

function inMoov(moov: Buffer): number | null {
  for (let at = 0, boxes = 0; at + 8 <= moov.length && boxes < MOST_BOXES; boxes++) {
    const { type, length, header } = boxAt(moov, at, moov.length - at)
    if (length < header) return null
    const body = moov.subarray(at + header, at + length)
    if (type === 'mvhd' && body.length >= 32) {
      const isLong = body[0] === 1
      const scale = body.readUInt32BE(isLong ? 20 : 12)
      const units = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16)
      return scale === 0 ? null : Math.ceil(units / scale)
    }
    at += length
  }
  return null
}

/** A box begins with its length (0: up to the end of the file; 1: a 64-bit length follows) and its type. */
function boxAt(bytes: Buffer, at: number, left: number): { type: string; length: number; header: number } {
  const type = bytes.toString('latin1', at + 4, at + 8)
  const short = bytes.readUInt32BE(at)
  if (short === 0) return { type, length: left, header: 8 }
  if (short !== 1) return { type, length: short, header: 8 }
  return at + 16 > bytes.length
    ? { type, length: 0, header: 16 }
    : { type, length: Number(bytes.readBigUInt64BE(at + 8)), header: 16 }
}
