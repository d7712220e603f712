import { mulDiv } from '../../money.ts'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import type { SumKey, Sums } from './sums.ts'
import { isTinyBase } from './tiny-base.ts'

/*
 * 数据概览: each figure is defined once, by the sums that it is computed from. A ratio divides sums, is never a mean of
 * ratios, and is rounded half-up at the end.
 */

/** Unit of a stored value: fen, hundredths of a per cent, minutes, hundredths of a day, tenths of a kilometre, or a number. */
export type FigureUnit = 'fen' | 'bp' | 'minutes' | 'days' | 'km' | 'count'

interface Figure {
  readonly label: string
  /** One-line explanation of the figure. */
  readonly note: string
  readonly unit: FigureUnit
  /** null: the divisor is zero. */
  readonly of: (sums: Sums) => number | null
  /** Only for accounts that may see the merchant's income, ratios of money included. */
  readonly money?: true
  /** The sum whose orders are listed behind the figure. */
  readonly orders?: SumKey | 'revenue'
  /** An increase is bad. */
  readonly down?: true
  /** An increase is neither good nor bad. */
  readonly plain?: true
}

const ratio = (part: number, whole: number, times: number): number | null =>
  whole > 0 ? mulDiv(part, times, whole) : null
const WHOLE = 10_000
const DAY_MINUTES = DAY / MINUTE

export const revenueOf = ({ rent, service }: Pick<Sums, 'rent' | 'service'>): number => rent + service

export const figures = {
  revenue: {
    label: '营业收入',
    note: '租金收入 + 服务收入，按租期归属',
    unit: 'fen',
    of: revenueOf,
    money: true,
    orders: 'revenue',
  },
  rent: {
    label: '租金收入',
    note: '按租期逐分钟归属，按月与账簿一致',
    unit: 'fen',
    of: ({ rent }) => rent,
    money: true,
    orders: 'rent',
  },
  renewalRent: {
    label: '续租租金',
    note: '租金收入中来自续租的，按续租的租期归属',
    unit: 'fen',
    of: ({ renewalRent }) => renewalRent,
    money: true,
    orders: 'renewalRent',
  },
  service: {
    label: '服务收入',
    note: '保险按租期归属，其他服务与取还车费用在入账日',
    unit: 'fen',
    of: ({ service }) => service,
    money: true,
    orders: 'service',
  },
  late: {
    label: '补记以前月份',
    note: '营业收入中本期入账、按租期属于以前月份的部分',
    unit: 'fen',
    of: ({ late }) => late,
    money: true,
    orders: 'late',
    plain: true,
  },
  other: {
    label: '其他收入',
    note: '违约金、车损、违章，在入账日，不计入营业收入',
    unit: 'fen',
    of: ({ other }) => other,
    money: true,
    orders: 'other',
  },
  cash: {
    label: '实收',
    note: '收款减退款，不含押金，与财务收支一致',
    unit: 'fen',
    of: ({ collected, refunded }) => collected - refunded,
    money: true,
  },
  adr: {
    label: '日均租金',
    note: '租金收入 ÷ 出租车日',
    unit: 'fen',
    of: ({ rent, rented }) => ratio(rent, rented, DAY_MINUTES),
    money: true,
    orders: 'rent',
  },
  revpac: {
    label: '每车日均收入',
    note: '租金收入 ÷ 在营车日',
    unit: 'fen',
    of: ({ rent, fleet }) => ratio(rent, fleet, DAY_MINUTES),
    money: true,
    orders: 'rent',
  },
  totalPerDay: {
    label: '每车日均总收入',
    note: '营业收入 ÷ 在营车日',
    unit: 'fen',
    of: (sums) => ratio(revenueOf(sums), sums.fleet, DAY_MINUTES),
    money: true,
    orders: 'revenue',
  },
  utilisation: {
    label: '出租率',
    note: '出租车时 ÷ 在营车时',
    unit: 'bp',
    of: ({ rented, fleet }) => ratio(rented, fleet, WHOLE),
    orders: 'rented',
  },
  effective: {
    label: '有效出租率',
    note: '在营车时中扣除未出租的维保与年检时间',
    unit: 'bp',
    of: ({ rented, fleet, down }) => ratio(rented, fleet - down, WHOLE),
    orders: 'rented',
  },
  rented: {
    label: '出租车时',
    note: '车辆实际在客户手中的时间',
    unit: 'minutes',
    of: ({ rented }) => rented,
    orders: 'rented',
  },
  fleet: { label: '在营车时', note: '车辆在营的时间', unit: 'minutes', of: ({ fleet }) => fleet, plain: true },
  created: {
    label: '下单数',
    note: '创建的订单，不含草稿',
    unit: 'count',
    of: ({ created }) => created,
    orders: 'created',
  },
  valid: {
    label: '有效单数',
    note: '下单中没有取消的',
    unit: 'count',
    of: ({ created, cancelled }) => created - cancelled,
  },
  cancelRate: {
    label: '取消率',
    note: '下单中已取消的',
    unit: 'bp',
    of: ({ cancelled, created }) => ratio(cancelled, created, WHOLE),
    orders: 'cancelled',
    down: true,
  },
  pickups: { label: '取车数', note: '实际取车', unit: 'count', of: ({ pickups }) => pickups, orders: 'pickups' },
  returns: { label: '还车数', note: '实际还车', unit: 'count', of: ({ returns }) => returns, orders: 'returns' },
  out: { label: '在租订单', note: '时段结束时车辆在客户手中', unit: 'count', of: ({ out }) => out, orders: 'out' },
  onTime: {
    label: '取车准时率',
    note: '不晚于约定时间15分钟',
    unit: 'bp',
    of: ({ onTime, pickups }) => ratio(onTime, pickups, WHOLE),
    orders: 'pickups',
  },
  stay: {
    label: '平均租期',
    note: '已还车订单的实际用车天数',
    unit: 'days',
    of: ({ stayed, returns }) => ratio(stayed, returns * DAY_MINUTES, 100),
    orders: 'returns',
    plain: true,
  },
  lead: {
    label: '平均提前期',
    note: '下单到约定取车的天数',
    unit: 'days',
    of: ({ lead, pickups }) => ratio(lead, pickups * DAY_MINUTES, 100),
    orders: 'pickups',
    plain: true,
  },
  renewalRate: {
    label: '续租率',
    note: '还车订单中有过续租的',
    unit: 'bp',
    of: ({ renewed, returns }) => ratio(renewed, returns, WHOLE),
    orders: 'renewed',
  },
  damageRate: {
    label: '车损率',
    note: '登记的车损 ÷ 还车数',
    unit: 'bp',
    of: ({ damages, returns }) => ratio(damages, returns, WHOLE),
    orders: 'damages',
    down: true,
  },
  violationRate: {
    label: '违章率',
    note: '租期内发生的违章 ÷ 还车数',
    unit: 'bp',
    of: ({ violations, returns }) => ratio(violations, returns, WHOLE),
    orders: 'violations',
    down: true,
  },
  mileage: {
    label: '每车日均里程',
    note: '已结束用车的里程 ÷ 在营车日',
    unit: 'km',
    of: ({ km, fleet }) => ratio(km, fleet, 10 * DAY_MINUTES),
    plain: true,
  },
} as const satisfies Readonly<Record<string, Figure>>

export type FigureKey = keyof typeof figures
export const figureKeys = Object.keys(figures) as FigureKey[]
export const figureOf = (key: FigureKey): Figure => figures[key]

/** Figures that an account may see, in the order of the page. */
export const figuresFor = (money: boolean): FigureKey[] => figureKeys.filter((key) => money || !figureOf(key).money)

/** Figures that have a list of orders behind them. */
export type OpenedFigure = {
  [K in FigureKey]: (typeof figures)[K] extends { readonly orders: string } ? K : never
}[FigureKey]
export const openedFigures = figureKeys.filter((key): key is OpenedFigure => figureOf(key).orders !== undefined)

/** What an order contributes to the sum behind a figure. */
export function shareOf(key: FigureKey, sums: Partial<Sums>): number {
  const { orders } = figureOf(key)
  if (orders === undefined) return 0
  return orders === 'revenue' ? (sums.rent ?? 0) + (sums.service ?? 0) : (sums[orders] ?? 0)
}

/** Unit of an order's share: that of the sums, because a ratio cannot be split by orders. */
export function shareUnit(key: FigureKey): FigureUnit {
  const { orders } = figureOf(key)
  if (orders === 'rented') return 'minutes'
  return orders === 'revenue' ||
    orders === 'rent' ||
    orders === 'renewalRent' ||
    orders === 'service' ||
    orders === 'late' ||
    orders === 'other'
    ? 'fen'
    : 'count'
}

const two = (n: number): string => (n / 100).toFixed(2)

/** A value as text, without a currency sign: `41.13%`, `648小时`, `2.42天`. */
export function figureText(unit: Exclude<FigureUnit, 'fen'>, value: number): string {
  if (unit === 'bp') return `${two(value)}%`
  if (unit === 'minutes') return hoursText(value)
  if (unit === 'days') return `${two(value)}天`
  return unit === 'km' ? `${(value / 10).toFixed(1)}公里` : String(value)
}

function hoursText(minutes: number): string {
  const hours = Math.floor(minutes / (HOUR / MINUTE))
  const rest = minutes % (HOUR / MINUTE)
  return rest === 0 ? `${hours}小时` : `${hours}小时${rest}分`
}

/** The change of a figure: points for a rate, growth in per cent for an amount; null when there is nothing to compare with. */
export function changeOf(key: FigureKey, value: number | null, before: number | null) {
  if (value === null || before === null) return null
  const { unit, down, plain } = figureOf(key)
  const by = value - before
  if (unit !== 'bp' && isTinyBase(before, value)) return null
  const size = unit === 'bp' ? Math.abs(by) / 100 : Math.abs(mulDiv(by, 1000, before)) / 10
  const text = unit === 'bp' ? `${size.toFixed(2)}点` : `${size.toFixed(1)}%`
  const good = by === 0 || plain ? null : by > 0 === !down
  return { up: by > 0, same: by === 0, text, good }
}
