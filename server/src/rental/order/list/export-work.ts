import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderKinds, orderStatuses, pickupTypes, returnTypes, type Source } from '@cheyi/domain/booking/order/codes'
import { type OrderColumn, orderColumns } from '@cheyi/domain/booking/order/columns'
import { planWords } from '@cheyi/domain/booking/order/plan-words'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { depositLabel } from '@cheyi/domain/money/deposit/status'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { formatLocal } from '@cheyi/domain/time'
import { type Cells, listExport } from '../../../platform/job/actions.ts'
import { sourceNamesOf } from '../../../platform/merchant/actions.ts'
import { list } from './list.ts'
import { type MoneyRow, moneyOf } from './store-money.ts'

type Filter = ParsedOf<(typeof contract.order)['exportList']>
/** An order card with the parts of its total. */
type Card = Awaited<ReturnType<typeof list>>['list'][number] & { readonly money: MoneyRow }

const moment = (at: number): string => formatLocal(at, 'YYYY-MM-DD HH:mm')
const yuan = (fen: number): number => fen / 100

/** Phone numbers are masked, as in the list. */
const cellsOf = (sourceName: (source: Source) => string, now: number): Cells<OrderColumn, Card> => ({
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
  length: [10, (card) => formatSold(card)],
  total: [12, (card) => yuan(card.total)],
  owed: [12, (card) => yuan(card.owed)],
  deposit: [
    12,
    (card) =>
      depositLabel(card.depositStatus, card.depositPayStatus, { later: card.depositLater, orderStatus: card.status }),
  ],
  heldDeposit: [12, (card) => yuan(card.heldDeposit)],
  tags: [14, (card) => card.tags.join('、')],
  plan: [28, ({ plan }) => (plan === null ? '' : planWords(plan, now))],
  rent: [12, ({ money }) => yuan(money.rentFen)],
  services: [12, ({ money }) => yuan(money.servicesFen)],
  reductions: [12, ({ money }) => yuan(money.reductionsFen)],
  penalty: [12, ({ money }) => yuan(money.penaltyFen)],
  others: [
    12,
    ({ total, money }) => yuan(total - money.rentFen - money.servicesFen - money.reductionsFen - money.penaltyFen),
  ],
  paid: [12, ({ money }) => yuan(money.paidFen)],
  refunded: [12, ({ money }) => yuan(money.refundedFen)],
  writtenOff: [12, ({ money }) => yuan(money.writtenOffFen)],
  offset: [12, ({ money }) => yuan(money.refundExpenseFen)],
  payWays: [16, ({ money }) => money.payWays.map((way) => payWays.text(way)).join('、')],
})

export const exportOrders = listExport<Filter, Card, OrderColumn>({
  kind: 'orderExport',
  key: 'order.export',
  title: '订单',
  unit: '单',
  titles: orderColumns,
  cells: async (run) => cellsOf(await run.read(sourceNamesOf), run.now),
  async page(ask, ctx) {
    const page = await list(ask, ctx)
    const money = await moneyOf(
      ctx,
      page.list.map(({ orderId }) => orderId),
    )
    return { ...page, list: page.list.map((card) => ({ ...card, money: money.get(card.orderId)! })) }
  },
})
