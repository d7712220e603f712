import { alarmFacts } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmLevel, alarmLevels, alarmState, alarmStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type Alarm = OutputOf<typeof calls.vehicleControl.alarmPage>['list'][number]
export type AlarmDetail = OutputOf<typeof calls.vehicleControl.alarmDetail>

const levelTones: Readonly<Record<number, Tone>> = {
  [alarmLevel.hint]: 'neutral',
  [alarmLevel.important]: 'warning',
  [alarmLevel.urgent]: 'danger',
}
const stateTones: Readonly<Record<number, Tone>> = {
  [alarmState.open]: 'neutral',
  [alarmState.running]: 'primary',
  [alarmState.done]: 'success',
  [alarmState.mistaken]: 'outline',
}

export const levelMark = (level: number) => ({ text: alarmLevels.text(level), tone: levelTones[level] ?? 'neutral' })
export const stateMark = (state: number) => ({ text: alarmStates.text(state), tone: stateTones[state] ?? 'neutral' })

/** What was measured, and how often it began. */
export const factsText = ({ times, ...alarm }: Alarm): string =>
  [alarmFacts(alarm), times > 1 && `${times} 次`].filter(Boolean).join(' · ')
