import { chargeProfileProblems, ONE } from '@cheyi/domain/fleet/vehicle-control/charge'
import { rangeUnit, rangeUnits } from '@cheyi/domain/fleet/vehicle-control/codes'
import { vehicleControlChargeProfileSave } from '../../../form/calls/vehicle-control-charge-profile-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { NumberField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { confirm } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Button } from '../../../ui/layout.tsx'
import type { ChargeProfile } from './screen.tsx'

const blank = {
  chargeItem: '',
  chargeScale: ONE,
  rangeItem: '',
  rangeScale: ONE,
  rangeUnit: rangeUnit.kilometre as ChargeProfile['rangeUnit'],
}

export default function ProfileSheet({ profile, answer }: { readonly profile: ChargeProfile | null } & Asks<boolean>) {
  const form = useEntry(vehicleControlChargeProfileSave, {
    start: profile ?? blank,
    also: (_, { chargeItem, rangeItem }) => ({
      chargeItem: false,
      rangeItem: false,
      ...chargeProfileProblems({ chargeItem: chargeItem ?? '', rangeItem: rangeItem ?? '' }),
    }),
    toast: '方案已保存，设备下次上报起生效',
    onSent: () => answer(true),
  })
  const { fields } = form
  const scale = { times: ONE, decimals: 2, optional: false } as const
  return (
    <EntrySheet
      title={profile === null ? '添加电量读取方案' : '编辑电量读取方案'}
      of={form}
      action="保存"
      second={profile !== null && <Remove profile={profile} onDone={() => answer(true)} />}
    >
      <TextField of={fields.name} hint="如设备厂商和型号" maxLength={30} />
      <TextField
        of={fields.chargeItem}
        label="电量附加项"
        className="num"
        maxLength={40}
        hint="附加信息ID，如 E5；经 Traccar 的设备填属性名"
      />
      <NumberField
        of={fields.chargeScale}
        label="电量倍率"
        unit="%"
        {...scale}
        hint="上报值为 1 时的电量，如上报 764 表示 76.4% 时填 0.1"
      />
      <TextField of={fields.rangeItem} label="续航附加项" className="num" maxLength={40} hint="不上报续航的设备不填" />
      <NumberField of={fields.rangeScale} label="续航倍率" {...scale} hint="上报值为 1 时的续航" />
      <CodeField of={fields.rangeUnit} label="续航单位" codes={rangeUnits} />
    </EntrySheet>
  )
}

/** Deletes a profile that no device is read by. */
function Remove({ profile, onDone }: { readonly profile: ChargeProfile; readonly onDone: () => void }) {
  const { chargeProfileId, version, name, devices } = profile
  const removing = useWrite(calls.vehicleControl.chargeProfileRemove)
  const remove = async () => {
    const sure = await confirm({ title: `删除方案「${name}」？`, body: '没有设备使用该方案', confirm: '删除' })
    if (!sure || !(await removing.run({ chargeProfileId, version }))) return
    feedback.toast('方案已删除')
    onDone()
  }
  const reason = devices > 0 ? `${devices} 台设备正在使用，不能删除` : undefined
  return (
    <Button variant="danger" reason={reason} loading={removing.pending} onClick={() => void remove()}>
      删除
    </Button>
  )
}
