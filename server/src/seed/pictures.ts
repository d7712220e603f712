import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Context } from '../kernel/context.ts'
import { newMediaPath } from '../kernel/media-store.ts'

/** Own drawings of car bodies, one per photo slot, so that the demo contains no pictures of others. */
const views: Readonly<Record<string, { readonly tint: string; readonly path: string }>> = {
  interior: {
    tint: '#e9e4dc',
    path: 'M200 620 V430 Q210 360 280 360 H420 Q470 360 470 430 V620 M530 620 V430 Q530 360 580 360 H720 Q790 360 800 430 V620 M160 640 H840',
  },
  front: {
    tint: '#dfe6f2',
    path: 'M260 420 Q270 300 340 250 H620 Q690 300 700 420 V560 H640 V600 H560 V560 H400 V600 H320 V560 H260 Z',
  },
  rear: {
    tint: '#e8e2ef',
    path: 'M260 430 Q280 290 350 250 H610 Q680 290 700 430 V570 H630 V610 H550 V570 H410 V610 H330 V570 H260 Z',
  },
  left: {
    tint: '#e2efe8',
    path: 'M120 480 Q140 400 300 380 L400 280 H640 L760 390 Q860 400 870 480 V540 H800 A60 60 0 0 0 680 540 H320 A60 60 0 0 0 200 540 H120 Z',
  },
  right: {
    tint: '#efe9df',
    path: 'M870 480 Q850 400 690 380 L590 280 H350 L230 390 Q130 400 120 480 V540 H190 A60 60 0 0 1 310 540 H670 A60 60 0 0 1 790 540 H870 Z',
  },
  dashboard: {
    tint: '#1d2530',
    path: 'M160 520 A180 180 0 0 1 480 520 Z M520 520 A180 180 0 0 1 840 520 Z M300 520 L360 400 L372 406 L316 524 Z M660 520 L770 430 L776 442 L672 530 Z',
  },
  paper: {
    tint: '#f6f4ee',
    path: 'M300 140 H700 V640 H300 Z M340 200 H660 V212 H340 Z M340 250 H660 V262 H340 Z M340 300 H660 V312 H340 Z M340 350 H600 V362 H340 Z M480 560 H660 V572 H480 Z',
  },
}

export interface Picture {
  readonly bytes: Buffer
  readonly thumb: Buffer
  readonly sha256: Buffer
  /** Path of the first copy; further names refer to the same bytes. */
  readonly path: string
}

export type Pictures = Readonly<Record<string, Picture>>

const WIDTH = 1000
const HEIGHT = 750

export async function drawPictures(ctx: Pick<Context, 'media' | 'merchantId' | 'now'>): Promise<Pictures> {
  const drawn: Record<string, Picture> = {}
  for (const [slot, { tint, path }] of Object.entries(views)) {
    const ink = slot === 'dashboard' ? '#8fb4ff' : '#5b6472'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${tint}"/><path d="${path}" fill="none" stroke="${ink}" stroke-width="10" stroke-linejoin="round"/></svg>`
    const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
    const thumb = await sharp(bytes).resize(320).webp().toBuffer()
    const at = newMediaPath(ctx, 'seed', '.jpg')
    await ctx.media.put(at, bytes, thumb)
    drawn[slot] = { bytes, thumb, sha256: createHash('sha256').update(bytes).digest(), path: at }
  }
  return drawn
}

/** A voucher may be used only once, so each is a different file: bytes after the end of a JPEG are not shown. */
function ofItsOwn(picture: Picture, biz: string): Picture {
  if (biz !== 'voucher') return picture
  const bytes = Buffer.concat([picture.bytes, randomBytes(8)])
  return { ...picture, bytes, sha256: createHash('sha256').update(bytes).digest() }
}

/**
 * Uploads of the acting account, as a phone would send them; one statement for all.
 * @returns media ids
 */
export async function takePictures(
  ctx: Context,
  pictures: Pictures,
  biz: 'pickup' | 'return' | 'voucher' | 'agreement' | 'ticket' | 'vehicle' | 'violation',
  slots: readonly string[],
): Promise<string[]> {
  const rows = slots.map((slot) => ({
    picture: ofItsOwn(pictures[slot]!, biz),
    path: newMediaPath(ctx, biz, '.jpg'),
  }))
  await Promise.all(
    rows.map(({ picture, path }) =>
      biz === 'voucher' ? ctx.media.put(path, picture.bytes, picture.thumb) : ctx.media.copy(picture.path, path),
    ),
  )
  const inserted = await ctx.db
    .insertInto('media')
    .values(
      rows.map(({ picture, path }) => ({
        biz,
        kind: 'image',
        path,
        thumb: true,
        mime: 'image/jpeg',
        sizeBytes: picture.bytes.length,
        sha256: picture.sha256,
        width: WIDTH,
        height: HEIGHT,
        takenAt: ctx.now,
      })),
    )
    .returning('id')
    .execute()
  return inserted.map((row) => row.id)
}
