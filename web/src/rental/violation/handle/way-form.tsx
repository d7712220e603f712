import { formatMoment } from '@cheyi/domain/near'
import { isCustomers, takesProof, violationSteps } from '@cheyi/domain/rental/violation/violation'
import { can } from '@cheyi/domain/step'
import { type ReactNode, useState } from 'react'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay, useReach } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { consents, type Way, ways } from '../parts/handle-ways.ts'
import { ViolationLine } from '../parts/violation-line.tsx'
import type { Violation } from '../parts/violation-words.ts'

export interface HandlePlace {
  readonly violation: Violation
  readonly right: ReactNode
}

/** Chooses who handles a violation. */
export function WayForm({ violation, right }: HandlePlace) {
  const { violationId, version, status, points, overdue, matchType, consent, transferBar } = violation
  const now = useNow()
  /** The customer has agreed on their own page, so no other consent is requested. */
  const agreedAt = consent?.way === 'page' ? consent.at : null
  const [mayHandle, mayDeduct] = [useMay('violation.handle'), useMay('violation.deduct')]
  const mayProve = takesProof(useReach().held)
  const facts = { points, matchType, overdue }
  const open: readonly Way[] = (
    [
      ['agency', mayHandle && can(violationSteps, 'agency', status, { ...facts, points: 0 }).ok],
      ['customer', mayHandle && can(violationSteps, 'notify', status, facts).ok],
      ['proof', mayProve && can(violationSteps, 'proof', status).ok],
      ['offline', mayDeduct && isCustomers(matchType) && can(violationSteps, 'offline', status, facts).ok],
      ['transfer', mayHandle && transferBar === null && can(violationSteps, 'transfer', status, facts).ok],
      ['staff', mayHandle && can(violationSteps, 'staff', status, facts).ok],
    ] as const
  ).flatMap(([way, is]) => (is ? [way] : []))
  const usable = open.filter((way) => way !== 'agency' || points === 0)
  const [chosen, choose] = useState<Way>()
  const way = chosen ?? usable[0]
  const photos = slotOf(useUploads('violation', { record: violationId }), 'proof', '照片')
  const notify = useWrite(calls.violation.notify)
  const form = useEntry(violationHandle, {
    start: { violationId, version, consent: 'phone' as const },
    toInput: (value) => ({
      ...value,
      action: way === undefined || way === 'customer' ? null : way,
      consent: way === 'agency' && agreedAt === null ? value.consent : null,
      reason: way === 'offline' ? value.reason : null,
    }),
    files: () => ({ photoIds: way === 'proof' ? photos : undefined }),
    also: (_, { reason }) => ({
      photoIds: way === 'proof' && photos.tiles.length === 0 && '请上传处理凭证',
      reason: way === 'offline' && !reason?.trim() && '请输入转线下追偿的原因',
    }),
    toast: () => (way === undefined ? '' : `${ways[way].label}，已记录`),
  })
  const { fields } = form
  async function send() {
    if (way !== 'customer') return void form.send()
    const sent = await notify.run({ violationId, version })
    if (sent) feedback.toast('已通知客户')
  }
  return (
    <Page
      right={right}
      footer={
        way && (
          <ActionBar>
            <MainButton loading={form.pending || notify.pending} onClick={() => void send()}>
              {ways[way].action}
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Stack gap={12} ref={form.frame}>
        <ViolationLine violation={violation} />
        {points > 0 && open.includes('agency') && (
          <Notice tone="warning">有扣分的违章须由驾驶人本人处理，不能由商家代办</Notice>
        )}
        {open.length === 0 && <WhoMay act="violation.handle" violationId={violationId} />}
        <Card>
          <RadioList<Way>
            label="处理方式"
            options={open.map((value) => ({
              value,
              label: ways[value].label,
              note: ways[value].note,
              disabled: !usable.includes(value),
            }))}
            value={way}
            onChange={choose}
          />
        </Card>
        {way === 'agency' && (
          <Card pad>
            {agreedAt === null ? (
              <SegmentedField of={fields.consent} options={consents} optional={false} />
            ) : (
              <Notice tone="primary">客户已于 {formatMoment(agreedAt, now)} 在网页申请代办</Notice>
            )}
            <Notice>{agreedAt === null && '代办前须征得客户同意；'}缴款后登记罚款，再确定客户费用</Notice>
          </Card>
        )}
        {way === 'proof' && (
          <Card pad>
            <UploadsField of={fields.photoIds} from={photos} optional={false} addLabel="添加凭证" />
          </Card>
        )}
        {way === 'offline' && (
          <Card pad>
            <TextAreaField of={fields.reason} rows={2} optional={false} />
            <Notice>转线下后官方仍显示未处理，车辆年检前须处理</Notice>
          </Card>
        )}
      </Stack>
    </Page>
  )
}
