import { localDate } from '@cheyi/domain/time'
import { useNow } from '../../../kernel/now.ts'
import { Stack } from '../../../ui/layout.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'
import { type PlanRow, planShares } from './instalment-words.ts'

/** How far a plan is: what of it is paid, late, due and to come, as a bar and in words. */
export function PlanProgress({ rows }: { readonly rows: readonly PlanRow[] }) {
  const shares = planShares(rows, localDate(useNow()))
  return (
    <Stack gap={6}>
      <ShareBar shares={shares} />
      <ShareNames shares={shares} />
    </Stack>
  )
}
