import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { depositLabel } from '@cheyi/domain/deposit/status'
import { formatCharged } from '@cheyi/domain/length'
import { orderKinds, orderStatuses, pickupTypes, returnTypes, type Source } from '@cheyi/domain/order/codes'
import { type OrderColumn, orderColumns } from '@cheyi/domain/order/columns'
import { formatLocal } from '@cheyi/domain/time'
import { chosenColumns, listExport } from '../../job/actions.ts'
import { sourceNamesOf } from '../../merchant/actions.ts'
import { list } from './list.ts'

type Filter = ParsedOf<(typeof contract.order)['exportList']>
type Card = Awaited<ReturnType<typeof list>>['list'][number]

const moment = (at: number): string => formatLocal(at, 'YYYY-MM-DD HH:mm')
const yuan = (fen: number): number => fen / 100

type Cell = readonly [width: number, cell: (card: Card) => string | number]

/** Phones are masked, as in the list. */
const cellsOf = (sourceName: (source: Source) => string): Readonly<Record<OrderColumn, Cell>> => ({
  orderNo: [16, (card) => card.orderNo],
  orderKind: [10, (card) => orderKinds.text(card.orderKind)],
  status: [8, (card) => orderStatuses.text(card.status)],
  source: [12, (card) => sourceName(card.source)],
  contactName: [10, (card) => card.contactName],
  phone: [14, (card) => card.phone],
  model: [18, (card) => card.modelName],
  plate: [11, (card) => card.plate ?? ''],
  pickupAt: [17, (card) => moment(card.pickupAt)],
  pickupStore: [16, (card) => card.storeName],
  pickupType: [10, (card) => pickupTypes.text(card.pickupType)],
  returnAt: [17, (card) => moment(card.returnAt)],
  returnStore: [16, (card) => card.returnStoreName],
  returnType: [10, (card) => returnTypes.text(card.returnType)],
  length: [10, (card) => formatCharged(card.days, card.overHours)],
  total: [12, (card) => yuan(card.total)],
  owed: [12, (card) => yuan(card.owed)],
  deposit: [
    12,
    (card) =>
      depositLabel(card.depositStatus, card.depositPayStatus, { later: card.depositLater, orderStatus: card.status }),
  ],
  heldDeposit: [12, (card) => yuan(card.heldDeposit)],
  tags: [14, (card) => card.tags.join('、')],
})

export const exportOrders = listExport<Filter, Card>({
  kind: 'orderExport',
  key: 'order.export',
  title: '订单',
  unit: '单',
  columns: async (run) => chosenColumns(orderColumns, cellsOf(await run.read(sourceNamesOf)), run.input.columns),
  format: ({ format }) => format,
  page: list,
})
