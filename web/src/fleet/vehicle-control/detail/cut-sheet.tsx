import { commandType, cutCategories } from '@cheyi/domain/fleet/vehicle-control/codes'
import { vehicleControlCommand } from '../../../form/calls/vehicle-control-command.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SwitchField, TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'

/** Cuts the engine: the reason, and whether it waits until the car stands still. */
export default function CutSheet({ vehicleId, answer }: { readonly vehicleId: string } & Asks<boolean>) {
  const form = useEntry(vehicleControlCommand, {
    start: { vehicleId, type: commandType.engineCut, armed: false },
    also: ({ reason, category }) => ({
      category: category == null && '请选择断油电事由',
      reason: (reason ?? '').trim().length < 10 && '断油电原因为10-200个字',
    }),
    toast: '断油电指令已下发，车辆静止后执行',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="断油电" of={form} action="断油电" variant="danger">
      <Notice tone="warning">
        仅在车辆静止、不在承租期内时执行，下发前再次核对车速与定位；须短信验证，按设置由另一人复核
      </Notice>
      <CodeField of={fields.category} codes={cutCategories} optional={false} />
      <TextAreaField of={fields.reason} rows={3} optional={false} placeholder="至少10个字，记入日志" />
      <SwitchField of={fields.armed} hint="车辆还在行驶时先等待，停稳后自动执行" />
    </EntrySheet>
  )
}
