import { listen } from '../../src/testing/flights.ts'
import { type Json, type Made, mapLeaves, type Script, type Step } from '../script.ts'

/** The first statement of a tenant transaction, after `begin`. */
const isScope = (text: string) =>
  /^select set_config\('role', 'tenant(_all)?', true\), set_config\('app.merchant_id'/.test(text)
/** What the product sends for tenancy, and a bare program would not. */
const isTenancy = (text: string) => isScope(text) || /^select (set_config|current_setting)\('(app\.|role)/.test(text)
const isFrame = (text: string) => text === 'commit' || text.startsWith('begin')
/** Whose ids are new each time. */
const makesIds = (text: string) => /^insert|nextval/i.test(text.trim())

/** Listens to the driver while calls are made one after the other. */
export class Recorder {
  /** Every statement of the scripts, once. */
  readonly texts: string[] = []
  readonly #places = new Map<string, number>()
  /** Ids of the rows that earlier scripts made. */
  readonly #made = new Set<string>()

  /**
   * The statements that the one call of `work` sends in its transaction, tenancy left out. `frame` keeps its `begin` and
   * `commit`: a write needs them, of a read they are the product's own.
   */
  async record(work: () => Promise<unknown>, { frame = false } = {}): Promise<Script> {
    const sent = await listen(work)
    // Who calls may have been looked up first, on the same connection.
    const scope = sent.findIndex(({ text }) => isScope(text))
    const call = sent.slice(scope - 1).filter(({ client }) => client === sent[scope]?.client)
    const kept = call.filter(({ text }) => !isTenancy(text) && (frame || !isFrame(text)))
    const made = new Map<string, Made>()
    let alone = true
    const steps = kept.map((one, step): Step => {
      if (idsIn(one.values).some((id) => this.#made.has(id))) alone = false
      const values = one.values.map((value) => replaceMadeIds(value, made))
      if (makesIds(one.text))
        one.rows.forEach((row, at) => {
          // Whoever gave it out first, not the insert that used it.
          if (typeof row.id === 'string' && !made.has(row.id)) made.set(row.id, { made: { step, row: at } })
        })
      return {
        text: this.#place(one.text),
        values,
        after: kept.filter((other) => other.answeredAt < one.sentAt).length,
      }
    })
    for (const id of made.keys()) this.#made.add(id)
    return { steps, alone }
  }

  #place(text: string): number {
    const place = this.#places.get(text) ?? this.texts.push(text) - 1
    this.#places.set(text, place)
    return place
  }
}

/** A value with the ids that are made anew taken out of it, of rows that travel as JSON, too. */
export function replaceMadeIds(value: unknown, made: ReadonlyMap<string, Made>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceMadeIds(one, made))
  if (typeof value !== 'string') return value
  const rows = rowsIn(value)
  if (!rows || !idsIn(value).some((id) => made.has(id))) return made.get(value) ?? value
  return {
    json: mapLeaves(rows, (leaf) => (typeof leaf === 'string' ? (made.get(leaf) ?? leaf) : leaf)),
  } satisfies Json
}

/** Whatever stands in a value as text, of rows that travel as JSON, too. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'string') return []
  const found: string[] = [value]
  const rows = rowsIn(value)
  if (rows)
    mapLeaves(rows, (leaf) => {
      if (typeof leaf === 'string') found.push(leaf)
      return leaf
    })
  return found
}

/** The rows that an insert brings as one value; undefined for any other text. */
const rowsIn = (text: string): unknown => (text.startsWith('[{') ? JSON.parse(text) : undefined)
