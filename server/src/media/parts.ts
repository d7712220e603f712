import { createHash } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { videoBizes } from '@cheyi/contract/media'
import { isComing, isWhole, mediaState } from '@cheyi/domain/media/codes'
import { extensionOf, isPdf, isTable, kindOf, maxBytes, PART_BYTES, partsOf } from '@cheyi/domain/media/path'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, found, type HandlerOf } from '../kernel/context.ts'
import { newMediaPath } from '../kernel/media-store.ts'
import { signedLinks } from './actions.ts'
import { tellArrived } from './arrivals.ts'
import { digestOf } from './keep.ts'
import { requireSpace } from './space.ts'
import * as store from './store-parts.ts'
import { videoOf } from './video.ts'

/*
 * A file over 8 MB comes in parts of 4 (operations.md §11.3): a lost connection costs the part that was under way, and a page
 * that was closed goes on with what is missing. A picture or paper is put together and looked at as any other; a video
 * stays in its parts, so that nothing ever holds it whole.
 */

type Calls = typeof contract.media

/** Files that one account may have on their way: what it gives up goes after 48 hours. */
const MOST_BEGUN = 40

/**
 * Begins a file, or says what of it is still to come.
 * @throws Refusal fileTooLarge, fileTypeRefused, tooManyFiles, repeatDiffers, spaceFull, unnamedFull
 */
export const presign: HandlerOf<'media', 'presign'> = async ({ uploadKey, name, size, biz, takenAt }, ctx) => {
  const kind = isPdf(name) ? 'pdf' : kindOf(name)
  if (isTable(name)) throw new Refusal('fileTypeRefused', { 说明: '：表格请直接上传' })
  if (kind === 'video' && !videoBizes.some((one) => one === biz))
    throw new Refusal('fileTypeRefused', { 说明: '：此处不能上传视频' })
  if (size > maxBytes[kind]) throw new Refusal('fileTooLarge', { n: maxBytes[kind] / 1024 / 1024 })
  const known = await store.byKey(ctx.db, ctx.accountId, uploadKey)
  if (known === undefined && (await store.countBegun(ctx.db, ctx.accountId)) >= MOST_BEGUN)
    throw new Refusal('tooManyFiles')
  const row =
    known ??
    (await begin(ctx, {
      ...{ biz, takenAt: takenAt ?? null, kind, path: newMediaPath(ctx, biz, extensionOf(name)), uploadKey },
      ...{ mime: 'application/octet-stream', sizeBytes: size, sha256: Buffer.alloc(0) },
      ...{ parts: partsOf(size), state: mediaState.uploading },
    })) ??
    // Begun twice at once.
    found(await store.byKey(ctx.db, ctx.accountId, uploadKey))
  const isSame = isComing(row.state) && row.sizeBytes === size && row.kind === kind && row.biz === biz
  if (isWhole(row.state)) return { mediaId: row.id, partBytes: PART_BYTES, parts: [] }
  if (!isSame) throw new Refusal('repeatDiffers')
  const here = new Set((await store.partsOf(ctx.db, row.id)).map(({ no }) => no))
  const parts = Array.from({ length: partsOf(size) }, (_, no) => no).filter((no) => !here.has(no))
  return { mediaId: row.id, partBytes: PART_BYTES, parts }
}

/** Before a byte of it came it counts as large as it will be. */
async function begin(ctx: Context, row: Parameters<typeof store.begin>[1]): ReturnType<typeof store.begin> {
  const begun = await store.begin(ctx.db, row)
  if (begun !== undefined) await requireSpace(ctx, 0)
  return begun
}

/** Keeps one part; the same again is the same part. @throws Refusal notFound, badInput, repeatDiffers */
export async function part({ mediaId, no, sha256 }: ParsedOf<Calls['part']>, ctx: Context) {
  const sent = ctx.part
  if (sent === null) throw badInput('file', '请选择文件')
  const row = found(await store.lock(ctx.db, mediaId, ctx.accountId))
  if (isWhole(row.state)) return {}
  const size = row.sizeBytes
  if (no >= partsOf(size)) throw badInput('no', '分片序号超出范围')
  if (sent.bytes.length !== Math.min(PART_BYTES, size - no * PART_BYTES) || sent.sha256.toString('hex') !== sha256)
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

/** Makes a file of its parts. Again it is the same file. @throws Refusal notFound, badInput, fileTypeRefused, fileTooLarge */
export const complete: HandlerOf<'media', 'complete'> = async ({ mediaId, sha256 }, ctx) => {
  const row = found(await store.lock(ctx.db, mediaId, ctx.accountId))
  const whole = isWhole(row.state) ? row : await finish(ctx, row, sha256)
  const { biz, bizId, orderId } = row
  if (!isWhole(row.state) && bizId !== null && orderId !== null)
    await tellArrived(ctx, { mediaId, biz, bizId, orderId })
  ctx.audit({ targetType: 'media', targetId: mediaId, after: { biz: whole.biz, kind: whole.kind } })
  return {
    mediaId,
    kind: whole.kind,
    ...signedLinks(ctx, whole, whole.biz === 'person'),
    ...{ w: whole.width, h: whole.height, takenAt: whole.takenAt, path: whole.path, size: whole.sizeBytes },
  }
}

async function finish(ctx: Context, row: store.BegunFile, sha256: string): Promise<store.BegunFile> {
  const size = row.sizeBytes
  const here = await store.partsOf(ctx.db, row.id)
  if (here.length !== partsOf(size)) throw badInput('mediaId', '文件尚未传完，请继续上传')
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

/** A video as it came: what it says of itself is looked at, nothing of it is changed. A picture of it may come along. */
async function finishVideo(ctx: Context, row: store.BegunFile, sha256: Buffer): Promise<store.BegunFile> {
  const size = row.sizeBytes
  // Boxes are walked from the first byte on: each part is fetched and opened once.
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
