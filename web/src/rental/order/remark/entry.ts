/* Photos of a remark in progress, and the length of its text. */

export const MAX_PHOTOS = 9

/** A photo with its upload status. */
interface Photo {
  readonly status: 'uploading' | 'failed' | 'done'
}

export function photosProblem(photos: readonly Photo[]): string | undefined {
  const many = tooMany(photos)
  if (many) return many
  if (photos.some(({ status }) => status === 'failed')) return '有照片上传失败，请重试或删除'
  return photos.some(({ status }) => status === 'uploading') ? '照片还在上传，请稍候' : undefined
}

/** An album can return more photos than allowed: the error is shown at once. */
export const tooMany = (photos: readonly Photo[]): string | undefined =>
  photos.length > MAX_PHOTOS ? `最多 ${MAX_PHOTOS} 张照片，请删除 ${photos.length - MAX_PHOTOS} 张` : undefined

/** The text length, shown only near the limit. */
export const lengthNote = (content: string, most: number): string | undefined =>
  content.trim().length > most - 100 ? `${content.trim().length}/${most}` : undefined
