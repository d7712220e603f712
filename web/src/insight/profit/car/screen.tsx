import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { lifecycles, ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { daysText, monthsToPayBack, type ProfitKey, profitFigure } from '@cheyi/domain/insight/profit/profit'
import { formatMoney, percent } from '@cheyi/domain/money'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { addMonths, localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { costScreens } from '../../../fleet/cost/screens.ts'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { screensOf } from '../../../fleet/ticket/screens.ts'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useList } from '../../../kernel/call/lists.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, type PageLink, type Reach, useMay, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Answer, page, useAnswers } from '../../../page/page.tsx'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Grid, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { PairedColumns, WayBar } from '../../../ui/show/charts.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink } from '../../../ui/show/record-card.tsx'
import { Compare, KeyValue } from '../../../ui/show/rows.tsx'
import { figureText, figureValue, sumsOf } from '../parts/sums.ts'
import { profitScreens } from '../screens.ts'

type Car = OutputOf<typeof calls.profit.car>
type Event = OutputOf<typeof calls.profit.life>['list'][number]

/** What one vehicle earned, cost and did in its life. */
export default page(
  profitScreens.car,
  ({ id }) => {
    const [car] = useAnswers(ask(calls.profit.car, { vehicleId: id }))
    return <CarPage car={car} />
  },
  { cards: 4, shape: 'detail' },
)

function CarPage({ car }: { readonly car: Car }) {
  const { vehicleId, plate, modelName, storeName, ownership, lifecycle, until } = car
  const mayEdit = useMay('inventory.edit', 'ticket.cost')
  return (
    <DetailPage
      subject={
        <CardLink {...linkTo(useReach(), inventoryScreens.detail, { id: vehicleId })}>
          <Plate plate={plate} />
        </CardLink>
      }
      tags={[{ text: lifecycles.text(lifecycle), tone: 'neutral' }]}
      note={[
        modelName,
        storeName,
        ownerships.text(ownership),
        until === null ? '收入正在首次统计' : `统计至 ${until}，金额含税`,
      ].join(' · ')}
      right={
        mayEdit && (
          <NavAction
            icon="plus"
            onClick={() => void open(() => import('../../../fleet/cost/parts/add-sheet.tsx'), { vehicleId })}
          >
            登记费用
          </NavAction>
        )
      }
      notices={<Hints car={car} />}
      thing={
        <>
          <Life car={car} />
          <Months car={car} />
        </>
      }
      side={
        <>
          <Value car={car} />
          <Events vehicleId={vehicleId} />
        </>
      }
    />
  )
}

const tiles = [
  'income',
  'cost',
  'owner',
  'utilisation',
  'perDay',
  'perRentedDay',
  'perKm',
  'rented',
  'idle',
  'down',
  'km',
] as const satisfies readonly ProfitKey[]

/** The figures of its whole life. */
function Life({ car }: { readonly car: Car }) {
  const { life, money } = car
  return (
    <Card pad>
      <Note>{money ? '累计毛利（收入 − 费用 − 车主分成）' : '累计费用'}</Note>
      <Text as="b" size="xl" num ink={money && (figureValue('contribution', life) ?? 0) < 0 ? 'danger' : 1}>
        {figureText(money ? 'contribution' : 'cost', life)}
      </Text>
      <Grid as="dl" columns={5} fit={96} gap={10} top={8} num>
        {tiles.map((key) => (
          <div key={key}>
            <Note as="dt">{profitFigure(key).label}</Note>
            <dd>{key === 'idle' ? `${figureText(key, life)} / ${daysText(life.fleet)}` : figureText(key, life)}</dd>
          </div>
        ))}
      </Grid>
    </Card>
  )
}

const dueNames = { insurance: '保险', inspection: '年检' } as const

/** What somebody should look at, each with its reckoning. */
function Hints({ car: { hints } }: { readonly car: Car }) {
  return hints.map((hint) => (
    <Notice key={`${hint.kind}${hint.what ?? ''}`}>
      {hint.kind === 'idle' && `已闲置 ${hint.days} 天，没有出租也没有维修`}
      {hint.kind === 'loses' &&
        `近3个整月收入 ${formatMoney(hint.income ?? 0)}，费用 ${formatMoney(hint.cost ?? 0)}，入不敷出`}
      {hint.kind === 'dear' &&
        `${hint.on} ${dueNames[hint.what!]}到期，去年花费 ${formatMoney(hint.fen ?? 0)}，高于近12个月毛利 ${formatMoney(hint.contribution ?? 0)}`}
    </Notice>
  ))
}

/** Whole months whose pace is that of the months to come. */
const PACE = 3

/** The way to its price, what it is worth in the books, and what a sale would bring against that. */
function Value({ car }: { readonly car: Car }) {
  const { purchaseOn, purchaseFen, capitalFen, bookValue } = car
  const [offer, setOffer] = useState<number | null>(null)
  const result = offer === null || bookValue === null ? null : offer - bookValue
  return (
    <Card pad title="购置与回本">
      <WayBack car={car} />
      <KeyValue
        rows={[
          { label: '购置价', value: purchaseFen === null ? '未填写' : formatMoney(purchaseFen), note: purchaseOn },
          ...(capitalFen === 0 ? [] : [{ label: '购置费用减处置收入', value: formatMoney(capitalFen) }]),
          { label: '账面价值', value: bookValue === null ? '—' : formatMoney(bookValue), note: '本月末' },
        ]}
      />
      {bookValue !== null && (
        <Field label="如果现在卖出">
          <AmountInput value={offer} onChange={setOffer} />
        </Field>
      )}
      {result !== null && (
        <Note top={8} num>
          {result >= 0 ? `比账面价值多 ${formatMoney(result)}` : `比账面价值少 ${formatMoney(-result)}`}
        </Note>
      )}
    </Card>
  )
}

/** How much of its price a car has brought back, and when it will have all of it at the pace of the last months. */
function WayBack({ car: { purchaseFen, capitalFen, paidBack, life, months } }: { readonly car: Car }) {
  const running = `${localDate(useNow()).slice(0, 7)}-01`
  if (paidBack === null || purchaseFen === null) return null
  const pace = months.filter(({ month }) => month < running && month >= addMonths(running, -PACE))
  const left =
    pace.length < PACE
      ? null
      : monthsToPayBack(
          sumsOf(life),
          purchaseFen + capitalFen,
          pace.map(({ sums }) => sumsOf(sums)),
        )
  return (
    <Stack gap={6} below={8} num>
      <Row justify="between" gap={8}>
        <span>
          已回本 <b>{percent(paidBack)}</b>
        </span>
        <Note as="span">{paybackWords(left, pace.length)}</Note>
      </Row>
      <WayBar share={paidBack / 10_000} />
      <Note>收入减费用和车主分成，不含折旧</Note>
    </Stack>
  )
}

function paybackWords(left: number | null, known: number): string {
  if (left === 0) return '已收回购置价'
  if (left === null) return known < PACE ? '' : `近${PACE}个整月没有净收入，无法预计`
  const years = Math.floor(left / 12)
  const rest = [years > 0 && `${years} 年`, left % 12 > 0 && `${left % 12} 个月`].filter(Boolean).join(' ')
  return `按近${PACE}个整月还需 ${rest}`
}

/** Its months; income and costs open what they are made of. */
function Months({ car: { vehicleId, months, money } }: { readonly car: Car }) {
  const reach = useReach()
  const linked = (link: PageLink | undefined, text: string) =>
    link === undefined ? (
      text
    ) : (
      <Text as="a" ink="link" {...link}>
        {text}
      </Text>
    )
  const columns = money ? ['收入', '费用', '毛利', '出租率'] : ['费用', '出租率', '空闲天数']
  const shown = months.slice(0, 12).toReversed()
  return (
    <Card pad title="各月" extra="单位：元">
      {months.length === 0 ? (
        <Note>还没有收入和费用</Note>
      ) : (
        <Stack gap={12}>
          {money && (
            <PairedColumns
              title="近12个月"
              names={['收入', '费用和车主分成']}
              columns={shown.map(({ month, sums }, index) => ({
                key: month,
                tick: (shown.length - 1 - index) % 3 === 0 ? month.slice(2, 7) : '',
                values: [
                  figureValue('income', sums) ?? 0,
                  (figureValue('cost', sums) ?? 0) + (figureValue('owner', sums) ?? 0),
                ],
              }))}
            />
          )}
          <Compare
            caption="各月收入、费用与毛利"
            columns={columns}
            rows={months.map(({ month, sums }) => {
              const span = { id: vehicleId, from: month, to: month }
              const plain = (key: ProfitKey) => yuan(figureValue(key, sums) ?? 0)
              const cost = linked(linkTo(reach, costScreens.list, span), plain('cost'))
              const income = linked(linkTo(reach, profitScreens.income, span), plain('income'))
              const used = figureText('utilisation', sums)
              const left = figureValue('contribution', sums) ?? 0
              return {
                key: month,
                label: <Text nowrap>{month.slice(0, 7)}</Text>,
                cells: money
                  ? [
                      income,
                      cost,
                      <Text key="left" ink={left < 0 ? 'danger' : 1}>
                        {plain('contribution')}
                      </Text>,
                      used,
                    ]
                  : [cost, used, figureText('idle', sums)],
              }
            })}
          />
        </Stack>
      )}
    </Card>
  )
}

const words = { rental: '出租', ticket: '工单', damage: '车损', cost: '费用' } as const

function linkOf(reach: Reach, { type, id, orderId, orderKind, ticketKind }: Event): PageLink | undefined {
  if (type === 'ticket' && ticketKind !== null) return linkTo(reach, screensOf(ticketKind).detail, { ticketId: id })
  return orderId === null ? undefined : orderLink(reach, { orderId, orderKind: orderKind as never })
}

/** What has happened to it, the latest first. */
function Events({ vehicleId }: { readonly vehicleId: string }) {
  const list = useList(calls.profit.life, { vehicleId })
  if (!list.isPending && list.error === null && list.items.length === 0) return <None of="经历" />
  return (
    <Card title="经历">
      <Answer of={{ data: list.first, error: list.error, refetch: list.restart }}>
        {() => (
          <>
            {list.items.map((event) => (
              <EventLine key={`${event.type}${event.id}`} event={event} />
            ))}
            {list.hasMore && <Cell label={list.isLoadingMore ? '加载中' : '更早的经历'} onClick={list.loadMore} />}
          </>
        )}
      </Answer>
    </Card>
  )
}

function EventLine({ event }: { readonly event: Event }) {
  const now = useNow()
  const { type, at, until, no, fen, ticketKind, costKind } = event
  const what =
    ticketKind !== null ? ticketKinds.text(ticketKind) : costKind !== null ? costKinds.text(costKind) : words[type]
  return (
    <Cell
      label={[what, no].filter(Boolean).join(' · ')}
      note={
        <span className="num">
          {type === 'cost' ? localDate(at) : until === null ? formatMoment(at, now) : formatPeriod(at, until, now)}
        </span>
      }
      extra={fen !== null && <span className="num">{formatMoney(fen)}</span>}
      {...linkOf(useReach(), event)}
    />
  )
}
