import { expect, it } from 'vitest'
import { extensionOf, hasThumbnail, isPdf, kindOf, mediaIdOf, mediaPath } from './path.ts'

it.each([
  ['a.mp4', 'video'],
  ['a.MOV', 'video'],
  ['a.wmv', 'video'],
  ['a.3gp', 'video'],
  ['a.avi', 'video'],
  ['a.jpg', 'image'],
  ['a.mkv', 'image'],
  ['blob', 'image'],
  ['mp4', 'image'],
  ['a.mp4.jpg', 'image'],
])('%s is a %s', (name, kind) => expect(kindOf(name)).toBe(kind))

it.each([
  ['a.jpg', true],
  ['a.JPEG', true],
  ['a.png', true],
  ['a.webp', false],
  ['a.gif', false],
  ['a.mp4', false],
])('%s has a thumbnail: %s', (name, has) => expect(hasThumbnail(name)).toBe(has))

it('reads the extension of names, paths and URLs', () => {
  expect(extensionOf('IMG_1.HEIC')).toBe('.heic')
  expect(extensionOf('/media/12/a.jpg?e=1&s=x.png')).toBe('.jpg')
  expect(extensionOf('no-extension')).toBe('')
  expect(extensionOf('odd.j pg')).toBe('')
  expect(isPdf('收据.PDF')).toBe(true)
})

it('stores a file by merchant, business and month', () => {
  const file = { merchantId: '12', biz: 'pickup', id: 'k3Qz9aBd', extension: '.jpg' }
  expect(mediaPath({ ...file, at: 1796090400123 })).toBe('12/pickup/202612/1796090400123k3Qz9aBd.jpg')
  // 2026-11-30T16:30Z is in December in Asia/Shanghai.
  const at = Date.parse('2026-11-30T16:30:00Z')
  expect(mediaPath({ ...file, at })).toBe(`12/pickup/202612/${at}k3Qz9aBd.jpg`)
})

it('takes 8 uniformly distributed characters from random bytes', () => {
  expect(mediaIdOf(Uint8Array.from({ length: 16 }, (_, i) => i))).toBe('ABCDEFGH')
  expect(mediaIdOf(Uint8Array.from([255, 250, 248, 61, 62, 123, 124, 247, 0, 1, 2]))).toBe('9A9A9ABC')
  expect(() => mediaIdOf(new Uint8Array(4))).toThrow('too few random bytes')
})
