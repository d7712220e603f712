import { Notice } from '../../../ui/layout.tsx'
import { useReferral, type Wanted } from './use-referral.ts'

export default function WhoMayNotice(wanted: Wanted) {
  const { words, action } = useReferral(wanted)
  return (
    <Notice tone="primary" {...(action && { action })}>
      {words}
    </Notice>
  )
}
