import { LEAST_REASON, LONGEST_TRACK_MS } from '@cheyi/domain/fleet/vehicle-control/track'
import { formatHours } from '@cheyi/domain/length'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { vehicleControlTrack } from '../../../form/calls/vehicle-control-track.gen.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Note, Notice } from '../../../ui/layout.tsx'
import type { Looked } from './track-words.ts'

const spans = { hour: '最近 1 小时', three: '最近 3 小时', today: '今天', yesterday: '昨天', own: '自选时段' } as const
type Span = keyof typeof spans

function spanOf(span: Exclude<Span, 'own'>, now: number): { from: number; to: number } {
  const today = localDate(now)
  if (span === 'today') return { from: startOfDate(today), to: now }
  if (span === 'yesterday') return { from: startOfDate(addDays(today, -1)), to: startOfDate(today) }
  return { from: now - (span === 'hour' ? 1 : 3) * HOUR, to: now }
}

/** The reason and the period of a track query. */
export default function TrackSheet({ vehicleId, answer }: { readonly vehicleId: string } & Asks<Looked>) {
  const now = useNow()
  const [span, setSpan] = useState<Span>('three')
  const form = useEntry(vehicleControlTrack, {
    start: { vehicleId, ...spanOf('three', now) },
    also: ({ from, to, reason }) => ({
      reason: (reason ?? '').trim().length < LEAST_REASON && `请填写查看轨迹的原因，至少${LEAST_REASON}个字`,
      to:
        Number(to) <= Number(from)
          ? '结束时间应晚于开始时间'
          : Number(to) - Number(from) > LONGEST_TRACK_MS && `一次最多查看${formatHours(LONGEST_TRACK_MS)}`,
    }),
    onSent: (track) => answer({ from: Number(form.value.from), to: Number(form.value.to), track }),
  })
  const { fields } = form
  return (
    <ReasonSheet
      title="查看轨迹"
      of={form}
      field={fields.reason}
      usual={['客户咨询行驶路线', '核对还车里程', '核实违章地点', '事故或报案查证', '超时未还，查找车辆']}
      action="查看"
    >
      <Notice>轨迹属于客户的个人信息，仅在业务需要时查看，原因和查看人记入日志</Notice>
      <Note>时段</Note>
      <ChipRadios
        look="wrap"
        label="时段"
        options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: spans[value] }))}
        value={span}
        onChange={(next) => {
          setSpan(next)
          if (next !== 'own') form.set(spanOf(next, now))
        }}
      />
      {span === 'own' && (
        <>
          <MomentField of={fields.from} to={now} />
          <MomentField of={fields.to} to={now} />
        </>
      )}
      <Note>原因</Note>
    </ReasonSheet>
  )
}
