import { useState } from 'react'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty, LoadError } from '../../../ui/frame/empty.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Cell } from '../../../ui/layout.tsx'
import { VirtualList } from '../../../ui/list/virtual-list.tsx'
import { toast } from '../../../ui/modal/toast.ts'

const again = () => toast('已刷新')

/** Content that replaces the rows, by state. */
const instead = {
  rows: undefined,
  loading: <Skeleton />,
  none: (
    <Empty
      art="search"
      title="没有匹配的订单"
      note="已筛选：近 7 天 · 虹桥机场店"
      action={{ label: '清除筛选', onClick: again }}
      second={{ label: '新建订单', onClick: again }}
    />
  ),
  blank: <Empty title="还没有订单" note="新建或等渠道推送" action={{ label: '新建订单', onClick: again }} />,
  failed: <LoadError onRetry={again} />,
  offline: <LoadError title="网络不稳定" note="订单没有加载出来，已填内容不会丢失" onRetry={again} />,
  locked: <Empty art="locked" title="没有「价格日历」权限" note="请让管理员在「账号与权限」中开通" />,
}

const states = [
  { value: 'rows', label: '一万行' },
  { value: 'loading', label: '加载中' },
  { value: 'none', label: '没有匹配' },
  { value: 'blank', label: '还没有' },
  { value: 'failed', label: '加载失败' },
  { value: 'offline', label: '网络不稳定' },
  { value: 'locked', label: '没有权限' },
] as const

const rows = Array.from({ length: 10_000 }, (_, index) => index)

/** Ten thousand rows in a virtual list, and each state that replaces them. */
export default function Lists() {
  const [state, setState] = useState<keyof typeof instead>('rows')
  return (
    <VirtualList
      key={state}
      label="订单"
      items={rows}
      keyOf={String}
      render={(index) => <Cell label={`第 ${index + 1} 单`} note="11-20 10:00 ~ 11-23 10:00" href="#order" />}
      estimate={62}
      gap={0}
      more={false}
      onMore={() => {}}
      onRefresh={() => new Promise((done) => setTimeout(done, 800)).then(again)}
      head={<ChipRadios label="状态" options={states} value={state} onChange={setState} />}
      instead={instead[state]}
    />
  )
}
