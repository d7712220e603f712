import { drivingLines } from '@cheyi/domain/fleet/vehicle-control/driving'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

/** How the cars of an order were driven, where its contract says that this is summed up. */
export default function DrivingSheet({ orderId }: { readonly orderId: string } & Asks<never>) {
  const answer = useRead(calls.order.driving, { orderId })
  return (
    <OpenedSheet title="行驶数据">
      <Answer of={answer}>
        {({ agreed, driving }) => (
          <Stack gap={12}>
            {driving !== null && <KeyValue rows={drivingLines(driving).map(([label, value]) => ({ label, value }))} />}
            <Note>
              {!agreed
                ? '本单合同未约定汇总驾驶数据，因此不显示。可在「商户设置」中打开「合同约定驾驶数据」，对之后签署的合同生效'
                : driving === null
                  ? '用车期间车载设备没有上报，或已超过轨迹保存期'
                  : '由车载设备的定位汇总，按合同约定用于还车结算和争议处理，与行驶轨迹保存同样期限；道路限速未知，超速按报警规则的车速计'}
            </Note>
          </Stack>
        )}
      </Answer>
    </OpenedSheet>
  )
}
