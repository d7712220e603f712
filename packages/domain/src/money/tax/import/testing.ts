/*
 * Tables as 电子税务局 (税务数字账户 · 发票查询统计 · 全量发票查询) gives them out: the sheet 发票基础信息 with one row for each invoice, and
 * 信息汇总表 with one row for each line of one. Titles and their order are those that public articles show.
 */

/** The buyer of these invoices. */
export const OWN = { name: '测试租车', taxNo: '91350100M000100Y43' } as const

const titles = [
  ...[
    '序号',
    '发票代码',
    '发票号码',
    '数电票号码',
    '销方识别号',
    '销方名称',
    '购方识别号',
    '购买方名称',
    '开票日期',
    '金额',
    '税额',
    '价税合计',
  ],
  ...['发票来源', '发票票种', '发票状态', '是否正数发票', '发票风险等级', '开票人', '备注'],
]

interface Given {
  readonly code?: string
  readonly oldNumber?: string
  readonly number?: string
  readonly seller?: string
  readonly buyer?: { readonly name: string; readonly taxNo: string }
  readonly at?: string
  readonly sums: readonly [net: string, tax: string, gross: string]
  readonly kind?: string
  readonly status?: string
  readonly positive?: string
}

let line = 0
const row = ({
  code = '',
  oldNumber = '',
  number = '',
  seller = '上海浦江汽车维修有限公司',
  buyer = OWN,
  at = '2026-11-03 10:21:33',
  sums,
  ...more
}: Given) => [
  ...[String(++line), code, oldNumber, number, '91310112MA1GB12345', seller, buyer.taxNo, buyer.name, at, ...sums],
  ...[
    '电子发票服务平台',
    more.kind ?? '数电发票（增值税专用发票）',
    more.status ?? '正常',
    more.positive ?? '是',
    '正常',
    '张三',
    '',
  ],
]
const number = (n: number) => `2631200000012345670${n}`
const repair = { number: number(1), sums: ['1000.00', '130.00', '1130.00'] as const }

export const basicSheet: readonly (readonly string[])[] = [
  titles,
  row(repair),
  row({ number: number(2), kind: '数电发票（普通发票）', sums: ['200', '12', '212'] }),
  row({
    number: number(3),
    seller: '上海大众汽车销售有限公司',
    kind: '数电发票（机动车销售统一发票）',
    sums: ['100000', '13000', '113000'],
  }),
  row({ number: number(4), positive: '否', sums: ['-200', '-26', '-226'] }),
  row({ code: '031001900204', oldNumber: '12345678', kind: '通行费电子发票', sums: ['97.09', '2.91', '100'] }),
  row({ number: number(5), status: '已作废', sums: ['1', '0', '1'] }),
  row({ number: number(6), buyer: { name: OWN.name, taxNo: '91310000MA1FL00000' }, sums: ['1', '0', '1'] }),
  row({ number: number(7), buyer: { name: '别的公司', taxNo: OWN.taxNo }, sums: ['1', '0', '1'] }),
  row(repair),
  ['合计', '', '', '', '', '', '', '', '', '1', '1', '2'],
]

const lineTitles = [
  ...titles.slice(0, 9),
  '税收分类编码',
  '货物或应税劳务名称',
  '规格型号',
  '单位',
  '数量',
  '单价',
  '金额',
  '税率',
  '税额',
  '价税合计',
  ...titles.slice(12),
]
const bought = (n: number, item: string, sums: readonly [string, string, string], rate = '13%') => [
  ...[
    '1',
    '',
    '',
    number(n),
    '91310112MA1GB12345',
    '上海浦江汽车维修有限公司',
    OWN.taxNo,
    OWN.name,
    '2026-11-03 10:21:33',
  ],
  ...['1090511030000000000', item, '', '次', '1', sums[0], sums[0], rate, sums[1], sums[2]],
  ...['电子发票服务平台', '数电发票（增值税专用发票）', '正常', '是', '正常', '张三', ''],
]
export const lineSheet: readonly (readonly string[])[] = [
  lineTitles,
  bought(1, '*劳务*维修费', ['1000', '130', '1130']),
  bought(1, '*机动车零部件*刹车片', ['500', '65', '565']),
  bought(2, '*劳务*保养', ['100', '13', '113']),
]
