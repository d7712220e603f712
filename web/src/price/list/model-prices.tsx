import type { Contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { formatCell } from '@cheyi/domain/money'
import { useState } from 'react'
import { Link } from '../../kernel/page/link.tsx'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Grow, Note, Row } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { Layer } from '../parts/layers.ts'
import { ModelPicture, modelFacts } from '../parts/model-strip.tsx'
import { priceScreens } from '../screens.ts'

type Model = OutputOf<Contract['price']['models']>['list'][number]
type Place = Model['places'][number]

interface ModelPricesProps {
  readonly model: Model
  readonly kind: 'short' | 'long'
  readonly layer: Layer
}

/** More stores than these are told by the range until somebody asks. */
const FEW_STORES = 6

/** A model at all stores: from which price to which, and what each store asks; a tap opens that store's. */
export function ModelPrices({ model, kind, layer }: ModelPricesProps) {
  const { modelId, places } = model
  const mayEdit = useMay('price.edit')
  const [whole, setWhole] = useState(false)
  const shown = whole ? places : places.slice(0, FEW_STORES)
  const columns = kind === 'short' ? dayColumns : monthColumns(places)
  const vehicles = places.reduce((sum, place) => sum + place.vehicles, 0)
  const facts = `${modelFacts({ ...model, vehicles })} · ${vehicles} 辆`
  return (
    <Card pad className="model-prices">
      <Row gap={12} className="model-prices-model">
        <ModelPicture image={model.image} carType={model.carType} />
        <Grow>
          <b>{model.name}</b>
          <Note as="p" num>
            {facts}
          </Note>
        </Grow>
      </Row>
      <table className="model-prices-table num">
        <caption className="visually-hidden">{model.name}各门店价格</caption>
        <thead>
          <tr>
            <th scope="col">门店</th>
            {columns.length === 0 && <th scope="col">月价</th>}
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.length > 1 && (
            <tr className="model-prices-range">
              <th scope="row">{places.length} 家门店</th>
              {columns.length === 0 && <td>—</td>}
              {columns.map(({ label, of }) => (
                <td key={label}>{rangeText(places.map(of))}</td>
              ))}
            </tr>
          )}
          {shown.map((place) => (
            <tr key={place.storeId}>
              <th scope="row">
                {mayEdit ? (
                  <Link to={priceScreens.setting} with={{ storeId: place.storeId, modelId, source: layer || undefined }}>
                    {place.storeName}
                  </Link>
                ) : (
                  <Link
                    to={priceScreens.list}
                    with={{ storeId: place.storeId, source: layer || undefined, tab: kind }}
                  >
                    {place.storeName}
                  </Link>
                )}
                <Marks place={place} kind={kind} layer={layer} />
              </th>
              {columns.length === 0 && <td>未设置</td>}
              {columns.map(({ label, of }) => (
                <td key={label}>{priceText(of(place))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < places.length && (
        <Row justify="center">
          <Button variant="text" size="s" onClick={() => setWhole(true)}>
            全部 {places.length} 家门店
          </Button>
        </Row>
      )}
    </Card>
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
      label: `满${months}个月`,
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
function Marks({ place, kind, layer }: { place: Place; kind: 'short' | 'long'; layer: Layer }) {
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
