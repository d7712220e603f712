import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatNear } from '@cheyi/domain/near'
import {
  type ChannelWire,
  channelWire,
  channelWires,
  type DeliveryState,
  deliveryStates,
} from '@cheyi/domain/sales/channel/codes'
import { isFailing } from '@cheyi/domain/sales/channel-push/delivery'
import { channelMessageNames } from '@cheyi/domain/sales/channel-push/event'
import { isPushed } from '@cheyi/domain/sales/channel-push/wire'
import { type ReactNode, useState } from 'react'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { confirm, open } from '../../../page/open.ts'
import { Page, useAnswers } from '../../../page/page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { channelScreens } from '../../channel/screens.ts'
import { pushedNote } from './pushed-note.ts'

interface TabProps {
  readonly source: Source
  readonly name: string
  readonly head: ReactNode
  /** Whether the merchant uses the channel. */
  readonly connected: boolean
}

const shown = [
  { value: '', label: '全部' },
  { value: String(deliveryStates.code.dead), label: '未送达' },
] as const

const tones: Readonly<Record<DeliveryState, Tone>> = { 0: 'neutral', 1: 'warning', 2: 'success', 3: 'danger' }

/** The address where the platform is notified of its orders, and the messages. */
export function PushTab({ source, name, head, connected }: TabProps) {
  const [{ webhook, offered, pending, dead }] = useAnswers(ask(calls.channelPush.webhook, { source }))
  const [only, setOnly] = useState<(typeof shown)[number]['value']>('')
  const resending = useWrite(calls.channelPush.resend)
  const list = useListPage(
    calls.channelPush.events,
    { source, state: only === '' ? undefined : deliveryStates.code.dead },
    {
      noun: '回调',
      keyOf: ({ eventId }) => eventId,
      empty: { note: webhook === null ? '设置回调地址后，订单确认、变更、取还车等会通知平台' : undefined },
    },
  )
  async function resendAll() {
    const done = await resending.run({ source })
    if (done) feedback.toast(`已安排重发 ${done.count} 条`)
  }
  const cards = (
    <Stack gap={12}>
      {webhook === null ? (
        <Empty
          title="还没有回调地址"
          note="平台提供地址后填在这里，订单确认、变更、取还车等会主动通知平台"
          action={connected ? { label: '设置回调地址', onClick: () => edit(source, offered) } : undefined}
        />
      ) : (
        <AddressCard of={webhook} source={source} offered={offered} pending={pending} />
      )}
      {dead > 0 && (
        <Notice tone="danger" action={{ label: '全部重发', onClick: () => void resendAll() }}>
          {`${dead} 条回调两天内未送达，请联系平台后重发`}
        </Notice>
      )}
      <ChipRadios label="回调状态" options={shown} value={only} onChange={setOnly} />
    </Stack>
  )
  return (
    <Page title={name} head={head} fill right={list.refresh}>
      <Items of={list} first={list.first} columns={columns} head={cards} />
    </Page>
  )
}

type Webhook = NonNullable<OutputOf<typeof calls.channelPush.webhook>['webhook']>

const edit = (source: Source, offered: readonly ChannelWire[], stored?: Webhook) =>
  void open(() => import('./address-sheet.tsx'), { source, offered, stored })

interface AddressCardProps {
  readonly of: Webhook
  readonly source: Source
  readonly offered: readonly ChannelWire[]
  readonly pending: number
}

function AddressCard({ of, source, offered, pending }: AddressCardProps) {
  const now = useNow()
  const mayEdit = useMayWhole('channel.key')
  const rotating = useWrite(calls.channelPush.webhookRotate)
  const testing = useWrite(calls.channelPush.webhookTest)
  const syncing = useWrite(calls.channelPush.sync)
  const { wire, url, enabled, pushStock, secretTail, oldUntil, goneAt, failures, deliveredAt, version } = of

  async function rotate() {
    const body = '轮换后会得到新的密钥；7天内的回调同时带新旧两个签名，请在此期间让平台换用新密钥'
    if (!(await confirm({ title: '轮换回调密钥？', body, confirm: '轮换', cancel: '取消' }))) return
    const made = await rotating.run({ source, version })
    if (made) await open(() => import('../../channel/parts/secret-sheet.tsx'), { secret: made.secret })
  }
  async function test() {
    const sent = await testing.run({ source })
    if (!sent) return
    if (sent.ok) feedback.toast(`平台已收到，用时 ${sent.ms} 毫秒`)
    else feedback.toast(`未送达：${sent.fault}`)
  }
  async function sync() {
    const done = await syncing.run({ source })
    if (done) feedback.toast(`已安排推送 ${done.pools} 组门店车型的库存和价格`)
  }
  const own = wire === channelWire.open
  const state = goneAt !== null ? '地址已失效' : !enabled ? '已停用' : isFailing(failures) ? '连续失败' : '启用'
  return (
    <Card pad title="回调地址" extra={<Tag tone={state === '启用' ? 'success' : 'danger'}>{state}</Tag>}>
      <KeyValue
        rows={[
          ...(own
            ? [
                { label: '地址', value: url },
                { label: '签名密钥', value: `····${secretTail}` },
              ]
            : [{ label: '接入方式', value: channelWires.text(wire) }]),
          ...(own && oldUntil !== null && oldUntil > now
            ? [{ label: '旧密钥', value: `${formatNear(oldUntil, now)} 前仍签名` }]
            : []),
          { label: '库存和价格', value: pushStock ? '有变化时推送' : '不推送' },
          { label: '最近送达', value: deliveredAt === null ? '暂无' : formatNear(deliveredAt, now) },
          ...(failures > 0 ? [{ label: '连续失败', value: `${failures} 次` }] : []),
          ...(pending > 0 ? [{ label: '待发送', value: `${pending} 条` }] : []),
        ]}
      />
      <Row gap={8} top={12} justify="end" wrap>
        {pushStock && (
          <Button size="s" variant="text" loading={syncing.pending} onClick={() => void sync()}>
            全量推送
          </Button>
        )}
        {isPushed(wire, 'test') && (
          <Button size="s" variant="outline" loading={testing.pending} onClick={() => void test()}>
            发送测试
          </Button>
        )}
        {mayEdit && (
          <>
            {own && (
              <Button size="s" variant="outline" loading={rotating.pending} onClick={() => void rotate()}>
                轮换密钥
              </Button>
            )}
            <Button size="s" variant="outline" onClick={() => edit(source, offered, of)}>
              修改
            </Button>
          </>
        )}
      </Row>
      <Note pad={[8, 0, 0]}>
        {own ? '签名遵循 Standard Webhooks，平台可用其公开的各语言类库验签' : pushedNote(wire)}
      </Note>
    </Card>
  )
}

type Event = OutputOf<typeof calls.channelPush.events>['list'][number]

const { retrying, delivered, dead } = deliveryStates.code

function Resend({ item: { eventId } }: { readonly item: Event }) {
  const source = Number(useScreen(channelScreens.detail).id) as Source
  const resending = useWrite(calls.channelPush.resend)
  async function resend() {
    if (await resending.run({ source, eventId })) feedback.toast('已安排重发')
  }
  return (
    <Button size="s" variant="outline" loading={resending.pending} onClick={() => void resend()}>
      重发
    </Button>
  )
}

const columns: readonly ListColumn<Event>[] = [
  { key: 'type', title: '回调', kind: 'text', card: 'title', of: ({ type }) => channelMessageNames[type] },
  { key: 'order', title: '渠道订单号', kind: 'text', card: 'title', of: ({ channelOrderNo }) => channelOrderNo },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 96,
    card: 'end',
    of: ({ state, deliveredAt }) => [
      // The protocol of the channel has no message for it.
      state === delivered && deliveredAt === null
        ? { text: '无需发送', tone: 'neutral' }
        : { text: state === dead ? '未送达' : deliveryStates.text(state), tone: tones[state] },
    ],
  },
  { key: 'at', title: '时间', kind: 'text', width: 96, of: ({ at }, now) => formatNear(at, now) },
  {
    key: 'done',
    title: '送达',
    kind: 'text',
    width: 112,
    of: ({ state, deliveredAt }, now) =>
      state === delivered && deliveredAt !== null && `${formatNear(deliveredAt, now)} 送达`,
  },
  {
    key: 'tries',
    title: '重试',
    kind: 'text',
    width: 184,
    of: ({ state, tries, dueAt }, now) =>
      [(tries > 1 || state === retrying) && `已试 ${tries} 次`, state === retrying && `${formatNear(dueAt, now)} 再试`]
        .filter(Boolean)
        .join(' · '),
  },
  { key: 'act', title: '操作', kind: 'act', width: 80, when: ({ state }) => state === dead, Act: Resend },
]
