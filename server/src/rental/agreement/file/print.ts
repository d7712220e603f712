import { createHash } from 'node:crypto'
import { canonicalText, type PaperDocument } from '@cheyi/domain/rental/agreement/document'
import type { Context } from '../../../kernel/context.ts'
import type { PaperSigned } from '../../../kernel/ports.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { screen } from '../../../kernel/screen.ts'
import { storedFiles } from '../../../platform/media/actions.ts'
import { stampInUse } from '../store-sign.ts'

type Means = Pick<Context, 'db' | 'media' | 'outside' | 'config' | 'merchantId' | 'accountId'>

/**
 * Reads everything needed to print a document from its stored content, so that printing it again gives the same text.
 * @returns a function that prints it and needs no transaction
 */
export async function printer(
  ctx: Means,
  paper: { readonly document: PaperDocument; readonly contentSha256: Buffer; readonly verifyCode: string },
  signed?: PaperSigned,
): Promise<() => Promise<Buffer>> {
  const { document, contentSha256, verifyCode } = paper
  const { media, merchantId } = ctx
  const files = await storedFiles(
    ctx,
    document.photos.map(({ mediaId }) => mediaId),
  )
  const photos = document.photos.map(({ mediaId }) => {
    const file = files.find(({ id }) => id === mediaId)
    // A video of the car is stored with the photos, but is not printed.
    return file?.kind === 'image' ? () => media.read(file.path) : null
  })
  const job = {
    document,
    photos,
    stamp: await stampOf(ctx),
    sha256: contentSha256.toString('hex'),
    verifyUrl: publicUrl(ctx.config, screen('agreement.verify', { c: verifyCode })),
    ...(signed === undefined ? {} : { signed }),
  }
  const { papers } = ctx.outside()
  return () => papers.print(job, { merchantId, accountId: `paper/${verifyCode}` })
}

/** Prints a document without photos that is marked as a sample on every page. */
export const printSample = async (ctx: Means, document: PaperDocument): Promise<Buffer> =>
  ctx.outside().papers.print(
    {
      document,
      photos: [],
      stamp: await stampOf(ctx),
      sha256: createHash('sha256').update(canonicalText(document)).digest('hex'),
      verifyUrl: publicUrl(ctx.config, screen('agreement.verify', {})),
      sample: true,
    },
    ctx,
  )

export async function stampOf(ctx: Pick<Context, 'db' | 'media'>): Promise<Buffer | null> {
  const row = await stampInUse(ctx)
  const [file] = row === undefined ? [] : await storedFiles(ctx, [row.mediaId])
  return file === undefined ? null : ctx.media.read(file.path)
}
