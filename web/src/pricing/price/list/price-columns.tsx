import { formatCell, formatMoney } from '@cheyi/domain/money'
import type { PriceTier } from '@cheyi/domain/pricing/quote/rules'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Button } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import type { Mark } from '../../../ui/show/tag.tsx'
import { follows, layerOf, type PriceRow, sellingRule } from '../parts/layers.ts'
import { modelFacts } from '../parts/model-strip.tsx'
import { priceScreens } from '../screens.ts'

export type PricedModel = OutputOf<typeof calls.price.models>['list'][number]
export type Place = PricedModel['places'][number]
export type Prices = Pick<Place, 'basePrice' | 'weekendPrice' | 'holidayPrice' | 'long'>
export type Kind = 'short' | 'long'

/** A price of a model by its heading: 平日, 满3个月. */
export interface PriceColumn {
  readonly title: string
  readonly of: (prices: Prices) => number | null
}

const dayColumns: readonly PriceColumn[] = [
  { title: '平日', of: (prices) => prices.basePrice },
  { title: '周末', of: (prices) => prices.weekendPrice },
  { title: '节假日', of: (prices) => prices.holidayPrice },
]

/** For long rentals one column for each number of months that has a price anywhere. */
export function priceColumnsOf(kind: Kind, all: readonly Pick<Prices, 'long'>[]): readonly PriceColumn[] {
  if (kind === 'short') return dayColumns
  const months = new Set(all.flatMap(({ long }) => long.map(({ fromMonths }) => fromMonths)))
  return [...months]
    .toSorted((a, b) => a - b)
    .map((from) => ({
      title: `满${from}个月`,
      of: ({ long }) => long.find(({ fromMonths }) => fromMonths === from)?.monthlyPrice ?? null,
    }))
}

export const isPriced = ({ basePrice, long }: Prices, kind: Kind): boolean =>
  kind === 'short' ? basePrice !== null : long.length > 0

/** A model with its prices: at one store, or at all of them. */
export interface Priced {
  readonly key: string
  readonly name: string
  readonly model: PriceRow | PricedModel
  readonly vehicles: number
  /** One for each store. */
  readonly prices: readonly Prices[]
  readonly marks: readonly Mark[]
  readonly note: string
  /** At one store: where the price is set, and its calendar. */
  readonly place?: Pick<PriceRow, 'storeId' | 'modelId' | 'source'>
}

const pricesOf = (row: PriceRow): Prices => {
  const rule = sellingRule(row)
  return {
    basePrice: rule?.basePrice ?? null,
    weekendPrice: rule && (rule.weekendPrice ?? rule.basePrice),
    holidayPrice: rule?.holidayPrice ?? null,
    long: row.long,
  }
}

export function pricedRowOf(row: PriceRow, kind: Kind, layerName: string): Priced {
  const { storeId, modelId, source, today, waiting } = row
  const rule = sellingRule(row)
  const prices = pricesOf(row)
  const isSet = isPriced(prices, kind)
  const marks: (Mark | false | undefined)[] = [
    !isSet && { text: source === 0 || kind === 'short' ? '未设置' : '跟随基础价', tone: 'warning' },
    source !== 0 &&
      isSet &&
      (follows(row) ? { text: '跟随基础价', tone: 'neutral' } : { text: `${layerName}独立价`, tone: 'purple' }),
    source === 0 && row.rule?.enabled === false && { text: '已停用', tone: 'warning' },
    today?.stop && { text: '今日停售', tone: 'danger' },
    today?.origin === 'calendar' && !today.stop && { text: '今日特价', tone: 'success' },
    waiting > 0 && { text: `${waiting} 待生效`, tone: 'primary' },
  ]
  return {
    key: modelId,
    name: row.name,
    model: row,
    vehicles: row.vehicles,
    prices: [prices],
    marks: marks.filter((mark) => !!mark),
    note:
      kind === 'short' && rule
        ? [today && `今日 ${formatMoney(today.price)}`, lowestTier(rule)].filter(Boolean).join(' · ')
        : '',
    place: { storeId, modelId, source: layerOf(source) },
  }
}

export function pricedRowOfModel(model: PricedModel, kind: Kind): Priced {
  const { places } = model
  const missing = places.filter((place) => !isPriced(place, kind)).length
  const off = places.filter((place) => place.off).length
  const waiting = places.reduce((sum, place) => sum + place.waiting, 0)
  const marks: (Mark | false)[] = [
    missing > 0 && { text: missing === places.length ? '未设置' : `${missing} 店未设置`, tone: 'warning' },
    off > 0 && { text: off === places.length ? '已停用' : `${off} 店停用`, tone: 'warning' },
    waiting > 0 && { text: `${waiting} 待生效`, tone: 'primary' },
  ]
  return {
    key: model.modelId,
    name: model.name,
    model,
    vehicles: places.reduce((sum, place) => sum + place.vehicles, 0),
    prices: places,
    marks: marks.filter((mark) => !!mark),
    note: `${places.length} 家门店`,
  }
}

/** `198`, or `198~228` where stores differ. */
export function spanText(prices: readonly (number | null)[]): string {
  const set = prices.filter((price) => price !== null)
  if (set.length === 0) return '—'
  const [least, most] = [Math.min(...set), Math.max(...set)]
  return least === most ? formatCell(least) : `${formatCell(least)}~${formatCell(most)}`
}

/** To the fen at one store; of all stores as {@link spanText}. */
export function priceText({ place, prices }: Priced, of: PriceColumn['of']): string {
  const [fen = null] = prices.map(of)
  return place && fen !== null ? yuan(fen) : spanText(prices.map(of))
}

export const factsOf = ({ model, vehicles }: Priced): string => `${modelFacts(model)} · ${vehicles} 辆`

const Picture = ({ item: { model } }: { readonly item: Priced }) => (
  <CarPicture image={model.image} carType={model.carType} />
)

/** A model, and its prices under their headings. */
export const columnsOf = (prices: readonly PriceColumn[]): readonly ListColumn<Priced>[] => [
  { key: 'picture', title: '图片', kind: 'picture', Picture },
  { key: 'name', title: '车型', kind: 'text', width: 132, card: 'title', of: ({ name }) => name },
  { key: 'facts', title: '配置', kind: 'text', width: 92, of: ({ model }) => modelFacts(model) },
  { key: 'vehicles', title: '车辆', kind: 'number', width: 56, unit: '辆', of: ({ vehicles }) => vehicles },
  ...prices.map(
    ({ title, of }): ListColumn<Priced> => ({
      key: title,
      title,
      kind: 'number',
      width: 96,
      of: (item) =>
        item.prices.map(of).reduce((least, fen) => (least === null || (fen ?? least) < least ? fen : least), null),
      words: (_, item) => priceText(item, of),
    }),
  ),
  { key: 'marks', title: '状态', kind: 'tag', width: 120, of: ({ marks }) => marks },
  { key: 'note', title: '说明', kind: 'text', width: 256, of: ({ note }) => note },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 92,
    when: ({ place }, held) => place !== undefined && held.has('price.edit'),
    Act: Calendar,
  },
]

export function Calendar({ item: { name, place } }: { readonly item: Priced }) {
  return (
    place && (
      <Button size="s" icon="calendar" aria-label={`${name} 价格日历`} onClick={() => go(priceScreens.calendar, place)}>
        日历
      </Button>
    )
  )
}

interface Tiered {
  readonly basePrice: number
  readonly tiers: readonly PriceTier[]
}

/** The cheapest daily price of the tiers: `满30天低至 ¥140.00`; '' without tiers. */
function lowestTier({ basePrice, tiers }: Tiered): string {
  const prices = tiers.map(({ fromDays, rateBp, fixedDayPrice }) => ({
    fromDays,
    fen: fixedDayPrice ?? Math.round((basePrice * (rateBp ?? 10_000)) / 10_000),
  }))
  const [lowest] = prices.toSorted((a, b) => a.fen - b.fen || a.fromDays - b.fromDays)
  return lowest === undefined ? '' : `满${lowest.fromDays}天低至 ${formatMoney(lowest.fen)}`
}
