/*
 * Photos before they are sent: rotated upright, without metadata, at most 2,560 pixels long, quality 0.8. The decisions
 * are pure functions; only the drawing needs a browser.
 */

const QUALITY = 0.8
/** A PNG larger than this, in bytes, becomes a JPEG. */
const CONVERT_ABOVE = 5_000_000
const LONGEST_SIDE = 2560
const LOAD_TIMEOUT = 10_000

/** Sent unchanged: an animation would lose its frames, a vector drawing has no pixels. */
const UNTOUCHED = ['image/gif', 'image/svg+xml']

export const NOT_A_FILE = '参数必须是File或Blob'
export const NOT_AN_IMAGE = '请选择图片文件'
export const NO_CANVAS = '当前浏览器不支持图片压缩'

/** Whether the image is to be compressed. @throws TypeError unless the argument is an image file */
export function isCompressible(file: unknown): file is Blob {
  if (!(file instanceof Blob)) throw new TypeError(NOT_A_FILE)
  if (!file.type.startsWith('image/')) throw new TypeError(NOT_AN_IMAGE)
  return !UNTOUCHED.includes(file.type)
}

/** The type to encode to: a PNG stays one unless it is large, everything else becomes a JPEG. */
export function targetType(type: string, bytes: number): 'image/png' | 'image/jpeg' {
  return type === 'image/png' && bytes <= CONVERT_ABOVE ? 'image/png' : 'image/jpeg'
}

/** Width and height with the longest side within the limit; never enlarged. */
export function targetSize(
  width: number,
  height: number,
  longestSide = LONGEST_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Chunks with metadata: place, time, author and device of a picture. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'],
  'image/webp': ['EXIF', 'XMP '],
}

/** Offset of the first chunk of a file whose content matches its type; undefined otherwise. */
function firstChunk(type: string, view: DataView): number | undefined {
  const starts = (at: number, mark: number) => view.byteLength >= at + 4 && view.getUint32(at) === mark
  if (type === 'image/png' && starts(0, 0x89504e47)) return 8
  if (type === 'image/webp' && starts(0, 0x52494646) && starts(8, 0x57454250)) return 12
  return undefined
}

/**
 * Whether a file may contain metadata. Only the chunks of PNG and WebP are searched; for every other type, and for
 * content that does not match its type, it returns true.
 */
export function carriesMetadata(type: string, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = firstChunk(type, view)
  if (at === undefined) return true
  const png = type === 'image/png'
  while (at + 8 <= view.byteLength) {
    const name = String.fromCharCode(...bytes.subarray(png ? at + 4 : at, png ? at + 8 : at + 4))
    if (TELLING[type]!.includes(name)) return true
    // A PNG chunk has its length first and a checksum at the end; a WebP chunk is padded to an even length.
    const length = view.getUint32(png ? at : at + 4, !png)
    at += 8 + length + (png ? 4 : length % 2)
  }
  return false
}

/**
 * A smaller picture under the same name; the file itself when compression gains nothing and the file has no metadata.
 * Fails with {@link NOT_A_FILE}, {@link NOT_AN_IMAGE} or {@link NO_CANVAS}.
 */
export async function compressImage(file: unknown, longestSide = LONGEST_SIDE): Promise<File> {
  if (!isCompressible(file)) return asFile(file as Blob)
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error(NO_CANVAS)
  // Decoding applies the orientation from the metadata, and drawing drops the metadata. The option 'from-image' is
  // omitted: Safari 16 and Chrome 103 rotate the picture by default, and reject that value.
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new TypeError(NOT_AN_IMAGE)
  })
  const type = targetType(file.type, file.size)
  const { width, height } = targetSize(bitmap.width, bitmap.height, longestSide)
  const { canvas } = context
  canvas.width = width
  canvas.height = height
  if (type === 'image/jpeg') {
    // A JPEG has no transparency: transparent parts would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const result = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (!result) throw new Error(NO_CANVAS)
  const name = file instanceof File ? file.name : undefined
  const gains = result.size < file.size || carriesMetadata(file.type, new Uint8Array(await file.arrayBuffer()))
  return asFile(gains ? result : file, name)
}

const asFile = (
  blob: Blob,
  name = blob instanceof File ? blob.name : `photo${blob.type === 'image/png' ? '.png' : '.jpg'}`,
) => (blob instanceof File && blob.name === name ? blob : new File([blob], name, { type: blob.type }))

/** Loads an image and returns it as base64 without prefix. Fails after 10 s with "Image load timeout". */
export function imageToBase64(url: string, type: 'image/png' | 'image/jpeg' = 'image/png'): Promise<string> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    const timer = setTimeout(() => {
      image.src = ''
      reject(new Error('Image load timeout'))
    }, LOAD_TIMEOUT)
    image.crossOrigin = 'anonymous'
    image.onload = () => {
      clearTimeout(timer)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) return reject(new Error(NO_CANVAS))
      context.canvas.width = image.naturalWidth
      context.canvas.height = image.naturalHeight
      context.drawImage(image, 0, 0)
      resolve(context.canvas.toDataURL(type).split(',')[1] ?? '')
    }
    image.onerror = () => {
      clearTimeout(timer)
      reject(new Error('Image load failed'))
    }
    image.src = url
  })
}
