import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const web = new URL('../../../web/src/', import.meta.url)

/** Names of the modules of checks that the web imports. */
export const importedForms = (): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: fileURLToPath(web) }).flatMap((path) =>
    [...readFileSync(new URL(path, web), 'utf8').matchAll(/'[./]+form\/calls\/([\w-]+\.gen\.ts)'/g)].map(
      ([, file]) => file!,
    ),
  )
