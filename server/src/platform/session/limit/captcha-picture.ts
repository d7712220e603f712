import { randomBytes, randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/*
 * Signs are drawn in pixels, because any script can identify outlines, and also letters that are upright and separate.
 * Each sign is turned, stretched and sheared at random, the signs touch, waves distort the picture, and strokes of the
 * same colour cross it. A picture costs some thousand samples of masks that are drawn once; no input of a client is
 * decoded here.
 */

/** Pixels; a page shows it at half the size. */
export const WIDTH = 264
export const HEIGHT = 88
const MASK = 80
const INK = 40
/** Larger than the distance by which a wave moves pixels. */
const EDGE = 8

interface Mask {
  readonly ink: Uint8Array
}
const masks = new Map<string, Promise<Mask>>()

/** The package exports only its entry point. The file is used because a server may have no fonts installed. */
const font = () => fileURLToPath(new URL('../fonts/NotoSansHans-Bold.otf', import.meta.resolve('@embedpdf/fonts-sc')))

/** The darkness of each pixel of a sign that is centred in a square. */
function maskOf(sign: string): Promise<Mask> {
  const drawn = masks.get(sign) ?? drawMask(sign)
  masks.set(sign, drawn)
  return drawn
}

async function drawMask(sign: string): Promise<Mask> {
  const { data, info } = await sharp({
    text: { text: sign, font: 'Noto Sans S Chinese Bold 60', fontfile: font(), dpi: 72 },
  })
    .resize(MASK - 12, MASK - 12, { fit: 'inside' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ink = new Uint8Array(MASK * MASK)
  const [left, top] = [Math.floor((MASK - info.width) / 2), Math.floor((MASK - info.height) / 2)]
  for (let row = 0; row < info.height; row++)
    ink.set(data.subarray(row * info.width, (row + 1) * info.width), (top + row) * MASK + left)
  return { ink }
}

/** A uniform random number. */
const between = (from: number, to: number): number => from + ((to - from) * randomInt(1_000_001)) / 1_000_000

type Sample = (x: number, y: number) => number

/** A sign placed in the picture, as a function from a point to the darkness there. */
function placeSign({ ink }: Mask, middle: number): Sample {
  const [turn, shear] = [between(-0.4, 0.4), between(-0.25, 0.25)]
  const [wide, high] = [between(0.72, 1), between(0.8, 1.05)]
  const [atX, atY] = [middle + between(-4, 4), HEIGHT / 2 + between(-8, 8)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return (x, y) => {
    const dx = x - atX
    const dy = y - atY
    if (dx < -MASK || dx > MASK) return 0
    const across = (cos * dx + sin * dy) / wide
    const down = (cos * dy - sin * dx) / high
    const column = Math.round(across + shear * down + MASK / 2)
    const row = Math.round(down + MASK / 2)
    return column < 0 || row < 0 || column >= MASK || row >= MASK ? 0 : ink[row * MASK + column]!
  }
}

/** A stroke from one side to the other, as thick as the thin lines of the signs. */
function stroke(): Sample {
  const [from, to] = [between(14, HEIGHT - 14), between(14, HEIGHT - 14)]
  const [bow, at, half] = [between(-22, 22), between(0.25, 0.75), between(1, 2.2)]
  const middles = Float64Array.from({ length: WIDTH + 2 * EDGE }, (_, column) => {
    const part = (column - EDGE) / WIDTH
    return from + (to - from) * part + bow * Math.sin((Math.PI * part) / (2 * at))
  })
  return (x, y) => {
    const off = y - middles[Math.round(x) + EDGE]!
    return off < half && off > -half ? 255 : 0
  }
}

/** A wave along one axis: the shift in pixels. */
function wave(size: number): (along: number) => number {
  const [high, long, begin] = [between(size / 2, size), between(60, 120), between(0, 2 * Math.PI)]
  return (along) => high * Math.sin((2 * Math.PI * along) / long + begin)
}

/** The picture of a short text, a PNG with dark ink on a transparent background. */
export async function pictureOf(text: string): Promise<Buffer> {
  const drawn = await Promise.all([...text].map(maskOf))
  const step = (WIDTH - 56) / drawn.length
  const samples = [
    ...drawn.map((mask, i) => placeSign(mask, 28 + step * (i + 0.5))),
    ...Array.from({ length: 2 }, stroke),
  ]
  const [across, down] = [wave(6), wave(6)]
  const columns = Array.from({ length: WIDTH }, (_, x) => down(x))
  // Grey value and opacity of each pixel, partly random.
  const pixels = randomBytes(WIDTH * HEIGHT * 2)
  for (let y = 0; y < HEIGHT; y++) {
    const moved = across(y)
    for (let x = 0; x < WIDTH; x++) {
      let dark = 0
      for (const sample of samples) {
        const here = sample(x + moved, y + columns[x]!)
        if (here > dark) dark = here
      }
      const at = (y * WIDTH + x) * 2
      // Random dots on the background, and holes in the ink.
      const grain = pixels[at + 1]! < 8
      pixels[at] = INK
      pixels[at + 1] = grain ? 200 - dark / 2 : dark
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 2 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
}
