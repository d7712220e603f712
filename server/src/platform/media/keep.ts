import { createHash } from 'node:crypto'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Context, UploadedFile } from '../../kernel/context.ts'
import { newMediaPath } from '../../kernel/media-store.ts'
import { requireSpace } from './space.ts'
import * as store from './store.ts'

interface Place {
  readonly biz: MediaBiz
  /** Only where the photo was taken. The record that names the file links it, so a wrong id here gives no access. */
  readonly bizId: string | null
  readonly takenAt: number | null
  /** The scan link by which the file was uploaded, if any. */
  readonly scanId?: string
}

/** SHA-256 digest of the bytes as they are stored. */
export const digestOf = ({ bytes }: Pick<UploadedFile, 'bytes'>): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Stores a file that the caller uploaded; it is deleted unless a record names it. @returns its id and storage path
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
  // The bytes are written before the row: the row's insert locks the merchant's space counter, so other uploads of the merchant would wait
  // for the write until the commit. The path is new, so no other file is overwritten.
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
  // Uploads at the same time passed the first check together; the insert made them sequential, so this check refuses the last ones.
  await requireSpace(ctx, 0).catch(async (refusal: unknown) => {
    await ctx.media.remove(path)
    throw refusal
  })
  return { mediaId, ...stored }
}
