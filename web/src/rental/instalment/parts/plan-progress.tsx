import { localDate } from '@cheyi/domain/time'
import { useNow } from '../../../kernel/now.ts'
import { Stack } from '../../../ui/layout.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'
import { type PlanRow, planShares } from './instalment-words.ts'

/** Progress of a plan as a bar and text: paid, late, due and future amounts. */
export function PlanProgress({ rows }: { readonly rows: readonly PlanRow[] }) {
  const shares = planShares(rows, localDate(useNow()))
  return (
    <Stack gap={6}>
      <ShareBar shares={shares} />
      <ShareNames shares={shares} />
    </Stack>
  )
}
