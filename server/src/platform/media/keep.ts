import { createHash } from 'node:crypto'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Context, UploadedFile } from '../../kernel/context.ts'
import { newMediaPath } from '../../kernel/media-store.ts'
import { requireSpace } from './space.ts'
import * as store from './store.ts'

interface Place {
  readonly biz: MediaBiz
  /** Only where it was taken: the record that names it binds it, whoever sends another id here gains nothing. */
  readonly bizId: string | null
  readonly takenAt: number | null
  /** The link by which it came, if it came by one. */
  readonly scanId?: string
}

/** Digest of a file as it is kept. */
export const digestOf = ({ bytes }: Pick<UploadedFile, 'bytes'>): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Keeps a file that the caller sent, until a record names it. @returns its id and where it is kept
 * @throws Refusal spaceFull (11005), unnamedFull (11006)
 */
export async function keepUploaded(
  ctx: Pick<Context, 'db' | 'media' | 'merchantId' | 'accountId' | 'config' | 'now'>,
  file: UploadedFile,
  place: Place,
): Promise<{ readonly mediaId: string; readonly path: string; readonly thumb: boolean }> {
  const { kind, mime, bytes, width, height } = file
  const path = newMediaPath(ctx, place.biz, file.extension)
  const stored = { path, thumb: file.thumb !== null }
  await requireSpace(ctx, bytes.length)
  // Written before its row, under a path that nobody else has: with the row the merchant's others wait for the commit.
  await ctx.media.put(path, bytes, file.thumb)
  const mediaId = await store.insert(ctx.db, {
    ...stored,
    ...place,
    kind,
    mime,
    sizeBytes: bytes.length,
    sha256: digestOf(file),
    width,
    height,
    state: mediaState.ready,
  })
  // Of those that were written at the same time the last ones may be too many.
  await requireSpace(ctx, 0).catch(async (refusal: unknown) => {
    await ctx.media.remove(path)
    throw refusal
  })
  return { mediaId, ...stored }
}
