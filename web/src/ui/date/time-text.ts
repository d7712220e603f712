/** What may stand in the field while a time is typed: digits, with a colon of either width. */
const BEGUN = /^\d{0,2}[:：]?\d{0,2}$/

/** The text of a time being typed; null when it can become none. */
export const timeText = (typed: string): string | null => {
  const text = typed.replaceAll(/\s/g, '').replace('：', ':')
  return BEGUN.test(text) ? text : null
}

const TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/

/**
 * `HH:mm` of what was typed, as people write it: `8` and `8:` are 08:00, `830` is 08:30, `2000` 20:00; null: none. A day
 * ends at 24:00.
 */
export function timeOf(text: string): string | null {
  const at = text.includes(':') ? text.indexOf(':') : text.length > 2 ? text.length - 2 : text.length
  const parts = [text.slice(0, at), text.slice(at).replace(':', '')]
  const time = parts.map((part) => part.padStart(2, '0')).join(':')
  return text !== '' && TIME.test(time) ? time : null
}
