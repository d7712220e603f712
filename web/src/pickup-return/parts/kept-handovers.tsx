import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { flowTitle } from '@cheyi/domain/pickup-return/steps'
import type { ReactNode } from 'react'
import { linkTo, useReach } from '../../kernel/page/reach.ts'
import { Cell } from '../../ui/show/cell.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { screensOf } from '../screens.ts'
import { keptTasks } from './kept-tasks.ts'

/** Handovers that this phone can go on with, in place of the list that does not come without a network. */
export default function KeptHandovers(): ReactNode {
  const reach = useReach()
  return keptTasks().map(({ type, order, vehicle }) => {
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
  })
}
