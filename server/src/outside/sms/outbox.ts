import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smsText } from '@cheyi/domain/session/sms-templates'
import type { SentSms, SmsPort } from '../../kernel/ports.ts'
import type { Vault } from '../../kernel/vault.ts'
import { inTurn } from '../in-turn.ts'

const KEPT = 200
const PLACE = 'outbox'
const ROW = 'sms'

/**
 * Sends nothing: keeps the newest messages in `DATA_DIR/outbox/sms.sealed`, sealed with the platform's key, since codes
 * stand in it. For a machine without a contract, for demos and tests.
 */
export function outboxSms(dataDir: string, vault: Vault, now: () => number): SmsPort {
  const folder = join(dataDir, 'outbox')
  const file = join(folder, 'sms.sealed')
  // One after the other: two writers would lose one message.
  const turn = inTurn()

  const read = async (): Promise<SentSms[]> => {
    const sealed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return null
    })
    if (sealed === null) return []
    try {
      return JSON.parse(vault.open(PLACE, ROW, sealed)) as SentSms[]
    } catch {
      // Under a key that was retired since: nothing that anybody waits for.
      return []
    }
  }
  async function add(sent: SentSms): Promise<void> {
    const kept = [sent, ...(await read())].slice(0, KEPT)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // What an older version kept plain.
    await rm(join(folder, 'sms.json'), { force: true })
    await writeFile(file, vault.seal(PLACE, ROW, JSON.stringify(kept)), { mode: 0o600 })
  }
  return {
    send: ({ mobile, template, params }) =>
      turn(() => add({ at: now(), mobile, template, text: smsText(template, params) })),
    outbox: () => turn(read),
  }
}
