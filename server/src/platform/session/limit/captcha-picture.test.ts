import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SIGNS } from './captcha.ts'
import { HEIGHT, pictureOf, WIDTH } from './captcha-picture.ts'

/*
 * A script that knows the font, the size and the positions tries to read the captcha: it learns the average image of
 * each sign and picks the most similar one. With signs drawn as outlines it succeeded 40 times of 40. A trained neural
 * network can read these too; the rate limits protect in that case.
 */

const CELLS = 4
const STEP = (WIDTH - 56) / CELLS

/** Darkness of each pixel. */
async function inkOf(text: string): Promise<Uint8Array> {
  const { data, info } = await sharp(await pictureOf(text))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: WIDTH, height: HEIGHT })
  return data
}

/** The part of a picture with one sign. */
function cellOf(ink: Uint8Array, cell: number): Float64Array {
  const [left, width] = [Math.round(28 + STEP * cell), Math.round(STEP)]
  return Float64Array.from(
    { length: width * HEIGHT },
    (_, i) => ink[Math.floor(i / width) * WIDTH + left + (i % width)]!,
  )
}

function likeness(a: Float64Array, b: Float64Array): number {
  const mean = (all: Float64Array) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - ma, b[i]! - mb]
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return ab / Math.sqrt(aa * bb)
}

it('is seldom read by a script that knows the font', { timeout: 60_000 }, async () => {
  const learnt = await Promise.all(
    [...SIGNS].map(async (sign) => {
      const seen = (await Promise.all(Array.from({ length: 6 }, () => inkOf(sign.repeat(CELLS))))).flatMap((ink) =>
        [0, 1, 2, 3].map((cell) => cellOf(ink, cell)),
      )
      return { sign, mean: seen[0]!.map((_, i) => seen.reduce((sum, one) => sum + one[i]!, 0) / seen.length) }
    }),
  )
  const readOf = (cell: Float64Array) =>
    learnt.map(({ sign, mean }) => ({ sign, like: likeness(cell, mean) })).toSorted((a, b) => b.like - a.like)[0]!.sign
  const texts = Array.from({ length: 40 }, (_, n) =>
    Array.from({ length: CELLS }, (_, i) => SIGNS[(n * 7 + i * 11) % SIGNS.length]).join(''),
  )
  const read = await Promise.all(
    texts.map(async (text) => {
      const ink = await inkOf(text)
      return [0, 1, 2, 3].map((cell) => readOf(cellOf(ink, cell))).join('')
    }),
  )
  expect(read.filter((one, i) => one === texts[i]).length).toBeLessThan(16)
})

it('is different each time', async () => {
  const [one, two] = await Promise.all([inkOf('K7QX'), inkOf('K7QX')])
  expect(likeness(Float64Array.from(one!), Float64Array.from(two!))).toBeLessThan(0.9)
})
