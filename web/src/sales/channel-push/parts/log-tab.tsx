import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatNear } from '@cheyi/domain/near'
import { type ChannelMessageType, channelMessageNames } from '@cheyi/domain/sales/channel-push/event'
import { type ReactNode, useState } from 'react'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'

const shown = [
  { value: '', label: '全部' },
  { value: 'failed', label: '失败' },
] as const

interface LogTabProps {
  readonly source: Source
  readonly name: string
  readonly head: ReactNode
}

/** Requests of the platform and messages to it, for thirty days. */
export function LogTab({ source, name, head }: LogTabProps) {
  const [only, setOnly] = useState<(typeof shown)[number]['value']>('')
  const list = useListPage(
    calls.channelPush.logs,
    { source, failed: only === 'failed' || undefined },
    {
      noun: '日志',
      keyOf: ({ logId }) => logId,
      empty: { note: '平台的下单、取消等请求和发往平台的回调记在这里，保留30天' },
    },
  )
  return (
    <Page title={name} head={head} fill right={list.refresh}>
      <Items
        of={list}
        first={list.first}
        columns={columns}
        link={(_, of) => ({
          onClick: () => void open(() => import('./bodies-sheet.tsx'), { title: nameOf(of), of, source }),
        })}
        head={<ChipRadios label="日志" options={shown} value={only} onChange={setOnly} />}
      />
    </Page>
  )
}

type Log = OutputOf<typeof calls.channelPush.logs>['list'][number]

const namesOf: Readonly<Record<string, string>> = channelMessageNames satisfies Record<ChannelMessageType, string>

/** `发出 · 订单确认`, `收到 · POST /open/v1/orders`, `重放 · …`. */
const nameOf = ({ outgoing, name, replayed }: Log): string =>
  outgoing ? `发出 · ${namesOf[name] ?? name}` : `${replayed ? '重放' : '收到'} · ${name}`

const columns: readonly ListColumn<Log>[] = [
  { key: 'name', title: '请求', kind: 'text', width: 200, card: 'title', of: nameOf },
  {
    key: 'result',
    title: '结果',
    kind: 'tag',
    width: 96,
    card: 'end',
    of: ({ outgoing, status, failed, code }) => [
      {
        text: outgoing ? (status === null ? '无应答' : String(status)) : failed ? `错误码 ${code}` : '成功',
        tone: failed ? 'danger' : 'success',
      },
    ],
  },
  { key: 'order', title: '渠道订单号', kind: 'text', of: ({ channelOrderNo }) => channelOrderNo },
  { key: 'at', title: '时间', kind: 'text', width: 96, of: ({ at }, now) => formatNear(at, now) },
  { key: 'ms', title: '用时', kind: 'number', unit: '毫秒', of: ({ ms }) => ms },
  { key: 'fault', title: '原因', kind: 'text', width: 180, of: ({ fault }) => fault },
]
