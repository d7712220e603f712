import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { flowTitle } from '@cheyi/domain/rental/pickup-return/steps'
import type { ReactNode } from 'react'
import { linkTo, useReach } from '../../../../kernel/user.ts'
import { Cell } from '../../../../ui/layout.tsx'
import { Plate } from '../../../../ui/show/plate.tsx'
import { screensOf } from '../../screens.ts'
import { KeptConfirmCards } from './kept-confirm-card.tsx'
import { confirmIdOf, useConfirms } from './kept-confirms.ts'
import { keptTasks } from './kept-tasks.ts'

interface KeptProps {
  /** There is no network: the stored handovers are shown in place of the list. */
  readonly lost: boolean
}

/** Handovers stored on this phone: unsent confirmations, and tasks that can be continued offline. */
export default function KeptHandovers({ lost }: KeptProps): ReactNode {
  const reach = useReach()
  const confirms = useConfirms()
  const begun = lost
    ? keptTasks().filter(({ type, order }) => !confirms.some(({ id }) => id === confirmIdOf(type, order.orderId)))
    : []
  return (
    <>
      <KeptConfirmCards />
      {begun.map(({ type, order, vehicle }) => {
        const { pickup, return: back } = screensOf(order.orderKind)
        const { orderId, modelName } = order
        const link = linkTo(reach, type === handoverType.pickup ? pickup : back, { orderId })
        return (
          <Cell
            key={`${type} ${orderId}`}
            {...link}
            label={`继续${flowTitle(type)}`}
            note={modelName}
            extra={<Plate plate={vehicle?.plate ?? null} size="s" />}
          />
        )
      })}
    </>
  )
}
