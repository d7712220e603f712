import { useMay } from '../../kernel/user.ts'
import { open } from '../../page/open.ts'
import { Notice } from '../../ui/modal/notice.tsx'
import type { StepProps } from './flow.ts'

/** The block that {@link PeriodCard} tells, and the way out of it. */
export const PERIOD_OVER = 'periodOver'

/** A customer who comes after the agreed return: the rental gets another end before the car goes out. */
export function PeriodCard({ flow }: StepProps) {
  const mayMove = useMay('order.modify')
  if (!flow.blocks.some(({ code }) => code === PERIOD_OVER)) return null
  if (!mayMove) return <Notice tone="danger">租期已过，请有改单权限的同事调整租期后取车</Notice>
  const { order } = flow.task
  async function move() {
    if (await open(() => import('./period-sheet.tsx'), { order })) await flow.reload()
  }
  return (
    <Notice tone="danger" action={{ label: '调整租期', onClick: () => void move() }}>
      租期已过，调整租期后取车
    </Notice>
  )
}
