import type { PhotoFault } from '@cheyi/domain/rental/pickup-return/photo-fault'

/*
 * Whether a picture is usable: checked on the phone, while the user still stands in front of the car. The check is a
 * pure function; only the sample needs a browser.
 */

/** Side in px of the greyscale sample. */
export const SAMPLE = 64
/** Minimum of the shorter side, px. */
const LEAST = 800
/** Mean of the sample, 0–255. */
const DARKEST = 40
const BRIGHTEST = 235
/** Variance of the Laplacian: a covered or unfocused lens gives no edges. */
const SHARPEST_BLUR = 12

/**
 * @param grey `SAMPLE` × `SAMPLE` values of 0–255, row by row
 */
export function faultOf(width: number, height: number, grey: ArrayLike<number>): PhotoFault | null {
  if (Math.min(width, height) < LEAST) return 'small'
  const mean = sum(grey) / grey.length
  if (mean < DARKEST) return 'dark'
  if (mean > BRIGHTEST) return 'bright'
  const edges = laplacian(grey)
  const middle = sum(edges) / edges.length
  const variance = edges.reduce((all, edge) => all + (edge - middle) ** 2, 0) / edges.length
  return variance < SHARPEST_BLUR ? 'blurred' : null
}

function sum(values: ArrayLike<number>): number {
  let all = 0
  for (let i = 0; i < values.length; i++) all += values[i]!
  return all
}

function laplacian(grey: ArrayLike<number>): number[] {
  const edges: number[] = []
  for (let y = 1; y < SAMPLE - 1; y++)
    for (let x = 1; x < SAMPLE - 1; x++) {
      const at = y * SAMPLE + x
      edges.push(grey[at - 1]! + grey[at + 1]! + grey[at - SAMPLE]! + grey[at + SAMPLE]! - 4 * grey[at]!)
    }
  return edges
}

/** The fault of a picture; null when there is none, and when this browser cannot decode it. */
export async function judgePhoto(file: Blob): Promise<PhotoFault | null> {
  const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!ink || !bitmap) return null
  ink.canvas.width = SAMPLE
  ink.canvas.height = SAMPLE
  ink.drawImage(bitmap, 0, 0, SAMPLE, SAMPLE)
  const { width, height } = bitmap
  bitmap.close()
  const { data } = ink.getImageData(0, 0, SAMPLE, SAMPLE)
  const grey = Array.from(
    { length: SAMPLE * SAMPLE },
    (_, i) => 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!,
  )
  return faultOf(width, height, grey)
}
