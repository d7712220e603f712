import '../../order/parts/order-sheet.css'
import { formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, type PayWay, payWays } from '@cheyi/domain/payment/codes'
import { collectKinds } from '@cheyi/domain/payment/collect'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { useUploads } from '../../kernel/uploads.ts'
import { useDetail } from '../../order/parts/use-detail.ts'
import { Answer } from '../../page/answer.tsx'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { AmountInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'

const SLOT = 'receipt'

interface CollectProps extends Asks<boolean> {
  readonly orderId: string
}

/** Records what the customer paid at the counter: cash, transfer, card machine. */
export default function CollectSheet({ orderId, answer }: CollectProps) {
  const order = useDetail(orderId)
  const setting = useRead(calls.merchant.paySetting, {}, { freshFor: 600_000, quiet: true })
  if (order.data && setting.data) {
    const { payWays: taken, offline } = setting.data
    const ways = offline ? offlinePayWays.filter((way) => taken.includes(way)) : []
    return <Form orderId={orderId} order={order.data} ways={ways} answer={answer} />
  }
  return (
    <OpenedSheet title="收款">
      <Answer of={order}>{() => <Answer of={setting}>{() => null}</Answer>}</Answer>
    </OpenedSheet>
  )
}

interface FormProps extends CollectProps {
  readonly order: NonNullable<ReturnType<typeof useDetail>['data']>
  readonly ways: readonly PayWay[]
}

interface Problems {
  readonly amount?: string
  readonly way?: string
  readonly vouchers?: string
}

function Form({ orderId, order, ways, answer }: FormProps) {
  const { owed } = order.fees
  // Until an amount is typed, all that is owed is meant, also when it changes meanwhile.
  const [typed, setTyped] = useState<number | null>()
  const [chosen, setWay] = useState<PayWay>()
  const [problems, setProblems] = useState<Problems>({})
  const { frame, showFirst } = useFirstError()
  const uploads = useUploads('voucher', orderId)
  const tiles = uploads.tiles.filter(({ slot }) => slot === SLOT)
  const collect = useWrite(calls.payment.collect, {
    handles: refusedAs('amountWrong'),
    onFailure: (failure) => {
      if (refusedAs('amountWrong')(failure)) setProblems({ amount: failure.message })
    },
  })
  const amount = typed === undefined ? Math.max(owed, 0) : typed
  const way = chosen ?? (ways.length === 1 ? ways[0] : undefined)
  const payKind = collectKinds(order.status)[0]

  function problemsOf(): Problems {
    return {
      amount: !amount ? '请填写收款金额' : amount > owed ? `收款金额不能超过待收${formatMoney(owed)}` : undefined,
      way: way === undefined ? '请选择收款方式' : undefined,
      vouchers: tiles.some(({ status }) => status !== 'done') ? '凭证还在上传，请稍候' : undefined,
    }
  }
  async function submit() {
    const wrong = problemsOf()
    setProblems(wrong)
    if (Object.values(wrong).some(Boolean) || !amount || way === undefined || payKind === undefined) return showFirst()
    const voucherIds = [...uploads.mediaIds(SLOT)]
    if (!(await collect.run({ orderId, payKind, amount, payWay: way, voucherIds }))) return
    for (const { id } of tiles) uploads.remove(id)
    feedback.toast(`已收款 ${formatMoney(amount)}`)
    answer(true)
  }
  const closed =
    ways.length === 0 ? '商户未开通线下收款' : owed <= 0 || payKind === undefined ? '没有待收款项' : undefined
  return (
    <OpenedSheet
      title="收款"
      footer={
        <Button variant="primary" size="l" block loading={collect.pending} reason={closed} onClick={submit}>
          收款{amount ? ` ${formatMoney(amount)}` : ''}
        </Button>
      }
    >
      <div ref={frame} className="order-sheet">
        {closed ? (
          <Notice>{closed}</Notice>
        ) : (
          <>
            <Field
              label="收款金额"
              layout="stack"
              error={problems.amount}
              hint={`待收 ${formatMoney(owed)}，可分次收取`}
            >
              <AmountInput look="box" value={amount} onChange={setTyped} />
            </Field>
            <Field label="收款方式" layout="stack" group error={way === undefined ? problems.way : undefined}>
              <ChipRadios
                look="tile"
                label="收款方式"
                options={ways.map((value) => ({ value, label: payWays.text(value) }))}
                value={way}
                onChange={setWay}
              />
            </Field>
            <Field label="收款凭证" layout="stack" optional group error={problems.vouchers}>
              <UploadGrid
                items={tiles}
                addLabel="添加凭证"
                onAdd={() => void uploads.pick({ slot: SLOT, source: 'both' })}
                onRetry={uploads.retry}
                onRemove={uploads.remove}
              />
            </Field>
          </>
        )}
      </div>
    </OpenedSheet>
  )
}
