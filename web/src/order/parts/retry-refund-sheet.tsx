import './order-sheet.css'
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { isStale } from '../../form/stale.ts'
import { StaleNotice } from '../../form/stale-notice.tsx'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { useUploads } from '../../kernel/uploads.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioList } from '../../ui/choice.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { type RefundWay, refundWays, usualWay } from './refund-way.ts'
import { useDetail, useStaleness } from './use-detail.ts'

const SLOT = 'refund'

/** Another sum waits by now: somebody else gave back a part, or more came to it. */
const isOther = refusedAs('amountWrong')

/** A refund that failed for good is sent again, or was paid back by hand. */
export default function RetryRefundSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const [chosen, setChosen] = useState<RefundWay>()
  const [problem, setProblem] = useState<string>()
  const { frame, showFirst } = useFirstError()
  const uploads = useUploads('voucher', orderId)
  const tiles = uploads.tiles.filter(({ slot }) => slot === SLOT)
  const detail = useDetail(orderId)
  const order = detail.data
  const staleness = useStaleness(orderId)
  const retry = useWrite(calls.order.updateStatus, {
    handles: isStale,
    onFailure(failure) {
      if (isStale(failure)) staleness.mark()
      if (isOther(failure)) void detail.refetch()
    },
  })
  const way = chosen ?? usualWay(order)
  const byHand = way === 'byHand'

  function problemOf(): string | undefined {
    if (!byHand) return undefined
    if (tiles.length === 0) return '请上传退款凭证'
    return tiles.every(({ status }) => status === 'done') ? undefined : '凭证还在上传，请稍候'
  }
  async function submit() {
    const wrong = problemOf()
    setProblem(wrong)
    if (wrong) return showFirst()
    const voucherIds = byHand ? [...uploads.mediaIds(SLOT)] : undefined
    const expectAmount = byHand ? order?.refundDue : undefined
    const done = await retry.run({ orderId, action: 'retryRefund', voucherIds, expectAmount, version: order?.version })
    if (!done) return
    for (const { id } of tiles) uploads.remove(id)
    feedback.toast(byHand ? '已记为线下退款' : '已重新发起退款')
    answer(true)
  }
  return (
    <OpenedSheet
      title={order?.refundWaits === 'byHand' ? '线下退款' : '退款重试'}
      footer={
        <Button variant="primary" size="l" block loading={retry.pending || order === undefined} onClick={submit}>
          {byHand ? `确认已退款 ${formatMoney(order?.refundDue ?? 0)}` : '重新退款'}
        </Button>
      }
    >
      <div ref={frame} className="order-sheet">
        <StaleNotice staleness={staleness} />
        <RadioList label="退款方式" options={refundWays} value={way} onChange={setChosen} />
        {order !== undefined && order.refundDue > 0 && (
          <KeyValue rows={[{ label: '待退给客户', value: <b>{formatMoney(order.refundDue)}</b> }]} />
        )}
        {byHand && (
          <Field label="退款凭证" layout="stack" group error={problem && problemOf() && problem}>
            <UploadGrid
              items={tiles}
              addLabel="添加凭证"
              onAdd={() => void uploads.pick({ slot: SLOT, source: 'both' })}
              onRetry={uploads.retry}
              onRemove={uploads.remove}
            />
          </Field>
        )}
      </div>
    </OpenedSheet>
  )
}
