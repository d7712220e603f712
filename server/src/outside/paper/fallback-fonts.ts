import { readFileSync } from 'node:fs'

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
export function hasSign(pdf: Pdf, font: string, codePoint: number): boolean {
  const inside = pdf as unknown as Inside
  const own = inside._font
  pdf.font(font)
  const has = inside._font.font.hasGlyphForCodePoint(codePoint)
  inside._font = own
  return has
}

/** The fallback font that has a glyph. */
export const fallbackOf = (pdf: Pdf, codePoint: number) => names.find((name) => hasSign(pdf, name, codePoint))

/** Makes a document draw characters that its font lacks with the fallback fonts. */
export function addFallbacks(pdf: Pdf): void {
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
