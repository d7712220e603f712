import {
  deviceProfile,
  deviceProfiles,
  deviceRoles,
  forgedCauses,
  onlineStates,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { choose } from '../../../page/choose.ts'
import { confirm } from '../../../page/confirm.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { reportedText } from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

export type Device = OutputOf<typeof calls.vehicleControl.devicePage>['list'][number]

const names = { bound: '已绑定', free: '未绑定' } as const

/** The devices of the merchant. */
export default listPage(vehicleControlScreens.device, {
  call: calls.vehicleControl.devicePage,
  noun: '设备',
  search: '设备号、终端ID、车牌',
  filters: [tabs('group', '绑定', names)],
  keyOf: ({ deviceId }) => deviceId,
  Row: DeviceCard,
  estimate: 148,
  useMenu: () => [{ label: '批量录入', run: () => void open(() => import('./paste-sheet.tsx'), {}) }],
  useAdd: () => () => void open(() => import('./device-sheet.tsx'), { device: null }),
  open: (device) => void open(() => import('./device-sheet.tsx'), { device }),
  empty: { note: '录入设备后，终端按设备号和鉴权码接入' },
})

function DeviceCard({ item, current }: { readonly item: Device; readonly current: boolean }) {
  const now = useNow()
  const resetting = useWrite(calls.vehicleControl.deviceResetCode)
  const { deviceId, plate } = item
  const facts = [
    `${item.protocol}版`,
    item.makerId && `厂商 ${item.makerId}`,
    item.modelCode,
    item.profile !== deviceProfile.none && deviceProfiles.text(item.profile),
  ]
  async function reset() {
    const sure = await confirm({
      title: '重置鉴权码？',
      body: '终端会断开，须重新注册才能上线；未处理的设备身份报警同时结束',
      confirm: '重置',
    })
    if (sure && (await resetting.run({ deviceId }))) feedback.toast('鉴权码已重置')
  }
  async function more() {
    const { doubt } = item
    const act = await choose('设备操作', [
      { key: 'edit', label: '编辑设备' },
      ...(doubt === null ? [] : [{ key: 'confirm', label: '确认设备无异常' } as const]),
      { key: 'reset', label: '重置鉴权码' },
    ])
    if (act === 'edit') await open(() => import('./device-sheet.tsx'), { device: item })
    if (act === 'reset') await reset()
    if (act === 'confirm' && doubt !== null)
      await open(() => import('./confirm-sheet.tsx'), { deviceId, cause: forgedCauses.text(doubt) })
  }
  return (
    <RecordCard
      current={current}
      title={
        <>
          <span className="num">{item.phone}</span>
          <Tag tone={item.state === onlineStates.code.online ? 'success' : 'outline'}>
            {onlineStates.text(item.state)}
          </Tag>
          {item.doubt !== null && <Tag tone="danger">设备身份不符</Tag>}
          {item.cutAt !== null && <Tag tone="danger">已断油电</Tag>}
        </>
      }
      act={
        <>
          {plate === null ? (
            <Button
              size="s"
              variant="primary"
              onClick={() => void open(() => import('./bind-sheet.tsx'), { device: item })}
            >
              绑定车辆
            </Button>
          ) : (
            <Button size="s" onClick={() => void open(() => import('./unbind-sheet.tsx'), { device: item })}>
              解绑
            </Button>
          )}
          <Button size="s" onClick={() => void more()}>
            更多
          </Button>
        </>
      }
    >
      {plate !== null && (
        <Row gap={8} wrap>
          <Plate plate={plate} size="s" />
          <Text note>{deviceRoles.text(item.role)}</Text>
        </Row>
      )}
      <Text as="p" num ink={2}>
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <Text as="p" num ink={2}>
        {item.lastMsgAt === null ? '从未上线' : `${reportedText(item.lastMsgAt, now)}上报`}
        {item.remark && ` · ${item.remark}`}
      </Text>
      {item.behind && (
        <Text as="p" ink="warning">
          上报时间比实际早8小时，请在编辑设备中将设备时间改为UTC时间
        </Text>
      )}
    </RecordCard>
  )
}
