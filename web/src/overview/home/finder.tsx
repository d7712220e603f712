import './finder.css'
import { lifecycles } from '@cheyi/domain/inventory/codes'
import { formatDay } from '@cheyi/domain/near'
import { type OrderStatus, orderStatuses } from '@cheyi/domain/order/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { useState } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useDraft } from '../../kernel/draft.ts'
import { useNow } from '../../kernel/now.ts'
import { goTo } from '../../kernel/page/router.ts'
import { stringifySearch } from '../../kernel/page/search.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { Answer } from '../../page/answer.tsx'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Search } from '../../ui/field/search.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Avatar, StatusDot } from '../../ui/show/tag.tsx'

const KEPT = 8
/** Quick enough to answer while one types on, slow enough to ask for whole words. */
const PAUSE = 150

interface Hit {
  readonly key: string
  readonly path: string
  /** Path of its screen in the catalogue. */
  readonly screen: string
  readonly label: string
  readonly note: string
  readonly icon: 'order' | 'car' | 'person'
  readonly status?: OrderStatus
}

/** Finds whatever a few signs may mean: orders, vehicles, customers; a tap opens it. */
export default function Finder({ answer }: Asks<true>) {
  const [keyword, setKeyword] = useState('')
  const recent = useDraft<readonly string[]>('search', [])
  const groups = useGroups(keyword)

  function follow(path: string) {
    recent.set([keyword, ...recent.value.filter((one) => one !== keyword)].slice(0, KEPT))
    answer(true)
    goTo(path)
  }
  return (
    <OpenedSheet flush title="搜索">
      <div className="finder-recent">
        <Search
          value={keyword}
          onChange={setKeyword}
          debounce={PAUSE}
          placeholder="车牌、手机号、姓名、订单号"
          autoFocus
        />
      </div>
      <div className="finder-groups" aria-live="polite">
        {keyword === '' ? (
          <Recent words={recent.value} onPick={setKeyword} onClear={recent.clear} />
        ) : (
          <Answer of={groups.found} cards={3}>
            {() => <Groups groups={groups.hits} onFollow={follow} />}
          </Answer>
        )}
      </div>
    </OpenedSheet>
  )
}

function Recent({
  words,
  onPick,
  onClear,
}: {
  words: readonly string[]
  onPick: (word: string) => void
  onClear: () => void
}) {
  if (words.length === 0)
    return <Empty art="search" title="输入两三个字即可" note="车牌片段、手机尾号、订单号开头或客户姓名" />
  return (
    <div className="finder-recent">
      <h3>最近搜索</h3>
      <div className="finder-words">
        {words.map((word) => (
          <Button key={word} size="s" variant="outline" onClick={() => onPick(word)}>
            {word}
          </Button>
        ))}
        <Button size="s" variant="text" onClick={onClear}>
          清空
        </Button>
      </div>
    </div>
  )
}

interface Group {
  readonly title: string
  readonly hits: readonly Hit[]
}

function Groups({ groups, onFollow }: { groups: readonly Group[]; onFollow: (path: string) => void }) {
  if (groups.length === 0)
    return <Empty art="search" title="没有找到" note="只显示您有权查看的门店的订单、车辆和客户" />
  return groups.map(({ title, hits }) => (
    <section key={title}>
      <h3>{title}</h3>
      {hits.map(({ key, path, label, note, icon, status }) => (
        <Cell
          key={key}
          lead={
            <Avatar square tone="neutral">
              <Icon name={icon} />
            </Avatar>
          }
          label={label}
          note={note}
          extra={status !== undefined && <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>}
          onClick={() => onFollow(path)}
        />
      ))}
    </section>
  ))
}

/** What was found, as rows that lead somewhere the person may go. */
function useGroups(keyword: string) {
  const reach = useReach()
  const now = useNow()
  const found = useRead(
    calls.overview.search,
    { keyword },
    { enabled: keyword !== '', quiet: true, keepPrevious: true },
  )
  const { data } = found
  const to = (path: string, search: Record<string, string>) => `${path}${stringifySearch(search)}`
  const all: Group[] = [
    {
      title: '订单',
      hits: (data?.orders ?? []).map((order) => ({
        key: order.orderId,
        path: to(`${profileOf(order.orderKind).base}/detail`, { orderId: order.orderId }),
        screen: `${profileOf(order.orderKind).base}/detail`,
        label: [order.plate ?? order.modelName, order.contactName].join(' · '),
        note: `${order.orderNo} · ${formatDay(order.pickupAt, now)}取车`,
        icon: 'order',
        status: order.status,
      })),
    },
    {
      title: '车辆',
      hits: (data?.vehicles ?? []).map((vehicle) => ({
        key: vehicle.vehicleId,
        path: `/inventory/detail/${vehicle.vehicleId}`,
        screen: '/inventory/detail/:id',
        label: vehicle.plate,
        note: `${vehicle.modelName} · ${vehicle.storeName} · ${lifecycles.text(vehicle.lifecycle)}`,
        icon: 'car',
      })),
    },
    {
      title: '客户',
      hits: (data?.people ?? []).map((person) => ({
        key: person.personId,
        path: to('/person/detail', { personId: person.personId }),
        screen: '/person/detail',
        label: person.name,
        note: `${person.phone} · ${person.orderCount}次租车`,
        icon: 'person',
      })),
    },
  ]
  const hits = all
    .map((group) => ({ ...group, hits: group.hits.filter(({ screen }) => reach.opens(screen)) }))
    .filter((group) => group.hits.length > 0)
  return { found, hits }
}
