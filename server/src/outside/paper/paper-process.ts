import { createWriteStream, readFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { drawPaper } from './draw-paper.ts'
import type { PaperResult, PrintJob } from './papers.ts'

/*
 * The process that prints documents, one at a time; `papers.ts` starts it and sends the jobs. Fonts stay in memory
 * between jobs, and photos are reduced to the size on the page.
 */

/** The package only exports its entry; the fonts are in a folder beside it. */
const entry = import.meta.resolve('@embedpdf/fonts-sc')
const font = (weight: string) => readFileSync(new URL(`../fonts/NotoSansHans-${weight}.otf`, entry))
const regular = font('Regular')
const bold = font('Bold')

/** Pixels of a photo on the page: 280 dpi at its width there. */
const PHOTO = { width: 640, height: 480 }
/** For photos that are evidence. */
const LARGE = { width: 1200, height: 1200 }

sharp.cache(false)

const shrunk = (photo: string, size: typeof PHOTO): Promise<Buffer | null> =>
  sharp(photo, { failOn: 'error' })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer()
    .catch(() => null)

/** Pixels of a seal on the page: 300 dpi. */
const STAMP = 420

/**
 * A picture of a seal with a transparent background. A picture with transparency is not changed; in a scan, the whiter
 * a pixel is, the more transparent it becomes. null: unreadable.
 */
async function transparentStamp(picture: string): Promise<Buffer | null> {
  const { data, info } = await sharp(picture, { failOn: 'error' })
    .resize({ width: STAMP, height: STAMP, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sees = data.some((value, at) => at % 4 === 3 && value < 250)
  if (!sees)
    for (let at = 0; at < data.length; at += 4) {
      const ink = 255 - Math.min(data[at]!, data[at + 1]!, data[at + 2]!)
      // The paper of a scan is not quite white.
      data[at + 3] = Math.max(0, Math.min(255, (ink - 24) * 1.6))
    }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png()
    .toBuffer()
}

/** The job with drawable characters only; its digest remains that of the stored data. */
function drawableJob(pdf: PDFKit.PDFDocument, { document, signed, ...job }: PrintJob): PrintJob {
  const known = (codePoint: number) =>
    ['regular', 'bold'].every((name) => hasSign(pdf, name, codePoint)) || fallbackOf(pdf, codePoint) !== undefined
  return {
    ...job,
    document: drawable(document, known),
    ...(signed === undefined ? {} : { signed: { ...signed, facts: drawable(signed.facts, known) } }),
  }
}

async function print(job: PrintJob): Promise<PaperResult> {
  // Resized in other threads while the fonts are opened here.
  const pictures = Promise.all([
    Promise.all(
      job.photos.map(async (photo) => (photo === null ? null : shrunk(photo, job.pack === undefined ? PHOTO : LARGE))),
    ),
    job.stamp === null ? null : transparentStamp(job.stamp).catch(() => null),
  ])
  const { title, agreementNo, lessor, madeAt } = job.document
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 44, bottom: 56, left: 48, right: 48 },
    bufferPages: true,
    lang: 'zh-CN',
    info: { Title: `${title} ${agreementNo}`, Author: lessor, CreationDate: new Date(madeAt) },
  })
  const file = createWriteStream(job.to, { mode: 0o600 })
  pdf.pipe(file)
  pdf.registerFont('regular', regular)
  pdf.registerFont('bold', bold)
  addFallbacks(pdf)
  const ready = drawableJob(pdf, job)
  const [photos, stamp] = await pictures
  drawPaper(pdf, ready, { photos, stamp })
  for (const { name, path } of job.pack?.attached ?? [])
    pdf.file(readFileSync(path), {
      name,
      type: 'application/pdf',
      creationDate: new Date(madeAt),
    })
  pdf.end()
  await finished(file)
  return { ok: true }
}

process.on('message', (job: PrintJob) => {
  print(job)
    .catch(
      (error: unknown): PaperResult => ({ ok: false, why: error instanceof Error ? error.message : String(error) }),
    )
    .then((result) => process.send?.(result))
})
// The server has ended, or has closed the channel.
process.on('disconnect', () => process.exit())

/** Whether the font has a glyph for the code point. */
type Known = (codePoint: number) => boolean

/**
 * The same value with all its texts limited to the glyphs of the font. A missing character is replaced by its code
 * point, 〔U+2AA27〕, as registers do, because a gap would change a name. Invisible characters are left out.
 */
function drawable<T>(value: T, known: Known): T
function drawable(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return [...value].map((character) => drawableText(character, known)).join('')
  if (Array.isArray(value)) return value.map((inner) => drawable(inner, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, drawable(inner, known)]))
}

function drawableText(character: string, known: Known): string {
  const codePoint = character.codePointAt(0)!
  if (character === '\n' || known(codePoint)) return character
  if (/\s/u.test(character)) return ' '
  if (/[\p{Cc}\p{Cf}\p{Variation_Selector}]/u.test(character)) return ''
  return `〔U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}〕`
}

/*
 * The main font of documents covers Chinese and western European Latin. Korean, Polish or Turkish names need a second
 * font for single characters. pdfkit draws a line in one font: its functions that measure a text and draw a line are
 * replaced here, so that they change the font within a line.
 */

type Pdf = PDFKit.PDFDocument

/** Private fields of pdfkit 0.20. */
interface Inside {
  _font: { readonly ascender: number; readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
  readonly _fontSize: number
  _fragment(text: string, x: number, y: number, options: Fragment): void
  widthOfString(text: string, options?: object): number
}

interface Fragment {
  readonly align?: string
  readonly width?: number
  readonly lineWidth?: number
  readonly textWidth?: number
}

/** Subsets of Noto Sans in one weight, 0.95 MB; also used for bold lines. */
const files = {
  latin: 'noto-sans-latin.woff',
  latinExtended: 'noto-sans-latin-ext.woff',
  hangul: 'noto-sans-kr.woff',
} as const
const names = Object.keys(files) as (keyof typeof files)[]
const bytes = names.map((name) => readFileSync(new URL(`./fonts/${files[name]}`, import.meta.url)))

/** Whether a font of a document has a glyph; a font is opened at its first use. */
function hasSign(pdf: Pdf, font: string, codePoint: number): boolean {
  const inside = pdf as unknown as Inside
  const own = inside._font
  pdf.font(font)
  const has = inside._font.font.hasGlyphForCodePoint(codePoint)
  inside._font = own
  return has
}

/** The fallback font that has a glyph. */
const fallbackOf = (pdf: Pdf, codePoint: number) => names.find((name) => hasSign(pdf, name, codePoint))

/** Makes a document draw characters that its font lacks with the fallback fonts. */
function addFallbacks(pdf: Pdf): void {
  for (const [at, name] of names.entries()) pdf.registerFont(name, bytes[at]!)
  const inside = pdf as unknown as Inside
  const fragment = inside._fragment.bind(pdf)
  const widthOf = inside.widthOfString.bind(pdf)

  /** A text in parts of one font each; null: all of it is in the font of the line. */
  function partsOf(text: string): { readonly font: string | null; text: string }[] | null {
    const parts: { font: string | null; text: string }[] = []
    for (const sign of text) {
      const codePoint = sign.codePointAt(0)!
      const font = inside._font.font.hasGlyphForCodePoint(codePoint) ? null : (fallbackOf(pdf, codePoint) ?? null)
      const last = parts.at(-1)
      if (last?.font === font) last.text += sign
      else parts.push({ font, text: sign })
    }
    return parts.every(({ font }) => font === null) ? null : parts
  }
  function within<T>(font: string | null, work: () => T): T {
    const own = inside._font
    if (font !== null) pdf.font(font)
    const found = work()
    inside._font = own
    return found
  }

  inside.widthOfString = (text, options) => {
    const parts = partsOf(text)
    if (parts === null) return widthOf(text, options)
    return parts.reduce((sum, part) => sum + within(part.font, () => widthOf(part.text, options)), 0)
  }
  inside._fragment = (text, x, y, options) => {
    const parts = partsOf(text)
    if (parts === null) return fragment(text, x, y, options)
    const { align, width, lineWidth = 0, ...rest } = options
    const share = width === undefined ? 0 : align === 'right' ? 1 : align === 'center' ? 0.5 : 0
    let left = x + share * (lineWidth - inside.widthOfString(text.trimEnd()))
    // All parts share the baseline of the first font.
    const baseline = (-inside._font.ascender * inside._fontSize) / 1000
    for (const part of parts) {
      const wide = within(part.font, () => widthOf(part.text))
      within(part.font, () => fragment(part.text, left, y, { ...rest, textWidth: wide, baseline } as Fragment))
      left += wide
    }
  }
}
