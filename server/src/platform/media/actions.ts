import { createHash } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { fileUses, mediaState } from '@cheyi/domain/platform/media/codes'
import { deletionLimit } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { newMediaPath, type StoredName } from '../../kernel/media-store.ts'
import { namesOf } from '../../outside/storage/sealed-store.ts'
import { signedLinks } from './links.ts'
import * as store from './store.ts'

export { whenArrived } from './arrivals.ts'
export { keepUploaded } from './keep.ts'
export { joinedPicture, signedLinks } from './links.ts'
export { beginFile, completeFile, keepPart, viewOf } from './parts.ts'
export { spaceOf } from './space.ts'

/** A file with links that are signed for the caller. */
export type MediaView = Omit<OutputOf<typeof contract.media.upload>, 'path' | 'size'>

const ORPHAN_BATCH = 100

type KeptAmong = (query: Context['query'], paths: readonly string[]) => Promise<string[]>
const keepers: KeptAmong[] = []

/** Registers which of some paths a feature keeps whose files have no row here. */
export const filesAreKept = (among: KeptAmong) => void keepers.push(among)

/**
 * Links files to a record (`bizId`) and to the record's order (`orderId`), if it has one. Linking the same files again changes nothing. One
 * query; none for an empty list.
 * @throws Refusal notFound (-4) when a file is not available, belongs to another record, or was uploaded by another account: otherwise an
 *   account could read a document by attaching its id to a remark; badInput (-2) that names both kinds of business when the caller uploaded
 *   the file for another kind
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

/** Unlinks files from a record. Unlinked files are deleted like files that were never linked (see {@link deleteOrphans}). */
export async function unlinkMedia(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
  from: { readonly biz: MediaBiz; readonly bizId: string },
): Promise<void> {
  if (ids.length > 0) await store.unlink(ctx.db, ids, from)
}

/**
 * Views of files by id, with links signed for the caller. One query; none for an empty list. Deleted files are missing from the result.
 * Links last 15 minutes. Identity documents are returned only with `document`, and then only they: their links last 5 minutes, and the
 * caller must hold `person.view` and write the audit row (`ctx.auditRead`).
 * @throws Refusal forbidden (-3) for documents without that key
 */
export async function mediaViews(
  ctx: Pick<Context, 'db' | 'media' | 'accountId' | 'now' | 'require'>,
  ids: readonly string[],
  { document = false }: { readonly document?: boolean } = {},
): Promise<ReadonlyMap<string, MediaView>> {
  if (document) ctx.require('person.view')
  if (ids.length === 0) return new Map()
  const rows = await store.linkColumns(ctx.db, [...new Set(ids)], document)
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

/** Videos that are linked to a record but are still being uploaded by the native shell, by id. One query; none for an empty list. */
export async function comingVideos(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MediaView>> {
  if (ids.length === 0) return new Map()
  const rows = await store.coming(ctx.db, ids)
  const unseen = { kind: 'video', url: '', thumbUrl: null, w: null, h: null } as const
  return new Map(rows.map(({ id, takenAt }) => [id, { mediaId: id, ...unseen, takenAt }]))
}

/** Storage paths of files, in the order of `ids`: for a record that stores the paths, so that its lists sign links without a query. */
export async function mediaPaths(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await store.linkColumns(ctx.db, [...new Set(ids)], false)
  const paths = new Map(rows.map((row) => [row.id, row.path]))
  return ids.flatMap((id) => paths.get(id) ?? [])
}

/** Stored files that are linked to a record, for work on their bytes. Deleted files are missing from the result. One query. */
export const storedFiles = (ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<store.StoredFile[]> =>
  ids.length === 0 ? Promise.resolve([]) : store.files(ctx.db, [...new Set(ids)])

/**
 * Stores a file that the server generated. With `of`, it is linked to that record from the beginning; with `of` null, it is only a preview
 * and is deleted like any unlinked file. The bytes are written before the row is committed: the path is new, so no other file is
 * overwritten.
 * @returns its id and path, and the SHA-256 digest of its bytes
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
    /** A kind of its own that cannot be uploaded. */
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

/**
 * Loads the files of many rows in one query. @returns a function that gives the views of one row's files in their order; see {@link
 * mediaViews}
 */
export async function viewsOf<R>(
  ctx: Parameters<typeof mediaViews>[0],
  rows: readonly R[],
  idsOf: (row: R) => readonly string[],
): Promise<(row: R) => MediaView[]> {
  const views = await mediaViews(ctx, rows.flatMap(idsOf))
  return (row) => inOrder(views, idsOf(row))
}

/** Views in the order of `ids`; deleted files are left out. */
export const inOrder = (views: ReadonlyMap<string, MediaView>, ids: readonly string[]): MediaView[] =>
  ids.flatMap((id) => views.get(id) ?? [])

/** Removes the bytes only after the commit: after a rollback, the rows would still need them. */
function removeAfterCommit(ctx: Pick<Context, 'media' | 'afterCommit'>, gone: readonly store.Place[]): void {
  ctx.afterCommit(async () => {
    for (const { path, parts } of gone) await ctx.media.remove(path, parts)
  })
}

/**
 * Deletes expired files of the merchant: at most 100 in a run. The row remains, in the state 已删除; the bytes are removed after the commit.
 * @returns how many were deleted; 100 means that there may be more
 */
const deleteOld =
  (which: 'orphans' | 'tables', mark: ReturnType<typeof store.deleteOld>) =>
  async (ctx: Pick<Context, 'query' | 'now' | 'media' | 'afterCommit'>): Promise<number> => {
    const gone = await mark(ctx.query, deletionLimit(which, ctx.now), ORPHAN_BATCH)
    removeAfterCommit(ctx, gone)
    return gone.length
  }
/** Files that no record named within 48 hours. */
export const deleteOrphans = deleteOld('orphans', store.deleteUnlinked)
/** Uploads in parts that were not completed within 48 hours. */
export const deleteUnfinished = deleteOld('orphans', store.deleteBegun)
/** Spreadsheets that are a week old. */
export const deleteTables = deleteOld('tables', store.deleteTables)

/** So many names are looked up in one query. */
const STRAY_BATCH = 500

/**
 * Deletes what is stored without a row: a server ended between the two, or the disk was full. Nothing is written later than a call or a job
 * may last before its row, so what is two days old belongs to none. After the commit, since a list of all files takes its time.
 */
export async function deleteStrays(
  ctx: Pick<Context, 'media' | 'merchantId' | 'now' | 'asSystem' | 'closing'>,
): Promise<void> {
  if (keepers.length === 0) throw new Error('nobody has said which files without a row are kept')
  const clear = async (stored: readonly StoredName[]) => {
    const paths = [...new Set(stored.map(({ path }) => path))]
    const kept = await ctx.asSystem(async ({ query }) => [
      ...(await store.undeletedFiles(query, paths)),
      ...(await Promise.all(keepers.map((among) => among(query, paths)))).flat().map((path) => ({ path, parts: null })),
    ])
    const names = new Set(kept.flatMap(({ path, parts }) => namesOf(path, parts ?? 0)))
    for (const one of stored) if (!names.has(one.name)) await ctx.media.drop(one)
  }
  let batch: StoredName[] = []
  for await (const one of ctx.media.storedBefore(ctx.merchantId, deletionLimit('orphans', ctx.now))) {
    if (ctx.closing.aborted) return
    batch.push(one)
    if (batch.length < STRAY_BATCH) continue
    await clear(batch)
    batch = []
  }
  if (batch.length > 0) await clear(batch)
}

/** Deletes files for good, like {@link deleteOrphans}, but also those that a record names. */
export async function dropFiles(
  ctx: Pick<Context, 'query' | 'media' | 'afterCommit'>,
  files: readonly { readonly mediaId: string }[],
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ mediaId }) => mediaId)
  removeAfterCommit(ctx, await store.deleteByIds(ctx.query, ids))
}

/**
 * Storage path of a file that the caller may link to a record: one that is linked to this record already, or an unlinked one that the
 * caller uploaded.
 * @throws Refusal notFound (-4) for any other file
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

/** Deletes files of these kinds whose orders ended before an instant. @returns how many were deleted, at most `most` */
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

/** Storage path of a spreadsheet that the caller uploaded. @throws Refusal notFound (-4) for any other file */
export async function ownTable(ctx: Pick<Context, 'db' | 'accountId'>, mediaId: string): Promise<{ path: string }> {
  const row = await store.ownTable(ctx.db, mediaId, ctx.accountId)
  if (row === undefined) throw new Refusal('notFound', { field: 'mediaId' })
  return row
}
