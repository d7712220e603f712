import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

/*
 * The process that decodes pictures, one at a time; `pictures.ts` starts it and speaks to it. It is given files and gives
 * files: nothing that a hostile picture could reach is in its memory, and what decoding leaves behind there goes with it.
 */

export interface PictureJob {
  readonly source: string
  readonly target: string
  /** Where its thumbnail is written; null for none. */
  readonly thumb: string | null
  /** The real type: JPEG, PNG, WebP or GIF. */
  readonly mime: string
}

/** A picture as it is shown once: with words over it that say what for, to whom and when. */
export interface MarkJob {
  readonly source: string
  readonly target: string
  readonly words: string
}

export type PictureResult =
  | { readonly ok: true; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: 'broken' | 'tooLarge' | 'tooLong' }

const MAX_SIDE = 12_000
/** A picture of more pixels is kept smaller: no screen shows more, and turning it would fill the memory. */
const BIG_PIXELS = 30_000_000
const BIG_SIDE = 6000
/** A moving picture has the colours of each frame chosen anew: some hundred kilobytes may hold minutes of that. */
const MAX_FRAMES = 100
const MAX_FRAME_PIXELS = 10_000_000
const THUMB_SIDE = 320
/** A marked picture is shown and read by people: no screen shows more of it. */
const MARKED_SIDE = 2560

/** The font of papers: a server may have none that knows Chinese. The package exports its entry alone. */
const font = fileURLToPath(new URL('../fonts/NotoSansHans-Regular.otf', import.meta.resolve('@embedpdf/fonts-sc')))

// No picture is asked for twice, so a cache would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

/** How each accepted type is written again; quickly where it is one of those that take seconds and everybody waits for. */
const formats: Readonly<Record<string, (picture: Sharp, isBig: boolean) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 85 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture, isBig) => picture.webp({ quality: 85, effort: isBig ? 0 : 4 }),
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
  const { width, height, pageHeight = height, pages = 1 } = await open(source).metadata()
  if (width > MAX_SIDE || pageHeight > MAX_SIDE) return { ok: false, why: 'tooLarge' }
  const isTooLong = pages > MAX_FRAMES || width * pageHeight * pages > MAX_FRAME_PIXELS
  if (mime === 'image/gif' && pages > 1 && isTooLong) return { ok: false, why: 'tooLong' }

  const upright = open(source).autoOrient()
  const isBig = width * height > BIG_PIXELS
  const kept = isBig ? upright.resize(BIG_SIDE, BIG_SIDE, { fit: 'inside', withoutEnlargement: true }) : upright
  const written = await formats[mime]!(kept, isBig).toFile(target)
  if (thumb !== null) {
    const small = open(target).resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    await small.webp({ quality: 75 }).toFile(thumb)
  }
  return { ok: true, width: written.width, height: written.pageHeight ?? written.height }
}

/** Words in one colour; what a name holds is text and no markup. */
const drawn = (words: string, size: number, colour: string): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</span>`,
      font: `Noto Sans S Chinese ${size}`,
      fontfile: font,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer()

/** Slanted words, dark with a light edge, so that they are read on dark and light; at most as large as the picture. */
async function markOf(words: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const size = Math.max(10, Math.round(Math.max(width, height) / 34))
  const edge = Math.max(1, Math.round(size / 16))
  const [dark, light] = await Promise.all(['#1a1a1a70', '#ffffff90'].map((colour) => drawn(words, size, colour)))
  const upright = await sharp(light)
    .extend({ top: edge, left: edge, bottom: size, right: size * 2, background: 'transparent' })
    .composite([{ input: dark!, top: 0, left: 0 }])
    .png()
    .toBuffer()
  const slanted = await sharp(upright)
    .rotate(-24, { background: 'transparent' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return sharp(slanted.data)
    .extract({
      left: 0,
      top: 0,
      width: Math.min(slanted.info.width, width),
      height: Math.min(slanted.info.height, height),
    })
    .toBuffer()
}

async function mark({ source, target, words }: MarkJob): Promise<PictureResult> {
  const shown = await sharp(source, { failOn: 'error', limitInputPixels: MAX_SIDE * MAX_SIDE })
    .resize(MARKED_SIDE, MARKED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = shown.info
  await sharp(shown.data, { raw: { width, height, channels } })
    .composite([{ input: await markOf(words, shown.info), tile: true }])
    .jpeg({ quality: 85 })
    .toFile(target)
  return { ok: true, width, height }
}

process.on('message', (job: PictureJob | MarkJob) => {
  const work = 'words' in job ? mark(job) : rewrite(job)
  work.catch((): PictureResult => ({ ok: false, why: 'broken' })).then((result) => process.send?.(result))
})
// The server is gone, or needs us no longer.
process.on('disconnect', () => process.exit())
