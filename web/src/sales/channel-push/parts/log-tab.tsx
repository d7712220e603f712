import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatNear } from '@cheyi/domain/near'
import { type ChannelMessageType, channelMessageNames } from '@cheyi/domain/sales/channel-push/event'
import { type ReactNode, useState } from 'react'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

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
      <Rows
        of={list}
        render={(row) => <LogCard of={row} source={source} />}
        estimate={84}
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

function LogCard({ of, source }: { of: Log; source: Source }) {
  const now = useNow()
  const { channelOrderNo, at, ms, status, code, fault, failed, outgoing } = of
  const result = outgoing ? (status === null ? '无应答' : String(status)) : !failed ? '成功' : `错误码 ${code}`
  return (
    <RecordCard
      title={
        <CardLink onClick={() => void open(() => import('./bodies-sheet.tsx'), { title: nameOf(of), of, source })}>
          {nameOf(of)}
        </CardLink>
      }
      end={<Tag tone={failed ? 'danger' : 'success'}>{result}</Tag>}
    >
      <p className="num">
        {[
          ...(channelOrderNo === null ? [] : [channelOrderNo]),
          formatNear(at, now),
          `${ms} 毫秒`,
          ...(fault ? [fault] : []),
        ].join(' · ')}
      </p>
    </RecordCard>
  )
}
