import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { isStorageFault } from '../../kernel/http/unavailable.ts'

/*
 * The process that decodes pictures, one at a time; `pictures.ts` starts it and sends the jobs. It reads and writes
 * files: there are no secrets in its memory that a hostile picture could reach, and the memory is freed with the
 * process.
 */

export interface PictureJob {
  readonly source: string
  readonly target: string
  /** Path of its thumbnail; null for none. */
  readonly thumb: string | null
  /** The real type: JPEG, PNG, WebP or GIF. */
  readonly mime: string
}

/** A picture with a watermark for a single view: purpose, viewer and time. */
export interface MarkJob {
  readonly source: string
  readonly target: string
  readonly words: string
}

export type PictureResult =
  | { readonly ok: true; readonly width: number; readonly height: number }
  /** `full`: the disk took no more, which says nothing about the picture. */
  | { readonly ok: false; readonly why: 'broken' | 'tooLarge' | 'tooLong' | 'full' }

const MAX_SIDE = 12_000
/** A picture with more pixels is reduced: no screen shows more, and rotating it would need too much memory. */
const BIG_PIXELS = 30_000_000
const BIG_SIDE = 6000
/** Each frame of an animation gets a new palette: some hundred kilobytes may take minutes. */
const MAX_FRAMES = 100
const MAX_FRAME_PIXELS = 10_000_000
const THUMB_SIDE = 320
/** A marked picture is only viewed by people: no screen shows more pixels. */
const MARKED_SIDE = 2560

/** The font of documents: a server may have no Chinese font. The package only exports its entry. */
const font = fileURLToPath(new URL('../fonts/NotoSansHans-Regular.otf', import.meta.resolve('@embedpdf/fonts-sc')))

// No picture is processed twice, so a cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)

/** Encoder settings of each accepted type; faster ones for large pictures, which would block the queue for seconds. */
const formats: Readonly<Record<string, (picture: Sharp, isBig: boolean) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 85 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture, isBig) => picture.webp({ quality: 85, effort: isBig ? 0 : 4 }),
  'image/gif': (picture) => picture.gif(),
}

async function rewrite({ source, target, thumb, mime }: PictureJob): Promise<PictureResult> {
  // A truncated picture is an error; harmless irregularities of some cameras are not.
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
  // Files are written by Node: the encoder reports a full disk as it reports a picture that it cannot read.
  const written = await formats[mime]!(kept, isBig).toBuffer({ resolveWithObject: true })
  await writeFile(target, written.data)
  if (thumb !== null) {
    const small = open(target).resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    await writeFile(thumb, await small.webp({ quality: 75 }).toBuffer())
  }
  const { width: keptWidth, height: keptHeight, pageHeight: keptPage = keptHeight } = written.info
  return { ok: true, width: keptWidth, height: keptPage }
}

/** Text in one colour; the content of a name is escaped, not markup. */
const drawText = (words: string, size: number, colour: string): Promise<Buffer> =>
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

/** Diagonal text, dark with a light edge, so that it is readable on any background; at most as large as the picture. */
async function markOf(words: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const size = Math.max(10, Math.round(Math.max(width, height) / 34))
  const edge = Math.max(1, Math.round(size / 16))
  const [dark, light] = await Promise.all(['#1a1a1a70', '#ffffff90'].map((colour) => drawText(words, size, colour)))
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
  const marked = await sharp(shown.data, { raw: { width, height, channels } })
    .composite([{ input: await markOf(words, shown.info), tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer()
  await writeFile(target, marked)
  return { ok: true, width, height }
}

process.on('message', (job: PictureJob | MarkJob) => {
  const work = 'words' in job ? mark(job) : rewrite(job)
  work
    .catch((error: unknown): PictureResult => ({ ok: false, why: isStorageFault(error) ? 'full' : 'broken' }))
    .then((result) => process.send?.(result))
})
// The server has ended, or has closed the channel.
process.on('disconnect', () => process.exit())
