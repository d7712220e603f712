import { describe, expect, it } from 'vitest'
import { firstLegalTexts } from './legal.ts'
import { legalFile, readLegalFile } from './legal-file.ts'
import { isConsentType, legalTypes } from './legal-text.ts'

const good = '# 服务协议\n\n本协议由双方订立。\n\n## 一、范围\n- 甲\n- 乙\n\n- 丙\n| 项 | 值 |\n| 一 | 二 |\n'

describe('the file of a legal text', () => {
  it.each(legalTypes)('contains all of %s, so that a new version can start from the last one', (type) => {
    const text = firstLegalTexts[type]
    const { preamble, sections } = text
    expect(readLegalFile(legalFile(text), text.title, isConsentType(type))).toEqual({ preamble, sections })
  })
  it('consists of paragraphs, lists and tables under headings', () => {
    const content = {
      preamble: ['本协议由双方订立。'],
      sections: [
        {
          heading: '一、范围',
          blocks: [
            { list: ['甲', '乙'] },
            { list: ['丙'] },
            {
              table: [
                ['项', '值'],
                ['一', '二'],
              ],
            },
          ],
        },
      ],
    }
    expect(readLegalFile(good, '服务协议')).toEqual(content)
    expect(readLegalFile(`\u{FEFF}${good.replaceAll('\n', '\r\n')}`, '服务协议')).toEqual(content)
  })
  it.each([
    ['', '第一行应为“# 隐私政策”'],
    [good, '第一行应为“# 隐私政策”'],
    ['# 隐私政策\n\n## 一、范围\n正文', '标题下没有正文'],
    ['# 隐私政策\n正文', '没有以“## ”开头的小标题'],
    ['# 隐私政策\n正文\n### 一、范围', '第3行：小标题应以“## ”开头'],
    ['# 隐私政策\n正文\n## 一、范围\n## 二、其他\n正文', '“一、范围”下没有正文'],
    ['# 隐私政策\n正文\n## 一、范围\n正文\n## 一、范围\n正文', '小标题“一、范围”重复'],
    ['# 隐私政策\n正文\n## 一、范围\n| 项 | 值 |\n| 一 |', '第5行：表格应有2列'],
    ['# 隐私政策\n\u{FFFD}', 'UTF-8'],
    [`# 隐私政策\n${'字'.repeat(100_000)}`, '文件超过100000字'],
  ])('is refused as %j', (file, words) => {
    expect(() => readLegalFile(file, '隐私政策')).toThrow(words)
  })
})
