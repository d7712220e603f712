import { alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { vehicleControlAlarmHandle } from '../../../form/calls/vehicle-control-alarm-handle.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'
import type { Alarm } from '../parts/alarm-words.ts'

interface CloseProps {
  readonly alarm: Pick<Alarm, 'alarmId' | 'version' | 'type' | 'endAt'>
  readonly act: 'handle' | 'dismiss'
}

const usual = {
  handle: ['已联系客户，情况正常', '已派人到现场', '已提醒客户', '已报警'],
  dismiss: ['设备误报', '测试', '员工移车', '信号漂移'],
} as const

/** Closes an alarm with what was done, or as a false one. */
export default reasonSheet(
  vehicleControlAlarmHandle,
  ({ alarm: { alarmId, version, type, endAt }, act }: CloseProps) => ({
    title: act === 'handle' ? '处理完成' : '记为误报',
    field: 'note',
    usual: usual[act],
    action: act === 'handle' ? '完成' : '记为误报',
    start: { alarmId, version, act },
    also: ({ note }) => ({ note: (note ?? '').trim().length < 2 && '请填写处理说明' }),
    toast: act === 'handle' ? '报警已处理' : '已记为误报',
    about: endAt === null && <Note>「{alarmTypes.text(type)}」仍在持续，结束后再次出现才会重新报警</Note>,
  }),
)
