import { formatNear } from '@cheyi/domain/near'
import { driverTaskStatuses } from '@cheyi/domain/rental/driver/codes'
import { Card, Cell, Text } from '../../../ui/layout.tsx'
import { drivesOf } from './detail-words.ts'
import { type PanelProps, pageOf } from './panel.ts'

/** The drivers who deliver and collect the car. */
export function DriversPanel(props: PanelProps) {
  const { order, now, acts } = props
  const drives = drivesOf(order)
  if (drives.length === 0) return null
  // Drivers are chosen on the arranging page, as long as that action is permitted.
  const arrange = acts.some(({ code }) => code === 'arrange') ? pageOf(props, 'arrange-vehicles') : undefined
  return (
    <Card>
      {drives.map(({ type, label, task }) => (
        <Cell
          key={type}
          align="right"
          label={label}
          note={task && `${driverTaskStatuses.text(task.status)} · ${formatNear(task.planAt, now)} 出发`}
          {...arrange}
        >
          {task?.driverName ?? <Text ink={arrange ? 'link' : undefined}>{arrange ? '指派' : '未指派'}</Text>}
        </Cell>
      ))}
    </Card>
  )
}
