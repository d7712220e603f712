import { orderKinds, type Source } from '@cheyi/domain/booking/order/codes'
import { type FigureKey, figureOf } from '@cheyi/domain/insight/data/figures'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { addDays, formatClock, localDate, startOfDate } from '@cheyi/domain/time'
import { ask, calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { linkTo, type PageLink, useMay, useReach } from '../../../kernel/user.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { Menu } from '../../../page/list/list-page.tsx'
import { Answer, askAhead, Page, page } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Card, Grid, Grow, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { HeatStrip, StackedBar } from '../../../ui/show/charts.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink } from '../../../ui/show/record-card.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { ShareOf } from '../../../ui/show/shares.tsx'
import { type DataInput, inputOf, windowText } from '../parts/filter.ts'
import { Filters } from '../parts/filters.tsx'
import { Change, unitText, valueText } from '../parts/value.tsx'
import { dataScreens } from '../screens.ts'
import { TrendCard } from './trends.tsx'

type Overview = OutputOf<typeof calls.data.overview>
type Figure = Overview['figures'][number]

const comparisons = [
  { value: 'previous', label: '较上期' },
  { value: 'lastYear', label: '较去年' },
] as const
type Comparison = (typeof comparisons)[number]['value']

/** The tables that can be exported. */
const exports = [
  ['day', '每日经营'],
  ['figures', '全部指标'],
  ['source', '订单来源'],
  ['store', '门店排行'],
  ['model', '车型排行'],
] as const

/** The figures of the business first, then their charts. */
export default page(dataScreens.overview, (values) => {
  const today = localDate(useNow())
  const patch = usePatch()
  const input = inputOf(values, today)
  const exporting = useExport(calls.data.exportFigures)
  const mayExport = useMay('data.export')
  const menu = exports.map(([of, name]) => ({
    label: `导出${name}`,
    run: () => void exporting.run({ ...input, of }, `导出${name}`),
  }))
  askAhead(ask(calls.data.trend, input), ask(calls.data.mix, input))
  const read = useRead(calls.data.overview, input)
  if (read.error?.kind === 'refused')
    return (
      <Page onBack={null} head={<Filters values={values} />}>
        <Empty art="locked" title="没有可以显示的数据" note={read.error.message} />
      </Page>
    )
  return (
    <Page onBack={null} right={mayExport && <Menu acts={menu} />} head={<Filters values={values} />}>
      <Answer of={read} cards={4}>
        {(overview) => (
          <Stack gap={10}>
            <Row justify="between" gap={8} wrap>
              <Segmented
                label="对比"
                options={comparisons}
                value={values.compare}
                onChange={(compare) => patch({ compare })}
              />
              <Note num>
                {`截至 ${formatClock(overview.at)} · 对比 ${windowText(overview[values.compare], overview.at)} · 金额含税`}
              </Note>
            </Row>
            <Figures overview={overview} input={input} values={values} compare={values.compare} />
          </Stack>
        )}
      </Answer>
    </Page>
  )
})

interface FiguresProps {
  readonly overview: Overview
  readonly input: DataInput
  readonly values: Parameters<typeof inputOf>[0]
  readonly compare: Comparison
}

/** Candidates for the headline: the first one that the server returns is displayed large. */
const first: readonly FigureKey[] = ['revenue', 'created']
const tiles: readonly FigureKey[] = ['created', 'adr', 'utilisation', 'cancelRate', 'revpac', 'out']

function Figures({ overview, input, values, compare }: FiguresProps) {
  const { figures, at } = overview
  const reach = useReach()
  const known = new Map(figures.map((figure) => [figure.key, figure]))
  const headline = first.map((key) => known.get(key)).find((figure) => figure !== undefined)!
  const { when, from, to, storeId, modelId, source } = values
  const address = { when, from, to, storeId, modelId, source }
  const linkOf = (key: FigureKey): PageLink | undefined => {
    if (key === 'cash') return linkTo(reach, paymentScreens.flow, { storeId, from: input.from, to: input.to })
    if (figureOf(key).orders === undefined) return undefined
    return linkTo(reach, dataScreens.orders, { figure: key, ...address })
  }
  return (
    <>
      <Grid columns={2} fit={480} gap={10}>
        <Stack gap={10}>
          <Card pad>
            <Headline
              figure={headline}
              compare={compare}
              link={linkOf(headline.key)}
              when={windowText(overview.window, at)}
            />
            {(known.get('late')?.value ?? 0) !== 0 && (
              <Note num>
                <CardLink {...linkOf('late')}>{figureOf('late').label}</CardLink>{' '}
                {formatMoney(known.get('late')!.value!)}
              </Note>
            )}
            {(overview.commission ?? 0) > 0 && (
              <Note num>
                渠道佣金 {formatMoney(overview.commission!)}，净收入{' '}
                {formatMoney((known.get('revenue')?.value ?? 0) - overview.commission!)}
              </Note>
            )}
          </Card>
          <Trend input={input} of={headline.key === 'revenue' ? 'revenue' : 'created'} />
        </Stack>
        <Stack gap={10}>
          <Grid columns={3} fit={150} gap={10}>
            {tiles
              .map((key) => known.get(key))
              .filter((figure) => figure !== undefined && figure !== headline)
              .map((figure) => (
                <Tile key={figure!.key} figure={figure!} compare={compare} link={linkOf(figure!.key)} />
              ))}
          </Grid>
          <Trend input={input} of="utilisation" />
        </Stack>
      </Grid>
      <HeatCard input={input} />
      <Grid columns={3} fit={330} gap={10}>
        <Answer of={useRead(calls.data.mix, input)}>{(mix) => <MixCard mix={mix} />}</Answer>
        <Ranks title="门店排行" by="store" input={input} />
        <Ranks title="车型排行" by="model" input={input} />
      </Grid>
      <Card pad title="全部指标">
        <Compare
          stacked
          caption="全部指标"
          columns={['本期', '上期', '去年同期']}
          rows={figures.map(({ key, value, previous, lastYear }) => ({
            key,
            label: <Name of={key} link={linkOf(key)} />,
            cells: [value, previous, lastYear].map((one) => valueText(key, one)),
          }))}
        />
        <Cancelled of={overview.cancelled} />
        {input.source !== undefined && <Note top={8}>按来源筛选时，出租率为该来源占用的车时。</Note>}
      </Card>
    </>
  )
}

function Name({ of, link }: { readonly of: FigureKey; readonly link: PageLink | undefined }) {
  const { label, note } = figureOf(of)
  return (
    <span title={note}>
      {link === undefined ? (
        label
      ) : (
        <Text as="a" ink="link" {...link}>
          {label}
        </Text>
      )}
    </span>
  )
}

function Cancelled({ of }: { readonly of: Overview['cancelled'] }) {
  const parts = [
    ['客户', of.customer],
    ['商家', of.merchant],
    ['渠道', of.channel],
    ['超时自动', of.system],
  ] as const
  const told = parts.filter(([, count]) => count > 0).map(([who, count]) => `${who} ${count}`)
  return told.length === 0 ? null : <Note top={8} num>{`取消：${told.join(' · ')}`}</Note>
}

interface FigureProps {
  readonly figure: Figure
  readonly compare: Comparison
  readonly link: PageLink | undefined
}

function Headline({ figure, compare, link, when }: FigureProps & { readonly when: string }) {
  return (
    <>
      <Row justify="between" note>
        <CardLink {...link}>{figureOf(figure.key).label}</CardLink>
        <span className="num">{when}</span>
      </Row>
      <Row gap={8} align="baseline" wrap>
        <Text as="b" size="display" num>
          {valueText(figure.key, figure.value)}
        </Text>
        <Change of={figure.key} value={figure.value} before={figure[compare]} />
      </Row>
    </>
  )
}

function Tile({ figure, compare, link }: FigureProps) {
  return (
    <Card pad>
      <Note>
        <CardLink {...link}>{figureOf(figure.key).label}</CardLink>
      </Note>
      <Row justify="between" gap={4} wrap align="baseline">
        <Text as="b" size="xl" num>
          {valueText(figure.key, figure.value)}
        </Text>
        <Change of={figure.key} value={figure.value} before={figure[compare]} />
      </Row>
    </Card>
  )
}

/** The daily values of a figure. */
function Trend({ input, of }: { readonly input: DataInput; readonly of: 'revenue' | 'created' | 'utilisation' }) {
  const now = useNow()
  return (
    <Answer of={useRead(calls.data.trend, input)} cards={1}>
      {(trend) => <TrendCard of={of} trend={trend} now={now} />}
    </Answer>
  )
}

function Ranks({
  title,
  by,
  input,
}: {
  readonly title: string
  readonly by: 'store' | 'model'
  readonly input: DataInput
}) {
  return (
    <Answer of={useRead(calls.data.rank, { ...input, by })}>
      {({ list }) => <RankCard title={title} list={list} />}
    </Answer>
  )
}

const DAYS = 30
/** More rows say less than the ranking below. */
const MOST = 20

/** How the cars of each model were used on each of the last thirty days, whatever days are chosen above. */
function HeatCard({ input: { storeIds, modelIds, source } }: { readonly input: DataInput }) {
  const now = useNow()
  const today = localDate(now)
  const rank = useRead(calls.data.rank, {
    from: addDays(today, 1 - DAYS),
    to: today,
    by: 'model',
    daily: DAYS,
    storeIds,
    modelIds,
    source,
  })
  const text = (share: number) => unitText('bp', Math.round(share * 10_000))
  return (
    <Card pad title={`近${DAYS}天出租率`} extra="越深越满">
      <Answer of={rank} cards={1}>
        {({ days, list }) =>
          list.length === 0 ? (
            <Note>没有车辆数据</Note>
          ) : (
            <HeatStrip
              title={`各车型近${DAYS}天出租率`}
              text={text}
              days={days.map((day, index) => ({
                key: day,
                tick: index % 7 === 0 ? day.slice(5) : '',
                name: formatDay(startOfDate(day), now),
              }))}
              rows={list.slice(0, MOST).map(({ id, name, used, utilisation }) => ({
                key: id,
                name,
                values: used.map((share) => (share === null ? null : share / 10_000)),
                mean: utilisation === null ? '—' : unitText('bp', utilisation),
              }))}
            />
          )
        }
      </Answer>
    </Card>
  )
}

type Mix = OutputOf<typeof calls.data.mix>
type Ranked = OutputOf<typeof calls.data.rank>['list']

const tones = ['primary', 'purple', 'success', 'warning', 'danger', 'neutral'] as const
const toneAt = (index: number) => tones[Math.min(index, tones.length - 1)]!

/** The sources of the orders. */
function MixCard({ mix }: { readonly mix: Mix }) {
  const sourceName = useSourceNames()
  return (
    <Card pad title="订单来源">
      <Stack gap={16} top={8}>
        <Parts title="渠道" of={mix.sources} name={(key) => sourceName(key as Source)} />
        {mix.kinds.length > 1 && <Parts title="订单类型" of={mix.kinds} name={(key) => orderKinds.text(key as 1)} />}
      </Stack>
    </Card>
  )
}

interface PartsProps {
  readonly title: string
  readonly of: Mix['sources']
  readonly name: (key: number) => string
}

function Parts({ title, of, name }: PartsProps) {
  if (of.length === 0) return <Note>所选时间内没有下单</Note>
  return (
    <StackedBar
      title={title}
      parts={of.map(({ key, created, revenue }, index) => ({
        key: String(key),
        label: name(key),
        count: created,
        text: [`${created}单`, revenue !== null && unitText('fen', revenue)].filter(Boolean).join(' · '),
        tone: toneAt(index),
      }))}
    />
  )
}

/** Compares stores or models: the revenue of each, and the utilisation of its cars. */
function RankCard({ title, list }: { readonly title: string; readonly list: Ranked }) {
  const size = ({ revenue, created }: Ranked[number]) => Math.max(0, revenue ?? created)
  const most = Math.max(1, ...list.map(size))
  return (
    <Card pad title={title}>
      {list.length === 0 ? (
        <Note top={8}>所选时间内没有数据</Note>
      ) : (
        <Stack as="ol" gap={12} top={8} num>
          {list.map((row, index) => (
            <Stack as="li" key={row.id} gap={4}>
              <Row gap={8}>
                <Text ink={2}>{index + 1}</Text>
                <Grow>{row.name}</Grow>
                {row.revenue === null ? `${row.created}单` : <Money fen={row.revenue} />}
              </Row>
              <ShareOf share={size(row) / most} />
              <Note>{rankNote(row)}</Note>
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  )
}

const rankNote = ({ utilisation, created, revenue, adr, revpac }: Ranked[number]): string =>
  [
    `出租率 ${utilisation === null ? '—' : unitText('bp', utilisation)}`,
    revenue !== null && `${created}单`,
    adr !== null && `日均租金 ${unitText('fen', adr)}`,
    revpac !== null && `每车日均 ${unitText('fen', revpac)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
