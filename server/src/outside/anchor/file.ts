import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Anchor, AnchorPort } from '../../kernel/ports.ts'

/** Appends one line each night to `DATA_DIR/keys/audit/<merchant>.jsonl`; lines are never rewritten. */
export function fileAnchors(dataDir: string): AnchorPort {
  const folder = join(dataDir, 'keys', 'audit')
  const fileOf = (merchantId: string) => join(folder, `${merchantId}.jsonl`)
  return {
    async add(merchantId, anchor) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await appendFile(fileOf(merchantId), `${JSON.stringify(anchor)}\n`, { mode: 0o600, flush: true })
    },
    async last(merchantId) {
      const text = await readFile(fileOf(merchantId), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      // A crash may leave half a line at the end; a complete one ends with a line break.
      const line = text.split('\n').at(-2)
      return line === undefined ? undefined : (JSON.parse(line) as Anchor)
    },
  }
}
