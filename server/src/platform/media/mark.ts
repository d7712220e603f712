import { formatLocal } from '@cheyi/domain/time'
import { asMerchant } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { OpenedFile } from '../../kernel/media-store.ts'
import type { Pictures } from '../../outside/image/pictures.ts'

/** The only permitted use of a picture of an identity document. */
const PURPOSE = '仅限租车使用'

/** Whether a file is a person's identity document, by its storage path: `12/person/202612/x.jpg`. */
export const isDocument = (path: string): boolean => /^\d+\/person\//.test(path)

/**
 * An identity document as it is served: with a watermark that names the purpose, the viewer and the time. It is generated for each request
 * and not stored. Null when it cannot be generated; then nothing may be served. @throws Refusal lineFull (-7)
 */
export async function markedDocument(
  kernel: Pick<Kernel, 'pools' | 'vaults' | 'clock'>,
  pictures: Pick<Pictures, 'mark'>,
  { path, viewer }: { readonly path: string; readonly viewer: string },
  file: OpenedFile,
): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for await (const piece of file.read(0, file.size)) pieces.push(piece)
  const merchantId = path.split('/')[0]!
  const [account] = await asMerchant(kernel, merchantId, ({ query }) =>
    query<{ name: string }>('select name from account where id = $1', [viewer]),
  )
  const words = [PURPOSE, account?.name ?? '', formatLocal(kernel.clock.now(), 'YYYY-MM-DD HH:mm')]
  return pictures.mark(Buffer.concat(pieces), words.filter(Boolean).join(' '), { merchantId, accountId: viewer })
}
