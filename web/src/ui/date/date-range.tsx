import './date-range.css'
import { useId, useState } from 'react'
import { cx } from '../class-names.ts'
import { ChipRow } from '../frame/chips.tsx'
import { NavAction, NavBar } from '../frame/nav-bar.tsx'
import { Button, IconButton } from '../layout.tsx'
import { Modal } from '../modal/modal.tsx'
import { plusDays, shortDate, weekdayNames } from './civil-date.ts'
import { aheadChoices, calendarLength, pastChoices } from './date-range-choices.ts'
import { Months } from './date-range-months.tsx'
import { TimeWheels } from './wheel.tsx'

/** Both ends or none: `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD` when `time` is off. */
export type DateRangeValue = readonly [string, string] | readonly []

export type DateRangePanelProps = {
  open: boolean
  onClose: () => void
  value: DateRangeValue
  /** Called by 确定 with both ends, and by the field's 清空 with `[]`. */
  onChange: (value: DateRangeValue) => void
  /** Today in Asia/Shanghai, `YYYY-MM-DD`; the panel has no clock. */
  today: string
  /** Shows wheels for hour and minute; on by default. */
  time?: boolean
  /**
   * For a new record: days before today cannot be chosen, and the quick choices are in the future. Otherwise they are
   * in the past.
   */
  disablePast?: boolean
  /** First and last day that can be chosen; by default 2022-01-01 and two years from today. */
  min?: string
  max?: string
  title?: string
  /** Labels below the chosen days and above the wheels. */
  labels?: readonly [string, string]
  /** Initial times of the wheels; by default 00:00 and 23:59. */
  defaultTimes?: readonly [string, string]
  /** Length of a choice as text; calendar days by default. */
  lengthOf?: (from: string, to: string) => string
  /** A short text below a day: a holiday. */
  noteOf?: (date: string) => string | undefined
}

type Draft = { from?: string; to?: string; times: readonly [string, string] }

/** The panel from the right: quick chips, months, four wheels, and 确定 once both days are chosen. */
export default function DateRangePanel(props: DateRangePanelProps) {
  const id = useId()
  return (
    <Modal open={props.open} onClose={props.onClose} from="right" aria-labelledby={id} className="date-range">
      <Panel {...props} titleId={id} />
    </Modal>
  )
}

function Panel(props: DateRangePanelProps & { titleId: string }) {
  const {
    value,
    onChange,
    onClose,
    today,
    time = true,
    disablePast,
    title = '选择时间',
    labels = ['开始', '结束'],
  } = props
  const { defaultTimes = ['00:00', '23:59'], lengthOf = calendarLength } = props
  const min = disablePast ? today : (props.min ?? '2022-01-01')
  const max = props.max ?? plusDays(today, 730)
  const [draft, setDraft] = useState<Draft>(() => ({
    from: value[0]?.slice(0, 10),
    to: value[1]?.slice(0, 10),
    times: [value[0]?.slice(11) || defaultTimes[0], value[1]?.slice(11) || defaultTimes[1]],
  }))
  const { from, to, times } = draft
  const wholeDays = !time || (times[0] === '00:00' && times[1] === '23:59')

  function pick(date: string) {
    // A third tap, or one before the start, starts a new range.
    const fresh = from === undefined || to !== undefined || date < from
    setDraft(fresh ? { times, from: date } : { ...draft, to: date })
  }
  function choose(first: string, last: string) {
    // A period on one day must end after it begins: 今天 with 14:00 to 14:00 means the whole day.
    setDraft({ times: first === last && times[1] <= times[0] ? defaultTimes : times, from: first, to: last })
  }
  const start = from && (time ? `${from} ${times[0]}` : from)
  const end = to && (time ? `${to} ${times[1]}` : to)
  const backwards = start !== undefined && end !== undefined && time && end <= start
  const quick = disablePast
    ? aheadChoices({ today, min, start: from && to ? today : (from ?? today), wholeDays })
    : pastChoices({ today, max })
  const own = from !== undefined && !quick.some((choice) => choice.from === from && choice.to === to)

  return (
    <>
      <div className="date-range-head">
        <NavBar
          left={<IconButton name="close" label="关闭" onClick={onClose} />}
          title={
            <h1 id={props.titleId} className="size-l text-center">
              {title}
            </h1>
          }
          right={<NavAction onClick={() => setDraft({ times: defaultTimes })}>清空</NavAction>}
        />
        <ChipRow className="date-range-quick">
          {quick.map((choice) => (
            <button
              key={choice.label}
              type="button"
              className={cx('chip', 'chip-open', choice.from === from && choice.to === to && 'chip-on')}
              onClick={() => choose(choice.from, choice.to)}
            >
              {choice.label}
            </button>
          ))}
          {!disablePast && (
            <button
              type="button"
              className={cx('chip', 'chip-open', own && 'chip-on')}
              onClick={() => setDraft({ times: defaultTimes })}
            >
              自选
            </button>
          )}
        </ChipRow>
        <div className="note text-center date-range-week" aria-hidden="true">
          {weekdayNames.map((name, index) => (
            <span key={name} className={cx(index % 6 === 0 && 'date-range-weekend')}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <Months
        min={props.min ?? '2022-01-01'}
        max={max}
        first={min}
        today={today}
        from={from}
        to={to}
        labels={labels}
        noteOf={props.noteOf}
        onPick={pick}
      />
      {time && (
        <div className="date-range-times">
          {labels.map((label, index) => (
            <div key={label} className="date-range-time">
              <span className="note block text-center">{label}时刻</span>
              <TimeWheels
                label={label}
                value={times[index] as string}
                onChange={(next) =>
                  setDraft((old) => ({ ...old, times: index === 0 ? [next, old.times[1]] : [old.times[0], next] }))
                }
              />
            </div>
          ))}
        </div>
      )}
      <footer className="row keep date-range-foot num">
        <div className="grow" aria-live="polite">
          <b>
            {start ? words(start, today) : labels[0]} ~ {end ? words(end, today) : labels[1]}
          </b>
          <small className={cx('block', backwards && 'ink-danger')}>
            {backwards
              ? `${labels[1]}须晚于${labels[0]}`
              : start && end
                ? `共 ${lengthOf(start, end)}`
                : `请选择${start ? labels[1] : labels[0]}日期`}
          </small>
        </div>
        <Button
          variant="primary"
          size="l"
          disabled={!start || !end || backwards}
          onClick={() => {
            if (!start || !end) return
            onChange([start, end])
            onClose()
          }}
        >
          确定
        </Button>
      </footer>
    </>
  )
}

function words(moment: string, today: string): string {
  return shortDate(moment.slice(0, 10), today) + moment.slice(10)
}
