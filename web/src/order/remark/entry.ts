/*
 * A remark as it is being written.
 */

export const MAX_WORDS = 500
export const MAX_PHOTOS = 9

export interface Entry {
  readonly content: string
  readonly top: boolean
}

export const noEntry: Entry = { content: '', top: false }

/** A photo of it, as far as it is sent. */
interface Photo {
  readonly status: 'uploading' | 'failed' | 'done'
}

export interface Problems {
  readonly content?: string
  readonly photos?: string
}

/** What keeps it from being sent; a photo alone is no remark. */
export function problemsOf({ content }: Entry, photos: readonly Photo[]): Problems {
  const words = [...content.trim()].length
  return {
    ...(words === 0 ? { content: '请输入备注内容' } : {}),
    ...(words > MAX_WORDS ? { content: `备注不能超过${MAX_WORDS}字` } : {}),
    ...photoProblem(photos),
  }
}

function photoProblem(photos: readonly Photo[]): Pick<Problems, 'photos'> {
  const many = tooMany(photos)
  if (many) return { photos: many }
  if (photos.some(({ status }) => status === 'failed')) return { photos: '有照片上传失败，请重试或删除' }
  return photos.some(({ status }) => status === 'uploading') ? { photos: '照片还在上传，请稍候' } : {}
}

/** An album hands over as many as were ticked: said as soon as they are there. */
export const tooMany = (photos: readonly Photo[]): string | undefined =>
  photos.length > MAX_PHOTOS ? `最多 ${MAX_PHOTOS} 张照片，请删除 ${photos.length - MAX_PHOTOS} 张` : undefined

/** How far the text is from its limit, said only near it. */
export function lengthNote({ content }: Entry): string | undefined {
  const words = [...content.trim()].length
  return words > MAX_WORDS - 100 ? `${words}/${MAX_WORDS}` : undefined
}
