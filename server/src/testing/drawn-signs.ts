import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'

/*
 * Pictures of cars for tests: plates and frame numbers as they are drawn, and as a phone takes them. The Latin signs of a plate are of
 * another font than those it is read by.
 */

const font = new URL('../fonts/NotoSansHans-Regular.otf', import.meta.resolve('@embedpdf/fonts-sc'))

const text = (words: string, ink: string, face: string, high: number) =>
  sharp({
    text: {
      text: `<span foreground="${ink}">${words}</span>`,
      rgba: true,
      font: `${face} ${high}`,
      dpi: 72,
      ...(face.startsWith('Noto') ? { fontfile: fileURLToPath(font) } : {}),
    },
  })
    .png()
    .toBuffer()

/** A plate of 440 (new energy: 480) by 140 millimetres, a point each. */
export async function drawnPlate(
  plate: string,
  { fill, ink }: { readonly fill: string; readonly ink: string },
): Promise<Buffer> {
  const long = plate.length > 7
  const [width, step, wide] = long ? [480, 51, 42] : [440, 57, 45]
  const signs: OverlayOptions[] = []
  let left = 18
  for (const [at, sign] of [...plate].entries()) {
    const face = at === 0 ? 'Noto Sans S Chinese' : 'Sans Bold'
    const size = { width: sign === '1' ? 16 : wide, height: 90 }
    const input = await sharp(await text(sign, ink, face, 100))
      .trim()
      .resize({ ...size, fit: 'fill' })
      .png()
      .toBuffer()
    signs.push({ input, left: left + Math.round((wide - size.width) / 2), top: 25 })
    // The dot stands after the second.
    left += at === 1 ? step + 18 : step
  }
  const metal = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="140"><rect width="${width}" height="140" rx="10" fill="${fill}"/><rect x="5" y="5" width="${width - 10}" height="130" rx="8" fill="none" stroke="${ink}" stroke-width="3"/></svg>`
  return sharp(Buffer.from(metal)).composite(signs).png().toBuffer()
}

export const inPrint = (vin: string): Promise<Buffer> =>
  text(`<span letter_spacing="3000">${vin}</span>`, 'black', 'Noto Sans S Chinese', 64)

/** Wide and narrow bars and gaps of Code 39, three points a module. */
const BARS: Readonly<Record<string, string>> = {
  ...{
    '*': '010010100',
    0: '000110100',
    1: '100100001',
    4: '000110001',
    6: '001110000',
    8: '100100100',
    9: '001100100',
  },
  ...{ B: '001001001', G: '000001101', H: '100001100', J: '000011100', M: '101000010', N: '000010011', X: '010010001' },
}

export function inBars(vin: string): Buffer {
  let [left, bars] = [20, '']
  for (const sign of `*${vin}*`) {
    for (const [at, wide] of [...BARS[sign]!].entries()) {
      const width = wide === '1' ? 8 : 3
      if (at % 2 === 0) bars += `<rect x="${left}" y="10" width="${width}" height="90"/>`
      left += width
    }
    left += 3
  }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + 20}" height="110"><rect width="${left + 20}" height="110" fill="#fff"/>${bars}</svg>`,
  )
}

/** On the back of a car, a little turned, not quite sharp. */
export async function photographed(sign: Buffer): Promise<Buffer> {
  const turned = await sharp(sign).rotate(3, { background: '#0000' }).png().toBuffer()
  const car = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1100"><defs><linearGradient id="p" x2="1" y2="1"><stop stop-color="#dfe3e6"/><stop offset="1" stop-color="#8b9298"/></linearGradient></defs><rect width="1600" height="1100" fill="url(#p)"/><rect x="140" y="180" width="1320" height="120" rx="40" fill="#2a2d30"/><circle cx="180" cy="380" r="70" fill="#eef"/><rect y="950" width="1600" height="150" fill="#4a4a48"/></svg>`
  const whole = await sharp(Buffer.from(car))
    .composite([{ input: turned, left: 160, top: 500 }])
    .png()
    .toBuffer()
  return sharp(whole).blur(0.9).jpeg({ quality: 65 }).toBuffer()
}
