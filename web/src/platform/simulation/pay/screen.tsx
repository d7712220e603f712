import { formatMoney } from '@cheyi/domain/money'
import { ask, calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Grid, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { simulationScreens } from '../screens.ts'

type Trade = OutputOf<typeof calls.simulation.payTrades>['list'][number]

const providers = { alipay: '支付宝', wechat: '微信支付' } as const
const states = { waiting: '待付款', succeeded: '已付款', closed: '已关闭' } as const
const faults = {
  none: '正常',
  delay: '通知延迟',
  repeat: '通知重复三次',
  lose: '通知丢失',
  forge: '伪造通知（未付款）',
  wrongAmount: '通知金额不符',
  timeOutAfterSuccess: '处理后不应答',
  refuse: '拒绝下单',
  refuseRefund: '拒绝退款',
  pendingRefunds: '退款处理中',
  refuseCapture: '拒绝扣款',
  undecided: '扣款结果未定',
  paidInParts: '支付分分次付款',
  unbilled: '账单漏记',
  billedOther: '账单金额不符',
  discounted: '商家优惠5元',
  billLate: '账单未生成',
  billTorn: '账单残缺',
  down: '渠道中断',
} as const satisfies Record<Trade['fault'], string>
/** Faults of one trade; the other faults occur before a trade exists. */
const ofTrade = [
  'none',
  'delay',
  'repeat',
  'lose',
  'forge',
  'wrongAmount',
  'refuseRefund',
  'refuseCapture',
  'undecided',
  'paidInParts',
  'unbilled',
  'billedOther',
  'discounted',
] as const

const tradesOf = (no: string | undefined) => ask(calls.simulation.payTrades, { no }, { every: 3000 })

/** Plays the customer at a simulated payment provider: one trade, opened by its QR code, or the list of all trades. */
export default page(
  simulationScreens.pay,
  ({ no }) => {
    const [{ list }] = useAnswers(tradesOf(no))
    return (
      <Page right={<RefreshButton onRefresh={() => void refresh(tradesOf(no))} />} reading>
        {list.length === 0 && <Empty title="没有交易" note="在收款时选择支付宝或微信，即可在这里模拟付款" />}
        {list.map((trade) => (
          <TradeCard key={trade.no} trade={trade} onActed={() => void refresh(tradesOf(no))} />
        ))}
      </Page>
    )
  },
  { shape: 'rows' },
)

function TradeCard({ trade, onActed }: { readonly trade: Trade; readonly onActed: () => void }) {
  const act = useWrite(calls.simulation.payAct, { onDone: onActed })
  const waiting = trade.state === 'waiting'
  const verb = trade.isHold ? '授权' : '付款'
  return (
    <Card pad>
      <Stack gap={12}>
        <Text as="p" size="display" text="center">
          <Money fen={trade.amount} />
        </Text>
        <KeyValue
          rows={[
            { label: '渠道', value: providers[trade.provider] },
            { label: '说明', value: trade.subject },
            { label: '时间', value: momentText(trade.at) },
            { label: '状态', value: trade.isHold && trade.state === 'succeeded' ? '已授权' : states[trade.state] },
            ...(trade.captured > 0 ? [{ label: '已扣款', value: formatMoney(trade.captured) }] : []),
            ...(trade.held > 0 ? [{ label: '授权中', value: formatMoney(trade.held) }] : []),
            ...(trade.refunded > 0 ? [{ label: '已退款', value: formatMoney(trade.refunded) }] : []),
          ]}
        />
        <Select
          title="模拟故障"
          options={ofTrade.map((value) => ({ value, label: faults[value] }))}
          value={ofTrade.find((one) => one === trade.fault)}
          onChange={(fault) => void act.run({ no: trade.no, fault })}
        />
        {waiting && (
          <Grid columns={2} gap={12}>
            <Button loading={act.pending} onClick={() => void act.run({ no: trade.no, act: 'refuse' })}>
              拒绝{verb}
            </Button>
            <Button
              variant="primary"
              loading={act.pending}
              onClick={() => void act.run({ no: trade.no, act: 'approve' })}
            >
              同意{verb}
            </Button>
          </Grid>
        )}
        {!trade.isHold && trade.state === 'succeeded' && trade.refunded < trade.amount && (
          <Button loading={act.pending} onClick={() => void act.run({ no: trade.no, act: 'refundThere' })}>
            在平台后台退款
          </Button>
        )}
        {trade.isHold && trade.held > 0 && (
          <Grid columns={2} gap={12}>
            <Button loading={act.pending} onClick={() => void act.run({ no: trade.no, act: 'expire' })}>
              授权到期失效
            </Button>
            <Button loading={act.pending} onClick={() => void act.run({ no: trade.no, act: 'takeBack' })}>
              客户解除授权
            </Button>
          </Grid>
        )}
        {trade.isHold && trade.state === 'succeeded' && trade.fault === 'undecided' && (
          <Button loading={act.pending} onClick={() => void act.run({ no: trade.no, act: 'approve' })}>
            补足扣款
          </Button>
        )}
        {trade.fault === 'delay' && !waiting && (
          <Button loading={act.pending} onClick={() => void act.run({ no: trade.no, act: 'flush' })}>
            送出延迟的通知
          </Button>
        )}
      </Stack>
    </Card>
  )
}
