import type pg from 'pg'

/*
 * A call as the statements it sent, to be sent again without the product: what the bare contestants run.
 */

export interface Script {
  readonly steps: readonly Step[]
  /** It changes no row that an earlier script made: a booking may move the car of the one before. */
  readonly alone: boolean
}

export interface Step {
  /** Place of the statement in the list that all scripts share. */
  readonly text: number
  readonly values: readonly unknown[]
  /** How many of the earlier steps were answered when this one was sent: the flights of the call are kept. */
  readonly after: number
}

/** Stands for an id that an earlier step makes anew each time. */
export interface Made {
  readonly made: { readonly step: number; readonly row: number }
}

/** A value that is sent as JSON, with made ids within it. */
export interface Json {
  readonly json: unknown
}

/** Sends a script on one connection. @returns the results in the order of its steps */
export async function replay(
  client: pg.ClientBase,
  { steps }: Script,
  texts: readonly string[],
): Promise<pg.QueryResult[]> {
  const sent: Promise<pg.QueryResult>[] = []
  const results: pg.QueryResult[] = []
  for (const { text, values, after } of steps) {
    while (results.length < after) results.push(await sent[results.length]!)
    const config = { text: texts[text]!, values: values.map((value) => resolveMade(value, results)) }
    // A statement without a name is planned each time; `begin` and `commit` have no plan.
    const result = client.query(values.length === 0 ? config.text : { ...config, name: `s${text}` })
    result.catch(() => undefined)
    sent.push(result)
  }
  return Promise.all(sent)
}

function resolveMade(value: unknown, results: readonly pg.QueryResult[]): unknown {
  if (Array.isArray(value)) return value.map((one) => resolveMade(one, results))
  if (isMade(value)) return results[value.made.step]!.rows[value.made.row].id
  return isJson(value) ? JSON.stringify(mapLeaves(value.json, (leaf) => resolveMade(leaf, results))) : value
}

/** Of a JSON value the same with other leaves; a made id is one. */
export function mapLeaves(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapLeaves(one, leaf))
  if (typeof value !== 'object' || value === null || isMade(value)) return leaf(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapLeaves(one, leaf)]))
}

const isMade = (value: unknown): value is Made => typeof value === 'object' && value !== null && 'made' in value
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && 'json' in value
