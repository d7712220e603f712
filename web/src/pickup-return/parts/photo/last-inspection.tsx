import { open } from '../../../page/open.ts'
import { CardMore } from '../../../ui/show/card.tsx'
import type { StepProps } from '../flow.ts'

/** How the car was at its last handover. */
export function LastInspection({ flow: { inspection, now } }: StepProps) {
  if (inspection === undefined) return null
  return (
    <CardMore onClick={() => void open(() => import('./inspection-sheet.tsx'), { inspection, now })}>上次验车</CardMore>
  )
}
