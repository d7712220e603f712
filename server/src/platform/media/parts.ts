import { createHash } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { type MediaBiz, videoBizes } from '@cheyi/contract/platform/media'
import { isComing, isWhole, mediaState } from '@cheyi/domain/platform/media/codes'
import {
  extensionOf,
  isPdf,
  isTable,
  kindOf,
  LINK_PART_BYTES,
  maxBytes,
  PART_BYTES,
  partsOf,
} from '@cheyi/domain/platform/media/path'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { newMediaPath } from '../../kernel/media-store.ts'
import { tellArrived } from './arrivals.ts'
import { digestOf } from './keep.ts'
import { signedLinks } from './links.ts'
import { requireSpace } from './space.ts'
import * as store from './store-parts.ts'
import { videoOf } from './video.ts'

/*
 * A file over 8 MB is uploaded in parts of 4 MB, a customer's photo in parts of 32 kB (decision 64): a lost connection costs only the part
 * that was being sent, and a page that was closed continues with the missing parts. A picture or document is assembled and checked like any
 * other; a video stays in its parts, so that it is never held in memory as a whole.
 */

type Calls = typeof contract.media

/** Incomplete uploads that one account may have; abandoned ones are deleted after 48 hours. */
const MOST_BEGUN = 40
/** Files that may be uploaded by one link, including those that were deleted again. */
const MOST_OF_LINK = 60

/** The sender by a link has no account: their files are recognised by the link's id, which is the prefix of their upload keys. */
export interface LinkSender {
  readonly linkId: string
}
const prefixOf = (by: LinkSender | undefined): string => (by === undefined ? '' : `link/${by.linkId}/`)

interface NewFile {
  readonly uploadKey: string
  readonly name: string
  readonly size: number
  readonly biz: MediaBiz
  readonly takenAt?: number | undefined
}

/**
 * Begins an upload in parts, or returns the parts that are still missing.
 * @throws Refusal fileTooLarge, fileTypeRefused, tooManyFiles, repeatDiffers, spaceFull, unnamedFull
 */
export const presign: HandlerOf<'media', 'presign'> = (file, ctx) => beginFile(ctx, file)

/** As {@link presign}, also for the sender by a link: photos only, in small parts. */
export async function beginFile(ctx: Context, { name, size, biz, takenAt, ...file }: NewFile, by?: LinkSender) {
  const kind = isPdf(name) ? 'pdf' : kindOf(name)
  if (by !== undefined && kind !== 'image') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片' })
  if (isTable(name)) throw new Refusal('fileTypeRefused', { 说明: '：表格请直接上传' })
  if (kind === 'video' && !videoBizes.some((one) => one === biz))
    throw new Refusal('fileTypeRefused', { 说明: '：此处不能上传视频' })
  if (size > maxBytes[kind]) throw new Refusal('fileTooLarge', { n: maxBytes[kind] / 1024 / 1024 })
  const uploadKey = prefixOf(by) + file.uploadKey
  const known = await store.byKey(ctx.db, ctx.accountId, uploadKey)
  if (known === undefined) await requireFeature(ctx, by)
  const partBytes = by === undefined ? PART_BYTES : LINK_PART_BYTES
  const row =
    known ??
    (await begin(ctx, {
      ...{ biz, takenAt: takenAt ?? null, kind, path: newMediaPath(ctx, biz, extensionOf(name)), uploadKey },
      ...{ mime: 'application/octet-stream', sizeBytes: size, sha256: Buffer.alloc(0) },
      ...{ parts: partsOf(size, partBytes), partBytes, state: mediaState.uploading },
    })) ??
    // A concurrent call with the same key inserted the row first.
    requireFound(await store.byKey(ctx.db, ctx.accountId, uploadKey))
  const isSame = isComing(row.state) && row.sizeBytes === size && row.kind === kind && row.biz === biz
  if (isWhole(row.state)) return { mediaId: row.id, partBytes, parts: [] }
  if (!isSame) throw new Refusal('repeatDiffers')
  const here = new Set((await store.partsOf(ctx.db, row.id)).map(({ no }) => no))
  const parts = Array.from({ length: countOf(row) }, (_, no) => no).filter((no) => !here.has(no))
  return { mediaId: row.id, partBytes: bytesOf(row), parts }
}

/** @throws Refusal tooManyFiles (11002) */
async function requireFeature({ db, accountId }: Context, by: LinkSender | undefined): Promise<void> {
  if (by === undefined) {
    if ((await store.countBegun(db, accountId)) >= MOST_BEGUN)
      throw new Refusal('tooManyFiles', { 说明: `最多同时上传${MOST_BEGUN}个，请等前面的传完再试` })
  } else if ((await store.countNamed(db, accountId, prefixOf(by))) >= MOST_OF_LINK)
    throw new Refusal('tooManyFiles', { 说明: `此链接最多上传${MOST_OF_LINK}张（含已删除的），请联系门店` })
}

/** Size of one part in bytes, and the number of parts. */
const bytesOf = ({ partBytes }: store.BegunFile): number => partBytes ?? PART_BYTES
const countOf = (row: store.BegunFile): number => partsOf(row.sizeBytes, bytesOf(row))

/** A file counts with its full size before its first part arrives. */
async function begin(ctx: Context, row: Parameters<typeof store.begin>[1]): ReturnType<typeof store.begin> {
  const begun = await store.begin(ctx.db, row)
  if (begun !== undefined) await requireSpace(ctx, 0)
  return begun
}

/** Stores one part. Sending the same part again changes nothing. @throws Refusal notFound, badInput, repeatDiffers */
export const part = (input: PartInput, ctx: Context) => keepPart(ctx, input)

type PartInput = ParsedOf<Calls['part']>

/** As {@link part}, also for the sender by a link. */
export async function keepPart(ctx: Context, { mediaId, no, sha256 }: PartInput, by?: LinkSender) {
  const sent = ctx.part
  if (sent === null) throw badInput('file', '请选择文件')
  const row = requireFound(await store.lock(ctx.db, mediaId, ctx.accountId, prefixOf(by)))
  if (isWhole(row.state)) return {}
  if (no >= countOf(row)) throw badInput('no', '分片序号超出范围')
  const length = Math.min(bytesOf(row), row.sizeBytes - no * bytesOf(row))
  if (sent.bytes.length !== length || sent.sha256.toString('hex') !== sha256)
    throw badInput('file', '分片内容不完整，请重试')
  const before = (await store.partsOf(ctx.db, mediaId)).find((one) => one.no === no)
  if (before !== undefined) {
    if (!before.sha256.equals(sent.sha256)) throw new Refusal('repeatDiffers')
    return {}
  }
  await ctx.media.putPart(row.path, no, sent.bytes)
  await store.addPart(ctx.db, mediaId, no, sent.sha256)
  return {}
}

/**
 * Completes a file from its parts; a repeated call returns the same file. @throws Refusal notFound, badInput, fileTypeRefused, fileTooLarge
 */
export const complete: HandlerOf<'media', 'complete'> = async (input, ctx) => {
  const whole = await completeFile(ctx, input)
  ctx.audit({ targetType: 'media', targetId: input.mediaId, after: { biz: whole.biz, kind: whole.kind } })
  return { ...viewOf(ctx, whole), path: whole.path, size: whole.sizeBytes }
}

/** As {@link complete}, also for the sender by a link. */
export async function completeFile(ctx: Context, { mediaId, sha256 }: ParsedOf<Calls['complete']>, by?: LinkSender) {
  const row = requireFound(await store.lock(ctx.db, mediaId, ctx.accountId, prefixOf(by)))
  if (isWhole(row.state)) return row
  const whole = await finish(ctx, row, sha256)
  const { biz, bizId, orderId } = row
  if (bizId !== null && orderId !== null) await tellArrived(ctx, { mediaId, biz, bizId, orderId })
  return whole
}

/** A complete file, as its sender sees it. */
export const viewOf = (ctx: Context, whole: store.BegunFile) => ({
  mediaId: whole.id,
  kind: whole.kind,
  ...signedLinks(ctx, whole, whole.biz === 'person'),
  ...{ w: whole.width, h: whole.height, takenAt: whole.takenAt },
})

async function finish(ctx: Context, row: store.BegunFile, sha256: string): Promise<store.BegunFile> {
  const here = await store.partsOf(ctx.db, row.id)
  if (here.length !== countOf(row)) throw badInput('mediaId', '文件尚未传完，请继续上传')
  const digest = createHash('sha256')
    .update(Buffer.concat(here.map((one) => one.sha256)))
    .digest()
  if (digest.toString('hex') !== sha256) throw badInput('sha256', '文件内容不完整，请重新上传')
  if (row.kind === 'video') return finishVideo(ctx, row, digest)
  const bytes = Buffer.concat(await Promise.all(here.map(({ no }) => ctx.media.readPart(row.path, no))))
  const file = await ctx.inspect(row.path, bytes)
  await ctx.media.put(row.path, file.bytes, file.thumb)
  const { path, parts } = row
  ctx.afterCommit(() => ctx.media.removeParts(path, parts!))
  return store.finish(ctx.db, row.id, {
    ...{ kind: file.kind, mime: file.mime, width: file.width, height: file.height, thumb: file.thumb !== null },
    ...{ sizeBytes: file.bytes.length, sha256: digestOf(file), parts: null },
  })
}

/** The type and duration of a video are checked, its bytes are not changed. The upload may include a poster picture. */
async function finishVideo(ctx: Context, row: store.BegunFile, sha256: Buffer): Promise<store.BegunFile> {
  const size = row.sizeBytes
  // Boxes are read in ascending order, so the last part in memory is enough: each part is fetched and decrypted once.
  let last: { readonly no: number; readonly bytes: Buffer } | undefined
  const partAt = async (no: number): Promise<Buffer> => {
    if (last?.no !== no) last = { no, bytes: await ctx.media.readPart(row.path, no) }
    return last.bytes
  }
  const read = async (from: number, to: number) => {
    const pieces: Buffer[] = []
    for (let no = Math.floor(from / PART_BYTES); no * PART_BYTES < Math.min(to, size); no++) {
      const bytes = await partAt(no)
      pieces.push(bytes.subarray(Math.max(0, from - no * PART_BYTES), to - no * PART_BYTES))
    }
    return Buffer.concat(pieces)
  }
  const { mime, seconds } = await videoOf(size, read, ctx.awaited)
  const poster = ctx.files[0]?.thumb ?? null
  await ctx.media.join(row.path, { size, mime }, poster)
  return store.finish(ctx.db, row.id, { mime, sha256, thumb: poster !== null, durationS: seconds })
}
