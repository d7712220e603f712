import { type TableKind, tableColumn, titleOf } from '../../../platform/table-import/layout.ts'

/* Columns of the bills of ETC cards, car parks and chargers; titles of their providers are among the synonyms. */

/** In the order of the template. */
export const tollImportColumns = [
  tableColumn({
    key: 'plate',
    title: '车牌号',
    width: 14,
    like: /车牌|号牌号|牌照|^车号$/,
    unlike: /颜色|类型|种类/,
  }),
  tableColumn({
    key: 'cardNo',
    title: '卡号',
    width: 22,
    like: /^(ETC|通行|速通|记账|储值|充电|用户)?卡(片)?(编)?号码?$/,
  }),
  tableColumn({
    key: 'kind',
    title: '类型',
    width: 10,
    like: /^(账单|费用|业务|交易|消费)?(类型|类别|项目)$/,
  }),
  tableColumn({
    key: 'inAt',
    title: '进入时间',
    width: 20,
    like: /^(入口|入场|进场|驶入|进站|开始|起始|开始充电|充电开始|入口通行|停车开始)(日期)?时间$/,
  }),
  tableColumn({
    key: 'outAt',
    title: '离开时间',
    width: 20,
    like: /^(出口|出场|离场|驶出|出站|结束|结束充电|充电结束|出口通行|停车结束|通行|交易|消费|扣费)?(日期)?时间$/,
    unlike: /入账|记账|打印|导出/,
  }),
  tableColumn({ key: 'entry', title: '入口站', width: 18, like: /^(入口|入口收费|入|进)(站|站名|站名称|名称|路网)$/ }),
  tableColumn({
    key: 'place',
    title: '地点',
    width: 26,
    like: /^(出口|出口收费|出|收费)(站|站名|站名称|名称|路网)$|^(停车场|车场|充电站|场站|电站|站点|路段|交易)(名称|地点|地址)?$|地[点址]$/,
  }),
  tableColumn({
    key: 'fen',
    title: '金额',
    width: 12,
    like: /^(交易|消费|实付|实收|应付|扣费|支付|通行|订单|停车|充电)?(总?金额|总?费用?|合计|总额)$/,
    unlike: /优惠|抵扣|余额|退/,
  }),
  tableColumn({
    key: 'lineNo',
    title: '流水号',
    width: 24,
    like: /^(交易|账单|通行|停车|充电)?(流水|订单|交易|账单|单据|记录)(编)?(号|ID)$/,
  }),
  tableColumn({
    key: 'backNo',
    title: '原流水号',
    width: 24,
    like: /^原(始)?(交易|账单|通行|停车|充电)?(流水|订单|交易|账单|单据|记录)(编)?(号|ID)$/,
  }),
  tableColumn({
    key: 'provider',
    title: '服务商',
    width: 16,
    like: /^(服务|运营|发行|发卡|收费)(商|方|机构|单位)(名称)?$/,
  }),
] as const
export type TollImportKey = (typeof tollImportColumns)[number]['key']

export const tollTable: TableKind<TollImportKey> = { columns: tollImportColumns, needed: ['outAt', 'fen'] }

/** Heading of the template; required columns have an asterisk. */
export const tollImportHeading = tollImportColumns.map(({ key, title }) =>
  tollTable.needed.includes(key) ? `${title}*` : title,
)

export const tollColumnTitle = (key: TollImportKey): string => titleOf(tollTable, key)
