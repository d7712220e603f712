import { createHash } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { fileUses, mediaState } from '@cheyi/domain/platform/media/codes'
import { servedBefore } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { newMediaPath } from '../../kernel/media-store.ts'
import { signedLinks } from './links.ts'
import * as store from './store.ts'

export { whenArrived } from './arrivals.ts'
export { keepUploaded } from './keep.ts'
export { signedLinks } from './links.ts'
export { beginFile, completeFile, keepPart, viewOf } from './parts.ts'
export { spaceOf } from './space.ts'

/** A file with links signed for the caller. */
export type MediaView = Omit<OutputOf<typeof contract.media.upload>, 'path' | 'size'>

const ORPHAN_BATCH = 100

/**
 * Lets a record name these files: they become its own. `bizId` is the record; `orderId` its order, if it has one.
 * Naming them again changes nothing. One query, none for an empty list.
 * @throws Refusal notFound (-4) when one of them is not available, belongs to another record, or was uploaded by somebody
 *   else: nobody reads a document by attaching its id to a remark; badInput (-2) that names both kinds of business when
 *   the caller uploaded it for another
 */
export async function linkMedia(
  ctx: Pick<Context, 'query' | 'accountId' | 'now'>,
  ids: readonly string[],
  to: { readonly biz: MediaBiz; readonly bizId: string; readonly orderId?: string },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const count = await store.link(ctx, wanted, { biz: to.biz, bizId: to.bizId, orderId: to.orderId ?? null })
  if (count === wanted.length) return
  const other = await store.ownOfOtherUse(ctx, wanted, to.biz)
  if (other === undefined) throw new Refusal('notFound')
  throw badInput('biz', `文件是作为“${fileUses[other.biz]}”上传的，请作为“${fileUses[to.biz]}”（biz=${to.biz}）上传`)
}

/** Lets go of files that a record names no longer; they disappear like any that were never named. */
export async function unlinkMedia(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
  from: { readonly biz: MediaBiz; readonly bizId: string },
): Promise<void> {
  if (ids.length > 0) await store.unlink(ctx.db, ids, from)
}

/**
 * Views of files by their id, links signed for the caller; one query, none for an empty list. Files that are gone are
 * missing. Links last 15 minutes. Identity documents are given only when asked for (`document`), then nothing else is:
 * their links last 5 minutes, the caller must hold `person.view` and writes the audit row (`ctx.auditRead`).
 * @throws Refusal forbidden (-3) for documents without the key
 */
export async function mediaViews(
  ctx: Pick<Context, 'db' | 'media' | 'accountId' | 'now' | 'require'>,
  ids: readonly string[],
  { document = false }: { readonly document?: boolean } = {},
): Promise<ReadonlyMap<string, MediaView>> {
  if (document) ctx.require('person.view')
  if (ids.length === 0) return new Map()
  const rows = await store.shown(ctx.db, [...new Set(ids)], document)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        mediaId: row.id,
        kind: row.kind,
        ...signedLinks(ctx, row, document),
        w: row.width,
        h: row.height,
        takenAt: row.takenAt,
      },
    ]),
  )
}

/** Videos that a record names and the native shell still sends, by their id. One query, none for an empty list. */
export async function comingVideos(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MediaView>> {
  if (ids.length === 0) return new Map()
  const rows = await store.coming(ctx.db, ids)
  const unseen = { kind: 'video', url: '', thumbUrl: null, w: null, h: null } as const
  return new Map(rows.map(({ id, takenAt }) => [id, { mediaId: id, ...unseen, takenAt }]))
}

/** Where some files are kept, in the order of their ids, for a record whose lists sign links without looking them up. */
export async function mediaPaths(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await store.shown(ctx.db, [...new Set(ids)], false)
  const paths = new Map(rows.map((row) => [row.id, row.path]))
  return ids.flatMap((id) => paths.get(id) ?? [])
}

/** Files that a record names, as they are kept: for work on their bytes. Those that are gone are missing. One query. */
export const storedFiles = (ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<store.StoredFile[]> =>
  ids.length === 0 ? Promise.resolve([]) : store.files(ctx.db, [...new Set(ids)])

/**
 * Keeps a file that the product made: for a record, which names it from the beginning, or (`of` null) to be looked at, which
 * goes like any that nothing names. The bytes are written before the row is committed, under a path that nobody else has.
 * @returns its id and path, and the digest of its bytes
 */
export async function keepFile(
  ctx: Pick<Context, 'db' | 'media' | 'merchantId' | 'now'>,
  {
    bytes,
    of,
    extension,
    ...file
  }: Pick<store.StoredFile, 'kind' | 'mime'> & {
    readonly extension: string
    readonly bytes: Buffer
    /** A kind of its own, which nobody uploads. */
    readonly biz: 'paper'
    readonly of: { readonly bizId: string; readonly orderId: string } | null
  },
): Promise<{ id: string; path: string; sha256: Buffer }> {
  const path = newMediaPath(ctx, file.biz, extension)
  const sha256 = createHash('sha256').update(bytes).digest()
  await ctx.media.put(path, bytes, null)
  const id = await store.insert(ctx.db, {
    ...file,
    ...of,
    path,
    sha256,
    sizeBytes: bytes.length,
    state: mediaState.ready,
    linkedAt: of === null ? null : ctx.now,
  })
  return { id, path, sha256 }
}

/** The files of some rows: answers the views of a row's, in their order. As {@link mediaViews}. */
export async function viewsOf<R>(
  ctx: Parameters<typeof mediaViews>[0],
  rows: readonly R[],
  idsOf: (row: R) => readonly string[],
): Promise<(row: R) => MediaView[]> {
  const views = await mediaViews(ctx, rows.flatMap(idsOf))
  return (row) => inOrder(views, idsOf(row))
}

/** The views of some ids in their order; those that are gone are left out. */
export const inOrder = (views: ReadonlyMap<string, MediaView>, ids: readonly string[]): MediaView[] =>
  ids.flatMap((id) => views.get(id) ?? [])

/** Takes bytes away once nothing can bring their rows back. */
function removeAfterwards(ctx: Pick<Context, 'media' | 'afterCommit'>, gone: readonly store.GoneFile[]): void {
  ctx.afterCommit(async () => {
    for (const { path, parts } of gone) await ctx.media.remove(path, parts)
  })
}

/**
 * Deletes files of the merchant whose time is over, the row kept as 已删除; at most 100 a run. The bytes go after the commit.
 * @returns how many; 100 means that more may wait
 */
const deleteOld =
  (which: 'orphans' | 'tables', mark: ReturnType<typeof store.deleteOld>) =>
  async (ctx: Pick<Context, 'query' | 'now' | 'media' | 'afterCommit'>): Promise<number> => {
    const gone = await mark(ctx.query, servedBefore(which, ctx.now), ORPHAN_BATCH)
    removeAfterwards(ctx, gone)
    return gone.length
  }
/** What nothing named within 48 hours. */
export const deleteOrphans = deleteOld('orphans', store.deleteUnlinked)
/** What came of files in parts that nobody completed within 48 hours. */
export const deleteUnfinished = deleteOld('orphans', store.deleteBegun)
/** Spreadsheets a week old. */
export const deleteTables = deleteOld('tables', store.deleteTables)

/** Deletes files for good, as {@link deleteOrphans} does, whatever names them. */
export async function dropFiles(
  ctx: Pick<Context, 'query' | 'media' | 'afterCommit'>,
  files: readonly { readonly mediaId: string }[],
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ mediaId }) => mediaId)
  removeAfterwards(ctx, await store.deleteByIds(ctx.query, ids))
}

/**
 * Where a file is kept that the caller may name for a record: its own already, or nobody's and uploaded by them.
 * @throws Refusal notFound (-4) for any other
 */
export async function usableFile(
  ctx: Pick<Context, 'db' | 'accountId'>,
  id: string,
  of: { readonly biz: MediaBiz; readonly bizId: string | undefined },
): Promise<{ path: string }> {
  const row = await store.usable(ctx.db, id, { ...of, uploaderId: ctx.accountId })
  if (row === undefined) throw new Refusal('notFound', { field: 'mediaId' })
  return row
}

/** Deletes files of these kinds whose orders were over before an instant. @returns how many, at most `most` */
export async function clearFilesOfOrders(
  ctx: Pick<Context, 'query' | 'media' | 'afterCommit'>,
  bizes: readonly (MediaBiz | 'paper')[],
  before: number,
  most: number,
): Promise<number> {
  const rows = await store.filesOfOrders(ctx.query, bizes, before, most)
  await dropFiles(ctx, rows)
  return rows.length
}

/** Where a spreadsheet that the caller uploaded is kept. @throws Refusal notFound (-4) for anything else */
export async function ownTable(ctx: Pick<Context, 'db' | 'accountId'>, mediaId: string): Promise<{ path: string }> {
  const row = await store.ownTable(ctx.db, mediaId, ctx.accountId)
  if (row === undefined) throw new Refusal('notFound', { field: 'mediaId' })
  return row
}
