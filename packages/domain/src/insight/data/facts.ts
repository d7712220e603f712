import type { OrderKind, Source } from '../../booking/order/codes.ts'
import type { Sold } from '../../money/payment/earning.ts'
import { type Instant, type LocalDate, MINUTE } from '../../time.ts'
import { type CarPiece, pieceShare } from './car-time.ts'
import type { Day } from './contributions.ts'
import type { CancelledBy, OrderFacts } from './order-share.ts'

/*
 * What is kept of a day so that its figures may be reckoned up to any minute of it, by the rule that reckons them from orders and
 * cars. It is text, as short as it may be: of an order what adds to that day and no more, of a car what it did in it.
 */

/** Seconds of a day, which are shorter than the moment. */
type Seconds = number
const secondsOf = (at: Instant, { from }: Day): Seconds => (at - from) / 1000
const momentOf = (seconds: Seconds, { from }: Day): Instant => from + Math.round(seconds * 1000)

type Maybe<T> = T | 0
type PackedSold = readonly [from: Seconds, to: Seconds, rentFen: number, serviceFen: number, renewal: 0 | 1]
/** What a rental that goes on earns by. */
type PackedRunning = readonly [
  rentPosted: number,
  servicePosted: number,
  openFrom: LocalDate,
  sold: readonly PackedSold[],
]
type PackedOrder = readonly [
  storeId: string,
  modelId: string,
  source: Source,
  kind: OrderKind,
  createdAt: Seconds,
  pickupAt: Seconds,
  actualPickupAt: Maybe<readonly [Seconds]>,
  actualReturnAt: Maybe<readonly [Seconds]>,
  running: Maybe<PackedRunning>,
  renewed: 0 | 1,
  cancelled: Maybe<readonly [Seconds, CancelledBy | null]>,
  income: readonly (readonly [
    overTime: 0 | 1,
    rent: number,
    service: number,
    other: number,
    renewal: number,
    late: number,
  ])[],
  damagedAt: readonly Seconds[],
  violatedAt: readonly Seconds[],
]

/** What of an order says all that it adds to a day, until any minute of it. */
export function packOrder(order: OrderFacts, day: Day): string {
  const { actualPickupAt, actualReturnAt, cancelledAt, cancelledBy, posted } = order
  const seconds = (at: Instant) => secondsOf(at, day)
  const some = (at: Instant | null): Maybe<readonly [Seconds]> => (at === null ? 0 : [seconds(at)])
  const ofDay = (moments: readonly Instant[]) => moments.filter((at) => at >= day.from && at < day.until).map(seconds)
  const packed: PackedOrder = [
    order.storeId,
    order.modelId,
    order.source,
    order.kind,
    seconds(order.createdAt),
    seconds(order.pickupAt),
    some(actualPickupAt),
    some(actualReturnAt),
    // Only a rental that goes on earns what the books do not have yet.
    actualPickupAt === null || actualReturnAt !== null || cancelledAt !== null
      ? 0
      : [posted.rentFen, posted.serviceFen, order.openFrom, order.sold.map(packSold)],
    actualReturnAt !== null && order.renewed ? 1 : 0,
    cancelledAt === null ? 0 : [seconds(cancelledAt), cancelledBy],
    order.income
      .filter((one) => one.day === day.day)
      .map((one) => [
        one.overTime ? 1 : 0,
        ...([one.rentFen, one.serviceFen, one.otherFen, one.renewalFen, one.lateFen] as const),
      ]),
    ofDay(order.damagedAt),
    ofDay(order.violatedAt),
  ]
  return JSON.stringify(packed)

  function packSold({ period, rentFen, serviceFen, renewal }: Sold): PackedSold {
    return [seconds(period.from), seconds(period.to), rentFen, serviceFen, renewal ? 1 : 0]
  }
}

/** What {@link packOrder} kept: of that day it adds what the order adds. */
export function unpackOrder(orderId: string, text: string, day: Day): OrderFacts {
  const packed: PackedOrder = JSON.parse(text)
  const [
    storeId,
    modelId,
    source,
    kind,
    createdAt,
    pickupAt,
    out,
    back,
    running,
    renewed,
    cancelled,
    income,
    damaged,
    violated,
  ] = packed
  const moment = (seconds: Seconds) => momentOf(seconds, day)
  const some = (seconds: Maybe<readonly [Seconds]>) => (seconds === 0 ? null : moment(seconds[0]))
  const [rentPosted, servicePosted, openFrom, sold] = running === 0 ? ([0, 0, day.day, []] as const) : running
  return {
    orderId,
    storeId,
    modelId,
    source,
    kind,
    createdAt: moment(createdAt),
    pickupAt: moment(pickupAt),
    actualPickupAt: some(out),
    actualReturnAt: some(back),
    cancelledAt: cancelled === 0 ? null : moment(cancelled[0]),
    cancelledBy: cancelled === 0 ? null : cancelled[1],
    sold: sold.map(([from, to, rent, service, renewal]) => ({
      period: { from: moment(from), to: moment(to) },
      rentFen: rent,
      serviceFen: service,
      renewal: renewal === 1,
    })),
    posted: { rentFen: rentPosted, serviceFen: servicePosted },
    openFrom,
    income: income.map(([overTime, rentFen, serviceFen, otherFen, renewalFen, lateFen]) => ({
      day: day.day,
      ...{ overTime: overTime === 1, rentFen, serviceFen, otherFen, renewalFen, lateFen },
    })),
    renewed: renewed === 1,
    damagedAt: damaged.map(moment),
    violatedAt: violated.map(moment),
    // Income is stored by vehicle for whole days only, which are not computed from these facts.
    cars: [],
  }
}

const whats = ['fleet', 'rented', 'down', 'driven', 'idle'] as const satisfies readonly CarPiece['what'][]
type PackedPiece = readonly [
  what: number,
  storeId: string,
  modelId: string,
  /** Minutes of the day. */
  from: number,
  to: number,
  order?: readonly [orderId: string, source: Source, kind: OrderKind],
  km?: number,
]

/** What of a car's pieces says all that they add to a day; null where that is nothing. */
export function packPieces(pieces: readonly CarPiece[], day: Day): string | null {
  const minutes = (at: Instant) => (Math.min(Math.max(at, day.from), day.until) - day.from) / MINUTE
  const packed = pieces
    .filter((piece) => Object.values(pieceShare(piece, day)).some((value) => value !== 0))
    .map(({ what, storeId, modelId, from, to, order, km }): PackedPiece => {
      const where = [whats.indexOf(what), storeId, modelId, minutes(from), minutes(to)] as const
      if (order === null) return where
      const of = [order.orderId, order.source, order.kind] as const
      return km === 0 ? [...where, of] : [...where, of, km]
    })
  return packed.length === 0 ? null : JSON.stringify(packed)
}

/** What {@link packPieces} kept. */
export const unpackPieces = (text: string, day: Day): CarPiece[] =>
  (JSON.parse(text) as PackedPiece[]).map(([what, storeId, modelId, from, to, order, km = 0]) => ({
    what: whats[what]!,
    storeId,
    modelId,
    order: order === undefined ? null : { orderId: order[0], source: order[1], kind: order[2] },
    from: day.from + from * MINUTE,
    to: day.from + to * MINUTE,
    km,
  }))
