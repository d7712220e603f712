import { expect, it } from 'vitest'
import { sizeText } from './size.ts'

const MB = 1024 * 1024

it.each([
  [0, '0KB'],
  [1, '0KB'],
  [1536, '1.5KB'],
  [310.4 * MB, '310MB'],
  [1023.4 * MB, '1023MB'],
  [1023.6 * MB, '1GB'],
  [12.4 * 1024 * MB, '12GB'],
  [50 * 1024 * MB, '50GB'],
  [2.25 * 1024 * 1024 * MB, '2.3TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
