import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Bar = { readonly least: number } | { readonly most: number }

/** One line of the table. What is judged is `ratio` where there is one, else `ours`. */
export interface Row {
  readonly id: string
  readonly name: string
  /** null: not measured, and `note` says why. */
  readonly ours: number | null
  /** What it is compared with. */
  readonly bare?: number
  readonly ratio?: number
  readonly unit: string
  readonly bar: Bar
  readonly note?: string
}

type Verdict = 'ok' | 'miss' | 'skipped'

export function verdictOf({ ours, ratio, bar }: Row): Verdict {
  if (ours === null) return 'skipped'
  const judged = ratio ?? ours
  return ('least' in bar ? judged >= bar.least : judged <= bar.most) ? 'ok' : 'miss'
}

/** Prints the table and keeps it as JSON in `folder`. @returns whether no bar was missed */
export async function report(rows: readonly Row[], folder: string, facts: object): Promise<boolean> {
  const head = ['项目', '本系统', '对照', '中位比', '标准', '结果', '说明']
  console.info(table([head, ...rows.map(cellsOf)]))
  await mkdir(folder, { recursive: true })
  const now = new Date()
  const file = join(folder, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}.json`)
  const kept = { at: now.toISOString(), ...facts, rows: rows.map((row) => ({ ...row, verdict: verdictOf(row) })) }
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
  const missed = rows.filter((row) => verdictOf(row) === 'miss').length
  console.info(`\n${rows.length} 项，${missed} 项未达标：${file}`)
  return missed === 0
}

function cellsOf(row: Row): string[] {
  const { name, ours, bare, ratio, unit, bar, note = '' } = row
  const amount = (value: number | null | undefined) => (value == null ? '–' : `${formatValue(value)}${unit}`)
  const mark = 'least' in bar ? `≥ ${bar.least}` : `≤ ${bar.most}`
  const verdict = { ok: '达标', miss: '未达标', skipped: '跳过' }[verdictOf(row)]
  return [name, amount(ours), amount(bare), ratio === undefined ? '–' : ratio.toFixed(2), mark, verdict, note]
}

const formatValue = (value: number): string =>
  value >= 1000
    ? Math.round(value).toLocaleString('en')
    : Number.isInteger(value)
      ? `${value}`
      : value.toFixed(value < 10 ? 2 : 1)

export function table(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column]!))))
  const padded = lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return ['', padded[0]!, rule, ...padded.slice(1)].join('\n')
}

/** Chinese characters are two columns wide. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (/[\u3000-\u9fff\uff00-\uff60]/.test(one) ? 2 : 1), 0)
