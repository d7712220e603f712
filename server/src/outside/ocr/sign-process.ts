import { textsOfBars } from '@cheyi/domain/check/bars'
import {
  type CarSign,
  plateOf,
  type SeenLine,
  type SeenSign,
  vinOf,
  vinPrinted,
} from '@cheyi/domain/check/sign-reading'
import sharp, { type Sharp } from 'sharp'
import { latinOf, provinceOf } from './sign-shapes.ts'
import { type Box, boxesOf, endOf, type Grey, inkOf, linesOf, middleOf, runsOf } from './signs-in-picture.ts'

/*
 * The process that reads plates and frame numbers out of pictures, one at a time; `local-signs.ts` starts it. It asks no network.
 */

export interface SignJob {
  readonly source: string
  readonly sign: CarSign
}

/** Null when nothing was made out. */
export type SignResult = string | null

/** Longest side that is looked at; a sign smaller than this many points there is not read. */
const SIDE = 1600
const LEAST = 18
/** Signs are looked at this high. */
const HEIGHT = 72
/** The mean around a point is taken of a square of so many points. */
const WINDOW = { page: 61, line: 91, bars: 41 }
/** The shortest line of each. */
const SIGNS: Readonly<Record<CarSign, number>> = { plate: 5, vin: 17 }
/** The largest lines, of dark and of light signs. */
const LINES = 3
/** What passes for a province: how alike it is, and how much more than the next one. */
const PROVINCE = { score: 0.45, ahead: 0.06 }

sharp.cache(false)
sharp.concurrency(1)

async function greyOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const pictureOf = ({ data, width, height }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } })

/** A line, upright and as high as signs are looked at. */
async function cutOut(page: Grey, line: readonly Box[]): Promise<Grey> {
  const [first, last] = [line[0]!, line.at(-1)!]
  const height = line.map(({ h }) => h).toSorted((a, b) => a - b)[line.length >> 1]!
  const [high, low] = [Math.min(middleOf(first), middleOf(last)), Math.max(middleOf(first), middleOf(last))]
  const left = Math.max(0, Math.round(first.x - 3 * height))
  const top = Math.max(0, Math.round(high - 1.2 * height))
  const width = Math.min(page.width, Math.round(endOf(last) + 1.5 * height)) - left
  const tall = Math.min(page.height, Math.round(low + 1.2 * height)) - top
  const angle = Math.atan2(middleOf(last) - middleOf(first), endOf(last) - last.w / 2 - first.x - first.w / 2)
  const large = await pictureOf(page)
    .extract({ left, top, width, height: tall })
    .resize({ width: Math.round((width * HEIGHT) / height) })
    .png()
    .toBuffer()
  return greyOf(sharp(large).rotate((-angle * 180) / Math.PI, { background: '#808080' }))
}

async function seen(page: Grey, rough: readonly Box[], light: boolean, sign: CarSign): Promise<SeenLine> {
  const cut = await cutOut(page, rough)
  const ink = inkOf(cut, light, WINDOW.line)
  const pieces = boxesOf(ink, cut.width, cut.height)
  const [line] = linesOf(pieces, HEIGHT * 0.7, SIGNS[sign])
  if (line === undefined) return []
  const inked = light ? pictureOf(cut) : pictureOf(cut).negate()
  const png = await inked.png().toBuffer()
  const part = async ({ x, y, w, h }: Box) =>
    sharp(await sharp(png).extract({ left: x, top: y, width: w, height: h }).png().toBuffer())
  const signs: SeenSign[] = []
  for (const [at, box] of line.entries()) {
    const next = line[at + 1]
    const like = await latinOf(await part(box), box.w, box.h)
    // Strokes of a province may be taken for the first signs of a line.
    const place = sign === 'plate' && at < 4 ? provinceBefore(box, line, pieces) : null
    const province = place === null ? null : await provinceOf(await part(place))
    signs.push({
      sign: like.sign,
      score: like.score,
      gap: next === undefined ? 0 : (next.x - endOf(box)) / box.h,
      province:
        province !== null && province.score > PROVINCE.score && province.ahead > PROVINCE.ahead ? province.sign : null,
    })
  }
  return signs
}

/** What stands left of a sign in one place of the plate, in pieces; null where hardly anything does. */
function provinceBefore(box: Box, line: readonly Box[], pieces: readonly Box[]): Box | null {
  const wide = Math.max(...line.map(({ w }) => w))
  // Without the border of the plate, which is taller or reaches further than any stroke of the province's sign.
  const strokes = pieces.filter(
    (one) =>
      one.x > box.x - 1.8 * wide &&
      endOf(one) < box.x &&
      one.y > box.y - 0.12 * box.h &&
      one.y + one.h < box.y + 1.12 * box.h &&
      one.h > 2,
  )
  if (strokes.length === 0) return null
  const [x, y] = [Math.min(...strokes.map((one) => one.x)), Math.min(...strokes.map((one) => one.y))]
  const w = Math.max(...strokes.map(endOf)) - x
  const h = Math.max(...strokes.map((one) => one.y + one.h)) - y
  return w > box.h * 0.25 && h > box.h * 0.5 ? { x, y, w, h } : null
}

/** A frame number in bars, along any row or column. */
async function barsOf(page: Grey): Promise<string | null> {
  for (const upright of [true, false]) {
    const { width, height, ...grey } = upright ? page : await greyOf(pictureOf(page).rotate(90))
    const ink = inkOf({ width, height, ...grey }, false, WINDOW.bars)
    for (let y = 4; y < height; y += 8)
      for (const text of textsOfBars(runsOf(ink, y * width, (y + 1) * width))) {
        const vin = vinPrinted(text)
        if (vin !== null) return vin
      }
  }
  return null
}

async function read({ source, sign }: SignJob): Promise<SignResult> {
  const page = await greyOf(
    sharp(source).rotate().flatten({ background: 'white' }).resize(SIDE, SIDE, { fit: 'inside' }),
  )
  const bars = sign === 'vin' ? await barsOf(page) : null
  if (bars !== null) return bars
  const lines: SeenLine[] = []
  for (const light of [true, false]) {
    const rough = linesOf(boxesOf(inkOf(page, light, WINDOW.page), page.width, page.height), LEAST, SIGNS[sign])
    for (const line of rough.slice(0, LINES)) lines.push(await seen(page, line, light, sign))
  }
  return sign === 'plate' ? plateOf(lines) : vinOf(lines)
}

process.on('message', (job: SignJob) => {
  read(job)
    .catch((): SignResult => null)
    .then((result) => process.send?.(result))
})
// The server is gone, or needs us no longer.
process.on('disconnect', () => process.exit())
