import { open } from '../../../page/open.ts'
import { CardMore } from '../../../ui/show/card.tsx'
import type { CarEntry } from '../flow.ts'

/** How the car was at its last handover. */
export function LastInspection({ of: { inspection, now } }: { of: Pick<CarEntry, 'inspection' | 'now'> }) {
  if (inspection === undefined) return null
  return (
    <CardMore onClick={() => void open(() => import('./inspection-sheet.tsx'), { inspection, now })}>上次验车</CardMore>
  )
}
