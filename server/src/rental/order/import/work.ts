import {
  type OrderImportKey,
  orderImportColumns,
  orderImportHeading,
  orderTable,
} from '@cheyi/domain/booking/order/import/columns'
import { type KnownForOrders, namesOfOrders, type OrderPlan, planOrders } from '@cheyi/domain/booking/order/import/plan'
import {
  MAX_IMPORTED_DAYS,
  MAX_IMPORTED_ORDERS,
  type ReadOrder,
  readOrder,
} from '@cheyi/domain/booking/order/import/row'
import { foreignNames } from '@cheyi/domain/fleet/inventory/import/names'
import { type AskedNames, type Chosen, choicesOfNames, chosenNames } from '../../../fleet/inventory/actions.ts'
import { tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import { loadReferences } from './store.ts'
import { takeOver } from './take-over.ts'

/** Takes over the orders of another system that are booked or in use. */
export const orderImport = tableImport<OrderImportKey, AskedNames, ReadOrder, Chosen, KnownForOrders, OrderPlan>({
  kind: orderTable,
  noun: '订单',
  none: '任何订单',
  most: MAX_IMPORTED_ORDERS,
  jobs: { check: 'orderCheck', run: 'orderImport' },
  key: 'order.override',
  field: 'orderColumn',
  readRow: readOrder,
  understand: chosenNames,
  known: loadReferences,
  names: ({ rows, chosen }, { models, stores }) => foreignNames(namesOfOrders(rows), models, stores, chosen),
  plan: ({ rows, firstLine, chosen }, facts, _, { now, ...piece }) =>
    planOrders(rows, facts, { ...piece, chosen, firstLine, now }),
  alone: true,
  lock: loadReferences,
  async carryOut(ctx, plans) {
    for (const plan of plans) if (plan.action === 'create') await takeOver(ctx, plan)
  },
  choicesOf: choicesOfNames,
})

const notes = [
  '带 * 的列必填，每行一个订单；车型和车牌号至少填一个',
  `每次最多${MAX_IMPORTED_ORDERS}行，文件不超过10MB；租期超过${MAX_IMPORTED_DAYS}天的在长租订单中录入`,
  '只导入待取车和用车中的订单；状态为已还车、已完成、已取消的自动跳过，留在原系统',
  '车已取走的订单须填车牌号，导入后在订单里补办取车',
  '金额按表格，不按本系统的价格；已收金额和已收押金按「其他」入账，押金须先在收款设置中启用「其他」',
  '不给客户发短信；同一原订单号只导入一次',
]

export const makeOrderTemplate = tableTemplate({
  kind: 'orderTemplate',
  key: 'order.override',
  sheet: '订单',
  file: '订单导入模板.xlsx',
  heading: orderImportHeading,
  columns: orderImportColumns,
  notes,
})
