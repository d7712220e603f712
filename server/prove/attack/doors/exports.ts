import { setTimeout as after } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { contract } from '@cheyi/contract/index'
import type { Ground } from '../ground.ts'
import { FORMULA_SIGNS, STORE_WORDS, WORDS } from '../marks.ts'
import { Stranger } from '../stranger.ts'
import { callsOf, inputsOf } from '../tenants.ts'
import type { Door } from './door.ts'

/** Ended, in whatever way. */
const DONE = 2
const MOST_MS = 60_000

/** Every table that the victim takes home, where each of its words begins as a formula does: none of its cells may. */
export async function exports({ url, victim, root }: Ground, door: Door): Promise<void> {
  await root.query('update account set store_scope = 0 where id = $1', [victim.ids.ownerAccount])
  await root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [victim.w.merchantId])
  const owner = new Stranger(url, { token: victim.w.tokens.owner })
  const calls = callsOf(undefined).filter(({ name, call }) => /export/i.test(name) && call.effect === 'write')
  door.row.calls = calls.length
  let cells = 0
  for (const { name, call } of calls)
    for (const input of inputsOf(victim, name)) {
      await root.query(`update job set created_at = created_at - interval '1 hour' where merchant_id = $1`, [
        victim.w.merchantId,
      ])
      const begun = await owner.call(call, input)
      const { jobId } = (begun.data ?? {}) as { jobId?: string }
      if (jobId === undefined) continue
      const file = await resultOf(owner, jobId)
      if (file === undefined) {
        door.held(`${name}: no file`, true, 'emptiness')
        continue
      }
      const texts = cellsOf(file)
      cells += texts.filter((text) => text.includes(WORDS) || text.includes(STORE_WORDS)).length
      const bad = texts.filter((text) => text !== '' && FORMULA_SIGNS.includes(text[0]!))
      door.held(`${name}: ${texts.length} cells, ${JSON.stringify(bad.slice(0, 3))}`, bad.length === 0, 'emptiness')
    }
  door.held(`${cells} cells of tables have words that begin as a formula does`, cells > 0, 'emptiness')
}

async function resultOf(owner: Stranger, jobId: string): Promise<Buffer | undefined> {
  for (const end = performance.now() + MOST_MS; performance.now() < end; await after(100)) {
    const { data } = await owner.call(contract.job.detail, { jobId })
    const job = data as { state: number; resultUrl: string | null }
    if (job.state < DONE) continue
    if (job.resultUrl === null) return undefined
    const answer = await fetch(new URL(job.resultUrl, owner.url))
    return Buffer.from(await answer.arrayBuffer())
  }
  throw new Error(`the export ${jobId} did not end`)
}

/** The texts of a CSV or of every sheet of a workbook; a formula of a cell begins with its sign here. */
function cellsOf(file: Buffer): string[] {
  if (file.subarray(0, 2).toString() !== 'PK')
    return file
      .toString('utf8')
      .replace('\uFEFF', '')
      .split(/\r?\n/)
      .flatMap((line) => line.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [])
      .map((cell) => cell.replace(/^"|"$/g, ''))
      .filter((cell) => !/^-?\d+(\.\d+)?$/.test(cell))
  return partsOf(file).flatMap((xml) => [
    ...Array.from(xml.matchAll(/<f[ >][^<]*/g), () => '='),
    ...Array.from(xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g), ([, text]) =>
      text!.replaceAll('&#9;', '\t').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    ),
  ])
}

/** Its parts that have cells: of each entry of the directory at its end. */
function partsOf(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const parts: string[] = []
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    const path = zip.subarray(at + 46, at + 46 + name).toString()
    if (/^xl\/(worksheets\/|sharedStrings)/.test(path))
      parts.push((zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString('utf8'))
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
}
