import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { type ProfitKey, profitFigure, profitKeys } from '@cheyi/domain/insight/profit/profit'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate } from '@cheyi/domain/time'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { readCode } from '../../../page/list/chips-filter.tsx'
import { FilterLine, PickBox } from '../../../page/list/list-head.tsx'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Box, Grid, Note, Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { figureText, monthsOf, sumsOf } from '../parts/sums.ts'
import { profitScreens } from '../screens.ts'
import { Groups, groupings } from './groups.tsx'

type Profit = OutputOf<typeof calls.profit.list>
type Car = Profit['list'][number]

const spans = [
  { value: 'last', label: '上月' },
  { value: 'month', label: '本月' },
  { value: 'months3', label: '近3个整月' },
  { value: 'months12', label: '近12个整月' },
] as const

const orders = [
  { value: '', label: '从高到低' },
  { value: '1', label: '从低到高' },
] as const

/** Vehicles by what they earn, cost and do. */
export default function List() {
  const values = useScreen(profitScreens.list)
  const patch = usePatch()
  const money = useMay('data.money')
  const today = localDate(useNow())
  const stores = useStoreOptions()
  const models = useModels(useMay('model'))
  const keys = profitKeys.filter((key) => money || !profitFigure(key).money)
  const sort = keys.find((key) => key === values.sort) ?? keys[0]!
  const asc = values.asc !== ''
  const { from, to, label } = monthsOf(values.when, today)
  const fleet = {
    storeId: values.storeId || undefined,
    modelId: values.modelId || undefined,
    ownership: readCode(ownerships, values.ownership),
    entrusted: values.entrusted === '' ? undefined : values.entrusted === '1',
  }
  const list = useListPage(
    calls.profit.list,
    {
      from,
      to,
      sort,
      order: asc ? 'asc' : 'desc',
      keyword: values.keyword || undefined,
      ...fleet,
    },
    {
      noun: '车辆',
      keyOf: ({ vehicleId }) => vehicleId,
      keepPrevious: true,
      empty: { title: '所选月份没有车辆数据' },
    },
  )
  const pick = (
    title: string,
    value: string,
    options: readonly { value: string; label: string }[],
    name: 'storeId' | 'modelId' | 'ownership' | 'entrusted',
  ) => (
    <PickBox on={value !== ''}>
      <Select
        title={title}
        value={value}
        options={[{ value: '', label: `全部${title}` }, ...options]}
        onChange={(next) => patch({ [name]: next || undefined })}
      />
    </PickBox>
  )
  return (
    <Page
      fill
      right={list.refresh}
      head={
        <FilterLine
          search={
            <Search value={values.keyword} onChange={(keyword) => patch({ keyword })} placeholder="车牌" hotkey />
          }
        >
          <PickBox on={values.by !== 'car'}>
            <Select title="汇总" value={values.by} options={groupings} onChange={(by) => patch({ by })} />
          </PickBox>
          <PickBox on>
            <Select title="月份" value={values.when} options={spans} onChange={(when) => patch({ when })} />
          </PickBox>
          {values.by === 'car' && (
            <>
              <PickBox on>
                <Select<ProfitKey>
                  title="排序"
                  value={sort}
                  options={keys.map((value) => ({ value, label: profitFigure(value).label }))}
                  onChange={(next) => patch({ sort: next })}
                />
              </PickBox>
              <PickBox on={asc}>
                <Select
                  title="顺序"
                  value={asc ? '1' : ''}
                  options={orders}
                  onChange={(next) => patch({ asc: next || undefined })}
                />
              </PickBox>
            </>
          )}
          {stores.length > 1 && pick('门店', values.storeId, stores, 'storeId')}
          {models.length > 0 &&
            pick(
              '车型',
              values.modelId,
              models.map(({ modelId, name }) => ({ value: modelId, label: name })),
              'modelId',
            )}
          {pick(
            '权属',
            values.ownership,
            ownerships.items.map(({ value, name }) => ({ value: String(value), label: name })),
            'ownership',
          )}
          {pick(
            '经营',
            values.entrusted,
            [
              { value: '0', label: '自营' },
              { value: '1', label: '托管挂靠' },
            ],
            'entrusted',
          )}
        </FilterLine>
      }
    >
      {values.by === 'car' ? (
        <Rows
          of={list}
          estimate={118}
          head={list.first && <Total first={list.first} label={label} running={values.when === 'month'} />}
          render={(car) => <CarCard car={car} sort={sort} complete={list.first?.until !== null} />}
        />
      ) : (
        <Groups input={{ from, to, by: values.by, ...fleet }} title={label} />
      )}
    </Page>
  )
}

interface TotalProps {
  readonly first: Profit
  readonly label: string
  readonly running: boolean
}

const shown = ['income', 'cost', 'owner', 'utilisation', 'perDay', 'idle'] as const satisfies readonly ProfitKey[]

/** The sums of all vehicles of the filter. */
function Total({ first: { sum, money, total, until, withoutCar }, label, running }: TotalProps) {
  if (sum === null) return null
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad>
        <Row justify="between" gap={8} wrap note>
          <span>{money ? '贡献' : '费用'}</span>
          <span className="num">
            {label} · {total} 辆
          </span>
        </Row>
        <Text as="b" size="xl" num>
          {figureText(money ? 'contribution' : 'cost', sum)}
        </Text>
        <Grid as="dl" columns={3} fit={96} gap={10} top={8} num>
          {shown.map((key) => (
            <div key={key}>
              <Note as="dt">{profitFigure(key).label}</Note>
              <dd>{figureText(key, sum)}</dd>
            </div>
          ))}
        </Grid>
        {withoutCar !== null && withoutCar !== 0 && (
          <Note top={8} num>
            另有未用车订单收入 {formatMoney(withoutCar)}，合计与数据概览一致
          </Note>
        )}
        <Note top={8} num>
          {until === null ? '收入正在首次统计' : `收入与用车统计至 ${until}`}
          {running && '；按月的费用计入整月'}；金额含税
        </Note>
      </Card>
    </Box>
  )
}

interface CarCardProps {
  readonly car: Car
  readonly sort: ProfitKey
  /** Income is included. */
  readonly complete: boolean
}

function CarCard({ car, sort, complete }: CarCardProps) {
  const { vehicleId, plate, modelName, storeName, ownership, sums } = car
  const link = linkTo(useReach(), profitScreens.car, { id: vehicleId })
  const loses = complete && sums.rent !== null && (profitFigure('contribution').of(sumsOf(sums)) ?? 0) < 0
  const others = (['contribution', 'income', 'cost', 'utilisation', 'idle'] as const).filter((key) => key !== sort)
  return (
    <RecordCard
      title={
        <>
          <CardLink {...link}>{displayPlate(plate)}</CardLink>
          {loses && <Tag tone="danger">亏损</Tag>}
        </>
      }
      end={<b className="num">{figureText(sort, sums)}</b>}
    >
      <p>{[modelName, storeName, ownerships.text(ownership)].join(' · ')}</p>
      <p className="num">
        {others
          .filter((key) => sums.rent !== null || !profitFigure(key).money)
          .map((key) => `${profitFigure(key).label} ${figureText(key, sums)}`)
          .join(' · ')}
      </p>
    </RecordCard>
  )
}
