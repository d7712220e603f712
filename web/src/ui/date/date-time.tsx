import './date-time.css'
import { useState } from 'react'
import { MainButton } from '../layout.tsx'
import { Sheet } from '../modal/sheet.tsx'
import {
  clampDate,
  daysBetween,
  daysIn,
  monthOf,
  plusDays,
  shortDate,
  twoDigits,
  weekdayNames,
  weekdayOf,
} from './civil-date.ts'
import { TimeWheels, Wheel, Wheels } from './wheel.tsx'

export type DateTimePickerProps = {
  open: boolean
  onClose: () => void
  /** `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD` in mode `date`; undefined starts at today. */
  value: string | undefined
  onChange: (value: string) => void
  /** Today in Asia/Shanghai, `YYYY-MM-DD`. */
  today: string
  title: string
  /** `dateTime` has wheels for day, hour and minute; `date` for year, month and day. */
  mode?: 'dateTime' | 'date'
  /** First and last day; by default 90 days around today, or 1930 to 50 years from now in mode `date`. */
  min?: string
  max?: string
}

/** Picks a time or a date, on wheels in a sheet. */
export default function DateTimePicker(props: DateTimePickerProps) {
  const { open, title } = props
  const [picked, setPicked] = useState<string>()
  function close() {
    setPicked(undefined)
    props.onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      footer={
        <MainButton
          onClick={() => {
            props.onChange(picked ?? startOf(props))
            close()
          }}
        >
          确定
        </MainButton>
      }
    >
      <Turning {...props} value={picked ?? startOf(props)} onChange={setPicked} />
    </Sheet>
  )
}

/** Position of the wheels before the user turns them. */
function startOf({ value, today, mode }: DateTimePickerProps): string {
  return value || (mode === 'date' ? today : `${today} 10:00`)
}

function Turning(props: DateTimePickerProps & { value: string }) {
  const { value, onChange, today, title, mode, min, max } = props
  const date = value.slice(0, 10)
  const time = value.slice(11)
  if (mode === 'date') {
    const lastYear = Number(today.slice(0, 4)) + 50
    return <DateWheels value={date} onChange={onChange} min={min ?? '1930-01-01'} max={max ?? `${lastYear}-12-31`} />
  }
  return (
    <div className="date-time">
      <DayWheel
        value={date}
        onChange={(next) => onChange(`${next} ${time}`)}
        today={today}
        min={min ?? plusDays(today, -90)}
        max={max ?? plusDays(today, 90)}
      />
      <TimeWheels value={time} onChange={(next) => onChange(`${date} ${next}`)} label={title} />
    </div>
  )
}

type DaysProps = { value: string; onChange: (date: string) => void; min: string; max: string }

function DayWheel({ value, onChange, today, min, max }: DaysProps & { today: string }) {
  const near: Record<number, string> = { [-1]: '昨天', 0: '今天', 1: '明天' }
  const days = Array.from({ length: daysBetween(min, max) + 1 }, (_, index) => plusDays(min, index))
  return (
    <Wheels>
      <Wheel
        items={days.map((day) => {
          const word = near[daysBetween(today, day)] ?? `周${weekdayNames[weekdayOf(day)]}`
          return `${shortDate(day, today)} ${word}`
        })}
        value={Math.max(0, days.indexOf(value))}
        label="日期"
        onChange={(index) => onChange(days[index] as string)}
      />
    </Wheels>
  )
}

function DateWheels({ value, onChange, min, max }: DaysProps) {
  const firstYear = Number(min.slice(0, 4))
  const years = Array.from({ length: Number(max.slice(0, 4)) - firstYear + 1 }, (_, index) => `${firstYear + index}`)
  const count = (length: number) => Array.from({ length }, (_, index) => twoDigits(index + 1))
  const year = Number(value.slice(0, 4))
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8))

  /** Limits the day to the length of the month: 01-31 turned to February becomes the 28th. */
  function set(nextYear: number, nextMonth: number, nextDay: number) {
    const prefix = `${nextYear}-${twoDigits(nextMonth)}-`
    const date = prefix + twoDigits(Math.min(nextDay, daysIn(monthOf(`${prefix}01`))))
    onChange(clampDate(date, min, max))
  }
  return (
    <Wheels>
      <Wheel
        items={years}
        value={year - firstYear}
        label="年"
        unit="年"
        onChange={(index) => set(firstYear + index, month, day)}
      />
      <Wheel items={count(12)} value={month - 1} label="月" unit="月" onChange={(index) => set(year, index + 1, day)} />
      <Wheel
        items={count(daysIn(monthOf(value)))}
        value={day - 1}
        label="日"
        unit="日"
        onChange={(index) => set(year, month, index + 1)}
      />
    </Wheels>
  )
}
