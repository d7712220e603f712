import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Period } from '../../ui/date/period.tsx'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { Empty, LoadError } from '../../ui/frame/empty.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { Box, Row, Stack } from '../../ui/layout.tsx'
import { RefreshButton } from '../../ui/list/pull.tsx'
import { type ListMemory, VirtualList } from '../../ui/list/virtual-list.tsx'
import { toast } from '../../ui/modal/toast.ts'
import { Card, CardLink } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { StatusDot, type StatusMark, Tag } from '../../ui/show/tag.tsx'

const names = ['周明轩', '蒋雨桐', '沈嘉禾', '赵一诺', '李婉清', '王浩然']
const cars = ['比亚迪 秦PLUS DM-i', '别克GL8 ES陆尊', '大众途观L', '特斯拉 Model 3', '丰田凯美瑞']
const states = [
  { value: 'rows', label: '一万单' },
  { value: 'loading', label: '加载中' },
  { value: 'none', label: '没有匹配' },
  { value: 'blank', label: '还没有' },
  { value: 'failed', label: '加载失败' },
  { value: 'offline', label: '网络不稳定' },
  { value: 'locked', label: '没有权限' },
] as const

type State = (typeof states)[number]['value']

const pages = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Ten thousand orders in a virtual list, and every state that stands in its place. */
export default function Lists() {
  const [state, setState] = useState<State>('rows')
  const [count, setCount] = useState(10_000)
  const [loading, setLoading] = useState(false)
  const memory = useRef<ListMemory>(undefined)
  const again = () => setState('rows')
  const refresh = () => new Promise((done) => setTimeout(done, 800)).then(() => toast('已刷新'))

  function more() {
    setLoading(true)
    setTimeout(() => {
      setCount((old) => old + 20)
      setLoading(false)
    }, 600)
  }
  return (
    <VirtualList
      key={state}
      label="订单"
      items={pages(count)}
      keyOf={String}
      render={(index) => <Order index={index} />}
      estimate={186}
      gap={10}
      more={count < 10_060}
      onMore={more}
      loading={loading}
      onRefresh={refresh}
      memory={memory}
      inset
      head={
        <>
          <ChipRadios label="状态" options={states} value={state} onChange={setState} />
          <Row gap={8} pad={[0, 16, 4]} high={24} justify="between">
            <span className="num">{count} 单</span>
            <RefreshButton onRefresh={() => void refresh()} />
          </Row>
        </>
      }
      instead={standIn(state, again)}
    />
  )
}

function standIn(state: State, again: () => void) {
  switch (state) {
    case 'rows':
      return undefined
    case 'loading':
      return <Skeleton />
    case 'none':
      return (
        <Empty
          art="search"
          title="没有匹配的订单"
          note="已筛选：近 7 天 · 虹桥机场店"
          action={{ label: '清除筛选', onClick: again }}
          second={{ label: '新建订单', onClick: again }}
        />
      )
    case 'blank':
      return <Empty title="还没有订单" note="新建或等渠道推送" action={{ label: '新建订单', onClick: again }} />
    case 'failed':
      return <LoadError onRetry={again} />
    case 'offline':
      return <LoadError title="网络不稳定" note="订单没有加载出来，已填内容不会丢失" onRetry={again} />
    case 'locked':
      return (
        <Empty
          art="locked"
          title="没有「价格日历」权限"
          note="请让管理员在「账号与权限」中开通"
          action={{ label: '回工作台', onClick: again }}
        />
      )
  }
}

function Order({ index }: { index: number }) {
  const status = (index % 9) as StatusMark
  const plate =
    index % 5 === 1 ? null : `沪A${index % 2 ? 'F' : 'D'}${String(88213 + index).slice(-(index % 2 ? 5 : 4))}`
  return (
    <Stack as={Card} gap={8} pad={[12, 16]}>
      <Row gap={8} high={24} justify="between">
        <StatusDot status={status}>第 {index + 1} 单</StatusDot>
        <Tag tone={index % 3 ? 'purple' : 'outline'}>{index % 3 ? '旅行平台' : '线下'}</Tag>
      </Row>
      <Row gap={8} wrap>
        <Box as={CardLink} size="l" weight="b" href="#order" onClick={(event) => event.preventDefault()}>
          {cars[index % cars.length]}
        </Box>
        <Plate plate={plate} />
      </Row>
      <Period
        well
        from={{ main: '10:00', caption: '11-20 今天 · 到店' }}
        to={{ main: '10:00', caption: '11-23 周一 · 到店' }}
        length="3天"
      />
      <Row gap={8} high={24} justify="between">
        <span>{names[index % names.length]}</span>
        {index % 4 === 0 && <Tag tone="success">双免</Tag>}
      </Row>
      <Row gap={8} high={24} justify="between">
        <Money fen={86400 + index * 100} size="l" />
        <Row as="span" gap={8} wrap>
          <Button size="s" onClick={() => toast('换车')}>
            换车
          </Button>
          <Button size="s" variant="primary" onClick={() => toast('取车')}>
            取车
          </Button>
        </Row>
      </Row>
    </Stack>
  )
}
