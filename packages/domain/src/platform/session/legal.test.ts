import { describe, expect, it } from 'vitest'
import { isLocalDate } from '../../time.ts'
import { firstLegalTexts, legalHtml } from './legal.ts'
import { isConsentType, legalTypes } from './legal-text.ts'

describe.each(legalTypes)('legal text %s', (type) => {
  const text = firstLegalTexts[type]
  const html = legalHtml(text)

  it('has a version and two valid dates', () => {
    expect(text.version).toMatch(/^\d+\.\d+$/)
    expect(isLocalDate(text.updatedOn)).toBe(true)
    expect(isLocalDate(text.effectiveOn)).toBe(true)
    expect(text.effectiveOn >= text.updatedOn).toBe(true)
  })
  it('numbers its sections without a gap and leaves none empty', () => {
    const numerals = [
      '一',
      '二',
      '三',
      '四',
      '五',
      '六',
      '七',
      '八',
      '九',
      '十',
      '十一',
      '十二',
      '十三',
      '十四',
      '十五',
    ]
    expect(text.sections.map(({ heading }) => heading.split('、')[0])).toEqual(numerals.slice(0, text.sections.length))
    for (const { blocks } of text.sections) expect(blocks.length).toBeGreaterThan(0)
  })
  it('has tables whose rows are as wide as their heads', () => {
    for (const { blocks } of text.sections)
      for (const block of blocks)
        if (typeof block === 'object' && 'table' in block)
          for (const row of block.table) expect(row.length).toBe(block.table[0]?.length)
  })
  it('becomes HTML of plain elements', () => {
    expect(html.replaceAll(/<\/?(h2|p|ul|li|table|tr|th|td)>/g, '')).not.toMatch(/[<>]/)
    expect(html.length).toBeGreaterThan(isConsentType(type) ? 20 : 2000)
  })
})
