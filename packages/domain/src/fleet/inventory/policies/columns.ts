import { type TableKind, tableColumn, titleOf } from '../../../platform/table-import/layout.ts'

/* Columns of a table of insurance policies; titles of insurers and brokers are among the synonyms. */

/** In the order of the template. */
export const policyColumns = [
  tableColumn({ key: 'plate', title: '车牌号', width: 14, like: /车牌|号牌号|牌照|^车号$/, unlike: /颜色|类型|种类/ }),
  tableColumn({
    key: 'kind',
    title: '险种',
    width: 12,
    like: /^(投保|承保|保险)?(险种|险别|险类)(类别|类型|名称)?$|^保险(类型|类别|种类|产品)(名称)?$|^产品名称$/,
    unlike: /代码/,
  }),
  tableColumn({
    key: 'insurer',
    title: '保险公司',
    width: 16,
    like: /^(承保|投保|出单)?(保险)?(公司|机构)(名称)?$|^(承保人|保险人)(名称)?$/,
  }),
  tableColumn({ key: 'no', title: '保单号', width: 26, like: /^(保险单|保单)(号码?|编号)$/ }),
  tableColumn({
    key: 'from',
    title: '生效日期',
    width: 14,
    like: /^(保险|保单)?(起保|起始|开始|生效|起)(日期?|时间|期)$|^(保险|保单)起(始)?(日期?|时间|期)$/,
  }),
  tableColumn({
    key: 'to',
    title: '到期日期',
    width: 14,
    like: /^(保险|保单)?(终保|终止|到期|结束|截止|满期|止|终)(日期?|时间|期)$|^(保险|保单)(止|终)(止)?(日期?|时间|期)$|^(保险|保单)?(期间|期限|有效期)$/,
  }),
  tableColumn({
    key: 'sumInsured',
    title: '保额',
    width: 12,
    like: /^(总|责任|投保)?(保额|保险金额|责任限额|赔偿限额|限额)(合计)?$/,
  }),
  tableColumn({
    key: 'premium',
    title: '保费',
    width: 12,
    like: /^(实收|应收|实付|签单|含税|价税)?总?(保费|保险费)(合计|总额|金额|小计)?$|^(实付|总)?金额$|^价税合计$/,
    unlike: /不含税/,
  }),
] as const
export type PolicyKey = (typeof policyColumns)[number]['key']

/** The first day may stand in the cell of the last one, as a period. */
export const policyTable: TableKind<PolicyKey> = { columns: policyColumns, needed: ['plate', 'kind', 'to'] }

const starred: ReadonlySet<PolicyKey> = new Set([...policyTable.needed, 'from'])

/** Heading of the template; required columns have an asterisk. */
export const policyHeading = policyColumns.map(({ key, title }) => (starred.has(key) ? `${title}*` : title))

export const policyColumnTitle = (key: PolicyKey): string => titleOf(policyTable, key)
