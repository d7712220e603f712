import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  carriesMetadata,
  compressImage,
  imageToBase64,
  isCompressible,
  NOT_A_FILE,
  NOT_AN_IMAGE,
  targetSize,
  targetType,
} from './image.ts'

const blob = (type: string) => new Blob(['x'], { type })

describe('what may be compressed', () => {
  it('asks for a file or blob', async () => {
    for (const wrong of [null, 'a.jpg', {}, new ArrayBuffer(1)]) {
      await expect(compressImage(wrong)).rejects.toThrow(NOT_A_FILE)
    }
  })
  it('asks for an image', async () => {
    await expect(compressImage(blob('text/plain'))).rejects.toThrow(NOT_AN_IMAGE)
    await expect(compressImage(blob(''))).rejects.toThrow(NOT_AN_IMAGE)
  })
  it('leaves animations and drawings as they are', async () => {
    expect(isCompressible(blob('image/gif'))).toBe(false)
    expect(isCompressible(blob('image/svg+xml'))).toBe(false)
    expect(isCompressible(blob('image/jpeg'))).toBe(true)
    const file = new File(['x'], 'a.gif', { type: 'image/gif' })
    expect(await compressImage(file)).toBe(file)
  })
})

describe('what it becomes', () => {
  it('keeps a PNG up to 5,000,000 bytes and makes a JPEG of anything larger or else', () => {
    expect(targetType('image/png', 5_000_000)).toBe('image/png')
    expect(targetType('image/png', 5_000_001)).toBe('image/jpeg')
    expect(targetType('image/jpeg', 1)).toBe('image/jpeg')
    expect(targetType('image/webp', 1)).toBe('image/jpeg')
  })
  it.each([
    [4000, 3000, 2560, 1920],
    [3000, 4000, 1920, 2560],
    [2560, 100, 2560, 100],
    [800, 600, 800, 600],
    [10_000, 1, 2560, 1],
  ])('makes %i × %i at most 2,560 long', (width, height, toWidth, toHeight) => {
    expect(targetSize(width, height)).toEqual({ width: toWidth, height: toHeight })
  })
})

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const length = (bytes: number) => [0, 0, bytes >> 8, bytes & 255]

/** A PNG of chunks with these names, 300 bytes each. */
const png = (...names: string[]) =>
  new Uint8Array([
    ...[0x89, ...ascii('PNG'), 13, 10, 26, 10],
    ...['IHDR', ...names, 'IEND'].flatMap((name) => [...length(300), ...ascii(name), ...Array(304).fill(0)]),
  ])

/** A WebP of chunks with these names, 301 bytes each. */
const webp = (...names: string[]) =>
  new Uint8Array([
    ...[...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP')],
    ...['VP8X', ...names].flatMap((name) => [...ascii(name), ...length(301).reverse(), ...Array(302).fill(0)]),
  ])

describe('what a file tells beside its pixels', () => {
  it.each(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])('is found in a PNG, before its pixels or after: %s', (name) => {
    expect(carriesMetadata('image/png', png('gAMA', 'IDAT'))).toBe(false)
    expect(carriesMetadata('image/png', png(name, 'IDAT'))).toBe(true)
    expect(carriesMetadata('image/png', png('IDAT', 'IDAT', name))).toBe(true)
  })
  it.each(['EXIF', 'XMP '])('is found in a WebP: %s', (name) => {
    expect(carriesMetadata('image/webp', webp('VP8 '))).toBe(false)
    expect(carriesMetadata('image/webp', webp('VP8 ', name))).toBe(true)
  })
  it('is taken for granted of what is no PNG or WebP, whatever it is called', () => {
    expect(carriesMetadata('image/jpeg', png('IDAT'))).toBe(true)
    expect(carriesMetadata('image/png', webp('VP8 '))).toBe(true)
    expect(carriesMetadata('image/webp', new Uint8Array(3))).toBe(true)
  })
})

describe('a picture that does not get smaller', () => {
  afterEach(() => void vi.unstubAllGlobals())

  /** A browser whose pictures are of 9,999 bytes. */
  function draws() {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close() {} }))
    const toBlob = (answer: (blob: Blob) => void, type: string) => answer(new Blob([new Uint8Array(9999)], { type }))
    const context = { canvas: { toBlob }, fillRect() {}, drawImage() {} }
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) })
  }

  it('is sent as it is, unless it tells of more than its pixels', async () => {
    draws()
    const plain = new File([png('IDAT')], 'a.png', { type: 'image/png' })
    expect(await compressImage(plain)).toBe(plain)
    const telling = new File([png('IDAT', 'tEXt')], 'b.png', { type: 'image/png' })
    expect(await compressImage(telling)).toMatchObject({ name: 'b.png', type: 'image/png', size: 9999 })
    const located = new File([webp('VP8 ', 'EXIF')], 'c.webp', { type: 'image/webp' })
    expect(await compressImage(located)).toMatchObject({ name: 'c.webp', type: 'image/jpeg', size: 9999 })
  })
})

describe('an image as base64', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const images: { src: string; onload?: () => void; onerror?: () => void }[] = []
  const withImages = () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        naturalWidth = 4
        naturalHeight = 2
        constructor() {
          images.push(this)
        }
      },
    )
    vi.stubGlobal('document', {
      createElement: () => ({
        getContext: () => ({ canvas: { toDataURL: (type: string) => `data:${type};base64,QUJD` }, drawImage() {} }),
      }),
    })
  }

  it('has no prefix', async () => {
    withImages()
    const read = imageToBase64('/sign.png')
    images.at(-1)!.onload!()
    expect(await read).toBe('QUJD')
  })
  it('is given up after 10 s, and no earlier', async () => {
    withImages()
    const read = imageToBase64('/sign.png').catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(images.at(-1)!.src).toBe('/sign.png')
    await vi.advanceTimersByTimeAsync(1)
    expect(await read).toBe('Image load timeout')
    expect(images.at(-1)!.src).toBe('')
  })
})
