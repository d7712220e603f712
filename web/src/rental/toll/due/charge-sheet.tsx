import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { usualWaivers } from '../parts/usual.ts'
import type { DueOrder } from './screen.tsx'

type Way = 'text' | 'ask' | 'waive'
const ways = [
  { value: 'text', label: '补款并发短信', note: '每单一笔补款，客户收到付款链接和明细' },
  { value: 'ask', label: '只生成补款', note: '到店收款、从租车押金扣，或还车时一并结算' },
  { value: 'waive', label: '不收，由商家承担', note: '计入车辆费用' },
] as const satisfies readonly { readonly value: Way; readonly label: string; readonly note: string }[]

/** Charges the chosen orders by a server job, which continues when the sheet is closed. Answers true when the user has read the result. */
export default function ChargeSheet({ orders, answer }: { readonly orders: readonly DueOrder[] } & Asks<boolean>) {
  const [way, choose] = useState<Way>('text')
  const [reason, say] = useState('')
  const [jobId, setJob] = useState<string>()
  const asking = useWrite(calls.toll.charge)
  const sum = formatMoney(orders.reduce((all, { fen }) => all + fen, 0))
  const lines = orders.reduce((all, one) => all + one.lines, 0)
  async function begin() {
    const started = await asking.run({
      act: way === 'waive' ? 'waive' : 'ask',
      orders: orders.map(({ orderId, fen }) => ({ orderId, fen })),
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
            <Field label="原因" layout="stack">
              <TextInput look="box" value={reason} maxLength={200} onChange={({ target }) => say(target.value)} />
            </Field>
          </>
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
