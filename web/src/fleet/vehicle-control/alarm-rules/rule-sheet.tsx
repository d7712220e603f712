import { alarmKind, limitProblem } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmLevels, alarmType, alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { useState } from 'react'
import { useProblems } from '../../../form/use-problems.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
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
        <Field label="启用" inline>
          <Switch checked={typed.active} onChange={({ target }) => put({ active: target.checked })} />
        </Field>
        {threshold !== undefined && (
          <Field label={threshold.title} error={problems.limit}>
            <NumberInput
              className="num"
              suffix={threshold.unit}
              times={threshold.tenths ? 10 : 1}
              decimals={threshold.tenths ? 1 : 0}
              value={typed.limit}
              onChange={(limit) => put({ limit })}
            />
          </Field>
        )}
        {rule.type !== alarmType.area && (
          <Field label="级别" group>
            <Segmented label="级别" options={levels} value={typed.level} onChange={(level) => put({ level })} />
          </Field>
        )}
        <Field label="通知员工" hint="有「车控」权限、能看到该车的员工" inline>
          <Switch checked={typed.notify} onChange={({ target }) => put({ notify: target.checked })} />
        </Field>
      </Stack>
    </OpenedSheet>
  )
}
