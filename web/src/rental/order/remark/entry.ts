/*
 * Photos of a remark that is being written, and how long its text is.
 */

export const MAX_PHOTOS = 9

/** A photo of it, as far as it is sent. */
interface Photo {
  readonly status: 'uploading' | 'failed' | 'done'
}

export function photosProblem(photos: readonly Photo[]): string | undefined {
  const many = tooMany(photos)
  if (many) return many
  if (photos.some(({ status }) => status === 'failed')) return '有照片上传失败，请重试或删除'
  return photos.some(({ status }) => status === 'uploading') ? '照片还在上传，请稍候' : undefined
}

/** An album hands over as many as were ticked: said as soon as they are there. */
export const tooMany = (photos: readonly Photo[]): string | undefined =>
  photos.length > MAX_PHOTOS ? `最多 ${MAX_PHOTOS} 张照片，请删除 ${photos.length - MAX_PHOTOS} 张` : undefined

/** How far the text is from its limit, said only near it. */
export const lengthNote = (content: string, most: number): string | undefined =>
  content.trim().length > most - 100 ? `${content.trim().length}/${most}` : undefined
