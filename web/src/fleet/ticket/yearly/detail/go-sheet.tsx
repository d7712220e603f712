import { garageWork } from '@cheyi/domain/fleet/ticket/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { useState } from 'react'
import { ticketYearlyHandle } from '../../../../form/calls/ticket-yearly-handle.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { TextAreaField, TextField } from '../../../../form/fields.tsx'
import { MomentField } from '../../../../form/moment-field.tsx'
import { useNow } from '../../../../kernel/now.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import { EffectNotice } from '../../parts/effect-notice.tsx'
import { GarageField } from '../../parts/garage-field.tsx'
import { planAction } from '../../parts/plan-page.tsx'
import { endOnly, missingForceReason, usePlanEntry } from '../../parts/use-plan-entry.ts'
import type { Ticket } from './types.ts'

interface Props extends Asks<boolean> {
  readonly ticket: Ticket
  readonly act: 'start' | 'extend' | 'recheck' | 'repair'
}

/** `takes`: the usual duration, for the proposed end. */
const words = {
  start: { title: '开始办理', said: '已开始办理', end: '计划完成', takes: 4 * HOUR, notice: '车辆从现在起占用' },
  extend: { title: '调整完成时间', said: '完成时间已调整', end: '计划完成', takes: 4 * HOUR, notice: null },
  recheck: { title: '复检', said: '已开始复检', end: '计划完成', takes: 4 * HOUR, notice: '车辆从现在起占用' },
  repair: {
    title: '转维保',
    said: '已转维保',
    end: '计划完工',
    takes: 2 * DAY,
    notice: '车辆转由维保单占用，修好后再复检',
  },
} as const

/** Occupies the car from now until the chosen time, for the inspection station or for a garage. */
export default function GoSheet({ ticket, act, answer }: Props) {
  const { ticketId, version, planEnd } = ticket
  const now = useNow()
  const { title, said, end, takes, notice } = words[act]
  const [usual] = useState(() => Math.ceil(now / HOUR) * HOUR + takes)
  const { form, against, forces, closed } = usePlanEntry(ticketYearlyHandle, {
    start: {
      ticketId,
      version,
      action: act,
      planEnd: act !== 'repair' && planEnd !== null && planEnd > now ? planEnd : usual,
    },
    plan: endOnly,
    also: (value, forces) => ({
      planEnd: value.planEnd === null && `请选择${end}`,
      items: act === 'repair' && !value.items?.trim() && '请填写维修项目',
      note: act === 'extend' && !value.note?.trim() && '请填写原因',
      forceReason: missingForceReason(value, forces),
    }),
    said,
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={title} of={form} action={planAction({ forces, against }, title)} reason={closed}>
      {notice && <Notice>{notice}</Notice>}
      {act === 'repair' && (
        <>
          <TextAreaField of={fields.items} optional={false} rows={2} placeholder="如：更换前刹车片" />
          <GarageField of={fields.garageId} work={garageWork.repair} />
        </>
      )}
      <MomentField of={fields.planEnd} label={end} from={now} optional={false} />
      {against && <EffectNotice effect={against} />}
      {forces && <TextField of={fields.forceReason} optional={false} />}
      {act === 'extend' && <TextAreaField of={fields.note} label="原因" rows={2} optional={false} />}
    </EntrySheet>
  )
}
