import { extensionOf } from '@cheyi/domain/platform/media/path'
import { newMediaPath } from '../../kernel/media-store.ts'
import type { ResultFile, Run } from './work.ts'

/** Stores a spreadsheet for the account that requested it. */
export async function keepResult(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  bytes: Buffer,
  name: string,
): Promise<ResultFile> {
  const path = newMediaPath(run, 'job', extensionOf(name))
  await run.media.put(path, bytes, null)
  return { path, name }
}
