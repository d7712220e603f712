import { type ReviewAction, reviewActionNames } from '@cheyi/domain/merchant/review-steps'
import { formatDateTime } from '@cheyi/domain/time'
import { type FormEvent, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Timeline } from '../../ui/steps.tsx'
import { toast } from '../../ui/toast.ts'
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

interface ReviewSheetProps {
  merchant: Merchant
  /** null: only looking. */
  action: ReviewAction | null
  onClose: () => void
  onPick: (action: ReviewAction) => void
}

/** One merchant: its facts and what was done, then the reason of what is about to be done. */
export function ReviewSheet({ merchant, action, onClose, onPick }: ReviewSheetProps) {
  const { merchantId, name } = merchant
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | undefined>()
  const history = useRead(calls.operator.history, { merchantId }, { enabled: action === null })
  const review = useWrite(calls.operator.review)
  const needsReason = action === 'reject' || action === 'suspend'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (action === null) return
    if (needsReason && note.trim() === '') return setError('请填写原因')
    if (!(await review.run({ merchantId, action, note }))) return
    toast(`已${reviewActionNames[action]}，商家将收到短信`)
    onClose()
  }
  if (action === null) {
    return (
      <Sheet open onClose={onClose} title={name}>
        <div className="review-form">
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
          <div className="review-buttons">
            {actionsOf(merchant.status).map((one) => (
              <Button
                key={one}
                size="l"
                block
                variant={one === 'approve' || one === 'resume' ? 'primary' : 'danger'}
                onClick={() => onPick(one)}
              >
                {reviewActionNames[one]}
              </Button>
            ))}
          </div>
        </div>
      </Sheet>
    )
  }
  return (
    <Sheet open onClose={onClose} title={`${reviewActionNames[action]}「${name}」`}>
      <form className="review-form" onSubmit={submit}>
        <Field
          label={needsReason ? '原因' : '备注'}
          optional={!needsReason}
          layout="stack"
          error={error}
          hint={needsReason ? '将以短信告知商家，并显示在其工作台' : undefined}
        >
          <TextArea
            value={note}
            maxLength={200}
            onChange={(event) => {
              setNote(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Button type="submit" size="l" variant={needsReason ? 'destroy' : 'primary'} loading={review.pending}>
          确认{reviewActionNames[action]}
        </Button>
      </form>
    </Sheet>
  )
}
