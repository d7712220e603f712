import { type TableKind, tableColumn, titleOf } from '../../../platform/table-import/layout.ts'

/* Columns of a violation list that can be imported; titles of 12123 and of query services are among the synonyms. */

/** In the order of the template. */
export const violationImportColumns = [
  tableColumn({
    key: 'plate',
    title: '车牌号',
    width: 14,
    like: /车牌|号牌号|牌照|^车号$|^号牌$/,
    unlike: /颜色|类型|种类|照片/,
  }),
  tableColumn({
    key: 'occurAt',
    title: '违章时间',
    width: 20,
    like: /^(违[章法]|违规|发生|行为)(发生)?(日期|时间|日期时间)$|^时间$/,
  }),
  tableColumn({
    key: 'place',
    title: '地点',
    width: 30,
    like: /地[点址]|^违[章法]位置$/,
    unlike: /处理|缴款|缴费|机关/,
  }),
  tableColumn({
    key: 'act',
    title: '行为',
    width: 30,
    like: /^(违[章法]|交通违法|违规)?(行为|内容|描述|项目)(名称|描述|内容)?$|^违[章法](原因|事由|说明)$/,
    unlike: /代码|编码/,
  }),
  tableColumn({ key: 'actCode', title: '代码', width: 10, like: /^(违[章法]|行为|违法行为)?(行为)?(代码|编码|代号)$/ }),
  tableColumn({
    key: 'points',
    title: '扣分',
    width: 8,
    like: /[记扣罚]分(数|值)?$|^分值$/,
    unlike: /状态|标记|累计|合计/,
  }),
  tableColumn({ key: 'fine', title: '罚款', width: 10, like: /^罚(款|金)(金?额)?$|^金额$/, unlike: /状态|标记|滞纳/ }),
  tableColumn({
    key: 'docNo',
    title: '文书号',
    width: 22,
    like: /(文书|决定书|违[章法]|告知书|罚单)(编)?号$|^(违[章法])?序号ID$/,
  }),
  tableColumn({
    key: 'authority',
    title: '处理机关',
    width: 24,
    like: /(采集|发现|处理|执法|管理)(机关|单位|部门)(名称)?$/,
    unlike: /代码|电话/,
  }),
  tableColumn({
    key: 'official',
    title: '处理状态',
    width: 14,
    like: /^(违[章法])?处理(状态|标[记识]|情况)$|^是否处理$|^状态$/,
  }),
  tableColumn({
    key: 'paid',
    title: '缴款状态',
    width: 12,
    like: /^[缴交](款|费)(状态|标[记识]|情况)$|^是否[缴交](款|费)$/,
  }),
  tableColumn({ key: 'remark', title: '备注', width: 24, like: /^备注\d?$|^说明$/ }),
] as const
export type ViolationImportKey = (typeof violationImportColumns)[number]['key']

export const violationTable: TableKind<ViolationImportKey> = {
  columns: violationImportColumns,
  needed: ['plate', 'occurAt'],
}

/** Heading of the template; required columns have an asterisk. */
export const violationImportHeading = violationImportColumns.map(({ key, title }) =>
  violationTable.needed.includes(key) ? `${title}*` : title,
)

export const violationColumnTitle = (key: ViolationImportKey): string => titleOf(violationTable, key)
