import { formatCell } from '@cheyi/domain/money'
import type { ReactNode } from 'react'
import { useWide } from '../../../kernel/device/media-query.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useMay } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Layer, useLayers } from '../parts/layers.ts'
import { priceScreens } from '../screens.ts'
import {
  isPriced,
  type Kind,
  type Place,
  type PriceColumn,
  type PricedModel,
  type Prices,
  priceColumnsOf,
  spanText,
} from './price-columns.tsx'

const unpriced: Prices = { basePrice: null, weekendPrice: null, holidayPrice: null, long: [] }

interface ModelSheetProps extends Asks<true> {
  readonly model: PricedModel
  readonly kind: Kind
  readonly layer: Layer
}

/** The prices of one model at each store, which links to that store, and those of channels that have their own. */
export default function ModelSheet({ model, kind, layer, answer }: ModelSheetProps) {
  const { modelId, name, places } = model
  const columns = priceColumnsOf(
    kind,
    places.flatMap((place) => [place, ...place.channels]),
  )
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
  const leave = () => answer(true)
  const nameCell = (place: Place) => (
    <>
      <StoreLink {...{ place, modelId, kind, leave }} source={layer} />
      <Marks {...{ place, kind, layer, columns }} nameOf={dense ? null : nameOf} />
    </>
  )
  return (
    <OpenedSheet title={name}>
      {dense ? (
        <Compare
          caption={`${name}各门店各渠道价格`}
          dense
          columns={[layer, ...others].map(nameOf)}
          rows={[
            {
              label: columns.map(({ title }) => title).join(' / '),
              cells: [layer, ...others].map((source) =>
                columns
                  .map(({ of }) => spanText(places.map((place) => of(pricesOf(place, source, layer)))))
                  .join(' / '),
              ),
            },
            ...places.map((place) => ({
              key: place.storeId,
              label: nameCell(place),
              cells: [layer, ...others].map((source) => (
                <LayerCell key={source} {...{ place, modelId, kind, layer, source, columns, leave }} />
              )),
            })),
          ]}
        />
      ) : (
        <Compare
          caption={`${name}各门店价格`}
          spread
          columns={columns.map(({ title }) => title)}
          rows={[
            {
              label: `${places.length} 家门店`,
              cells: columns.map(({ of }) => spanText(places.map(of))),
            },
            ...places.map((place) => ({
              key: place.storeId,
              label: nameCell(place),
              cells: columns.map(({ of }) => priceText(of(place))),
            })),
          ]}
        />
      )}
    </OpenedSheet>
  )
}

interface OfPlace {
  readonly place: Place
  readonly kind: Kind
  readonly layer: Layer
}

interface Leaves {
  readonly modelId: string
  /** Closes the sheet, because the page changes. */
  readonly leave: () => void
}

interface StoreLinkProps extends Omit<OfPlace, 'layer'>, Leaves {
  readonly source: Layer
  /** Replaces the name of the store as the link text. */
  readonly children?: ReactNode
}

/** Links to the price form for an account that may edit it, else to all prices of the store. */
function StoreLink({
  place: { storeId, storeName },
  modelId,
  kind,
  source,
  leave,
  children = storeName,
}: StoreLinkProps) {
  const mayEdit = useMay('price.edit')
  const words = (
    <Text ink="link" reach>
      {children}
    </Text>
  )
  return mayEdit ? (
    <Link to={priceScreens.setting} with={{ storeId, modelId, source: source || undefined }} onClick={leave}>
      {words}
    </Link>
  ) : (
    <Link to={priceScreens.list} with={{ storeId, source: source || undefined, tab: kind }} onClick={leave}>
      {words}
    </Link>
  )
}

/** The prices of a layer at a store; for a layer that is not shown, the prices of its own channel. */
const pricesOf = (place: Place, source: Layer, shown: Layer): Prices =>
  source === shown ? place : (place.channels.find((one) => one.source === source) ?? unpriced)

interface LayerCellProps extends OfPlace, Leaves {
  readonly source: Layer
  readonly columns: readonly PriceColumn[]
}

/** The prices of one channel at one store, in the order of the columns. */
function LayerCell({ place, modelId, kind, layer, source, columns, leave }: LayerCellProps) {
  const prices = pricesOf(place, source, layer)
  const text = pricesText(prices, columns)
  if (source === layer) return text
  if (!isPriced(prices, kind)) return <Text ink={2}>跟随</Text>
  return <StoreLink {...{ place, modelId, kind, source, leave }}>{text}</StoreLink>
}

/** All prices of a layer in one line, in the order of the columns. */
const pricesText = (prices: Prices, columns: readonly PriceColumn[]): string =>
  columns.map(({ of }) => priceText(of(prices))).join(' / ')

const priceText = (fen: number | null): string => (fen === null ? '—' : formatCell(fen))

interface MarksProps extends OfPlace {
  readonly columns: readonly PriceColumn[]
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
