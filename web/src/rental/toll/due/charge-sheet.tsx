import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { RadioList, Switch } from '../../../ui/field/choice.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Card, Cell, MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { usualWaivers } from '../parts/usual.ts'
import type { DueOrder } from './screen.tsx'

type Way = 'text' | 'ask' | 'waive'
const ways = [
  { value: 'text', label: '补款并发短信', note: '每单一笔补款，客户收到付款链接和明细' },
  { value: 'ask', label: '只生成补款', note: '到店收款，或还车时一并结算' },
  { value: 'waive', label: '不收，由商家承担', note: '计入车辆费用' },
] as const satisfies readonly { readonly value: Way; readonly label: string; readonly note: string }[]

/** What the deposits of the orders pay, and what is left to be asked of their customers. */
function sharesOf(orders: readonly DueOrder[]) {
  const shares = orders.map(({ fen, deposit, depositOnce }) => {
    const taken = Math.min(fen, deposit)
    // The server refuses such an order: a person has to decide whether its authorization ends.
    const refused = taken < fen && depositOnce > 0
    return { refused, taken: refused ? 0 : taken, left: refused ? 0 : fen - taken }
  })
  const of = (key: 'taken' | 'left') => ({
    fen: shares.reduce((sum, one) => sum + one[key], 0),
    orders: shares.filter((one) => one[key] > 0).length,
  })
  return { taken: of('taken'), left: of('left'), refused: shares.filter(({ refused }) => refused).length }
}

const shareText = ({ fen, orders }: ReturnType<typeof sharesOf>['taken']) =>
  fen === 0 ? '无' : `${formatMoney(fen)} · ${orders} 单`

/** Charges the chosen orders by a server job, which continues when the sheet is closed. Answers true when the user has read the result. */
export default function ChargeSheet({ orders, answer }: { readonly orders: readonly DueOrder[] } & Asks<boolean>) {
  const [way, choose] = useState<Way>('text')
  const [reason, say] = useState('')
  const [jobId, setJob] = useState<string>()
  const shares = sharesOf(orders)
  const mayDeduct = useMay('deposit.deduct') && shares.taken.fen > 0
  const [fromDeposit, deduct] = useState(true)
  const deposit = way !== 'waive' && mayDeduct && fromDeposit
  const asking = useWrite(calls.toll.charge)
  const sum = formatMoney(orders.reduce((all, { fen }) => all + fen, 0))
  const lines = orders.reduce((all, one) => all + one.lines, 0)
  async function begin() {
    const started = await asking.run({
      act: way === 'waive' ? 'waive' : 'ask',
      orders: orders.map(({ orderId, fen }) => ({ orderId, fen })),
      deposit,
      text: way === 'text',
      ...(way === 'waive' && { reason }),
    })
    setJob(started?.jobId)
  }
  return (
    <JobSheet
      jobId={jobId}
      doing="收取"
      unit="单"
      onDone={() => answer(true)}
      title={`${orders.length} 单 ${lines} 笔 ${sum}`}
    >
      <Stack gap={12}>
        <RadioList<Way> label="处理方式" options={ways} value={way} onChange={choose} />
        {way === 'waive' && (
          <>
            <ChipRadios
              look="wrap"
              label="常用原因"
              options={usualWaivers.map((value) => ({ value, label: value }))}
              value={reason}
              onChange={say}
            />
            <Field label="原因">
              <TextInput value={reason} maxLength={200} onChange={({ target }) => say(target.value)} />
            </Field>
          </>
        )}
        {way !== 'waive' && mayDeduct && (
          <Card>
            <Cell
              label="先从租车押金扣"
              note="不足部分生成补款，扣款后通知客户"
              extra={
                <Switch
                  label="先从租车押金扣"
                  checked={fromDeposit}
                  onChange={({ target }) => deduct(target.checked)}
                />
              }
            />
            {deposit && (
              <KeyValue
                rows={[
                  { label: '从押金扣', value: shareText(shares.taken) },
                  { label: '补款', value: shareText(shares.left) },
                ]}
              />
            )}
          </Card>
        )}
        {deposit && shares.refused > 0 && (
          <Notice tone="warning">{`${shares.refused} 单的押金授权只能扣款一次，不批量扣，本次不处理；关闭押金扣款后可生成补款`}</Notice>
        )}
        {way === 'text' && <Notice>有手机号的客户收到短信；门店未开通线上收款的订单不处理并说明原因</Notice>}
        <MainButton
          loading={asking.pending}
          reason={way === 'waive' && reason.trim() === '' ? '请填写原因' : undefined}
          onClick={() => void begin()}
        >
          {way === 'waive' ? `由商家承担 ${sum}` : `收取 ${sum}`}
        </MainButton>
      </Stack>
    </JobSheet>
  )
}
