import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { formatNear } from '@cheyi/domain/near'
import { driverTaskStatuses } from '@cheyi/domain/rental/driver/codes'
import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import { useMemo } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { screenNamed } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach, useUser } from '../../../kernel/user.ts'
import { Items } from '../../../page/list/items.tsx'
import { FilterLine, PickBox } from '../../../page/list/list-head.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { driverScreens } from '../screens.ts'
import { taskColumns } from './task-columns.tsx'

const EVERYBODY = 'all'
const days = [
  { value: '', label: '今天', ahead: 0 },
  { value: 'tomorrow', label: '明天', ahead: 1 },
  { value: 'any', label: '全部日期', ahead: null },
] as const
const states = [
  { value: '', label: '待办' },
  { value: '1', label: '全部状态' },
]
const openStatuses = driverTaskStatuses.values.filter(isOpenTask)

/** The dates whose vehicle moves are listed. Today has no first date, so that unfinished moves of earlier days are included. */
const spanOf = (ahead: number | null, today: LocalDate) => ({
  from: ahead === null || ahead === 0 ? null : addDays(today, ahead),
  until: ahead === null ? null : addDays(today, ahead),
})

/** A driver's deliveries and collections, today first; a planner sees any driver, or all of them. */
export default function DriverTasks() {
  const values = useScreen(driverScreens.tasks)
  const patch = usePatch()
  const now = useNow()
  const user = useUser()
  const mayPlan = useMay('order.arrange')
  const drivers = useRead(calls.driver.box, {}, { enabled: mayPlan }).data ?? []
  const own = user?.isDriver ? user.accountId : null
  const chosen = values.accountId || own || EVERYBODY
  const day = days.find(({ value }) => value === values.day) ?? days[0]
  const list = useListPage(
    calls.driver.tasks,
    {
      accountId: chosen === EVERYBODY ? undefined : chosen,
      date: day.ahead === null ? undefined : addDays(localDate(now), day.ahead),
      left: day.ahead === 0 || undefined,
      status: values.done ? undefined : openStatuses,
    },
    {
      noun: '取送任务',
      keyOf: ({ taskId }) => taskId,
      keepPrevious: true,
      empty: {
        title: day.ahead === null ? undefined : `${day.label}没有${values.done ? '' : '待办的'}取送任务`,
        note: '送车上门和上门取车的订单在排车页指派司机',
      },
    },
  )
  // Only for one driver, and only where the list starts with the earliest open task.
  const goesOn = chosen !== EVERYBODY && (day.ahead === 0 || (day.ahead === null && !values.done))
  const next = goesOn ? list.items.find(({ status }) => isOpenTask(status))?.taskId : undefined
  const columns = useMemo(() => taskColumns(next, chosen === EVERYBODY), [next, chosen])
  const people = [
    { value: EVERYBODY, label: '全部司机' },
    ...(own === null || drivers.some(({ id }) => id === own) ? [] : [{ value: own, label: '我的任务' }]),
    ...drivers.map(({ id, name, tasksToday }) => ({
      value: id,
      label: id === own ? `${name}（我）` : name,
      note: tasksToday > 0 ? `今天还有${tasksToday}项` : undefined,
    })),
  ]
  if (people.every(({ value }) => value !== chosen))
    people.push({ value: chosen, label: list.items[0]?.driverName ?? '所选司机', note: undefined })
  return (
    <Page
      fill
      right={list.refresh}
      head={
        <FilterLine>
          <ChipRadios label="日期" options={days} value={day.value} onChange={(one) => patch({ day: one })} />
          {people.length > 1 && (
            <PickBox on={false}>
              <Select title="司机" value={chosen} options={people} onChange={(accountId) => patch({ accountId })} />
            </PickBox>
          )}
          <PickBox on={values.done !== ''}>
            <Select title="状态" value={values.done} options={states} onChange={(done) => patch({ done })} />
          </PickBox>
        </FilterLine>
      }
    >
      <Items
        of={list}
        first={list.first}
        columns={columns}
        unit="项"
        link={orderLink}
        head={chosen === own && !values.done && <OwnMoves {...spanOf(day.ahead, localDate(now))} />}
      />
    </Page>
  )
}

interface OwnMovesProps {
  /** Dates of the planned moves; null: no bound. */
  readonly from: LocalDate | null
  readonly until: LocalDate | null
}

/** Vehicle moves between stores of the signed-in account, shown with its deliveries and collections. */
function OwnMoves({ from, until }: OwnMovesProps) {
  const now = useNow()
  const reach = useReach()
  const detail = screenNamed('relocation.detail')
  const enabled = reach.held.has('ticket.relocation')
  const waiting = useRead(calls.ticket.relocationPage, { mine: true, group: 'todo' }, { enabled }).data?.list ?? []
  const moving = useRead(calls.ticket.relocationPage, { mine: true, group: 'running' }, { enabled }).data?.list ?? []
  const moves = [...moving, ...waiting].filter(({ planStart }) => {
    const day = planStart === null ? null : localDate(planStart)
    return day === null ? from === null : (from === null || day >= from) && (until === null || day <= until)
  })
  if (moves.length === 0) return null
  return (
    <Stack as="section" gap={8} pad={[12, 12, 0]} aria-label="调车">
      {moves.map((one) => {
        const begun = isInHand(one)
        const { begin, end } = relocation.words
        const at = begun ? one.planEnd : one.planStart
        const link = detail && linkTo(reach, detail, { ticketId: one.ticketId })
        return (
          <RecordCard
            key={one.ticketId}
            title={
              <>
                <a {...link} className="card-link">
                  {at === null ? '未预约时间' : formatNear(at, now)} {begun ? end : begin}
                </a>
                <Tag tone="warning">调车</Tag>
              </>
            }
          >
            <Row gap={8} wrap top={4}>
              <Plate plate={one.plate} size="s" />
              <span>{one.modelName}</span>
            </Row>
            <Text as="p" num>
              {[one.storeName, one.place].filter(Boolean).join(' ')} · {one.no}
            </Text>
          </RecordCard>
        )
      })}
    </Stack>
  )
}
