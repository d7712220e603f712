import { MINUTE } from '../../time.ts'

/* A calendar file (RFC 5545) that telephones add to their calendar. */

export interface CalendarEvent {
  /** The same event keeps its id, so that a file that is added again replaces the former entry. */
  readonly id: string
  readonly at: number
  readonly title: string
  readonly place: string
  readonly note: string
  /** The phone reminds so many minutes before. */
  readonly remindMinutes: number
}

/** How long the handover stands in the calendar. */
const LENGTH = 30 * MINUTE
/** Bytes of a line; the next ones begin with a space. */
const LINE = 75

/** The file with its events. @param now when it is written: of two entries with one id the later one counts */
export const calendarFile = (events: readonly CalendarEvent[], now: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cheyi//Rental//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap((event) => linesOf(event, now)),
    'END:VCALENDAR',
  ]
    .flatMap(fold)
    .map((line) => `${line}\r\n`)
    .join('')

const linesOf = ({ id, at, title, place, note, remindMinutes }: CalendarEvent, now: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}`,
  `DTSTAMP:${utc(now)}`,
  `SEQUENCE:${Math.floor(now / 1000) % 2_000_000_000}`,
  `DTSTART:${utc(at)}`,
  `DTEND:${utc(at + LENGTH)}`,
  `SUMMARY:${escapeText(title)}`,
  `LOCATION:${escapeText(place)}`,
  `DESCRIPTION:${escapeText(note)}`,
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  `TRIGGER:-PT${remindMinutes}M`,
  'END:VALARM',
  'END:VEVENT',
]

const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Line breaks and separators of the format are written with a backslash, so that no text begins a line of its own. */
const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')

/** A long line goes on in the next ones; no character is cut in two. */
function fold(line: string): string[] {
  const lines: string[] = []
  let part = ''
  let size = 0
  for (const sign of line) {
    const bytes = new TextEncoder().encode(sign).length
    if (size + bytes > LINE) {
      lines.push(part)
      part = ' '
      size = 1
    }
    part += sign
    size += bytes
  }
  return [...lines, part]
}
