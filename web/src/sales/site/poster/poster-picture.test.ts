import { expect, it } from 'vitest'
import { pdfOf } from './poster-picture.ts'

it('writes a PDF whose table says where each object begins', async () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])
  const bytes = new Uint8Array(await pdfOf(jpeg, 1240, 1754).arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const table = Number(/startxref\n(\d+)/.exec(text)![1])
  expect(text.slice(table, table + 5)).toBe('xref\n')
  const starts = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  expect(starts).toHaveLength(5)
  for (const [i, start] of starts.entries()) expect(text.slice(start, start + 8)).toBe(`${i + 1} 0 obj\n`)
  expect(text).toContain('/Length 9 >>\nstream\n')
})
