import { describe, expect, it } from 'vitest'
import {
  compressImage,
  isCompressible,
  keepsResult,
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
  it('sends the original when nothing is gained, unless it carries metadata', () => {
    expect(keepsResult(90, 100, false)).toBe(true)
    expect(keepsResult(110, 100, false)).toBe(false)
    expect(keepsResult(110, 100, true)).toBe(true)
  })
})
