import { randomBytes } from 'node:crypto'
import { extensionOf, mediaIdOf, mediaPath } from '@cheyi/domain/media/path'
import type { ResultFile, Run } from './work.ts'

/** Keeps a spreadsheet for whoever asked for it. */
export async function keepResult(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  bytes: Buffer,
  name: string,
): Promise<ResultFile> {
  const path = mediaPath({
    merchantId: run.merchantId,
    biz: 'job',
    at: run.now,
    id: mediaIdOf(randomBytes(24)),
    extension: extensionOf(name),
  })
  await run.media.put(path, bytes, null)
  return { path, name }
}
