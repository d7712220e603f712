import type { DraftScreen } from '@cheyi/domain/platform/pending-work/kinds'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { Notice } from '../../../ui/layout.tsx'

/** A filled form that may be handed to a colleague; `value` is undefined while it is incomplete. */
export interface HandedForm {
  readonly screen: DraftScreen
  readonly value: () => object | undefined
}

export type Handed = OutputOf<typeof calls.referral.draft>

/** Ends the request for a form after it was sent, so that the requester is notified; does nothing for a form of one's own. */
export function useHandedSent(referralId: string | undefined): () => void {
  const close = useWrite(calls.referral.close)
  return () => {
    if (referralId !== undefined) void close.run({ id: referralId, done: true })
  }
}

/** Above a form that a colleague filled in. */
export const HandedNotice = ({ of: { byName, note, mine } }: { readonly of: Handed }) => (
  <Notice tone="primary">
    {mine ? '已转给同事，同事提交后会通知你' : `${byName}转来${note && `：${note}`}，核对后提交`}
  </Notice>
)
