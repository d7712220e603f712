import type { OrderKind, Source } from '../../booking/order/codes.ts'
import type { LocalDate } from '../../time.ts'
import { type CarPiece, pieceShare } from './car-time.ts'
import { type OrderFacts, orderShare } from './order-share.ts'
import type { Sums } from './sums.ts'
import type { Window } from './window.ts'

/** Receipts and refunds of a store on a day, without deposits; fen. */
export interface Cash {
  readonly day: LocalDate
  readonly storeId: string | null
  readonly collected: number
  readonly refunded: number
}

/** The facts from which figures are computed. */
export interface Facts {
  readonly orders: readonly OrderFacts[]
  readonly pieces: readonly CarPiece[]
  readonly cash: readonly Cash[]
}

/** A part of the business; a missing filter means all. */
export interface Slice {
  readonly storeIds?: readonly string[] | undefined
  readonly modelIds?: readonly string[] | undefined
  readonly source?: Source | undefined
  readonly kind?: OrderKind | undefined
}

const isIn = <T>(list: readonly T[] | undefined, value: T): boolean => list === undefined || list.includes(value)

const holdsOrder = (slice: Slice) => (order: OrderFacts) =>
  isIn(slice.storeIds, order.storeId) &&
  isIn(slice.modelIds, order.modelId) &&
  (slice.source === undefined || slice.source === order.source) &&
  (slice.kind === undefined || slice.kind === order.kind)

/** Cars in service have no source and no kind, so that such a filter keeps them all. */
const holdsPiece = (slice: Slice) => (piece: CarPiece) =>
  isIn(slice.storeIds, piece.storeId) &&
  isIn(slice.modelIds, piece.modelId) &&
  (piece.order === null ||
    ((slice.source === undefined || slice.source === piece.order.source) &&
      (slice.kind === undefined || slice.kind === piece.order.kind)))

/** Payments are stored by store only, so that figures of a model, source or kind have none. */
export const tellsCash = ({ modelIds, source, kind }: Slice): boolean =>
  modelIds === undefined && source === undefined && kind === undefined

const holdsCash = (slice: Slice) => (cash: Cash) =>
  tellsCash(slice) && (slice.storeIds === undefined || (cash.storeId !== null && slice.storeIds.includes(cash.storeId)))

export const factsInSlice = (facts: Facts, slice: Slice): Facts => ({
  orders: facts.orders.filter(holdsOrder(slice)),
  pieces: facts.pieces.filter(holdsPiece(slice)),
  cash: facts.cash.filter(holdsCash(slice)),
})

/** What each order contributes to a window; orders that contribute nothing are left out. */
export function sharesOf(
  { orders, pieces }: Facts,
  window: Window,
  share: (sums: Partial<Sums>) => number,
): Map<string, number> {
  const shares = new Map<string, number>()
  const add = (orderId: string, by: number) => {
    if (by !== 0) shares.set(orderId, (shares.get(orderId) ?? 0) + by)
  }
  for (const order of orders) add(order.orderId, share(orderShare(order, window)))
  for (const piece of pieces) if (piece.order !== null) add(piece.order.orderId, share(pieceShare(piece, window)))
  return shares
}
