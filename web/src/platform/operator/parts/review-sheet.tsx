import { type ReviewAction, reviewActionNames } from '@cheyi/domain/platform/merchant/review-steps'
import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { operatorReview } from '../../../form/calls/operator-review.gen.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { Button, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { actionsOf, type Merchant } from './reviewing.ts'

const past: Readonly<Record<string, string>> = {
  'session.register': '提交注册',
  'session.assist': '平台协助进入',
  'operator.approve': '审核通过',
  'operator.reject': '驳回',
  'operator.suspend': '停用',
  'operator.expire': '到期停用',
  'operator.resume': '恢复',
  'operator.close': '关闭',
}

interface ReviewSheetProps extends Asks<true> {
  readonly merchant: Merchant
  /** null: the sheet only displays the merchant. */
  readonly begun: ReviewAction | null
}

/** One merchant with its data and history, then the reason for the selected action. */
export default function ReviewSheet({ merchant, begun, answer }: ReviewSheetProps) {
  const { merchantId, name } = merchant
  const [action, setAction] = useState(begun)
  const history = useRead(calls.operator.history, { merchantId }, { enabled: action === null, quiet: false })
  const needsReason = action === 'reject' || action === 'suspend'
  const form = useEntry(operatorReview, {
    start: { merchantId, action },
    also: ({ note }) => ({ note: needsReason && !note?.trim() && '请填写原因' }),
    toast: `已${action ? reviewActionNames[action] : ''}，商家将收到短信`,
    onSent: () => answer(true),
  })
  if (action === null) {
    return (
      <OpenedSheet title={name}>
        <Stack gap={16} pad={[0, 0, 12]}>
          <KeyValue
            rows={[
              { label: '商家ID', value: <span className="num">{merchantId}</span> },
              { label: '联系人', value: merchant.contactName },
              { label: '主账号手机', value: <span className="num">{history.data?.mobile ?? ''}</span> },
              { label: '城市', value: merchant.city },
              { label: '统一社会信用代码', value: merchant.licenceNo || '未填写' },
              { label: '到期日', value: merchant.expireOn ?? '长期' },
            ]}
          />
          <Timeline
            items={(history.data?.list ?? []).map((event) => ({
              key: `${event.at}-${event.action}`,
              title: past[event.action] ?? event.action,
              time: formatDateTime(event.at),
              note: [event.name, event.note].filter(Boolean).join('：'),
            }))}
          />
          <Row gap={12} align="stretch">
            {actionsOf(merchant.status).map((one) => (
              <Button
                key={one}
                size="l"
                block
                variant={one === 'approve' || one === 'resume' ? 'primary' : 'danger'}
                onClick={() => setAction(one)}
              >
                {reviewActionNames[one]}
              </Button>
            ))}
          </Row>
        </Stack>
      </OpenedSheet>
    )
  }
  return (
    <OpenedSheet title={`${reviewActionNames[action]}「${name}」`}>
      <Stack as="form" gap={16} pad={[0, 0, 12]} ref={form.frame} onSubmit={form.submit}>
        <TextAreaField
          of={form.fields.note}
          label={needsReason ? '原因' : '备注'}
          optional={!needsReason}
          hint={needsReason ? '将以短信告知商家，并显示在其工作台' : undefined}
        />
        <Button type="submit" size="l" variant={needsReason ? 'destroy' : 'primary'} loading={form.pending}>
          确认{reviewActionNames[action]}
        </Button>
      </Stack>
    </OpenedSheet>
  )
}
