import { writeFileSync } from 'node:fs'
import { rowsOf, type Screen } from '../kernel/page/screen.ts'
import { screens } from '../screens.ts'

/** The content of `server/src/kernel/screens.gen.ts`: the screens by name, for the links in notices, to-dos and QR codes. */
export function screenTable(): string {
  return `// Written by web/src/build/screen-table.ts from the rows of web/src/screens.ts. Do not edit.
interface Screen {
  readonly path: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

export const screens = {
${rowsOf(screens).map(line).join('')}} as const satisfies Readonly<Record<string, Screen>>
`
}

function line({ name, path, search }: Screen): string {
  const list = (required: boolean) =>
    Object.entries(search)
      .filter(([, reader]) => reader.required === required)
      .map(([key]) => `'${key}'`)
      .join(', ')
  return `  '${name}': { path: '${path}', needs: [${list(true)}], takes: [${list(false)}] },\n`
}

if (import.meta.main)
  writeFileSync(new URL('../../../server/src/kernel/screens.gen.ts', import.meta.url), screenTable())
