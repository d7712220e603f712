import { formatMoney } from '@cheyi/domain/money'
import type { PriceTier } from '@cheyi/domain/pricing/quote/rules'
import type { ReactNode } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Grid, Grow, Note, Row } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { follows, layerOf, type PriceRow, type Rule, sellingRule } from '../parts/layers.ts'
import { modelFacts } from '../parts/model-strip.tsx'
import { priceScreens } from '../screens.ts'

interface CardProps {
  readonly row: PriceRow
  readonly layerName: string
}

const placeOf = ({ storeId, modelId, source }: PriceRow) => ({ storeId, modelId, source })

/** The daily prices of a model at a store on one layer. */
export function PriceCard({ row, layerName }: CardProps) {
  const mayEdit = useMay('price.edit')
  const rule = sellingRule(row)
  return (
    <CardFrame row={row} tags={<State row={row} layerName={layerName} />}>
      {rule === null ? (
        <Missing row={row} text="暂无车型价格" mayEdit={mayEdit} />
      ) : (
        <>
          <Grid as="dl" fit={96} gap={[8, 4]} top={12} num>
            <Figure label="平日" fen={rule.basePrice} />
            <Figure label="周末" fen={rule.weekendPrice ?? rule.basePrice} />
            <Figure label="节假日" fen={rule.holidayPrice} />
          </Grid>
          <Row as="p" gap={[4, 16]} pad={[8, 0, 0]} top={8} high={32} wrap line note num>
            {row.today && (
              <span>
                今日 <Money fen={row.today.price} />
                {row.today.stop && <Tag tone="danger">停售</Tag>}
              </span>
            )}
            <span>{lowestTier(rule)}</span>
            {mayEdit && <Enabled row={row} rule={rule} />}
          </Row>
        </>
      )}
    </CardFrame>
  )
}

/** The monthly prices of a model. */
export function LongCard({ row, layerName }: CardProps) {
  const mayEdit = useMay('price.edit')
  return (
    <CardFrame row={row} tags={<State row={row} layerName={layerName} />}>
      {row.long.length === 0 ? (
        <Missing row={row} text={row.source === 0 ? '暂无长租价格' : '跟随基础价'} mayEdit={mayEdit} />
      ) : (
        <Grid as="dl" fit={96} gap={[8, 4]} top={12} num>
          {row.long.map((tier) => (
            <Figure key={tier.fromMonths} label={`满${tier.fromMonths}个月`} fen={tier.monthlyPrice} per="月" />
          ))}
        </Grid>
      )}
    </CardFrame>
  )
}

function CardFrame({ row, tags, children }: { row: PriceRow; tags: ReactNode; children: ReactNode }) {
  const mayEdit = useMay('price.edit')
  const name = <b>{row.name}</b>
  return (
    <Card pad className="price-card">
      <Row gap={12}>
        <CarPicture image={row.image} carType={row.carType} />
        <Grow>
          <Row as="p" gap={[2, 6]} wrap>
            {mayEdit ? (
              <Link to={priceScreens.setting} with={placeOf(row)} className="card-link">
                {name}
              </Link>
            ) : (
              name
            )}
            {tags}
          </Row>
          <small className="num">
            {modelFacts(row)} · {row.vehicles} 辆
          </small>
        </Grow>
        {mayEdit && (
          <Button
            size="s"
            icon="calendar"
            aria-label={`${row.name} 价格日历`}
            onClick={() => go(priceScreens.calendar, placeOf(row))}
          >
            日历
          </Button>
        )}
      </Row>
      {children}
    </Card>
  )
}

/** The layer that the price comes from, and its state. */
function State({ row, layerName }: CardProps) {
  return (
    <>
      {row.source !== 0 && (follows(row) ? <Tag>跟随基础价</Tag> : <Tag tone="purple">{layerName}独立价</Tag>)}
      {row.source === 0 && row.rule?.enabled === false && <Tag tone="warning">已停用</Tag>}
      {row.today?.origin === 'calendar' && <Tag tone="success">今日特价</Tag>}
      {row.waiting > 0 && <Tag tone="primary">{row.waiting} 待生效</Tag>}
    </>
  )
}

function Figure({ label, fen, per }: { label: string; fen: number | null; per?: string }) {
  return (
    <div>
      <Note as="dt">{label}</Note>
      <dd>
        <Money fen={fen} size="l" per={per} />
      </dd>
    </div>
  )
}

function Missing({ row, text, mayEdit }: { row: PriceRow; text: string; mayEdit: boolean }) {
  return (
    <Row as="p" top={8} high={40} justify="between" ink={2}>
      {text}
      {mayEdit && (
        <Button size="s" variant="tint" onClick={() => go(priceScreens.setting, placeOf(row))}>
          去设置
        </Button>
      )}
    </Row>
  )
}

/** Switches the base layer on or off. A channel has no switch: its own price ends when it follows the base layer again. */
function Enabled({ row, rule }: { row: PriceRow; rule: Rule }) {
  const save = useWrite(calls.price.saveRule)
  if (row.source !== 0) return null
  async function set(enabled: boolean) {
    const { storeId, modelId } = row
    const done = await save.run({ storeId, modelId, source: layerOf(row.source), version: rule.version, enabled })
    if (done) feedback.toast(enabled ? '已启用，可以预订' : '已停用，不再接受新订单')
  }
  return (
    <Row as="span" gap={8} push>
      启用
      <Switch
        label={`${row.name} 启用`}
        checked={rule.enabled}
        disabled={save.pending}
        onChange={(event) => void set(event.target.checked)}
      />
    </Row>
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
