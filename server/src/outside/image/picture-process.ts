import sharp, { type Sharp } from 'sharp'

/*
 * The process that decodes pictures, one at a time; `pictures.ts` starts it and speaks to it. It is given files and gives
 * files: nothing that a hostile picture could reach is in its memory, and what decoding leaves behind there goes with it.
 */

export interface PictureJob {
  readonly source: string
  /** Where the picture is written anew. */
  readonly target: string
  /** Where its thumbnail is written; null for none. */
  readonly thumb: string | null
  /** The real type: JPEG, PNG, WebP or GIF. */
  readonly mime: string
}

export type PictureResult =
  | { readonly ok: true; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: 'broken' | 'tooLarge' }

const MAX_SIDE = 12_000
/** A picture of more pixels is kept smaller: no screen shows more, and turning it would fill the memory. */
const BIG_PIXELS = 30_000_000
const BIG_SIDE = 6000
const THUMB_SIDE = 320

// No picture is asked for twice, so a cache would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

/** How each accepted type is written again. */
const formats: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 85 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 85 }),
  'image/gif': (picture) => picture.gif(),
}

async function rewrite({ source, target, thumb, mime }: PictureJob): Promise<PictureResult> {
  // A picture cut short is an error; the harmless oddities that some cameras write are not.
  const open = (file: string) =>
    sharp(file, {
      failOn: 'error',
      limitInputPixels: MAX_SIDE * MAX_SIDE,
      sequentialRead: true,
      animated: mime === 'image/gif',
    })
  const { width, height, pageHeight = height } = await open(source).metadata()
  if (width > MAX_SIDE || pageHeight > MAX_SIDE) return { ok: false, why: 'tooLarge' }

  const upright = open(source).autoOrient()
  const kept =
    width * height > BIG_PIXELS
      ? upright.resize(BIG_SIDE, BIG_SIDE, { fit: 'inside', withoutEnlargement: true })
      : upright
  const written = await formats[mime]!(kept).toFile(target)
  if (thumb !== null) {
    const small = open(target).resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    await small.webp({ quality: 75 }).toFile(thumb)
  }
  return { ok: true, width: written.width, height: written.pageHeight ?? written.height }
}

process.on('message', (job: PictureJob) => {
  rewrite(job)
    .catch((): PictureResult => ({ ok: false, why: 'broken' }))
    .then((result) => process.send?.(result))
})
// The server is gone, or needs us no longer.
process.on('disconnect', () => process.exit())
