import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/* The files of other programs, and what they are made of. `make.ts` says which program wrote which file, and writes them again. */

/** A cell: a text, a number, a day or time, or a formula with its result; `f` is its format. */
export type Told =
  | string
  | null
  | { readonly n: number; readonly f?: string }
  | { readonly d: string; readonly f: string }
  | { readonly formula: string; readonly v: number }

export interface ForeignTable {
  readonly name: string
  readonly title?: string
  readonly heading: readonly string[]
  readonly rows: readonly (readonly Told[])[]
}

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)))

export const file = (name: string): Buffer => read(`files/${name}`)
export const tables: readonly ForeignTable[] = JSON.parse(read('tables.json').toString())
