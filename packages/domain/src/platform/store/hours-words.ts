import { addDays, type Instant, localDate } from '../../time.ts'
import { isOpen, type OpeningException, type OpeningWindow } from './opening.ts'

/* Opening hours as text. */

const days = '一二三四五六日'

/** 每天、工作日、周末 or the single days. */
export function weekdayWords(weekdays: readonly number[]): string {
  const sorted = [...weekdays].sort((a, b) => a - b).join('')
  if (sorted === '1234567') return '每天'
  if (sorted === '12345') return '工作日'
  if (sorted === '67') return '周末'
  return `周${[...sorted].map((day) => days[Number(day) - 1]).join('、')}`
}

/** 08:00–20:00, 22:00–次日02:00, 24小时. */
export function windowWords({ open, close, crossMidnight, outOfHours }: OpeningWindow): string {
  const allDay = crossMidnight && open === close
  const time = allDay ? '24小时' : `${open}–${crossMidnight ? '次日' : ''}${close}`
  return outOfHours ? `${time}（夜间）` : time
}

/** Windows with their days; `none`: the text when there are no windows. */
export const hoursWords = (windows: readonly OpeningWindow[], none = '全天营业'): string =>
  windows.length === 0
    ? none
    : windows.map((window) => `${weekdayWords(window.weekdays)} ${windowWords(window)}`).join('；')

/**
 * Message why a car cannot be handed over while the store is closed: the hours of that day, and what to do for
 * users who cannot override it. `end`: 取车, 还车.
 */
export function closedWords(
  end: '取车' | '还车',
  { hours, exceptions }: { readonly hours: readonly OpeningWindow[]; readonly exceptions: readonly OpeningException[] },
  t: Instant,
  mayPass: boolean,
): string {
  const today = localDate(t)
  const eve = addDays(today, -1)
  // By its usual hours the store would still be open from the evening before.
  const without = exceptions.filter(({ date }) => date !== eve)
  const day = exceptions.find(({ date }) => date === (isOpen(hours, without, t) ? eve : today))
  const name = day?.date === eve ? '前一天' : '当天'
  const own = day?.date === eve ? `${name}营业` : '营业'
  const when = day?.closed ? `${name}休息` : `${own} ${hoursWords(day?.hours ?? hours)}`
  return `${end}时间不在营业时间内：门店${when}${mayPass ? '' : '，请改时间或由店长提交'}`
}
