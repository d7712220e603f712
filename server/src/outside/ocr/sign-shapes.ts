import { fileURLToPath } from 'node:url'
import { PROVINCES } from '@cheyi/domain/check/plate'
import sharp, { type Sharp } from 'sharp'

/*
 * What a sign looks like, told by its likeness to drawn ones: signs of a plate are of one stencil, so that a font serves.
 */

/** What is compared: all signs stretched to one size, since those of a plate fill theirs. */
const LATIN = { width: 16, height: 32 }
const PROVINCE = { width: 32, height: 48 }
/** A sign narrower than this in heights is a 1. */
const ONE = 0.28

type Size = typeof LATIN
type Shape = Float64Array
interface Drawn {
  readonly sign: string
  readonly shape: Shape
}

export interface Likeness {
  readonly sign: string
  /** 1: the same shape. */
  readonly score: number
  /** How much more alike than the next one. */
  readonly ahead: number
}

/** Ink is light. Two shapes are as alike as the product of their points. */
async function shapeOf(picture: Sharp, { width, height }: Size): Promise<Shape> {
  const points = await picture.resize(width, height, { fit: 'fill' }).blur(0.8).greyscale().raw().toBuffer()
  const mean = points.reduce((sum, point) => sum + point, 0) / points.length
  const shape = Float64Array.from(points, (point) => point - mean)
  const length = Math.sqrt(shape.reduce((sum, point) => sum + point * point, 0))
  return length === 0 ? shape : shape.map((point) => point / length)
}

async function draw(signs: string, size: Size): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = []
  for (const weight of ['Bold', 'Medium']) {
    const font = new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc'))
    for (const sign of signs) {
      const text = await sharp({
        text: {
          text: `<span foreground="white">${sign}</span>`,
          rgba: true,
          font: `Noto Sans S Chinese ${weight} 80`,
          fontfile: fileURLToPath(font),
          dpi: 72,
        },
      })
        .flatten({ background: 'black' })
        .trim()
        .png()
        .toBuffer()
      drawn.push({ sign, shape: await shapeOf(sharp(text), size) })
    }
  }
  return drawn
}

const latin = draw('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', LATIN)
const provinces = draw(PROVINCES, PROVINCE)

function mostAlike(shape: Shape, drawn: readonly Drawn[]): Likeness {
  const best = new Map<string, number>()
  for (const { sign, shape: other } of drawn) {
    const score = shape.reduce((sum, point, at) => sum + point * other[at]!, 0)
    best.set(sign, Math.max(score, best.get(sign) ?? 0))
  }
  const [[sign, score] = ['', 0], [, next] = ['', 0]] = [...best].toSorted((a, b) => b[1] - a[1])
  return { sign, score, ahead: score - next }
}

/** A letter or digit. @param picture cut to its edges, its ink light */
export async function latinOf(picture: Sharp, width: number, height: number): Promise<Likeness> {
  if (width < height * ONE) return { sign: '1', score: 1, ahead: 1 }
  return mostAlike(await shapeOf(picture, LATIN), await latin)
}

/** The short name of a province, alike. */
export const provinceOf = async (picture: Sharp): Promise<Likeness> =>
  mostAlike(await shapeOf(picture, PROVINCE), await provinces)
