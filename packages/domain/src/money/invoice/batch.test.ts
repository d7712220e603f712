import { expect, it } from 'vitest'
import { type BatchInvoice, batchSheets } from './batch.ts'
import { invoiceKind } from './invoice.ts'

/*
 * Our workbook against the template of 电子税务局 · 批量开票, (V260401版)批量开票-导入开票模板.xlsx, as public programs that fill it in list its
 * sheets, titles (row 3; rows begin at row 4), limits and edition. All cells are text, amounts have two decimals, a rate is written as 0.13.
 */

/** Title, limit in characters where a source names one, and whether an invoice needs it. */
const basics: readonly (readonly [title: string, most?: number, needed?: 'needed'])[] = [
  ['发票流水号', 20, 'needed'],
  ['发票类型', 10, 'needed'],
  ['特定业务类型', 10],
  ['是否含税', 2, 'needed'],
  ['受票方自然人标识', 2],
  ['购买方名称', 100, 'needed'],
  ['购买方纳税人识别号', 20],
  ['购买方证件类型'],
  ['购买方证件号码'],
  ['购买方国籍（或地区）'],
  ['购买方地址', 100],
  ['购买方所在地区（报废产品收购必填）'],
  ['购买方所在地区（报废产品收购必填）'],
  ['购买方所在地区（报废产品收购必填）'],
  ['购买方所在地区（报废产品收购必填）'],
  ['购买方详细地址（报废产品收购必填）'],
  ['购买方电话', 50],
  ['购买方开户银行', 100],
  ['购买方银行账号', 100],
  ['是否展示购买方地址电话银行账号', 20],
  ['是否开具涉税专业服务发票品目'],
  ['涉税专业服务协议编号'],
  ['备注', 230],
  ['报废产品销售类型', 24],
  ['每千克煤炭发热量'],
  ['干基全硫'],
  ['干燥无灰基挥发分'],
  ['销售方开户行', 100],
  ['销售方银行账号', 60],
  ['是否展示销售方地址电话银行账号', 20],
  ['购买方邮箱', 72],
  ['购买方经办人姓名', 150],
  ['购买方经办人证件类型', 40],
  ['购买方经办人证件号码', 30],
  ['经办人国籍(地区)', 40],
  ['经办人自然人纳税人识别号', 20],
  ['放弃享受减按1%征收率原因', 100],
  ['收款人', 16],
  ['复核人', 16],
]
const details: typeof basics = [
  ['发票流水号', 20, 'needed'],
  ['项目名称', 100, 'needed'],
  ['商品和服务税收编码', 20, 'needed'],
  ['规格型号', 40],
  ['单位', 22],
  ['数量', 16],
  ['单价', 16],
  ['金额', 16, 'needed'],
  ['税率', 8, 'needed'],
  ['折扣金额', 16],
  ['是否使用优惠政策', 2],
  ['优惠政策类型', 15],
  ['即征即退类型', 46],
  ['煤炭种类'],
]
const sheets = ['1-发票基本信息', '2-发票明细信息', '3-特定业务信息', '4-附加要素信息', 'excelVersion']

const company: BatchInvoice = {
  id: '9223372036854775807',
  kind: invoiceKind.special,
  title: '上海某某（集团）有限公司',
  taxNo: '91310115MA1K3X0X0X',
  buyerAddress: '上海市闵行区',
  buyerPhone: '021-51234567',
  buyerBank: '工行虹桥支行',
  buyerAccount: '1001234567890123456',
  note: '说'.repeat(200),
  amountFen: 113_050,
  rateBp: 1300,
  orderNos: ['261120000001', '261120000002', '261120000003'],
}
const person: BatchInvoice = {
  ...company,
  id: '2',
  kind: invoiceKind.usual,
  title: '张先生',
  taxNo: '',
  rateBp: 100,
  amountFen: 9900,
  note: '',
}

it('the workbook has the sheets and columns of the template, and no cell that it would refuse', () => {
  const made = batchSheets([company, person], '3040502020200000000')
  expect(made.map(({ name }) => name)).toEqual(sheets)
  for (const [at, columns] of [basics, details].entries()) {
    const [, , titles, ...rows] = made[at]!.rows
    expect(titles).toEqual(columns.map(([title]) => title))
    expect(rows).toHaveLength(2)
    for (const row of rows)
      for (const [index, [title, most = 0, needed]] of columns.entries()) {
        const cell = row[index]
        expect(typeof cell, title).toBe('string')
        expect([...cell!].length, title).toBeLessThanOrEqual(most)
        if (needed !== undefined) expect(cell, title).not.toBe('')
      }
  }
  const cells = (sheet: number, row: number, ...titles: readonly string[]) =>
    titles.map((title) => made[sheet]!.rows[3 + row]![made[sheet]!.rows[2]!.indexOf(title)])
  expect(cells(0, 0, '发票类型', '是否含税', '受票方自然人标识', '购买方纳税人识别号')).toEqual([
    '增值税专用发票',
    '是',
    '否',
    '91310115MA1K3X0X0X',
  ])
  expect(cells(0, 1, '发票类型', '受票方自然人标识', '备注')).toEqual([
    '普通发票',
    '是',
    '261120000001 261120000002 261120000003',
  ])
  expect(cells(1, 0, '金额', '税率', '数量')).toEqual(['1130.50', '0.13', '1'])
  expect(cells(1, 1, '金额', '税率')).toEqual(['99.00', '0.01'])
  // Of both other sheets only the titles, and the edition where the page looks for it.
  expect(made.slice(2).map(({ rows }) => rows.slice(2))).toEqual([
    [['发票流水号']],
    [['发票流水号', '附加要素名称', '附加要素内容']],
    [[], ['pt:20260401']],
  ])
})
