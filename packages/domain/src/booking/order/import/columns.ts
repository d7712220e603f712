import { type TableKind, tableColumn, titleOf } from '../../../platform/table-import/layout.ts'

/* Columns of a list of orders that another system exported; its usual titles are among the synonyms. */

/** In the order of the template. */
export const orderImportColumns = [
  tableColumn({
    key: 'orderNo',
    title: '原订单号',
    width: 20,
    like: /^(原|系统|平台|租赁|租车)?(订单|单据|合同|租单|业务)(编)?(号码?|ID)$|^单号$/,
  }),
  tableColumn({
    key: 'store',
    title: '取车门店',
    width: 16,
    like: /^(取车|出车|发车|租出|所属|下单)?(门店|网点|店铺)(名称)?$/,
  }),
  tableColumn({ key: 'returnStore', title: '还车门店', width: 16, like: /^(还车|收车|归还)(门店|网点|店铺)(名称)?$/ }),
  tableColumn({ key: 'model', title: '车型', width: 18, like: /^(预订|租用|车辆|品牌)?车[型系](名称)?$/ }),
  tableColumn({ key: 'plate', title: '车牌号', width: 14, like: /车牌|号牌号|牌照|^车号$/, unlike: /颜色|类型|种类/ }),
  tableColumn({
    key: 'pickupAt',
    title: '取车时间',
    width: 20,
    like: /^(预约|预计|约定|计划|实际)?(取车|出车|发车|起租|租出|用车开始|开始|租期开始)(日期|时间|日期时间)$/,
  }),
  tableColumn({
    key: 'returnAt',
    title: '还车时间',
    width: 20,
    like: /^(预约|预计|约定|计划|应)?(还车|收车|归还|到期|退租|用车结束|结束|租期结束)(日期|时间|日期时间)$/,
    unlike: /实际/,
  }),
  tableColumn({
    key: 'name',
    title: '客户姓名',
    width: 12,
    like: /^(客户|租客|承租人|租车人|驾驶员|联系人|会员)(姓名|名称)?$|^姓名$/,
  }),
  tableColumn({
    key: 'mobile',
    title: '手机号',
    width: 16,
    like: /手机|^(联系|客户)?电话(号码)?$|^联系方式$/,
    unlike: /门店|紧急/,
  }),
  tableColumn({
    key: 'total',
    title: '订单金额',
    width: 12,
    like: /^(订单|租车|租赁|应收|合同|费用)?(总?金额|总额|总价|合计|总计|总费用)$|^应收$/,
    unlike: /押金|已收|实收|退/,
  }),
  tableColumn({
    key: 'paid',
    title: '已收金额',
    width: 12,
    like: /^(已收|实收|已付|已支付|实付|预收|已收租金)(金额|款|租金)?$/,
  }),
  tableColumn({
    key: 'rentalDeposit',
    title: '已收租车押金',
    width: 14,
    like: /^(已收|实收|在押)?(租车|车辆|租赁)?押金(金额)?$/,
    unlike: /违章/,
  }),
  tableColumn({ key: 'violationDeposit', title: '已收违章押金', width: 14, like: /违章(押金|保证金)/ }),
  tableColumn({ key: 'state', title: '状态', width: 10, like: /^(订单|租赁|单据|当前)?状态$/ }),
  tableColumn({ key: 'remark', title: '备注', width: 24, like: /备注|说明/ }),
] as const
export type OrderImportKey = (typeof orderImportColumns)[number]['key']

export const orderTable: TableKind<OrderImportKey> = {
  columns: orderImportColumns,
  needed: ['orderNo', 'pickupAt', 'returnAt', 'name', 'mobile', 'total'],
}

/** Heading of the template; required columns have an asterisk. */
export const orderImportHeading = orderImportColumns.map(({ key, title }) =>
  orderTable.needed.includes(key) ? `${title}*` : title,
)

export const orderColumnTitle = (key: OrderImportKey): string => titleOf(orderTable, key)
