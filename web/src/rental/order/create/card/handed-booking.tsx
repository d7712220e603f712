import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { useBack } from '../../../../kernel/page/pages.tsx'
import { HandedNotice } from '../../../../platform/referral/parts/handed.tsx'
import { Empty } from '../../../../ui/frame/empty.tsx'
import { draftOfHanded, type HandedInput } from '../draft.ts'
import type { Store } from '../form.ts'
import { BookingForm } from './booking-form.tsx'
import { useFilled } from './draft-booking.tsx'
import { Failed, Waiting } from './waiting.tsx'

interface HandedProps {
  readonly referralId: string
  readonly step: number
  readonly stores: readonly Store[]
}

/** A booking that a colleague filled in, because its discount is beyond their right. */
export default function HandedBooking({ referralId, step, stores }: HandedProps) {
  const back = useBack()
  const { data, error, refetch } = useRead(calls.referral.draft, { id: referralId }, { freshFor: 0 })
  const base = data && draftOfHanded(JSON.parse(data.draft) as HandedInput)
  const filled = useFilled(base)
  if (error && !data) {
    if (error.kind !== 'refused') return <Failed failure={error} onRetry={() => void refetch()} />
    return (
      <Waiting>
        <Empty
          title="该转办已结束"
          note="已办理、已撤回，或超过24小时未办理"
          action={{ label: '返回', onClick: back }}
        />
      </Waiting>
    )
  }
  if (!data || !base || filled === undefined) return <Waiting />
  return (
    <BookingForm
      key={referralId}
      name={`referral.${referralId}`}
      {...filled(base)}
      stores={stores}
      draft={null}
      step={step}
      changes={null}
      onStale={back}
      onReload={back}
      referralId={data.mine ? undefined : referralId}
      head={<HandedNotice of={data} />}
    />
  )
}
