import { calls, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { violationScreens } from '../../../rental/violation/screens.ts'
import { Notice } from '../../../ui/layout.tsx'

/**
 * Warns that the car has open violations, because the station refuses such a car. Renders nothing without the permission to see
 * violations.
 */
export function ViolationsNotice({ vehicleId }: { readonly vehicleId: string }) {
  return useMay('violation.list') ? <Open vehicleId={vehicleId} /> : null
}

function Open({ vehicleId }: { readonly vehicleId: string }) {
  const counts = useRead(calls.violation.page, { vehicleId, pageSize: 1 }).data?.counts
  const open = counts ? counts.todo + counts.running : 0
  if (open === 0) return null
  const onClick = () => go(violationScreens.list, { vehicleId, group: 'all' })
  return (
    <Notice tone="warning" action={{ label: '查看违章', onClick }}>
      {`该车有 ${open} 条违章未处理，处理前检测站可能不予办理`}
    </Notice>
  )
}
