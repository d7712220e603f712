import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../kernel/user.ts'
import { Notice } from '../../ui/notice.tsx'
import type { StepProps } from './flow.ts'

const PeriodSheet = lazy(() => import('./period-sheet.tsx'))

/** The block that {@link PeriodCard} tells, and the way out of it. */
export const PERIOD_OVER = 'periodOver'

/** A customer who comes after the agreed return: the rental gets another end before the car goes out. */
export function PeriodCard({ flow }: StepProps) {
  const mayMove = useMay('order.modify')
  const [open, setOpen] = useState<boolean>()
  if (!flow.blocks.some(({ code }) => code === PERIOD_OVER)) return null
  if (!mayMove) return <Notice tone="danger">租期已过，请有改单权限的同事调整租期后取车</Notice>
  return (
    <>
      <Notice tone="danger" action={{ label: '调整租期', onClick: () => setOpen(true) }}>
        租期已过，调整租期后取车
      </Notice>
      {open !== undefined && (
        <Suspense>
          <PeriodSheet flow={flow} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
