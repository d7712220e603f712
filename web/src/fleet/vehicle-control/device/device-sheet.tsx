import {
  deviceClock,
  deviceClocks,
  deviceKind,
  deviceKinds,
  deviceProfile,
  deviceProfiles,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { devicePhone, profileProblem, profilesOf } from '@cheyi/domain/fleet/vehicle-control/device'
import { isTracker } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { pick } from '@cheyi/domain/pick'
import { useState } from 'react'
import { ChoiceField, CodeField } from '../../../form/code-field.tsx'
import { SwitchField, TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import type { Device } from './screen.tsx'

const protocols = [
  { value: 2013, label: '2013版' },
  { value: 2019, label: '2019版' },
] as const

const blank = {
  phone: '',
  terminalId: '',
  imei: '',
  iccid: '',
  kind: deviceKind.direct as Device['kind'],
  protocol: 2013 as Device['protocol'],
  profile: deviceProfile.none as Device['profile'],
  clock: deviceClock.beijing as Device['clock'],
  chargeProfileId: null as string | null,
  doorInverted: false,
  ctlShort: false,
  remark: '',
  plate: '',
}
type Typed = typeof blank

/** Creates or edits a device; the number of an existing device cannot be changed. */
export default function DeviceSheet({ device, answer }: { readonly device: Device | null } & Asks<boolean>) {
  const [typed, setTyped] = useState<Typed>(device === null ? blank : { ...blank, ...device, plate: '' })
  const { problems, show, frame } = useProblems()
  const saving = useWrite(calls.vehicleControl.deviceSave, {
    handles: ({ field }) => field !== null,
    onFailure: (failure) =>
      void show(
        Object.fromEntries(
          Object.entries(faultsOf(failure)).map(([path, text]) => [
            path.replace('rows.0.', ''),
            text.replace('第1行：', ''),
          ]),
        ),
      ),
  })
  const put = (more: Partial<Typed>) => setTyped({ ...typed, ...more })
  async function save() {
    const wrong = {
      phone: devicePhone(typed.phone) === null && '设备号应为1至20位数字（或字母a-f）',
      profile: profileProblem(typed),
      imei: typed.imei !== '' && !/^\d{15}$/.test(typed.imei) && 'IMEI应为15位数字',
    }
    if (!show(wrong)) return
    const names = Object.keys(blank) as (keyof Typed)[]
    const row = { ...pick(typed, ...names), chargeProfileId: typed.chargeProfileId || undefined }
    const known = device === null ? {} : { deviceId: device.deviceId, version: device.version }
    if ((await saving.run({ rows: [{ ...row, ...known }] })) === null) return
    feedback.toast('设备已保存')
    answer(true)
  }
  const profiles = useRead(calls.vehicleControl.chargeProfiles, {}).data ?? []
  const fields = fieldsOf(typed, put, problems)
  const tracks = isTracker(typed.kind)
  /** Words of commands belong to their kind of device. */
  const fieldOfKind = {
    ...fields.kind,
    set: (kind: Device['kind'] | null) =>
      kind !== null &&
      put({ kind, ...(isTracker(kind) !== tracks && { profile: deviceProfile.none as Device['profile'] }) }),
  }
  return (
    <OpenedSheet
      title={device === null ? '添加设备' : '编辑设备'}
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12} ref={frame}>
        <TextField
          of={fields.phone}
          label="设备号"
          className="num"
          maxLength={24}
          readOnly={device !== null}
          hint={tracks ? 'IMEI 或设备ID，与 Traccar 中的标识一致' : '终端手机号，印在设备标签上'}
        />
        <CodeField
          of={fieldOfKind}
          label="设备类型"
          hint="非 JT/T 808 设备先接入平台的 Traccar，由它转发"
          codes={deviceKinds}
        />
        {device === null && <TextField of={fields.plate} label="车牌号" className="num" maxLength={10} optional />}
        {!tracks && <ChoiceField of={fields.protocol} label="协议版本" look="wrap" options={protocols} />}
        <ChoiceField
          of={fields.profile}
          label="断油电"
          hint="按设备说明书选择；选错时终端不执行"
          options={profilesOf(typed.kind).map((value) => ({ value, label: deviceProfiles.text(value) }))}
        />
        {device?.behind && (
          <Notice tone="warning">
            该设备上报的时间一直比实际早8小时，很可能是按UTC时间上报，请将设备时间改为UTC时间
          </Notice>
        )}
        {!tracks && (
          <CodeField
            of={fields.clock}
            label="设备时间"
            hint="设备上报时间所用的时区，标准为北京时间；选错时时间差8小时或定位被拒收"
            codes={deviceClocks}
          />
        )}
        {profiles.length > 0 && (
          <SelectField
            of={fields.chargeProfileId}
            label="电量读取"
            hint="电动车按设备厂商选择；油车不选"
            options={[
              { value: '', label: '不读取' },
              ...profiles.map(({ chargeProfileId, name }) => ({ value: chargeProfileId, label: name })),
            ]}
            optional
          />
        )}
        {!tracks && (
          <TextField
            of={fields.terminalId}
            label="终端ID"
            className="num"
            maxLength={30}
            optional
            hint="填写后，注册时终端须与之一致"
          />
        )}
        {!tracks && <TextField of={fields.imei} label="IMEI" className="num" maxLength={15} optional />}
        <TextField of={fields.iccid} label="ICCID" className="num" maxLength={20} optional />
        {!tracks && <SwitchField of={fields.doorInverted} label="开锁关锁取反" />}
        {!tracks && <SwitchField of={fields.ctlShort} label="锁车指令省略数量" />}
        <TextField of={fields.remark} label="备注" className="num" maxLength={200} optional />
      </Stack>
    </OpenedSheet>
  )
}
