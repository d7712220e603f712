import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { createOCREngine } from 'tesseract-wasm'

/*
 * The process that reads the text of papers by Tesseract, one picture at a time; `local.ts` starts it. It asks no network: the
 * program and what it knows of Chinese come with two packages.
 */

export interface TextJob {
  readonly source: string
}

/** The text of a picture, read several times; null when it is none. */
export type TextResult = readonly string[] | null

/**
 * Largest side, and how far the picture is blurred (sigma) beforehand: the fine lines behind the print go. What one reads wrong
 * another seldom reads alike.
 */
const VIEWS = [
  [1400, 0.8],
  [1400, 1.3],
  [1100, 0.7],
] as const

sharp.cache(false)
sharp.concurrency(1)

const { resolve } = createRequire(import.meta.url)

const opening = (async () => {
  const program = join(dirname(resolve('tesseract-wasm')), 'tesseract-core.wasm')
  const language = join(dirname(resolve('@tesseract.js-data/chi_sim')), '4.0.0_best_int/chi_sim.traineddata.gz')
  const engine = await createOCREngine({ wasmBinary: await readFile(program) })
  engine.loadModel(gunzipSync(await readFile(language)))
  return engine
})()

async function read({ source }: TextJob): Promise<readonly string[]> {
  const engine = await opening
  const texts: string[] = []
  for (const [side, sigma] of VIEWS) {
    const grey = await sharp(source)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .normalise()
      .blur(sigma)
      .png()
      .toBuffer()
    const { data, info } = await sharp(grey)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    engine.loadImage({ data: new Uint8ClampedArray(data), width: info.width, height: info.height })
    texts.push(engine.getText())
    engine.clearImage()
  }
  return texts
}

process.on('message', (job: TextJob) => {
  read(job)
    .catch((): TextResult => null)
    .then((result) => process.send?.(result))
})
// The server is gone, or needs us no longer.
process.on('disconnect', () => process.exit())
