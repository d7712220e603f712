import type { ReferredRecord } from '@cheyi/domain/platform/pending-work/kinds'
import type { ReactNode } from 'react'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { agoText, useNow } from '../../../kernel/now.ts'
import { Notice } from '../../../ui/layout.tsx'

/** Open requests to colleagues about a record, on its page; nothing while there are none. */
export default function OpenReferrals({
  subject,
  id,
}: {
  readonly subject: ReferredRecord
  readonly id: string
}): ReactNode {
  const now = useNow()
  const read = useRead(calls.referral.ofRecord, { subject, subjectId: id }, { freshFor: 30_000 })
  const close = useWrite(calls.referral.close)
  async function takeBack(referralId: string) {
    if (await close.run({ id: referralId })) feedback.toast('已撤回')
    await read.refetch()
  }
  return (read.data ?? []).map(({ id: referralId, act, byName, mine, toldNames, at }) => (
    <Notice
      key={referralId}
      tone="primary"
      {...(mine && { action: { label: '撤回', onClick: () => void takeBack(referralId) } })}
    >
      {mine ? '' : `${byName} `}「{act}」已转给{toldNames.join('、')} · {agoText(at, now)}
    </Notice>
  ))
}
