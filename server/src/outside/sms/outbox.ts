import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smsText } from '@cheyi/domain/session/sms-templates'
import type { SentSms, SmsPort } from '../../kernel/ports.ts'

const KEPT = 200

/**
 * Sends nothing: keeps the newest messages in `DATA_DIR/outbox/sms.json`, which only the server's own user may read,
 * since codes stand in it. For a machine without a contract, for demos and tests.
 */
export function outboxSms(dataDir: string, now: () => number): SmsPort {
  const folder = join(dataDir, 'outbox')
  const file = join(folder, 'sms.json')
  let last: Promise<unknown> = Promise.resolve()

  const read = async (): Promise<SentSms[]> => {
    const text = await readFile(file, 'utf8').catch(() => '[]')
    return JSON.parse(text) as SentSms[]
  }
  async function add(sent: SentSms): Promise<void> {
    const kept = [sent, ...(await read())].slice(0, KEPT)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, JSON.stringify(kept), { mode: 0o600 })
  }
  return {
    send({ mobile, template, params }) {
      // One after the other: two writers would lose one message.
      const written = last.then(() => add({ at: now(), mobile, template, text: smsText(template, params) }))
      last = written.catch(() => {})
      return written
    },
    outbox: () => last.then(read),
  }
}
