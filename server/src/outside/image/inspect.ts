import { readFile, stat } from 'node:fs/promises'
import { extensionOf, hasThumbnail, isPdf, kindOf, maxBytes } from '@cheyi/domain/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import type { InspectedFile } from '../../kernel/context.ts'
import type { FileInspector } from '../../kernel/upload.ts'
import { slots } from './slots.ts'

/*
 * What is kept of an uploaded file. Its real type is told by its first bytes; a picture is decoded and written anew in
 * its own format, which turns it upright, drops where and by what it was taken, and leaves nothing hidden behind it.
 */

// Nothing is asked twice, so a cache would only hold memory; the slots below decide what runs side by side.
sharp.cache(false)
sharp.concurrency(1)

const MAX_SIDE = 12_000
const MAX_PIXELS = MAX_SIDE * MAX_SIDE
const THUMB_SIDE = 320
const SLOTS = 2
/** A decoded picture above this takes the whole machine, so that two of them never stand in memory at once. */
const BIG_PIXELS = 30_000_000

const inLine = slots(SLOTS)

/** How each accepted type is written again. */
const formats: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 85 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 85 }),
  'image/gif': (picture) => picture.gif(),
}

/** Names a picture may carry, whatever its real type: a phone's `.heic` arrives as the JPEG it was compressed to. */
const pictureNames = [
  ...['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.gif'],
  ...['.bmp', '.heic', '.heif', '.avif', '.tif', '.tiff'],
]

const refused = (why: string) => new Refusal('fileTypeRefused', { 说明: `：${why}` })

export const fileInspector: FileInspector = {
  forbids(fileName) {
    if (kindOf(fileName) === 'video') return refused('暂不支持上传视频')
    const extension = extensionOf(fileName)
    return extension === '' || isPdf(fileName) || pictureNames.includes(extension) ? null : refused(extension)
  },

  async inspect(fileName, storedAt) {
    const type = await fileTypeFromFile(storedAt)
    if (isPdf(fileName)) {
      if (type?.mime !== 'application/pdf') throw refused('文件内容不是PDF')
      return document(storedAt)
    }
    const write = formats[type?.mime ?? '']
    if (type === undefined || write === undefined) throw refused('请上传JPG、PNG、WebP或GIF图片')
    const extension = extensionOf(fileName) || `.${type.ext}`
    try {
      return await picture(storedAt, { extension, mime: type.mime, write })
    } catch (error) {
      throw error instanceof Refusal ? error : refused('图片已损坏，无法读取')
    }
  },
}

async function document(storedAt: string): Promise<InspectedFile> {
  if ((await stat(storedAt)).size > maxBytes.pdf) throw new Refusal('fileTooLarge', { n: maxBytes.pdf / 1024 / 1024 })
  const bytes = await readFile(storedAt)
  return { kind: 'pdf', mime: 'application/pdf', extension: '.pdf', bytes, thumb: null, width: null, height: null }
}

async function picture(
  storedAt: string,
  { extension, mime, write }: { extension: string; mime: string; write: (picture: Sharp) => Sharp },
): Promise<InspectedFile> {
  // A truncated picture is an error; the harmless oddities that some cameras write are not.
  const open = (input: string | Buffer) =>
    sharp(input, { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: mime === 'image/gif' })
  const { width, height, pageHeight = height } = await open(storedAt).metadata()
  if (width > MAX_SIDE || pageHeight > MAX_SIDE) throw refused(`图片宽高不能超过${MAX_SIDE}像素`)

  return inLine(width * height > BIG_PIXELS ? SLOTS : 1, async () => {
    const { data, info } = await write(open(storedAt).autoOrient()).toBuffer({ resolveWithObject: true })
    const small = open(data).resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    return {
      kind: 'image',
      mime,
      extension,
      bytes: data,
      thumb: hasThumbnail(extension) ? await small.webp({ quality: 75 }).toBuffer() : null,
      width: info.width,
      height: info.pageHeight ?? info.height,
    }
  })
}

/** The real type of a stored file, as it is served; null for what is never shown in a page. */
export async function servedType(bytes: Buffer): Promise<string | null> {
  const type = await fileTypeFromBuffer(bytes)
  return type !== undefined && (type.mime in formats || type.mime === 'application/pdf') ? type.mime : null
}
