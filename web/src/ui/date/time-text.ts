import { plainSigns } from '../field/typed.ts'

/** Valid text while a time is typed: digits with a colon. */
const BEGUN = /^\d{0,2}:?\d{0,2}$/

/** The normalized text of a time being typed; null when it cannot become a time. */
export const timeText = (typed: string): string | null => {
  const text = plainSigns(typed)
  return BEGUN.test(text) ? text : null
}

const TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/

/**
 * `HH:mm` from short forms: `8` and `8:` are 08:00, `830` is 08:30, `2000` is 20:00; null: not a time. 24:00 is valid
 * as the end of a day.
 */
export function timeOf(text: string): string | null {
  const at = text.includes(':') ? text.indexOf(':') : text.length > 2 ? text.length - 2 : text.length
  const parts = [text.slice(0, at), text.slice(at).replace(':', '')]
  const time = parts.map((part) => part.padStart(2, '0')).join(':')
  return text !== '' && TIME.test(time) ? time : null
}
