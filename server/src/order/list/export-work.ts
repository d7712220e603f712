import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { depositLabel } from '@cheyi/domain/deposit/status'
import { formatCharged } from '@cheyi/domain/length'
import { orderKinds, orderStatuses, pickupTypes, returnTypes, type Source } from '@cheyi/domain/order/codes'
import { formatLocal } from '@cheyi/domain/time'
import { type Column, listExport } from '../../job/actions.ts'
import { sourceNamesOf } from '../../merchant/actions.ts'
import { list } from './list.ts'

type Filter = ParsedOf<(typeof contract.order)['exportList']>
type Card = Awaited<ReturnType<typeof list>>['list'][number]

const moment = (at: number): string => formatLocal(at, 'YYYY-MM-DD HH:mm')
const yuan = (fen: number): number => fen / 100

/** Phones are masked, as in the list. */
const columnsOf = (sourceName: (source: Source) => string): readonly Column<Card>[] => [
  ['订单号', 16, (card) => card.orderNo],
  ['类型', 10, (card) => orderKinds.text(card.orderKind)],
  ['状态', 8, (card) => orderStatuses.text(card.status)],
  ['来源', 12, (card) => sourceName(card.source)],
  ['客户', 10, (card) => card.contactName],
  ['手机号', 14, (card) => card.phone],
  ['车型', 18, (card) => card.modelName],
  ['车牌号', 11, (card) => card.plate ?? ''],
  ['取车时间', 17, (card) => moment(card.pickupAt)],
  ['取车门店', 16, (card) => card.storeName],
  ['取车方式', 10, (card) => pickupTypes.text(card.pickupType)],
  ['还车时间', 17, (card) => moment(card.returnAt)],
  ['还车门店', 16, (card) => card.returnStoreName],
  ['还车方式', 10, (card) => returnTypes.text(card.returnType)],
  ['租期', 10, (card) => formatCharged(card.days, card.overHours)],
  ['订单总额', 12, (card) => yuan(card.total)],
  ['待收', 12, (card) => yuan(card.owed)],
  ['押金', 12, (card) => depositLabel(card.depositStatus, card.depositPayStatus)],
  ['在手押金', 12, (card) => yuan(card.heldDeposit)],
  ['标签', 14, (card) => card.tags.join('、')],
]

/** The orders of a list as a table, in its order. */
export const exportOrders = listExport<Filter, Card>({
  kind: 'orderExport',
  key: 'order.export',
  title: '订单',
  unit: '单',
  columns: async (run) => columnsOf(await run.read(sourceNamesOf)),
  page: list,
})
