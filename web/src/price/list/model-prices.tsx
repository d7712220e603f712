import type { Contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { formatCell } from '@cheyi/domain/money'
import { useState } from 'react'
import { Link } from '../../kernel/page/link.tsx'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Grow, Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Compare } from '../../ui/show/rows.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { Layer } from '../parts/layers.ts'
import { ModelPicture, modelFacts } from '../parts/model-strip.tsx'
import { priceScreens } from '../screens.ts'

type PricedModel = OutputOf<Contract['price']['models']>['list'][number]
type Place = PricedModel['places'][number]

interface ModelPricesProps {
  readonly model: PricedModel
  readonly kind: 'short' | 'long'
  readonly layer: Layer
}

/** More stores than these are told by the range until somebody asks. */
const FEW_STORES = 6

/** A model at all stores: from which price to which, and what each store asks; a tap opens that store's. */
export function ModelPrices({ model, kind, layer }: ModelPricesProps) {
  const { modelId, name, places } = model
  const [whole, setWhole] = useState(false)
  const columns = kind === 'short' ? dayColumns : monthColumns(places)
  const vehicles = places.reduce((sum, place) => sum + place.vehicles, 0)
  const shown = whole ? places : places.slice(0, FEW_STORES)
  return (
    <Card pad>
      <Row gap={12} wrap align="start">
        <Row gap={12} style={{ flex: '0 1 5.6rem' }}>
          <ModelPicture image={model.image} carType={model.carType} />
          <Grow>
            <b>{name}</b>
            <Note num>
              {modelFacts(model)} · {vehicles} 辆
            </Note>
          </Grow>
        </Row>
        <div style={{ flex: '1 1 8rem' }}>
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
                label: (
                  <>
                    <StoreLink place={place} modelId={modelId} kind={kind} layer={layer} />
                    <Marks place={place} kind={kind} layer={layer} />
                  </>
                ),
                cells: columns.map(({ of }) => priceText(of(place))),
              })),
            ]}
          />
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

/** To the price itself for who may change it, else to all of the store's. */
function StoreLink({ place: { storeId, storeName }, modelId, kind, layer }: OfPlace & { modelId: string }) {
  const mayEdit = useMay('price.edit')
  const source = layer || undefined
  const words = (
    <Text ink="link" reach>
      {storeName}
    </Text>
  )
  return mayEdit ? (
    <Link to={priceScreens.setting} with={{ storeId, modelId, source }}>
      {words}
    </Link>
  ) : (
    <Link to={priceScreens.list} with={{ storeId, source, tab: kind }}>
      {words}
    </Link>
  )
}

interface Column {
  readonly label: string
  readonly of: (place: Place) => number | null
}

const dayColumns: readonly Column[] = [
  { label: '平日', of: (place) => place.basePrice },
  { label: '周末', of: (place) => place.weekendPrice },
  { label: '节假日', of: (place) => place.holidayPrice },
]

/** The months that any store has a price for. */
const monthColumns = (places: readonly Place[]): Column[] =>
  [...new Set(places.flatMap(({ long }) => long.map(({ fromMonths }) => fromMonths)))]
    .toSorted((a, b) => a - b)
    .map((months) => ({
      label: `${months}个月`,
      of: ({ long }) => long.find(({ fromMonths }) => fromMonths === months)?.monthlyPrice ?? null,
    }))

const priceText = (fen: number | null): string => (fen === null ? '—' : formatCell(fen))

function rangeText(prices: readonly (number | null)[]): string {
  const set = prices.filter((price) => price !== null)
  if (set.length === 0) return '—'
  const [least, most] = [Math.min(...set), Math.max(...set)]
  return least === most ? formatCell(least) : `${formatCell(least)}~${formatCell(most)}`
}

/** What else is to be known of a store's price. */
function Marks({ place, kind, layer }: OfPlace) {
  const { today, channels } = place
  const priced = kind === 'short' ? place.basePrice !== null : place.long.length > 0
  return (
    <>
      {layer !== 0 && priced && (
        <Tag tone={place.follows ? undefined : 'purple'}>{place.follows ? '跟随' : '独立价'}</Tag>
      )}
      {!priced && <Tag tone="warning">未设置</Tag>}
      {priced && place.off && <Tag tone="warning">已停用</Tag>}
      {today?.stop && <Tag tone="danger">今日停售</Tag>}
      {today?.origin === 'calendar' && !today.stop && <Tag tone="success">今日 {formatCell(today.price)}</Tag>}
      {layer === 0 && channels.length > 0 && <Tag>{channels.length} 渠道独立价</Tag>}
      {place.waiting > 0 && <Tag tone="primary">{place.waiting} 待生效</Tag>}
    </>
  )
}
