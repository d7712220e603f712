import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readingOf, readSlots } from './reading.ts'
import { readingOfTexts } from './reading-text.ts'

/* Texts as Tesseract gives them for papers that were drawn, spaces and wrong characters among them. */

const card = (name: string, number = '110105198701010017') =>
  `姓 名 ${name}\n性 别 男 民 族 汉\n出 生 1987 年 1 月 1 日\n住 址 北京 市 朝阳 区\n公民 身份 号 码 ${number}\n`
const licence = (middle: string) =>
  `中 华人 民 共 和 国 机 动车 驾驶 证\n证 号 110105198701010017\n姓名 ”李 明 性 别 = 男 国籍 中 国\n${middle}\n`

describe('a field is taken when it passes its check', () => {
  it.each([
    ['imgFront', [card('李 明'), card('李 明')], { name: '李明', identityNo: '110105198701010017' }],
    // A number proves itself; a name is read twice, by nobody otherwise, and on its own line.
    ['imgFront', [card('李 明'), ''], { identityNo: '110105198701010017' }],
    ['imgFront', [card('张 雨 萱'), card('张 雨 营'), card('张 雨 萱')], { identityNo: '110105198701010017' }],
    ['imgFront', Array(2).fill('欧阳 婷 婷\n女 民族 汉\n1992 年 11 月'), { name: '欧阳婷婷' }],
    ['imgFront', [card('>'), card('>')], { identityNo: '110105198701010017' }],
    [
      'imgFront',
      [card('买 买 提 · 艾 力'), card('买 买 提 · 艾 力')],
      { name: '买买提·艾力', identityNo: '110105198701010017' },
    ],
    ['imgFront', [card('李', '110105198701010018'), card('李', '110105198701010018')], {}],
    ['imgFront', [card('李', '1101051987010100171')], {}],
    ['imgBack', ['有 效 期 限 2010.01.15-2030.01.15', '2010.01.15 - 2030.01.15'], { identityExpire: '2030-01-15' }],
    // No card is good for 20 years and 4 days.
    ['imgBack', ['有效期限2010.01.15-2030.01.19', '有效期限2010.01.15-2030.01.19'], {}],
    ['imgBack', ['有 效 期 限 2012.03.15- 长 期', '2012.03.15-长期'], { forever: true }],
    ['imgBack', ['签发 机 关 长 期', '签发 机 关 长 期'], {}],
    [
      'licenceMain',
      Array(2).fill(licence('初次 领证 目 期 2010-01-12\n准 驾车 型 C1\n有 效 期 限 = 2020-01-12 “至 2030-01:12')),
      {
        name: '李明',
        licenceNo: '110105198701010017',
        licenceClass: 'C1',
        licenceFirstIssue: '2010-01-12',
        licenceExpire: '2030-01-12',
      },
    ],
    [
      'licenceMain',
      Array(2).fill(licence('初次领证日期 2010-13-12\n准驾车型 Cl\n有效期限 2020-01-12 至 2031-01-12')),
      { name: '李明', licenceNo: '110105198701010017' },
    ],
    ['licenceSub', ['证 号 110105198701010017\n档案 编号 310012345678'], { licenceNo: '110105198701010017' }],
  ] as const)('%s: %j', (slot, texts, reading) => {
    expect(readingOfTexts(slot, texts)).toEqual(readingOf(reading))
  })
})

it('any text is read without a word, and soon', () => {
  const signs = fc.constantFrom(...'姓名性别李明·1290-.:至长期准驾车型C领证日期 \n=')
  fc.assert(
    fc.property(
      fc.constantFrom(...readSlots),
      fc.array(fc.string({ unit: signs, maxLength: 400 }), { maxLength: 3 }),
      (slot, texts) => {
        const { name } = readingOfTexts(slot, texts)
        expect(name === null || /^[\p{Script=Han}·]{2,}$/u.test(name)).toBe(true)
      },
    ),
  )
  const began = performance.now()
  readingOfTexts('licenceMain', [`${'1'.repeat(5000)}姓名${'李'.repeat(5000)}`, '名'.repeat(10_000)])
  expect(performance.now() - began).toBeLessThan(2000)
})
