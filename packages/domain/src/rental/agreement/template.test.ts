import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInTemplates } from './built-in.ts'
import { agreementType, contractTypes } from './codes.ts'
import { longPaperExample, paperExample } from './paper-example.ts'
import { fillTemplate, templateParts, templateProblems, templateVariables, unknownVariables } from './template.ts'

const facts = { ...paperExample, agreementNo: 'HT261120000001', madeAt: Date.parse('2026-11-20T10:00:00+08:00') }

describe('variables of a template', () => {
  it('are filled in; unknown facts become a blank to write on', () => {
    expect(fillTemplate('{{承租方}}于{{ 取车时间 }}取车，{{里程约定}}', facts)).toBe(
      '张三于2026-11-20 10:00取车，每日300公里，超出部分每公里1.50元',
    )
    expect(fillTemplate('{{车牌号}}', { ...facts, vehicle: null })).toBe('＿＿＿＿')
  })

  it('of a long rental show its terms, and are blank in other documents', () => {
    const long = { ...facts, ...longPaperExample }
    expect(
      fillTemplate(
        '{{租期}}，{{月租金}}元，{{付款方式}}，宽限{{宽限天数}}天，每日{{逾期违约金比例}}，{{提前退租违约金}}元',
        long,
      ),
    ).toBe('3个月，4,200.00元，按月付，宽限3天，每日0.05%，4,200.00元')
    expect(fillTemplate('{{超时约定}}', long)).toContain('（¥140.00）')
    expect(fillTemplate('{{超时约定}}', facts)).toContain('按小时计费')
    expect(fillTemplate('{{月租金}}', facts)).toBe('＿＿＿＿')
  })

  it('that do not exist are reported, as are unbalanced braces', () => {
    expect(unknownVariables('{{承租方}}{{星座}}{{星座}}')).toEqual(['星座'])
    expect(unknownVariables('{{承租方}')).toEqual(['{{'])
    const wrong = { title: '{{承租方}', clauses: [{ title: '一', text: '{{星座}}', strong: false }], consent: '' }
    expect(templateProblems(agreementType.return, wrong)).toEqual([
      { field: 'title', text: '合同名称的变量须写在成对的 {{ 和 }} 之间' },
      { field: 'clauses.0.text', text: '第1条中没有「星座」这个变量' },
      { field: 'clauses', text: '条款中还没有写明「承租方」、「车牌号」' },
    ])
  })

  it('leave no brace behind, whatever text is around them', () => {
    const part = fc.oneof(
      fc.string().filter((text) => !/[{}]/.test(text)),
      fc.constantFrom(...templateVariables).map((name) => `{{${name}}}`),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('')
        expect(unknownVariables(text)).toEqual([])
        expect(fillTemplate(text, facts)).not.toMatch(/[{}]/)
        const shown = templateParts(text).map((one) => (one.isVariable ? `{{${one.text}}}` : one.text))
        expect(shown.join('')).toBe(text)
      }),
    )
  })
})

it.each(contractTypes.values)('the built-in template of type %i is valid', (type) => {
  const template = builtInTemplates[type]
  expect(templateProblems(type, template)).toEqual([])
  expect(template.clauses.length).toBeGreaterThanOrEqual(4)
  expect(template.clauses.some(({ strong }) => strong)).toBe(true)
})
