import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/* A pattern of a rule of our own may match nothing, and nobody would see it: each line here is found, or left alone. */

const root = join(import.meta.dirname, '../../../..')

/** @returns the lines of a file that a rule of scripts/lint reports */
function reported(rule: string, file: string, lines: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cheyi-lint-'))
  try {
    const plugins = [join(root, 'scripts', 'lint', `${rule}.grit`)]
    const config = { root: true, plugins, linter: { rules: { preset: 'none' } }, formatter: { enabled: false } }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), lines.join('\n'))
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { start: { line: number } } }[]
    }
    return diagnostics
      .filter(({ category }) => category === 'plugin')
      .map(({ location }) => lines[location.start.line - 1]!)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the path of a file is not taken from a URL as it is, nor a URL made of a path', () => {
  const found = [
    `export const a = new URL('./x', import.meta.url).pathname`,
    `export const b = decodeURI(new URL(import.meta.url).pathname)`,
    `export const { pathname, href } = new URL('..', import.meta.url)`,
    `export const c = new URL(\`file://\${a}\`)`,
    `export const d = 'file://' + a`,
  ]
  const fine = [
    `export const e = new URL('https://cheyi.example/x').pathname`,
    `export const { href: f } = new URL('..', import.meta.url)`,
    `export const g = \`https://\${e}\``,
    `export const h = (source) => source.pathname`,
  ]
  expect(reported('file-urls-have-paths', 'server/src/a.ts', [...found, ...fine])).toEqual(found)
  expect(reported('file-urls-have-paths', 'scripts/lib/a.mjs', fine)).toEqual([fine[0], fine[3]])
})

test('an area that is loaded later says what stands in its place', () => {
  const found = [`export const A = () => <Suspense><B /></Suspense>`]
  const fine = [`export const C = () => <Suspense fallback={null}><B /></Suspense>`]
  expect(reported('suspense-has-fallback', 'web/src/a.tsx', [...found, ...fine])).toEqual(found)
})

test('a test of the server waits by the one function whose limit suits a busy machine', () => {
  const found = [`await vi.waitFor(() => expect(1).toBe(1))`, `await vi.waitUntil(done, 5_000)`]
  const fine = [`await inTheEnd(() => expect(1).toBe(1))`]
  expect(reported('tests-wait-in-the-end', 'server/src/a.test.ts', [...found, ...fine])).toEqual(found)
})
