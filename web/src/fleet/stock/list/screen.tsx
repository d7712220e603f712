import './stock-list.css'
import '../parts/heat.css'
import { isLocalDate, localDate } from '@cheyi/domain/time'
import { type CSSProperties, lazy } from 'react'
import { calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { open } from '../../../page/open.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { cx } from '../../../ui/class-names.ts'
import { Search } from '../../../ui/field/search.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { LazyArea } from '../../../ui/frame/skeleton.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Box, IconButton, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { DayHead } from '../parts/day-head.tsx'
import { freeText, heatOf, heatWords, isPartlyClosed, NO_CARS } from '../parts/heat.ts'
import { ClosedLegend } from '../parts/heat-legend.tsx'
import { SpanBar, spanOf, useUsualSpan } from '../parts/span-bar.tsx'
import { stockScreens } from '../screens.ts'
import { blockOf, type Days } from './blocks.ts'
import { daysFrom, type Pool, shownPools, sumsOf } from './pools.ts'
import { useDays } from './use-days.ts'

const FleetLanes = lazy(() => import('./fleet-lanes.tsx'))

const onlys = [
  { value: 'all', label: '全部' },
  { value: 'oversold', label: '仅看超售' },
  { value: 'free', label: '仅看可租' },
] as const

/** The models of a store by days: free cars out of all cars. */
export default function Stock() {
  const values = useScreen(stockScreens.list)
  const patch = usePatch()
  const today = localDate(useNow())
  const current = useCurrentStore()
  const storeId = values.storeId ?? current.storeId ?? current.stores[0]?.id
  const days = spanOf(values.days, useUsualSpan())
  const from = isLocalDate(values.day) && values.day > today ? values.day : today
  const lanes = values.look === 'lanes'
  // The lanes move day by day, so their counts are requested in the same blocks as their bars.
  const block = lanes ? blockOf(from, today, days) : { asked: { from, days }, next: null }
  const inputOf = (asked: Days) => ({
    storeId: storeId ?? '',
    days: asked.days,
    day: asked.from === today ? undefined : asked.from,
  })
  const stock = useDays(calls.stock.overview, block, inputOf, storeId !== undefined)
  const told = stock.data && daysFrom(stock.data.pools, from, days)
  const conflicts = stock.data?.conflicts ?? 0
  const mend = () =>
    void open(() => import('../../../rental/arrange/parts/conflict-sheet.tsx'), { storeId: storeId ?? '' })
  return (
    <Page
      fill
      onBack={null}
      right={
        <>
          <RefreshButton busy={stock.isRefetching} onRefresh={() => void stock.refetch()} />
          <NavAction onClick={() => patch({ look: lanes ? 'models' : undefined })}>
            {lanes ? '按车型' : '按车辆'}
          </NavAction>
          {current.stores.length > 1 && (
            <IconButton name="pin" label="选择门店" onClick={() => go(stockScreens.chooseStore, {})} />
          )}
        </>
      }
      head={
        <>
          {current.stores.length > 1 && storeId && (
            <Tabs
              label="门店"
              items={current.stores.map(({ id, name }) => ({ key: id, label: name }))}
              value={storeId}
              onChange={(chosen) => patch({ storeId: chosen })}
            />
          )}
          <div className="stock-tools">
            <Figures pools={told} />
            <Row gap={8} pad={[4, 12, 8]} wrap className="stock-find">
              <Search value={values.keyword} onChange={(keyword) => patch({ keyword })} placeholder="车型" hotkey />
              <ChipRadios
                label="筛选车型"
                options={onlys}
                value={values.only}
                onChange={(only) => patch({ only: only === 'all' ? undefined : only })}
              />
            </Row>
            <SpanBar
              days={days}
              from={from}
              min={today}
              onDays={(chosen) => patch({ days: chosen })}
              onFrom={(day) => patch({ day: day === today ? undefined : day })}
            />
          </div>
          {conflicts > 0 && (
            <Box pad={[0, 12, 8]}>
              <Notice tone="danger" action={{ label: '去处理', onClick: mend }}>
                {conflicts} 个订单没有可用的车
              </Notice>
            </Box>
          )}
        </>
      }
    >
      <Answer of={stock} cards={8}>
        {(answer) => {
          const pools = shownPools(daysFrom(answer.pools, from, days), values.keyword, values.only)
          return pools.length > 0 ? (
            lanes ? (
              <LazyArea>
                <FleetLanes
                  storeId={storeId ?? ''}
                  pools={pools}
                  days={days}
                  from={from}
                  min={today}
                  onFrom={(day) => patch({ day: day === today ? undefined : day })}
                />
              </LazyArea>
            ) : (
              <Matrix storeId={storeId ?? ''} pools={pools} today={today} />
            )
          ) : (
            <Nothing
              filtered={values.keyword !== '' || values.only !== 'all'}
              onClear={() => patch({ keyword: undefined, only: undefined })}
            />
          )
        }}
      </Answer>
    </Page>
  )
}

/** Totals of the first day of the store. */
function Figures({ pools }: { pools: readonly Pool[] | undefined }) {
  const sums = pools && sumsOf(pools)
  const rows = [
    ['可租', sums?.free],
    ['总车辆', sums?.total],
    ['订单占用', sums?.ordered],
    ['工单占用', sums?.ticketed],
    ['停售', sums?.stopped],
  ] as const
  return (
    <div className="stock-figures num">
      {rows.map(([name, value]) => (
        <div key={name}>
          <Text as="b" block ink={name === '可租' && value === 0 ? 'danger' : undefined} size="xl">
            {value ?? '–'}
          </Text>
          <Text ink={2} size="xs">
            {name}
          </Text>
        </div>
      ))}
    </div>
  )
}

function Matrix({ storeId, pools, today }: { storeId: string; pools: readonly Pool[]; today: string }) {
  const dates = pools[0]!.days.map(({ date }) => date)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard. */}
      <section className="stock-grid-scroll" aria-label="车型库存" tabIndex={0}>
        <table className="stock-grid" style={{ '--days': dates.length } as CSSProperties}>
          <thead>
            <tr>
              <th scope="col">车型</th>
              {dates.map((date, i) => (
                <th key={date} scope="col">
                  <DayHead date={date} today={today} first={i === 0} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pools.map((pool) => (
              <tr key={pool.modelId}>
                <th scope="row">
                  <Box
                    as={Link}
                    block
                    to={stockScreens.summary}
                    with={{ storeId, modelId: pool.modelId }}
                    className="stock-grid-model"
                  >
                    <b>{pool.name}</b>
                    <small className="num">{wordsOf(pool)}</small>
                  </Box>
                </th>
                {pool.days.map((day) => (
                  <td key={day.date}>
                    <Stack
                      as={Link}
                      high={52}
                      align="center"
                      justify="center"
                      to={stockScreens.summary}
                      with={{ storeId, modelId: pool.modelId, day: day.date }}
                      className={cx('stock-cell', 'num', `heat-${heatOf(day)}`, isPartlyClosed(day) && 'heat-part')}
                    >
                      <b>{freeText(day)}</b>
                      <small>/{day.total}</small>
                      <span className="visually-hidden">{` ${pool.name} ${day.date.slice(5)} ${heatWords(day)}`}</span>
                    </Stack>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ClosedLegend days={pools.flatMap(({ days }) => days)} />
    </>
  )
}

/** 共5 · 订3 · 修1 · 停1 */
function wordsOf({ days: [first] }: Pool): string {
  const { total, ordered, ticketed, stopped } = first!
  const parts = [
    total > 0 ? `共${total}` : NO_CARS,
    ordered > 0 && `订${ordered}`,
    ticketed > 0 && `修${ticketed}`,
    stopped > 0 && `停${stopped}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <Empty art="search" title="没有匹配的车型" action={{ label: '清空筛选', onClick: onClear }} />
  ) : (
    <Empty art="list" title="该门店暂无车型" note="上架车辆后，这里显示每天的可租数量" />
  )
}
