import { formatCell } from '@cheyi/domain/money'
import { type ReactNode, useState } from 'react'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useMay } from '../../../kernel/user.ts'
import { Button } from '../../../ui/button.tsx'
import { Grow, Note, Row, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Layer, useLayers } from '../parts/layers.ts'
import { modelFacts } from '../parts/model-strip.tsx'
import { priceScreens } from '../screens.ts'

type PricedModel = OutputOf<typeof calls.price.models>['list'][number]
type Place = PricedModel['places'][number]
type Prices = Pick<Place, 'basePrice' | 'weekendPrice' | 'holidayPrice' | 'long'>

const unpriced: Prices = { basePrice: null, weekendPrice: null, holidayPrice: null, long: [] }

interface ModelPricesProps {
  readonly model: PricedModel
  readonly kind: 'short' | 'long'
  readonly layer: Layer
}

/** This many stores are shown at first; the user can expand the list to see the others. */
const FEW_STORES = 6

/** The prices of one model at all stores: the range, and the price at each store, which links to that store. */
export function ModelPrices({ model, kind, layer }: ModelPricesProps) {
  const { modelId, name, places } = model
  const [whole, setWhole] = useState(false)
  const columns = kind === 'short' ? dayColumns : monthColumns(places)
  const vehicles = places.reduce((sum, place) => sum + place.vehicles, 0)
  const shown = whole ? places : places.slice(0, FEW_STORES)
  const { nameOf } = useLayers(layer)
  /** Channels with their own prices, except the layer that is shown. */
  const others = [
    ...new Set(
      places.flatMap(({ channels }) => channels.filter((one) => isPriced(one, kind)).map(({ source }) => source)),
    ),
  ]
    .filter((source) => source !== layer)
    .toSorted((a, b) => a - b)
  const dense = useWide() && others.length > 0
  const nameCell = (place: Place) => (
    <>
      <StoreLink place={place} modelId={modelId} kind={kind} source={layer} />
      <Marks {...{ place, kind, layer, columns }} nameOf={dense ? null : nameOf} />
    </>
  )
  return (
    <Card pad>
      <Row gap={12} wrap align="start">
        <Row gap={12} style={{ flex: '0 1 5.6rem' }}>
          <CarPicture image={model.image} carType={model.carType} />
          <Grow>
            <b>{name}</b>
            <Note num>
              {modelFacts(model)} · {vehicles} 辆
            </Note>
          </Grow>
        </Row>
        <div style={{ flex: '1 1 8rem' }}>
          {dense ? (
            <Compare
              caption={`${name}各门店各渠道价格`}
              dense
              columns={[layer, ...others].map(nameOf)}
              rows={[
                {
                  label: columns.map(({ label }) => label).join(' / '),
                  cells: [layer, ...others].map((source) =>
                    columns
                      .map(({ of }) => rangeText(places.map((place) => of(pricesOf(place, source, layer)))))
                      .join(' / '),
                  ),
                },
                ...shown.map((place) => ({
                  key: place.storeId,
                  label: nameCell(place),
                  cells: [layer, ...others].map((source) => (
                    <LayerCell key={source} {...{ place, modelId, kind, layer, source, columns }} />
                  )),
                })),
              ]}
            />
          ) : (
            <Compare
              caption={`${name}各门店价格`}
              spread
              columns={columns.map(({ label }) => label)}
              rows={[
                {
                  label: `${places.length} 家门店`,
                  cells: columns.map(({ of }) => rangeText(places.map(of))),
                },
                ...shown.map((place) => ({
                  key: place.storeId,
                  label: nameCell(place),
                  cells: columns.map(({ of }) => priceText(of(place))),
                })),
              ]}
            />
          )}
          {shown.length < places.length && (
            <Button variant="text" size="s" onClick={() => setWhole(true)}>
              全部 {places.length} 家门店
            </Button>
          )}
        </div>
      </Row>
    </Card>
  )
}

interface OfPlace {
  readonly place: Place
  readonly kind: 'short' | 'long'
  readonly layer: Layer
}

interface StoreLinkProps extends Omit<OfPlace, 'layer'> {
  readonly modelId: string
  readonly source: Layer
  /** Replaces the name of the store as the link text. */
  readonly children?: ReactNode
}

/** Links to the price form for an account that may edit it, else to all prices of the store. */
function StoreLink({ place: { storeId, storeName }, modelId, kind, source, children = storeName }: StoreLinkProps) {
  const mayEdit = useMay('price.edit')
  const words = (
    <Text ink="link" reach>
      {children}
    </Text>
  )
  return mayEdit ? (
    <Link to={priceScreens.setting} with={{ storeId, modelId, source: source || undefined }}>
      {words}
    </Link>
  ) : (
    <Link to={priceScreens.list} with={{ storeId, source: source || undefined, tab: kind }}>
      {words}
    </Link>
  )
}

/** The prices of a layer at a store; for a layer that is not shown, the prices of its own channel. */
const pricesOf = (place: Place, source: Layer, shown: Layer): Prices =>
  source === shown ? place : (place.channels.find((one) => one.source === source) ?? unpriced)

const isPriced = ({ basePrice, long }: Prices, kind: OfPlace['kind']): boolean =>
  kind === 'short' ? basePrice !== null : long.length > 0

interface LayerCellProps extends OfPlace {
  readonly modelId: string
  readonly source: Layer
  readonly columns: readonly Column[]
}

/** The prices of one channel at one store, in the order of the columns. */
function LayerCell({ place, modelId, kind, layer, source, columns }: LayerCellProps) {
  const prices = pricesOf(place, source, layer)
  const text = pricesText(prices, columns)
  if (source === layer) return text
  if (!isPriced(prices, kind)) return <Text ink={2}>跟随</Text>
  return <StoreLink {...{ place, modelId, kind, source }}>{text}</StoreLink>
}

interface Column {
  readonly label: string
  readonly of: (prices: Prices) => number | null
}

const dayColumns: readonly Column[] = [
  { label: '平日', of: (prices) => prices.basePrice },
  { label: '周末', of: (prices) => prices.weekendPrice },
  { label: '节假日', of: (prices) => prices.holidayPrice },
]

/** One column for each month count that has a price at any store. */
const monthColumns = (places: readonly Place[]): Column[] =>
  [
    ...new Set(
      places.flatMap((place) =>
        [place, ...place.channels].flatMap(({ long }) => long.map(({ fromMonths }) => fromMonths)),
      ),
    ),
  ]
    .toSorted((a, b) => a - b)
    .map((months) => ({
      label: `${months}个月`,
      of: ({ long }) => long.find(({ fromMonths }) => fromMonths === months)?.monthlyPrice ?? null,
    }))

/** All prices of a layer in one line, in the order of the columns. */
const pricesText = (prices: Prices, columns: readonly Column[]): string =>
  columns.map(({ of }) => priceText(of(prices))).join(' / ')

const priceText = (fen: number | null): string => (fen === null ? '—' : formatCell(fen))

function rangeText(prices: readonly (number | null)[]): string {
  const set = prices.filter((price) => price !== null)
  if (set.length === 0) return '—'
  const [least, most] = [Math.min(...set), Math.max(...set)]
  return least === most ? formatCell(least) : `${formatCell(least)}~${formatCell(most)}`
}

interface MarksProps extends OfPlace {
  readonly columns: readonly Column[]
  /** Set if the prices of channels are not shown in columns of their own. */
  readonly nameOf: ((layer: number) => string) | null
}

/** Additional information about the price of a store. */
function Marks({ place, kind, layer, columns, nameOf }: MarksProps) {
  const { today } = place
  const priced = isPriced(place, kind)
  const channels = place.channels.filter((one) => one.source !== layer && isPriced(one, kind))
  return (
    <>
      {layer !== 0 && priced && (
        <Tag tone={place.follows ? undefined : 'purple'}>{place.follows ? '跟随' : '独立价'}</Tag>
      )}
      {!priced && <Tag tone="warning">未设置</Tag>}
      {priced && place.off && <Tag tone="warning">已停用</Tag>}
      {today?.stop && <Tag tone="danger">今日停售</Tag>}
      {today?.origin === 'calendar' && !today.stop && <Tag tone="success">今日 {formatCell(today.price)}</Tag>}
      {place.waiting > 0 && <Tag tone="primary">{place.waiting} 待生效</Tag>}
      {nameOf !== null &&
        channels.map((one) => (
          <Text key={one.source} block ink={2} size="xs">
            {nameOf(one.source)} {pricesText(one, columns)}
          </Text>
        ))}
    </>
  )
}
