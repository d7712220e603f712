import {
  deviceKinds,
  deviceProfiles,
  deviceRoles,
  forgedCauses,
  onlineStates,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { isTracker } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { choose, confirm, open } from '../../../page/open.ts'
import { Button } from '../../../ui/layout.tsx'
import { reportedText } from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

export type Device = OutputOf<typeof calls.vehicleControl.devicePage>['list'][number]

const names = { bound: '已绑定', free: '未绑定' } as const

function Act({ item }: { readonly item: Device }) {
  const resetting = useWrite(calls.vehicleControl.deviceResetCode)
  const { deviceId, plate } = item
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
      await open(sheets, 'ConfirmSheet', { deviceId, cause: forgedCauses.text(doubt) })
  }
  return (
    <>
      {plate === null ? (
        <Button size="s" variant="primary" onClick={() => void open(sheets, 'BindSheet', { device: item })}>
          绑定车辆
        </Button>
      ) : (
        <Button size="s" onClick={() => void open(sheets, 'UnbindSheet', { device: item })}>
          解绑
        </Button>
      )}
      <Button size="s" onClick={() => void more()}>
        更多
      </Button>
    </>
  )
}

const columns: readonly ListColumn<Device>[] = [
  { key: 'phone', title: '设备号', kind: 'text', width: 116, card: 'title', of: ({ phone }) => phone },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 144,
    of: ({ state, doubt, cutAt, behind }) => [
      { text: onlineStates.text(state), tone: state === onlineStates.code.online ? 'success' : 'outline' },
      doubt !== null && { text: '设备身份不符', tone: 'danger' },
      cutAt !== null && { text: '已断油电', tone: 'danger' },
      behind && { text: '时间早8小时', tone: 'warning' },
    ],
  },
  { key: 'plate', title: '车牌', kind: 'plate', of: ({ plate }) => plate },
  {
    key: 'role',
    title: '用途',
    kind: 'text',
    width: 72,
    card: 'plate',
    of: ({ plate, role }) => plate !== null && deviceRoles.text(role),
  },
  {
    key: 'last',
    title: '最近上报',
    kind: 'text',
    width: 96,
    of: ({ lastMsgAt }, now) => (lastMsgAt === null ? '从未上线' : reportedText(lastMsgAt, now)),
  },
  {
    key: 'protocol',
    title: '协议',
    kind: 'text',
    width: 72,
    extra: true,
    of: ({ kind, protocol }) => (isTracker(kind) ? 'Traccar' : `${protocol}版`),
  },
  { key: 'kind', title: '设备类型', kind: 'text', width: 120, extra: true, of: ({ kind }) => deviceKinds.text(kind) },
  {
    key: 'model',
    title: '厂商型号',
    kind: 'text',
    of: ({ makerId, modelCode }) => [makerId, modelCode].filter(Boolean).join(' '),
  },
  {
    key: 'profile',
    title: '断油电',
    kind: 'text',
    width: 136,
    card: 'none',
    extra: true,
    of: ({ profile }) => deviceProfiles.text(profile),
  },
  { key: 'remark', title: '备注', kind: 'text', width: 108, of: ({ remark }) => remark },
  { key: 'act', title: '操作', kind: 'act', width: 152, Act },
]

/** The devices of the merchant. */
export default listPage(vehicleControlScreens.device, {
  call: calls.vehicleControl.devicePage,
  noun: '设备',
  search: '设备号、终端ID、车牌',
  filters: [tabs('group', '绑定', names)],
  keyOf: ({ deviceId }) => deviceId,
  columns,
  unit: '台',
  useMenu: () => [
    { label: '批量添加', run: () => void open(() => import('./paste-sheet.tsx'), {}) },
    { label: '电量读取', run: () => go(vehicleControlScreens.charge, {}) },
  ],
  verb: '添加',
  useAdd: () => () => void open(() => import('./device-sheet.tsx'), { device: null }),
  open: (device) => void open(() => import('./device-sheet.tsx'), { device }),
  empty: { note: '添加设备后，终端按设备号和鉴权码接入' },
})
