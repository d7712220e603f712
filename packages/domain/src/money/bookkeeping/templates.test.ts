import { describe, expect, it } from 'vitest'
import { gbkOf } from '../../fleet/vehicle-control/jt808/gbk.ts'
import { account } from '../payment/ledger.ts'
import { usualSubject } from './chart.ts'
import { kingdeeColumns, kingdeeSheet, type NamedLine, yonyouText } from './files.ts'

/* Our voucher files against the templates of the software that imports them, column by column. Neither program was at hand. */

/**
 * 金蝶精斗云, 凭证 → 导入, 凭证导入模板.xlsx: the 25 columns of its edition of May 2026, as public programs that fill it in list them. Those of
 * auxiliary accounting take codes of the software and may be empty; a side without an amount is empty.
 */
const kingdee = [
  ['日期', 'day'],
  ['凭证字', 'text'],
  ['凭证号', 'count'],
  ['附件数', 'count'],
  ['分录序号', 'count'],
  ['摘要', 'text'],
  ['科目代码', 'text'],
  ['科目名称', 'text'],
  ['借方金额', 'amount or empty'],
  ['贷方金额', 'amount or empty'],
  ['客户', 'empty'],
  ['供应商', 'empty'],
  ['职员', 'empty'],
  ['项目', 'empty'],
  ['部门', 'empty'],
  ['存货', 'empty'],
  ['自定义辅助核算类别', 'empty'],
  ['自定义辅助核算编码', 'empty'],
  ['自定义辅助核算类别1', 'empty'],
  ['自定义辅助核算编码1', 'empty'],
  ['数量', 'empty'],
  ['单价', 'empty'],
  ['原币金额', 'amount'],
  ['币别', 'text'],
  ['汇率', 'count'],
] as const

const kinds: Readonly<Record<(typeof kingdee)[number][1], (cell: unknown) => boolean>> = {
  day: (cell) => /^\d{4}-\d\d-\d\d$/.test(String(cell)),
  text: (cell) => typeof cell === 'string' && cell !== '',
  count: (cell) => Number.isInteger((cell as { count: number }).count),
  amount: (cell) => typeof cell === 'number' && cell > 0,
  'amount or empty': (cell) => cell === '' || (typeof cell === 'number' && cell > 0),
  empty: (cell) => cell === '',
}

/**
 * 用友 T3, U8: 总账工具 · 凭证引入, the required part of a line (www.100ksw.com/jsj/yynl/3/228066.shtml), and what follows it in files of
 * programs that write this format: 数量, 外币, 汇率, 制单人 (gl_accvouch.cbill, 20), 结算方式, 票号 and its date, 部门, 个人, 客户. Fields are separated by commas, those at the end may be
 * left out, lines of one voucher follow each other, and the text is in GBK. Lengths are bytes.
 */
const yonyou = [
  ['制单日期', /^\d{4}-\d\d-\d\d$/, 10],
  ['凭证类别字', /^记$/, 2],
  ['业务号', /^\d+$/, 30],
  ['附单据数', /^\d{1,3}$/, 3],
  ['摘要', /^[^,"']+$/, 60],
  ['科目编码', /^[0-9A-Za-z.-]+$/, 15],
  ['借方金额', /^\d+\.\d\d$/, 17],
  ['贷方金额', /^\d+\.\d\d$/, 17],
  ['数量', /^0$/, 1],
  ['外币', /^0$/, 1],
  ['汇率', /^0$/, 1],
  ['制单人', /^[^,"']+$/, 20],
  ['结算方式', /^$/, 0],
  ['票号', /^$/, 0],
  ['票号发生日期', /^$/, 0],
  ['部门', /^[^,"']*$/, 60],
  ['个人', /^$/, 0],
  ['客户', /^[^,"']*$/, 60],
] as const

const line: NamedLine = {
  number: 12,
  line: 1,
  day: '2026-10-03',
  storeId: '7',
  journal: 2,
  account: account.bank,
  debitFen: 123_456,
  creditFen: 0,
  rateBp: 0,
  customer: '远航物流有限公司',
  ...usualSubject(account.bank),
  storeName: '上海虹桥国际机场二号航站楼店,含“夜间”自助取还车点（原T2到达层）',
}
const lines = [line, { ...line, line: 2, debitFen: 0, creditFen: 123_456, ...usualSubject(account.rentIncome) }]

describe('the workbook of 金蝶', () => {
  it('has the columns of the template in their order, each of its kind', () => {
    expect(kingdeeColumns.map(([title]) => title)).toEqual(kingdee.map(([title]) => title))
    for (const one of lines)
      for (const [at, [title, kind]] of kingdee.entries()) {
        const cell = kingdeeColumns[at]![2](one)
        expect(kinds[kind](cell), `${title}=${JSON.stringify(cell)}`).toBe(true)
      }
  })
  it('names its sheet and the levels of an account as 金蝶 does', () => {
    expect(kingdeeSheet('2026-10')).toBe('凭证列表#2026年第10期')
    expect(kingdeeSheet('2027-03-01')).toBe('凭证列表#2027年第3期')
    expect(usualSubject(account.rentIncome).name).toBe('主营业务收入_租金')
  })
})

describe('the text of 用友', () => {
  it('has the fields of the interface in their order, none longer than it may be, one side of each line 0', () => {
    const [head, ...rows] = yonyouText(lines, '欧阳财务会计主管人员（上海）').trimEnd().split('\r\n')
    expect(head).toBe('填制凭证,V800')
    expect(rows).toHaveLength(lines.length)
    for (const row of rows) {
      const fields = row.split(',')
      expect(fields).toHaveLength(yonyou.length)
      for (const [at, [name, form, most]] of yonyou.entries()) {
        expect(fields[at], name).toMatch(form)
        expect(gbkOf(fields[at]!).length, name).toBeLessThanOrEqual(most)
      }
      expect([fields[6], fields[7]].filter((amount) => amount === '0.00')).toHaveLength(1)
    }
  })
})
