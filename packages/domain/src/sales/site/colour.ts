/* The colour of a merchant's booking page. White text on it must be readable: WCAG 2.2, 1.4.3 (contrast 4.5 to 1). */

const LEAST_CONTRAST = 4.5

const colourPattern = /^#[0-9a-f]{6}$/

/** Relative luminance of a colour by WCAG 2.2, 0 (black) to 1 (white). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of a colour with white, 1 to 21. */
export const contrastWithWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05)

/** Why a colour cannot be used; null when it can. */
export function colourFault(colour: string): string | null {
  if (!colourPattern.test(colour)) return '颜色应为 #1a2b3c 的形式'
  return contrastWithWhite(colour) < LEAST_CONTRAST ? '颜色太浅，白色文字看不清，请选深一些的颜色' : null
}

/** The colours that are offered; any other that is dark enough may be typed. */
export const offeredColours = ['#1557d6', '#0a6b4f', '#8a3b12', '#6b21a8', '#b3123b', '#1f2937'] as const
