import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaperPort } from '../../kernel/ports.ts'
import { openPapers } from './papers.ts'

let folder: string
let papers: PaperPort

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-papers-'))
  papers = openPapers(folder)
})
afterAll(async () => {
  await papers.close()
  await rm(folder, { recursive: true })
})

const document = (renter: string): PaperDocument => ({
  title: '机动车租赁合同',
  agreementNo: 'HT1',
  madeAt: Date.parse('2026-11-20T10:00:00+08:00'),
  lessor: `${renter}租车`,
  renter,
  sections: [{ title: '承租方', rows: [{ label: '姓名', text: renter }] }],
  fees: [],
  clauses: [{ title: '租赁', text: `出租给${renter}使用。\n第二段`, strong: true }],
  consent: '同意',
  marks: [],
  photos: [],
})

/** Glyphs that the pages draw (0: none), and the text that copying from them gives. */
async function printed(renter: string) {
  const pdf = (
    await papers.print(
      {
        document: document(renter),
        photos: [],
        stamp: null,
        sha256: 'ab',
        verifyUrl: 'https://cheyi.example/agreement/verify',
        signed: { hand: [[{ x: 1, y: 1, t: 0 }]], at: 0, facts: [{ label: '签署人', text: renter }] },
      } as never,
      { merchantId: '1', accountId: '1' },
    )
  ).toString('latin1')
  const streams = [...pdf.matchAll(/\/FlateDecode\n?>>\s*stream\r?\n([\s\S]*?)\nendstream/g)].map((found) =>
    inflateSync(Buffer.from(found[1]!, 'latin1')).toString('latin1'),
  )
  const shown = streams.flatMap((stream) =>
    [...stream.matchAll(/<([0-9a-f]+)>[^\n]*?\]?\s*TJ/g)].map((found) => found[0]),
  )
  const glyphs = shown.flatMap((line) =>
    [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap((found) => found[1]!.match(/.{4}/g)!),
  )
  const unicode = streams
    .filter((stream) => stream.includes('beginbfrange'))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f ]+)>/g)].map((found) => found[1]!))
    .flatMap((hex) => [...Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')])
  return { glyphs: glyphs.map((id) => Number.parseInt(id, 16)), unicode: new Set(unicode) }
}

describe('a printed name', () => {
  it.each(['张𬱖', '䶮子', '㛃', '喆', '李堃', '𫖮·𬭎', '김민준', '朴김', 'Łukasz Żółć', 'Yılmaz Şeker', 'ẞ'])(
    'is drawn whole, and can be copied: %s',
    async (name) => {
      const { glyphs, unicode } = await printed(name)
      expect(glyphs.length).toBeGreaterThan(50)
      expect(glyphs).not.toContain(0)
      for (const character of name) expect(unicode).toContain(character)
    },
  )

  it('names a character that the font lacks by its code point, and leaves no gap', async () => {
    const { glyphs, unicode } = await printed('王𪨧\u{E0100}\u200B')
    expect(glyphs).not.toContain(0)
    for (const character of '〔U+2AA27〕') expect(unicode).toContain(character)
    expect(unicode).not.toContain('𪨧')
  })
})
