import { forgedCauses } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import type { CarDetail } from '../parts/car-words.ts'

/** Warns that the reports of the device may not come from this car. */
export function DoubtCard({ car, now }: { readonly car: CarDetail; readonly now: number }) {
  const mayConfirm = useMayWhole('vehicleControl.device')
  const { deviceId, doubt } = car
  if (doubt === null) return null
  const cause = forgedCauses.text(doubt.cause)
  return (
    <Card pad title="设备身份不符">
      <Notice tone="warning">
        {formatMoment(doubt.at, now)}：{cause}。位置可能不实，处理前不能断油电
      </Notice>
      {mayConfirm && (
        <Row justify="end" top={8}>
          <Button size="s" onClick={() => void open(() => import('../device/confirm-sheet.tsx'), { deviceId, cause })}>
            确认设备无异常
          </Button>
        </Row>
      )}
    </Card>
  )
}
