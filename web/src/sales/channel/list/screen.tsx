import { source } from '@cheyi/domain/booking/order/codes'
import { formatMoney, percent } from '@cheyi/domain/money'
import { channelStatuses } from '@cheyi/domain/sales/channel/codes'
import { isConfiguring, isConnected, isPaused, isSelling } from '@cheyi/domain/sales/channel/steps'
import { priceWords, stockWords } from '@cheyi/domain/sales/channel/terms'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useBesideId } from '../../../kernel/page/pages.tsx'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Box, Grid, Note, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { BY_HAND, toneOf } from '../parts/channel-words.ts'
import { useStep } from '../parts/use-step.ts'
import { channelScreens } from '../screens.ts'

type Overview = OutputOf<typeof calls.channel.overview>
type Channel = Overview['channels'][number]

const overview = () => ask(calls.channel.overview, {})

/** Every channel with its sales, its terms and its status; then the channels that could be opened. */
export default page(channelScreens.list, () => {
  const [answer] = useAnswers(overview())
  const { channels, orders30 } = answer
  const platforms = channels.filter((one) => one.source !== source.offline)
  const connected = platforms.filter(({ status }) => isConnected(status))
  const others = platforms.filter(({ status }) => !isConnected(status))
  const sold = platforms.reduce((sum, one) => sum + one.orders30, 0)
  const mayEdit = useMayWhole('channel.edit')
  return (
    <Page
      right={<RefreshButton onRefresh={() => void refresh(overview())} />}
      reading
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
      <Stack gap={10}>
        {connected.map((one) => (
          <Warning key={one.source} of={one} />
        ))}
        <Offline of={channels[0]!} stores={answer.allStores} />
        {connected.map((one) => (
          <ChannelCard key={one.source} of={one} />
        ))}
        {mayEdit && others.length > 0 && (
          <Card title="可开通的渠道">
            {others.map((one) => (
              <Unopened key={one.source} of={one} />
            ))}
          </Card>
        )}
        <Box pad={[0, 4]}>
          <Note>{BY_HAND}。</Note>
        </Box>
      </Stack>
    </Page>
  )
})

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

function Offline({ of, stores }: { readonly of: Channel; readonly stores: number }) {
  const name = useSourceNames()(of.source)
  return (
    <RecordCard
      before={
        <Avatar square tone="primary">
          {name.slice(0, 1)}
        </Avatar>
      }
      title={
        <>
          {name}
          <Tag tone="success">正常</Tag>
        </>
      }
    >
      <p className="num">员工在本系统开的订单 · 全部 {stores} 店</p>
      <Sums of={of} price="无" commission="无" />
    </RecordCard>
  )
}

function ChannelCard({ of }: { readonly of: Channel }) {
  const beside = useBesideId()
  const name = useSourceNames()(of.source)
  const mayEdit = useMayWhole('channel.edit')
  const { pending, step } = useStep()
  const { source, status, stores, models } = of
  const selling = isSelling(status)
  return (
    <RecordCard
      current={beside === String(source)}
      before={
        <Avatar square tone={selling ? 'purple' : 'neutral'}>
          {name.slice(0, 1)}
        </Avatar>
      }
      title={
        <>
          {mayEdit ? (
            <Link to={channelScreens.detail} with={{ id: String(source) }} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
          <Tag tone={toneOf(status)}>{channelStatuses.text(status)}</Tag>
        </>
      }
      end={
        mayEdit &&
        (isConfiguring(status) ? (
          <Button size="s" loading={pending} onClick={() => void step(of, 'enable')}>
            启用
          </Button>
        ) : (
          <Switch
            label={`${name}在售`}
            checked={selling}
            disabled={pending}
            onChange={() => void step(of, isPaused(status) ? 'resume' : 'pause')}
          />
        ))
      }
    >
      <p className="num">
        {stockWords(of)} · {stores} 店 {models} 车型
      </p>
      {of.earned30 !== null && of.commission30 !== null && of.commission30 > 0 && (
        <p className="num">
          近30天已还车订单 {formatMoney(of.earned30)} · 佣金 {formatMoney(of.commission30)} · 净收入{' '}
          {formatMoney(of.earned30 - of.commission30)}
        </p>
      )}
      <Sums of={of} price={priceWords(of)} commission={of.commissionBp === 0 ? '无' : percent(of.commissionBp)} />
    </RecordCard>
  )
}

interface SumsProps {
  readonly of: Channel
  readonly price: string
  readonly commission: string
}

const Sums = ({ of, price, commission }: SumsProps) => (
  <Grid as="dl" columns={4} gap={8} top={8} num>
    <Sum label="近30天" value={`${of.orders30} 单`} />
    <Sum label="今日" value={`${of.ordersToday} 单`} />
    <Sum label="加价" value={price} />
    <Sum label="佣金" value={commission} />
  </Grid>
)

const Sum = ({ label, value }: { readonly label: string; readonly value: string | number }) => (
  <div>
    <Note as="dt" nowrap>
      {label}
    </Note>
    <Text as="dd" size="m" ink={1} weight="m" nowrap>
      {value}
    </Text>
  </div>
)

/** A channel that the merchant does not use now: its earlier orders are counted all the same. */
function Unopened({ of }: { readonly of: Channel }) {
  const name = useSourceNames()(of.source)
  const { pending, step } = useStep()
  async function apply() {
    if (await step(of, 'apply')) go(channelScreens.detail, { id: String(of.source) })
  }
  return (
    <Cell
      label={name}
      note={of.orders30 > 0 ? `近30天 ${of.orders30} 单` : '未开通'}
      extra={
        <Button size="s" variant="tint" loading={pending} onClick={() => void apply()}>
          申请开通
        </Button>
      }
    />
  )
}
