import { source } from '@cheyi/domain/booking/order/codes'
import { percent } from '@cheyi/domain/money'
import { channelStatuses } from '@cheyi/domain/sales/channel/codes'
import { isConfiguring, isConnected, isPaused, isSelling } from '@cheyi/domain/sales/channel/steps'
import { priceWords, stockWords } from '@cheyi/domain/sales/channel/terms'
import { useMemo } from 'react'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useBesideId } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMayWhole, useReach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items } from '../../../page/list/items.tsx'
import { wholeList } from '../../../page/list/use-list-page.tsx'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { Switch } from '../../../ui/field/choice.tsx'
import { Box, Button, Grid, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Avatar } from '../../../ui/show/tag.tsx'
import { siteScreens } from '../../site/screens.ts'
import { BY_HAND, toneOf, useStep } from '../parts/channel-words.ts'
import { channelScreens } from '../screens.ts'

type Overview = OutputOf<typeof calls.channel.overview>
type Channel = Overview['channels'][number]

const overview = () => ask(calls.channel.overview, {})

/** Every channel with its sales, its terms and its status; then the channels that could be opened. */
export default page(channelScreens.list, () => {
  const [answer] = useAnswers(overview())
  const { channels, orders30 } = answer
  const nameOf = useSourceNames()
  const platforms = channels.filter(({ source }) => !isOffline(source))
  const connected = platforms.filter(({ status }) => isConnected(status))
  const others = platforms.filter(({ status }) => !isConnected(status))
  const sold = platforms.reduce((sum, one) => sum + one.orders30, 0)
  const mayEdit = useMayWhole('channel.edit')
  const columns = useMemo(() => columnsOf(nameOf, answer.allStores, mayEdit), [nameOf, answer.allStores, mayEdit])
  const list = wholeList(
    '渠道',
    [channels[0]!, ...connected, ...(mayEdit ? others : [])],
    ({ source }) => String(source),
    () => refresh(overview()),
  )
  const beside = useBesideId()
  return (
    <Page
      fill
      right={<RefreshButton onRefresh={() => void refresh(overview())} />}
      head={
        <Grid as="dl" columns={3} pad={[4, 16, 12]} num>
          <Head
            label="在售渠道"
            value={`${platforms.filter(({ status }) => isSelling(status)).length} / ${platforms.length}`}
          />
          <Head label="30 天渠道单" value={String(sold)} />
          <Head label="渠道占比" value={orders30 === 0 ? '—' : `${Math.round((sold / orders30) * 100)}%`} />
        </Grid>
      }
    >
      <Items
        of={{ ...list, current: beside }}
        first={list.first}
        columns={columns}
        unit="个"
        link={(reach, { source, status }) =>
          !mayEdit || isOffline(source)
            ? undefined
            : source === own
              ? linkTo(reach, siteScreens.setting, {})
              : isConnected(status)
                ? linkTo(reach, channelScreens.detail, { id: String(source) })
                : undefined
        }
        groupOf={({ source, status }) => (isOffline(source) || isConnected(status) ? '在用渠道' : '可开通的渠道')}
        head={
          <Stack gap={10} pad={[12, 12, 0]}>
            {connected.map((one) => (
              <Warning key={one.source} of={one} />
            ))}
          </Stack>
        }
        foot={
          <Box pad={[8, 16, 16]}>
            <Note>{BY_HAND}。</Note>
          </Box>
        }
      />
    </Page>
  )
})

const { offline, own } = source
const isOffline = (of: Channel['source']): boolean => of === offline

/** What a channel sells at which terms, and the switch that lets it sell. */
const columnsOf = (
  nameOf: (source: Channel['source']) => string,
  allStores: number,
  mayEdit: boolean,
): readonly ListColumn<Channel>[] => [
  { key: 'sign', title: '图标', kind: 'picture', Picture: Sign },
  { key: 'name', title: '渠道', kind: 'text', width: 120, card: 'title', of: ({ source }) => nameOf(source) },
  {
    key: 'status',
    title: '状态',
    kind: 'tag',
    width: 76,
    of: ({ source, status }) => [
      isOffline(source)
        ? { text: '正常', tone: 'success' }
        : { text: channelStatuses.text(status), tone: toneOf(status) },
    ],
  },
  {
    key: 'stock',
    title: '库存规则',
    kind: 'text',
    width: 148,
    card: 'plate',
    of: (one) => (isOffline(one.source) ? '员工在本系统开的订单' : isConnected(one.status) && stockWords(one)),
  },
  {
    key: 'reach',
    title: '范围',
    kind: 'text',
    width: 108,
    card: 'plate',
    of: ({ source, status, stores, models }) =>
      isOffline(source) ? `全部 ${allStores} 店` : isConnected(status) && `${stores} 店 ${models} 车型`,
  },
  {
    key: 'price',
    title: '加价',
    kind: 'text',
    width: 84,
    named: true,
    of: (one) => !isOffline(one.source) && isConnected(one.status) && priceWords(one),
  },
  {
    key: 'commission',
    title: '佣金',
    kind: 'text',
    width: 72,
    named: true,
    of: ({ source, status, commissionBp }) =>
      !isOffline(source) && isConnected(status) && (commissionBp === 0 ? '无' : percent(commissionBp)),
  },
  {
    key: 'orders30',
    title: '近30天',
    kind: 'number',
    width: 80,
    unit: '单',
    card: 'note',
    named: true,
    of: ({ orders30 }) => orders30,
  },
  {
    key: 'ordersToday',
    title: '今日',
    kind: 'number',
    width: 64,
    unit: '单',
    card: 'note',
    named: true,
    of: ({ ordersToday }) => ordersToday,
  },
  { key: 'earned', title: '近30天收入', kind: 'money', card: 'none', extra: true, of: ({ earned30 }) => earned30 },
  {
    key: 'paid',
    title: '近30天佣金',
    kind: 'money',
    card: 'none',
    extra: true,
    of: ({ commission30 }) => commission30,
  },
  {
    key: 'net',
    title: '净收入',
    kind: 'money',
    card: 'note',
    of: ({ earned30, commission30 }) =>
      earned30 !== null && commission30 !== null && commission30 > 0 ? earned30 - commission30 : null,
  },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 108,
    when: ({ source }) => mayEdit && !isOffline(source),
    Act: Next,
  },
]

function Sign({ item: { source, status } }: { readonly item: Channel }) {
  const name = useSourceNames()(source)
  return (
    <Avatar square tone={isOffline(source) ? 'primary' : isSelling(status) ? 'purple' : 'neutral'}>
      {name.slice(0, 1)}
    </Avatar>
  )
}

/** Opens a channel that is not in use, lets one that is set up sell, or stops and continues it. */
function Next({ item: of }: { readonly item: Channel }) {
  const name = useSourceNames()(of.source)
  const { pending, step } = useStep()
  const { status } = of
  async function apply() {
    if (await step(of, 'apply')) go(channelScreens.detail, { id: String(of.source) })
  }
  if (!isConnected(status))
    return (
      <Button size="s" variant="tint" loading={pending} onClick={() => void apply()}>
        申请开通
      </Button>
    )
  if (isConfiguring(status))
    return (
      <Button size="s" loading={pending} onClick={() => void step(of, 'enable')}>
        启用
      </Button>
    )
  return (
    <Switch
      label={`${name}在售`}
      checked={isSelling(status)}
      disabled={pending}
      onChange={() => void step(of, isPaused(status) ? 'resume' : 'pause')}
    />
  )
}

const Head = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <Note as="dt">{label}</Note>
    <Text as="dd" size="xl" weight="b">
      {value}
    </Text>
  </div>
)

/** What prevents a channel from selling. */
function Warning({ of: { source, status, unpriced } }: { readonly of: Channel }) {
  const name = useSourceNames()(source)
  const reach = useReach()
  if (!isSelling(status) || unpriced === 0) return null
  const prices = linkTo(reach, priceScreens.list, { source: String(source) })
  return (
    <Notice {...(prices && { action: { label: '去设置', onClick: () => prices.onClick() } })}>
      {`${name}有 ${unpriced} 组门店车型没有价格，不能开单`}
    </Notice>
  )
}
