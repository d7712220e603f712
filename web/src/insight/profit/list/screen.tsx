import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { type ProfitKey, profitFigure, profitKeys } from '@cheyi/domain/insight/profit/profit'
import { formatMoney } from '@cheyi/domain/money'
import { addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import { type ReactNode, useMemo } from 'react'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { calls, type InputOf, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { currentTime, useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo, useMay } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { FilterLine, PickBox } from '../../../page/list/list-head.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import type { Filter, FilterProps } from '../../../page/list/types.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Select, type SelectOption } from '../../../ui/field/select.tsx'
import { Chip } from '../../../ui/frame/chips.tsx'
import { Box, Card, Grid, Note, Row, Text } from '../../../ui/layout.tsx'
import { ZeroBar } from '../../../ui/show/charts.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { figureText, figureValue, idleText, monthsOf, type ShownSums } from '../parts/sums.ts'
import { profitScreens } from '../screens.ts'

const groupings = [
  { value: 'car', label: '按车辆' },
  { value: 'model', label: '按车型' },
  { value: 'store', label: '按门店' },
  { value: 'ownership', label: '按权属' },
  { value: 'month', label: '按月' },
] as const

const spans = [
  { value: 'last', label: '上月' },
  { value: 'month', label: '本月' },
  { value: 'months3', label: '近3个整月' },
  { value: 'months12', label: '近12个整月' },
] as const

interface ChoiceProps extends FilterProps {
  readonly name: string
  readonly title: string
  readonly options: readonly SelectOption<string>[]
  /** A choice that is no filter: it is never without a value. */
  readonly always?: boolean
}

function Choice({ name, title, options, always, values, patch }: ChoiceProps) {
  const value = values[name] ?? ''
  return (
    <PickBox on={always === true || value !== options[0]?.value}>
      <Select title={title} value={value} options={options} onChange={(next) => patch({ [name]: next || undefined })} />
    </PickBox>
  )
}

/** What the rows are, cars or sums of groups of them, and of which months. */
const Months = (props: FilterProps) => (
  <>
    <Choice {...props} name="by" title="汇总" options={groupings} />
    <Choice {...props} name="when" title="月份" options={spans} always />
  </>
)

const today = () => localDate(currentTime())
const from: Filter<'from', string, 'when'> = {
  name: 'from',
  address: ['when'],
  read: ({ when }) => (when === 'last' || when === undefined ? undefined : monthsOf(when, today()).from),
  Field: Months,
  beside: true,
}
const to: Filter<'to', string, 'when'> = {
  ...from,
  name: 'to',
  read: ({ when }) => (when === 'last' || when === undefined ? undefined : monthsOf(when, today()).to),
  Field: () => null,
}

const useSorts = (): readonly SelectOption<string>[] => {
  const money = useMay('data.money')
  return profitKeys
    .filter((key) => money || !profitFigure(key).money)
    .map((value) => ({ value, label: `${profitFigure(value).label}从高到低` }))
}
const sort = pick('sort', '排序', '默认排序', useSorts, (text) =>
  profitKeys.find((key): key is ProfitKey => key === text),
)

const onlyNames = { losing: '只看亏损', idle: '只看未出租' } as const
type Only = keyof typeof onlyNames
const only: Filter<'only', Only, 'only'> = {
  name: 'only',
  address: ['only'],
  read: (values) => (Object.keys(onlyNames) as Only[]).find((key) => key === values.only),
  // Chosen by a figure above the list; here it is seen, and cleared.
  Field({ values, patch }) {
    const chosen = only.read(values)
    return (
      chosen !== undefined && (
        <Chip on onRemove={() => patch({ only: undefined })}>
          {onlyNames[chosen]}
        </Chip>
      )
    )
  },
  beside: true,
}

const useModelOptions = () => useModels(useMay('model')).map(({ modelId, name }) => ({ value: modelId, label: name }))
const kinds = [
  { value: '0', label: '自营' },
  { value: '1', label: '托管挂靠' },
]

/** Which months and which part of the fleet: for cars and for groups of them. */
const fleetFilters = [
  from,
  to,
  pick('storeId', '门店', '全部门店', useStoreOptions),
  pick('modelId', '车型', '全部车型', useModelOptions),
  pickCode('ownership', '权属', ownerships),
  pick(
    'entrusted',
    '经营',
    '全部经营',
    () => kinds,
    (text) => text === '1',
  ),
] as const

const carFilters = [only, ...fleetFilters, sort] as const

type Profit = OutputOf<typeof calls.profit.list>
type Car = Profit['list'][number]

/** Cars by what they earn, cost and do, or sums of groups of them. */
export default function List() {
  const { by } = useScreen(profitScreens.list)
  return by === 'car' ? <Cars /> : <GroupPage by={by} />
}

const Cars = listPage(profitScreens.list, {
  call: calls.profit.list,
  noun: '车辆',
  search: '车牌',
  filters: carFilters,
  keyOf: ({ vehicleId }) => vehicleId,
  columns: useColumns,
  unit: '辆',
  totals: ({ sum, money }) =>
    sum === null
      ? undefined
      : Object.fromEntries((money ? moneyKeys : (['cost'] as const)).map((key) => [key, figureValue(key, sum)])),
  link: (reach, { vehicleId }) => linkTo(reach, profitScreens.car, { id: vehicleId }),
  Head,
  empty: { title: '所选月份没有车辆数据' },
})

const moneyKeys = ['contribution', 'income', 'cost', 'owner'] as const
const days = (minutes: number) => (minutes / 1440).toFixed(1)
const share = (bp: number) => `${(bp / 100).toFixed(1)}%`

const car: readonly ListColumn<Car>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', card: 'title', of: ({ plate }) => plate },
  { key: 'model', title: '车型', kind: 'text', card: 'meta', of: ({ modelName }) => modelName },
]
const about: readonly ListColumn<Car>[] = [
  {
    key: 'utilisation',
    title: '出租率',
    kind: 'number',
    named: true,
    words: share,
    of: ({ sums }) => figureValue('utilisation', sums),
  },
  {
    key: 'idle',
    title: '空闲天数',
    kind: 'number',
    named: true,
    words: days,
    of: ({ sums }) => figureValue('idle', sums),
  },
  {
    key: 'rented',
    title: '出租天数',
    kind: 'number',
    extra: true,
    card: 'none',
    words: days,
    of: ({ sums }) => figureValue('rented', sums),
  },
  {
    key: 'down',
    title: '维修年检天数',
    kind: 'number',
    width: 96,
    extra: true,
    card: 'none',
    words: days,
    of: ({ sums }) => figureValue('down', sums),
  },
  { key: 'km', title: '里程 km', kind: 'number', extra: true, card: 'none', of: ({ sums }) => figureValue('km', sums) },
  { key: 'store', title: '门店', kind: 'text', width: 100, card: 'none', of: ({ storeName }) => storeName },
  {
    key: 'ownership',
    title: '权属',
    kind: 'text',
    width: 84,
    extra: true,
    card: 'none',
    of: ({ ownership }) => ownerships.text(ownership),
  },
]

function amount(key: (typeof moneyKeys)[number]): ListColumn<Car> {
  return {
    key,
    title: profitFigure(key).label,
    kind: 'money',
    loses: key === 'contribution',
    extra: key === 'owner',
    card: key === 'contribution' ? 'end' : 'none',
    of: ({ sums }) => figureValue(key, sums),
  }
}

/** Without the permission for amounts, a car has costs and no profit. */
function useColumns(first: Profit | undefined): readonly ListColumn<Car>[] {
  const low = first?.found?.low ?? null
  const high = first?.found?.high ?? null
  return useMemo(() => {
    if (low === null || high === null) return [...car, { ...amount('cost'), card: 'end' }, ...about]
    const scale = { low, high }
    return [
      ...car,
      {
        key: 'bar',
        title: '毛利（收入 − 费用 − 车主分成）',
        kind: 'chart',
        width: 170,
        draw: ({ sums }) => <ZeroBar value={figureValue('contribution', sums) ?? 0} scale={scale} />,
      },
      ...moneyKeys.map(amount),
      ...about,
    ]
  }, [low, high])
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly children?: ReactNode
}

const Figure = ({ label, value, children }: FigureProps) => (
  <Card pad>
    <Note>{label}</Note>
    <Text as="b" size="xl" num>
      {value}
    </Text>
    {children}
  </Card>
)

/** How much the same cars were rented in the month before the chosen one; '' while it is not known, and for several months. */
function useBefore(from: LocalDate, to: LocalDate): string {
  const values = useScreen(profitScreens.list)
  const month = addMonths(from, -1)
  const asked = Object.fromEntries(fleetFilters.map((filter) => [filter.name, filter.read(values)]))
  const input = { ...asked, by: 'month', from: month, to: month } as const
  const sums = useRead(calls.profit.groups, input, { enabled: from === to }).data?.list[0]?.sums
  return sums === undefined ? '' : `${Number(month.slice(5, 7))}月 ${figureText('utilisation', sums)}`
}

/** What the months brought, and how many cars lost money or stood; a press shows only these. */
function Head({ first: { sum, found, money, until, withoutCar } }: { readonly first: Profit }) {
  const { when, only } = useScreen(profitScreens.list)
  const patch = usePatch()
  const { from, to, label } = monthsOf(when, localDate(useNow()))
  const before = useBefore(from, to)
  if (sum === null || found === null) return null
  const show = (key: Only, count: number) =>
    count > 0 && (
      <Text
        as="button"
        type="button"
        reach
        ink="link"
        aria-pressed={only === key}
        onClick={() => patch({ only: only === key ? undefined : key })}
      >
        {only === key ? '看全部' : '只看这些'}
      </Text>
    )
  const { losing, lost, idle, idleCost, cars } = found
  return (
    <Box pad={[12, 12, 10]}>
      <Grid columns={4} fit={150} gap={10} num>
        <Figure
          label={`${money ? '毛利' : '费用'} · ${label}`}
          value={figureText(money ? 'contribution' : 'cost', sum)}
        >
          {money && (
            <Note>
              {`收入 ${figureText('income', sum)} − 费用 ${figureText('cost', sum)}`}
              {sum.owner !== 0 && ` − 车主分成 ${figureText('owner', sum)}`}
            </Note>
          )}
        </Figure>
        {losing !== null && (
          <Figure label="亏损车辆" value={`${losing} 辆`}>
            <Row justify="between" gap={8} wrap note>
              {losing > 0 && <Text ink="danger">合计 {formatMoney(lost ?? 0)}</Text>}
              {show('losing', losing)}
            </Row>
          </Figure>
        )}
        <Figure label={when === 'last' ? '整月未出租' : '期间未出租'} value={`${idle} 辆`}>
          <Row justify="between" gap={8} wrap note>
            {idle > 0 && `费用 ${formatMoney(idleCost)}`}
            {show('idle', idle)}
          </Row>
        </Figure>
        <Figure label="出租率" value={figureText('utilisation', sum)}>
          <Note>{[before, `平均空闲 ${idleText(sum, cars)}`].filter(Boolean).join(' · ')}</Note>
        </Figure>
      </Grid>
      <Note top={8} num>
        {until === null ? '收入正在首次统计' : `收入与用车统计至 ${until}`}
        {when === 'month' && '；按月的费用计入整月'}；金额含税{money && '；毛利即会计所说的贡献'}
        {withoutCar !== null &&
          withoutCar !== 0 &&
          `；另有未用车订单收入 ${formatMoney(withoutCar)}，合计与数据概览一致`}
      </Note>
    </Box>
  )
}

/** Sums of models, stores, kinds of ownership or months. */
function GroupPage({ by }: { readonly by: InputOf<typeof calls.profit.groups>['by'] }) {
  const values = useScreen(profitScreens.list)
  const patch = usePatch()
  const { label } = monthsOf(values.when, localDate(useNow()))
  const asked = Object.fromEntries(fleetFilters.map((filter) => [filter.name, filter.read(values)]))
  return (
    <Page
      fill
      head={
        <FilterLine>
          {fleetFilters.map(({ name, Field }) => (
            <Field key={name} values={values} patch={patch} />
          ))}
        </FilterLine>
      }
    >
      <Groups input={{ ...asked, by }} title={label} />
    </Page>
  )
}

type Asked = InputOf<typeof calls.profit.groups>

/** Figures of models, stores, kinds of ownership or months, in one table. */
function Groups({ input, title }: { readonly input: Asked; readonly title: string }) {
  const groups = useRead(calls.profit.groups, input)
  return (
    <Box pad={12}>
      <Answer of={groups} cards={2}>
        {({ list, money }) => {
          const keys: readonly ProfitKey[] = money
            ? ['income', 'cost', 'owner', 'contribution', 'utilisation', 'perDay']
            : ['cost', 'utilisation', 'rented', 'down']
          const profits = list.map(({ sums }) => profitOf(sums))
          const scale = { low: Math.min(...profits), high: Math.max(...profits) }
          return (
            <Card pad title={title} extra={<Note>{money ? '金额含税，日均收入按全部天' : '金额含税'}</Note>}>
              {list.length === 0 ? (
                <Note>所选月份没有车辆数据</Note>
              ) : (
                <Compare
                  stacked
                  caption={title}
                  columns={['车辆', ...keys.map(columnOf), '平均空闲']}
                  rows={list.map(({ key, name, cars, sums }) => ({
                    key,
                    label: (
                      // All names have one width, so that the bars begin at one zero.
                      <Grid as="span" columns={2} gap={12} style={{ minWidth: '17em', alignItems: 'center' }}>
                        {nameOf(input.by, key, name)}
                        {money && <ZeroBar value={profitOf(sums)} scale={scale} />}
                      </Grid>
                    ),
                    cells: [
                      `${cars} 辆`,
                      ...keys.map((one) => (
                        <Text key={one} ink={one === 'contribution' && profitOf(sums) < 0 ? 'danger' : 'inherit'}>
                          {figureText(one, sums)}
                        </Text>
                      )),
                      idleText(sums, cars),
                    ],
                  }))}
                />
              )}
            </Card>
          )
        }}
      </Answer>
    </Box>
  )
}

const profitOf = (sums: ShownSums): number => figureValue('contribution', sums) ?? 0

/** Its note is beside the title. */
const columnOf = (key: ProfitKey) => (key === 'perDay' ? '日均收入' : profitFigure(key).label)

function nameOf(by: Asked['by'], key: string, name: string): string {
  if (by === 'ownership') return ownerships.text(Number(key))
  return by === 'month' ? key.slice(0, 7) : name
}
