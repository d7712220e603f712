import { appendFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smsText } from '@cheyi/domain/platform/session/sms-templates'
import type { SentSms, SmsPort } from '../../kernel/ports.ts'
import type { Vault } from '../../kernel/vault.ts'
import { inTurn } from '../in-turn.ts'

const KEPT = 200
const PLACE = 'outbox'
const ROW = 'sms'

/**
 * Sends nothing: keeps the newest messages in `DATA_DIR/outbox/sms.lines`, each sealed with the platform's key, since codes
 * stand in it. For a machine without a contract, for demos and tests.
 */
export function outboxSms(dataDir: string, vault: Vault, now: () => number): SmsPort {
  const folder = join(dataDir, 'outbox')
  const file = join(folder, 'sms.lines')
  // One after the other: two writers would lose one message.
  const turn = inTurn()

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
      // Under a key that was retired since: nothing that anybody waits for.
      return []
    }
  }
  // The first message after a start throws away what is too old, and so does each that many later.
  let added = 0
  async function add(sent: SentSms): Promise<void> {
    const line = `${vault.seal(PLACE, ROW, JSON.stringify(sent)).toString('base64')}\n`
    // A few hundred bytes: three turns in the pool of threads cost more than the writing.
    if (added++ % KEPT > 0) return appendFileSync(file, line)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // What older versions kept.
    for (const old of ['sms.json', 'sms.sealed']) await rm(join(folder, old), { force: true })
    const kept = (await lines()).slice(1 - KEPT).map((one) => `${one}\n`)
    // As one text: of a list each line would be written, and waited for, by itself.
    await writeFile(file, [...kept, line].join(''), { mode: 0o600 })
  }
  return {
    send: ({ mobile, template, params }) =>
      turn(() => add({ at: now(), mobile, template, text: smsText(template, params) })),
    outbox: () => turn(async () => (await lines()).slice(-KEPT).reverse().flatMap(open)),
  }
}
