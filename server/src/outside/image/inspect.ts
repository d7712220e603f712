import { readFile, rm, stat } from 'node:fs/promises'
import { extensionOf, hasThumbnail, isPdf, isTable, kindOf, maxBytes } from '@cheyi/domain/platform/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import type { InspectedFile } from '../../kernel/context.ts'
import type { Whose } from '../../kernel/fair-queue.ts'
import { Unavailable } from '../../kernel/http/unavailable.ts'
import type { FileInspector } from '../../kernel/http/upload.ts'
import { inspectTable } from '../table/inspect-table.ts'
import type { Pictures } from './pictures.ts'

/*
 * What is stored of an uploaded file. Its real type is detected from its first bytes; a picture is decoded and encoded
 * again in its own format, which turns it upright, removes the place and device of the photo, and removes any hidden
 * data.
 */

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Allowed extensions of a picture, regardless of its real type: the `.heic` of a phone arrives as the JPEG that it was compressed to. */
const pictureNames = [
  ...['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.gif'],
  ...['.bmp', '.heic', '.heif', '.avif', '.tif', '.tiff'],
]

const fileRefusal = (why: string) => new Refusal('fileTypeRefused', { 说明: `：${why}` })

const refusals = {
  broken: '图片已损坏，无法读取',
  tooLarge: '图片宽高不能超过12000像素',
  tooLong: '动图不能超过100帧或共1000万像素，请改传静态图片',
} as const

export function fileInspector(pictures: Pick<Pictures, 'rewrite'>): FileInspector {
  return {
    maxMb: (fileName) => maxBytes[isPdf(fileName) ? 'pdf' : isTable(fileName) ? 'table' : 'image'] / 1024 / 1024,

    forbids(fileName) {
      if (kindOf(fileName) === 'video') return fileRefusal('暂不支持上传视频')
      const extension = extensionOf(fileName)
      return extension === '' || isPdf(fileName) || isTable(fileName) || pictureNames.includes(extension)
        ? null
        : fileRefusal(extension)
    },

    async inspect(fileName, storedAt, whose, signal) {
      const type = await fileTypeFromFile(storedAt)
      if (isPdf(fileName)) {
        if (type?.mime !== 'application/pdf') throw fileRefusal('文件内容不是PDF')
        return document(storedAt)
      }
      if (isTable(fileName)) return inspectTable(storedAt, extensionOf(fileName), type?.mime)
      // Decoding them requires a patent licence, so no freely distributable build of the library can.
      if (type !== undefined && /^image\/hei[cf]/.test(type.mime))
        throw fileRefusal('HEIC照片无法读取，请在相机设置中改用JPG，或截图后上传')
      if (type === undefined || !pictureTypes.includes(type.mime)) throw fileRefusal('请上传JPG、PNG、WebP或GIF图片')
      return picture(pictures, storedAt, type.mime, extensionOf(fileName) || `.${type.ext}`, whose, signal)
    },
  }
}

async function document(storedAt: string): Promise<InspectedFile> {
  if ((await stat(storedAt)).size > maxBytes.pdf) throw new Refusal('fileTooLarge', { n: maxBytes.pdf / 1024 / 1024 })
  const bytes = await readFile(storedAt)
  return { kind: 'pdf', mime: 'application/pdf', extension: '.pdf', bytes, thumb: null, width: null, height: null }
}

async function picture(
  pictures: Pick<Pictures, 'rewrite'>,
  source: string,
  mime: string,
  extension: string,
  whose: Whose,
  signal: AbortSignal,
): Promise<InspectedFile> {
  const target = `${source}.kept`
  const thumb = hasThumbnail(extension) ? `${source}.thumb` : null
  try {
    const result = await pictures.rewrite({ source, target, thumb, mime }, whose, signal)
    if (!result.ok) throw result.why === 'full' ? new Unavailable('storage') : fileRefusal(refusals[result.why])
    return {
      kind: 'image',
      mime,
      extension,
      bytes: await readFile(target),
      thumb: thumb === null ? null : await readFile(thumb),
      width: result.width,
      height: result.height,
    }
  } finally {
    await rm(target, { force: true })
    if (thumb !== null) await rm(thumb, { force: true })
  }
}

/** The real type of a stored file for its response; null for a type that is never shown in a page. */
export async function servedType(bytes: Buffer): Promise<string | null> {
  const type = await fileTypeFromBuffer(bytes)
  return type !== undefined && (pictureTypes.includes(type.mime) || type.mime === 'application/pdf') ? type.mime : null
}
