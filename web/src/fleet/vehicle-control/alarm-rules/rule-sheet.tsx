import { alarmKind, limitProblem } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmLevels, alarmType, alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { useState } from 'react'
import { NumberField, SwitchField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { useProblems } from '../../../form/use-problems.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { MainButton, Note, Stack } from '../../../ui/layout.tsx'
import type { Rule } from './screen.tsx'

const levels = alarmLevels.values.map((value) => ({ value, label: alarmLevels.text(value) }))

/** The rule of one type of alarm. */
export default function RuleSheet({ rule, answer }: { readonly rule: Rule } & Asks<boolean>) {
  const [typed, setTyped] = useState(rule)
  const { problems, show, frame } = useProblems()
  const saving = useWrite(calls.vehicleControl.alarmRuleSave)
  const { limit: threshold, note } = alarmKind(rule.type)
  const put = (more: Partial<Rule>) => setTyped({ ...typed, ...more })
  async function save() {
    const { type, level, active, notify, limit } = typed
    if (!show({ limit: limitProblem(type, limit) ?? false })) return
    if ((await saving.run({ rules: [{ type, level, active, notify, limit }] })) === null) return
    feedback.toast('规则已保存，几秒内生效')
    answer(true)
  }
  const fields = fieldsOf(typed, put, problems)
  return (
    <OpenedSheet
      title={alarmTypes.text(rule.type)}
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12} ref={frame}>
        {note !== undefined && <Note>{note}</Note>}
        <SwitchField of={fields.active} label="启用" />
        {threshold !== undefined && (
          <NumberField
            of={fields.limit}
            label={threshold.title}
            unit={threshold.unit}
            times={threshold.tenths ? 10 : 1}
            decimals={threshold.tenths ? 1 : 0}
          />
        )}
        {rule.type !== alarmType.area && <SegmentedField of={fields.level} label="级别" options={levels} />}
        <SwitchField of={fields.notify} label="通知员工" hint="有「车控」权限、能看到该车的员工" />
      </Stack>
    </OpenedSheet>
  )
}
