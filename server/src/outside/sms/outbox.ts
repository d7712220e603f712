import { appendFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smsText } from '@cheyi/domain/platform/session/sms-templates'
import type { SentSms, SmsPort } from '../../kernel/ports.ts'
import type { Vault } from '../../kernel/vault.ts'
import { serialRunner } from '../in-turn.ts'

const KEPT = 200
const PLACE = 'outbox'
const ROW = 'sms'

/**
 * Sends nothing: stores the newest messages in `DATA_DIR/outbox/sms.lines`, each encrypted with the platform's key,
 * since they contain codes. For machines without an SMS contract, demos and tests.
 */
export function outboxSms(dataDir: string, vault: Vault, now: () => number): SmsPort {
  const folder = join(dataDir, 'outbox')
  const file = join(folder, 'sms.lines')
  // Sequential: two concurrent writers would lose a message.
  const turn = serialRunner()

  /** The oldest first. */
  const lines = async (): Promise<string[]> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return ''
    })
    return text.split('\n').filter((line) => line !== '')
  }
  const open = (line: string): SentSms[] => {
    try {
      return [JSON.parse(vault.open(PLACE, ROW, Buffer.from(line, 'base64')))]
    } catch {
      // Encrypted with a key that was retired since: the message is too old to matter.
      return []
    }
  }
  // The first message after a start deletes old ones, and so does each one after that many.
  let added = 0
  async function add(sent: SentSms): Promise<void> {
    const line = `${vault.seal(PLACE, ROW, JSON.stringify(sent)).toString('base64')}\n`
    // A few hundred bytes: three round trips to the thread pool cost more than a synchronous write.
    if (added++ % KEPT > 0) return appendFileSync(file, line)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Files of older versions.
    for (const old of ['sms.json', 'sms.sealed']) await rm(join(folder, old), { force: true })
    const kept = (await lines()).slice(1 - KEPT).map((one) => `${one}\n`)
    // One string: a list would be written with one write for each line.
    await writeFile(file, [...kept, line].join(''), { mode: 0o600 })
  }
  return {
    send: ({ mobile, template, params, language }) =>
      turn(() => add({ at: now(), mobile, template, text: smsText(template, params, language) })),
    outbox: () => turn(async () => (await lines()).slice(-KEPT).reverse().flatMap(open)),
  }
}
