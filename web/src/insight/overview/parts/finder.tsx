import './finder.css'
import { type OrderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { lifecycles, runState, runStates } from '@cheyi/domain/fleet/inventory/codes'
import { formatDay } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ScanSign } from '../../../fleet/inventory/parts/scan-sign.tsx'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { useNow } from '../../../kernel/now.ts'
import { allRows, goTo, hrefOf } from '../../../kernel/page/router.ts'
import type { Screen } from '../../../kernel/page/screen.ts'
import type { LinkOf, Readers } from '../../../kernel/page/search.ts'
import { says } from '../../../kernel/says.ts'
import { useReach, useUser } from '../../../kernel/user.ts'
import { pagesThatSay } from '../../../page/manual/list.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { manualScreens } from '../../../platform/manual/screens.ts'
import { driverScreens } from '../../../rental/driver/screens.ts'
import { screensOf } from '../../../rental/order/screens.ts'
import { cx } from '../../../ui/class-names.ts'
import { Search } from '../../../ui/field/search.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box, Cell } from '../../../ui/layout.tsx'
import { Avatar, StatusDot } from '../../../ui/show/tag.tsx'
import { doingsOf } from './doings.ts'
import { featuresOf, searchableBeginningsOf } from './features.ts'

const KEPT = 8
/** Pages of the manual at most: orders stand below them. */
const HELPS = 4
/** Debounce in ms: short enough to respond while the user types, long enough to skip requests for incomplete words. */
const PAUSE = 150

interface Hit {
  readonly key: string
  readonly path: string
  /** The path of its screen in the catalogue. */
  readonly screen: string
  readonly label: string
  readonly note: string
  readonly icon: IconName
  readonly status?: OrderStatus
}

interface Group {
  readonly title: string
  readonly hits: readonly Hit[]
}

/**
 * Searches with a few characters in recent hits, screens, orders, vehicles and customers. ↑ ↓ and Enter, or a tap,
 * select a hit.
 */
export default function Finder({ answer }: Asks<true>) {
  const [keyword, setKeyword] = useState('')
  const [at, setAt] = useState(0)
  const recent = useDraft<readonly Hit[]>('found', [])
  const { groups, pending } = useGroups(keyword, recent.value)
  const hits = groups.flatMap((group) => group.hits)
  const chosen = Math.min(at, hits.length - 1)
  const list = useId()

  function follow(hit: Hit) {
    recent.set([hit, ...recent.value.filter(({ path }) => path !== hit.path)].slice(0, KEPT))
    recent.flush()
    answer(true)
    goTo(hit.path)
  }
  function seek(next: string) {
    if (next !== keyword) setAt(0)
    setKeyword(next)
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || hits.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((chosen + step + hits.length) % hits.length)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      const hit = hits[chosen]
      if (hit) follow(hit)
    }
  }
  return (
    <OpenedSheet flush title="搜索">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the search box inside. */}
      <div onKeyDown={press}>
        <Box pad={[2, 16, 12]}>
          <Search
            value={keyword}
            onChange={seek}
            debounce={PAUSE}
            placeholder="车牌、手机号、姓名、订单号、功能"
            autoFocus
            extra={<ScanSign sign="plate" onRead={seek} />}
          />
        </Box>
        <div className="finder-groups" id={list} aria-live="polite">
          {groups.map(({ title, hits: found }) => (
            <section key={title}>
              <h3>{title}</h3>
              {found.map((hit) => (
                <Row key={hit.key} hit={hit} current={hit === hits[chosen]} onFollow={() => follow(hit)} />
              ))}
            </section>
          ))}
          {hits.length === 0 &&
            (keyword === '' ? (
              <Empty art="search" title="输入两三个字即可" note="车牌片段、手机尾号、订单号开头、客户姓名或功能名" />
            ) : pending ? (
              <Skeleton cards={3} />
            ) : (
              <Empty art="search" title="没有找到" note="只显示您有权查看的门店的订单、车辆和客户" />
            ))}
        </div>
      </div>
    </OpenedSheet>
  )
}

function Row({ hit, current, onFollow }: { hit: Hit; current: boolean; onFollow: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current) element.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div ref={element} className={cx('finder-row', current && 'finder-current')}>
      <Cell
        lead={
          <Avatar square tone="neutral">
            <Icon name={hit.icon} />
          </Avatar>
        }
        label={hit.label}
        note={hit.note}
        extra={hit.status !== undefined && <StatusDot status={hit.status}>{orderStatuses.text(hit.status)}</StatusDot>}
        current={current}
        onClick={onFollow}
      />
    </div>
  )
}

/** The hits as rows with links that the user may open; recent hits are included if they contain the keyword. */
function useGroups(keyword: string, recent: readonly Hit[]): { groups: readonly Group[]; pending: boolean } {
  const reach = useReach()
  const now = useNow()
  const user = useUser()
  const found = useRead(calls.overview.search, { keyword }, { enabled: keyword !== '', keepPrevious: true })
  const data = keyword === '' ? undefined : found.data
  const to = <R extends Readers>(row: Screen<R>, values: LinkOf<R>) => ({ path: hrefOf(row, values), screen: row.path })
  const screens = featuresOf(allRows(), user).flatMap(({ title, features }) =>
    features
      .filter(({ row, label }) => keyword !== '' && says(`${label} ${row.words}`, keyword))
      .map(({ row, label, icon }) => ({ key: row.path, ...to(row, {}), label, note: title, icon })),
  )
  const beginnings = searchableBeginningsOf(allRows(), user)
    .filter(({ label, note = '' }) => says(`${label} ${note}`, keyword))
    .map(({ row, label, note = '新建', icon, with: values }) => ({ key: label, ...to(row, values), label, note, icon }))
  const helps = (keyword === '' ? [] : pagesThatSay(keyword).slice(0, HELPS)).map(({ task, title, chapter }) => ({
    key: task,
    ...to(manualScreens.page, { task }),
    label: title,
    note: chapter,
    icon: 'help' as const,
  }))
  const before = recent.filter(({ label, note }) => says(`${label} ${note}`, keyword))
  const isNew = ({ path }: Hit) => !before.some((one) => one.path === path)
  const all: Group[] = [
    { title: '最近', hits: before },
    { title: '新建', hits: beginnings },
    { title: '功能', hits: screens },
    { title: '怎么用', hits: helps },
    {
      title: '订单',
      hits: (data?.orders ?? []).map((order) => ({
        key: order.orderId,
        ...to(screensOf(order.orderKind).detail, { orderId: order.orderId }),
        label: [order.plate === null ? order.modelName : displayPlate(order.plate), order.contactName].join(' · '),
        note: `${order.orderNo} · ${formatDay(order.pickupAt, now)}取车`,
        icon: 'order',
        status: order.status,
      })),
    },
    {
      title: '办理',
      hits: doingsOf(data?.orders ?? [], reach).map((one) => ({ ...one, note: '', icon: 'car' })),
    },
    {
      title: '车辆',
      hits: (data?.vehicles ?? []).map((vehicle) => ({
        key: vehicle.vehicleId,
        ...to(inventoryScreens.detail, { id: vehicle.vehicleId }),
        label: displayPlate(vehicle.plate),
        note: `${vehicle.modelName} · ${vehicle.storeName} · ${vehicle.rented ? runStates.text(runState.onRent) : lifecycles.text(vehicle.lifecycle)}`,
        icon: 'car',
      })),
    },
    {
      title: '客户',
      hits: (data?.people ?? []).map((person) => ({
        key: person.personId,
        ...to(driverScreens.personDetail, { personId: person.personId }),
        label: person.name,
        note: `${person.phone} · ${person.orderCount}次租车`,
        icon: 'person',
      })),
    },
  ]
  const groups = all
    .map(({ title, hits }) => ({
      title,
      hits: hits.filter((hit) => reach.opens(hit.screen) && (title === '最近' || isNew(hit))),
    }))
    .filter(({ hits }) => hits.length > 0)
  return { groups, pending: found.isPending }
}
