import { readFileSync } from 'node:fs'

/*
 * The font of papers has Chinese and the Latin of western Europe. Names of Korea, Poland or Turkey are drawn by a second font, sign by
 * sign. pdfkit draws a line in one font: what measures a text and what draws a line of it are told here to change the font within.
 */

type Pdf = PDFKit.PDFDocument

/** What pdfkit 0.20 keeps to itself. */
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

/** Parts of Noto Sans of one weight, 0.95 MB; bold lines show them too. */
const files = {
  latin: 'noto-sans-latin.woff',
  latinExtended: 'noto-sans-latin-ext.woff',
  hangul: 'noto-sans-kr.woff',
} as const
const names = Object.keys(files) as (keyof typeof files)[]
const bytes = names.map((name) => readFileSync(new URL(`./fonts/${files[name]}`, import.meta.url)))

/** Whether a font of a document has a sign; a font is opened when it is first asked. */
export function hasSign(pdf: Pdf, font: string, codePoint: number): boolean {
  const inside = pdf as unknown as Inside
  const own = inside._font
  pdf.font(font)
  const has = inside._font.font.hasGlyphForCodePoint(codePoint)
  inside._font = own
  return has
}

/** The fallback that has a sign. */
export const fallbackOf = (pdf: Pdf, codePoint: number) => names.find((name) => hasSign(pdf, name, codePoint))

/** Has a document draw what its font lacks by the fallbacks. */
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
    // All parts stand on the line of the first font.
    const baseline = (-inside._font.ascender * inside._fontSize) / 1000
    for (const part of parts) {
      const wide = within(part.font, () => widthOf(part.text))
      within(part.font, () => fragment(part.text, left, y, { ...rest, textWidth: wide, baseline } as Fragment))
      left += wide
    }
  }
}
