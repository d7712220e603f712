import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import './calendar.css'
import { formatMoney } from '@cheyi/domain/money'
import { addDays, isLocalDate, localDate } from '@cheyi/domain/time'
import { lazy, useState } from 'react'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go, goBack } from '../../../kernel/page/router.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { GRID_DAYS, gridText, startOfWeek } from '../../../ui/date/civil-date.ts'
import { Select } from '../../../ui/field/select.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { LazyArea } from '../../../ui/frame/skeleton.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, IconButton, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { ChangeLines, momentText } from '../parts/changes.tsx'
import { layerOf, sellingRule, useLayers } from '../parts/layers.ts'
import { modelFacts } from '../parts/model-strip.tsx'
import { openPlans } from '../parts/sheets.ts'
import { priceScreens } from '../screens.ts'
import { DayGrid } from './day-grid.tsx'
import type { Picked } from './pick.ts'

const EditPanel = lazy(() => import('./edit-panel.tsx'))
const PlaceFirst = lazy(() => import('./place-first.tsx'))

/** What the ground of a day says. */
const keys = [
  ['price-low', '低价'],
  ['price-middle', '中价'],
  ['price-high', '高价'],
  ['price-full', '满'],
  ['price-stop', '停售'],
] as const

/** The price calendar; asks for store and model if the address does not contain them. */
export default function PriceCalendar() {
  const { storeId, modelId } = useScreen(priceScreens.calendar)
  if (storeId === undefined || modelId === undefined)
    return (
      <LazyArea>
        <PlaceFirst storeId={storeId} />
      </LazyArea>
    )
  return <Calendar key={`${storeId} ${modelId}`} storeId={storeId} modelId={modelId} />
}

/** The days of one model at one store on one layer: price, whether closed, and the free cars. */
function Calendar({ storeId, modelId }: { storeId: string; modelId: string }) {
  const { source, from: asked } = useScreen(priceScreens.calendar)
  const patch = usePatch()
  const now = useNow()
  const today = localDate(now)
  const layer = layerOf(source)
  const { nameOf, tabs } = useLayers(layer)
  const thisWeek = startOfWeek(today)
  const first = isLocalDate(asked) && asked > today ? startOfWeek(asked) : thisWeek
  const place = { storeId, modelId, source: layer }
  const [picked, setPicked] = useState<Picked | null>(null)
  /** Version of the calendar when the days were picked; the server refuses the change if it is outdated. */
  const [seen, setSeen] = useState<number>()
  const range = { from: first, to: addDays(first, GRID_DAYS - 1) }
  const models = useRead(calls.price.rules, { storeId, source: layer }, { keepPrevious: true })
  const calendar = useRead(calls.price.calendar, { ...place, ...range }, { keepPrevious: true })
  const undo = useWrite(calls.price.undoCalendar)
  const row = models.data?.find((one) => one.modelId === modelId)
  const rule = row && sellingRule(row)
  const back = () => goBack(priceScreens.list.path)
  const last = calendar.data?.undo ?? null

  function pick(next: Picked | null) {
    setSeen(calendar.data?.version)
    setPicked(next)
  }
  function turn(by: number) {
    const next = addDays(first, by * GRID_DAYS)
    patch({ from: next > thisWeek ? next : undefined })
  }
  async function takeBack() {
    if (last !== null && (await undo.run({ changeId: last.changeId }))) feedback.toast('已撤销')
  }
  if (models.data !== undefined && row === undefined)
    return (
      <Page>
        <Empty art="search" title="车型或门店不存在" action={{ label: '返回', onClick: back }} />
      </Page>
    )
  return (
    <Page
      fill
      right={<NavAction onClick={() => go(priceScreens.setting, place)}>规则</NavAction>}
      head={
        <>
          {row && (
            <Row gap={12} pad={[4, 16, 12]}>
              <CarPicture image={row.image} carType={row.carType} />
              <Stack as="span" grow className="model-strip-words">
                <Select
                  title="车型"
                  options={(models.data ?? []).map((one) => ({
                    value: one.modelId,
                    label: `${one.name} ${modelFacts(one)}`,
                  }))}
                  value={modelId}
                  onChange={(chosen) => {
                    setPicked(null)
                    patch({ modelId: chosen })
                  }}
                />
                <small className="num">
                  {row.storeName} · {row.vehicles} 辆
                  {rule ? ` · 平日价 ${formatMoney(rule.basePrice)}` : ' · 未设置价格'}
                </small>
              </Stack>
            </Row>
          )}
          <Tabs
            label="渠道"
            items={tabs}
            value={String(layer)}
            onChange={(chosen) => {
              setPicked(null)
              patch({ source: chosen === '0' ? undefined : Number(chosen) })
            }}
          />
        </>
      }
    >
      <div className="price-calendar">
        <Stack gap={12} pad={[12, 12, 24]} grow className="price-calendar-month">
          {row !== undefined && row.waiting > 0 && (
            <Notice tone="primary" action={{ label: '查看', onClick: () => openPlans({ storeId, modelId }) }}>
              {row.waiting} 次改价待生效
            </Notice>
          )}
          {rule === null && <Notice tone="warning">该车型未设置价格，日历价在设置日租价后生效</Notice>}
          {calendar.data?.unpublishedYears.map((year) => (
            <Notice key={year} tone="warning">
              {year}年放假安排尚未公布，暂按星期计价
            </Notice>
          ))}
          <Box as={Card} pad={8} keep>
            <Row pad={[0, 4]} justify="between">
              <IconButton name="chevron-left" label="前六周" disabled={first <= thisWeek} onClick={() => turn(-1)} />
              <Text as="h2" size="l" num>
                {gridText(first, today)}
              </Text>
              <IconButton name="chevron-right" label="后六周" onClick={() => turn(1)} />
            </Row>
            <Answer of={calendar} shape="detail">
              {({ days }) => <DayGrid first={first} today={today} days={days} picked={picked} onPick={pick} />}
            </Answer>
          </Box>
          <Row as="p" gap={[4, 14]} pad={[0, 4]} wrap note className="price-legend">
            {keys.map(([look, text]) => (
              <Text key={look}>
                <i className={look} />
                {text}
              </Text>
            ))}
            <span className="status-success">{layer === 0 ? '特价' : '独立价'}</span>
            <span className="status-warning">库存紧张</span>
            <small>点两天或横向拖动选择日期</small>
          </Row>
          {last !== null && (
            <Card pad className="price-undo">
              <Row as="p" gap={[4, 8]} below={4} wrap className="change-head num">
                <b>上次改动</b>
                <small>
                  {last.name} · {momentText(last.at, now)}
                </small>
              </Row>
              <ChangeLines lines={last.lines.slice(0, 4)} />
              <Button size="s" loading={undo.pending} onClick={() => void takeBack()}>
                撤销上次改动
              </Button>
            </Card>
          )}
        </Stack>
        {picked !== null && (
          <LazyArea>
            <EditPanel
              place={place}
              layerName={nameOf(layer)}
              picked={picked}
              days={calendar.data?.days ?? []}
              seen={seen}
              onOvertaken={(version) => {
                setSeen(version)
                void calendar.refetch()
              }}
              onPick={pick}
            />
          </LazyArea>
        )}
      </div>
    </Page>
  )
}
