import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { secretVariables } from '../../kernel/process/secret-files.ts'

/*
 * The files of the container image name what exists: variables, files and folders of the repository. That they work is tried by
 * `npm run image -- --prove`, which needs root.
 */

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const containerfile = read('ops/image/Containerfile')
const compose = read('ops/image/compose.yaml')
const example = read('ops/image/env.example')
const words = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]

/** Those of PostgreSQL’s own image and of Debian’s packages. */
const ofPostgres = /^(POSTGRES_(DB|PASSWORD_FILE|INITDB_ARGS)|DEBIAN_FRONTEND)$/

it('names only variables that the documentation of the configuration has', () => {
  const documented = new Set(words(read('docs/configuration.md'), /`([A-Z][A-Z0-9_]+)`/g))
  const used = [
    ...words(compose, /^ +([A-Z][A-Z0-9_]+): /gm),
    ...words(compose, /\$\{([A-Z][A-Z0-9_]+)/g),
    ...words(example, /^([A-Z][A-Z0-9_]+)=/gm),
    ...words(containerfile, /\b([A-Z][A-Z0-9_]+)=(?!\$|>)/g),
  ].filter((name) => !ofPostgres.test(name))
  const ofSecrets = secretVariables.map((name) => `${name}_FILE`)
  expect(used.filter((name) => !documented.has(name) && !ofSecrets.includes(name))).toEqual([])
  expect(used.length).toBeGreaterThan(20)
})

it('each value that somebody has to fill in stands in the example', () => {
  const asked = words(compose, /\$\{([A-Z][A-Z0-9_]+)(?::\?[^}]*|:-|\b)\}/g)
  expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([])
})

it('copies and mounts only what is there', () => {
  const copied = containerfile.split('\n').flatMap((line) => {
    const [, from = ''] = /^COPY ((?!--)\S+(?: \S+)*) \S+$/.exec(line) ?? []
    return from.split(' ').filter((path) => path !== '' && path !== '.')
  })
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((path) => !existsSync(`${root}/${path}`))).toEqual([])
  const mounted = words(compose, /- (\.\.?\/[\w./-]+):/g)
  expect(mounted.filter((path) => !existsSync(`${root}/ops/image/${path}`))).toEqual([])
  const commands = words(read('ops/image/cheyi'), /^ {2}((?:[\w-]+(?: \| )?)+)\) exec node "server/gm).flatMap((line) =>
    line.split(' | '),
  )
  expect(commands).toContain('nightly')
  expect(commands.filter((name) => !existsSync(`${root}/server/src/command/${name}.ts`))).toEqual([])
})

it('runs as somebody who is not root, says whether it works, and has no demo', () => {
  expect(containerfile.match(/^USER (.+)$/gm)).toEqual(['USER 10001:10001'])
  expect(containerfile).toMatch(/^HEALTHCHECK .*CMD \["cheyi", "health"\]$/m)
  expect(containerfile).toMatch(/^ENV .*\bDEMO=off\b/m)
  expect(compose).toMatch(/^x-cheyi: &cheyi\n(?: .*\n)*? {2}read_only: true\n/m)
  expect(compose).toMatch(/cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/)
})

it('no secret is a value of the compose file', () => {
  const secrets = new Set<string>(secretVariables)
  const given = words(compose, /^ +([A-Z][A-Z0-9_]+): (?!postgres:\/\/\w+@)/gm)
  expect(given.filter((name) => secrets.has(name))).toEqual([])
  expect(compose).not.toMatch(/postgres:\/\/\w+:/)
})

it('each volume and secret that a service names is declared', () => {
  const [, declared = ''] = /^volumes:\n((?: .*\n)+)/m.exec(compose) ?? []
  const mounted = words(compose, /(?:\[|, |- )([a-z]+):\/var\//g)
  expect(mounted.length).toBeGreaterThan(4)
  expect(mounted.filter((name) => !declared.includes(`  ${name}: {}`))).toEqual([])
  const [, files = ''] = /^secrets:\n((?: .*\n)+)/m.exec(compose) ?? []
  const used = words(compose, /secrets: \[([\w, ]+)\]/g).flatMap((line) => line.split(', '))
  expect(used.filter((name) => !files.includes(`  ${name}: { file: ./secrets/${name} }`))).toEqual([])
})

it('makes its database as the program makes its own', () => {
  // Of the builtin locale alone initdb does not conclude the encoding, and ends.
  const given = (text: string) => words(text, /(--(?:encoding|locale|locale-provider|builtin-locale)=[\w.-]+)/g).sort()
  const [own = ''] = /\binitdb,[\s\S]*?\n {6}\]/.exec(read('server/src/kernel/postgres/postgres.ts')) ?? []
  const [, ours = ''] = /POSTGRES_INITDB_ARGS: (.*)/.exec(compose) ?? []
  expect(given(own).length).toBe(4)
  expect(given(ours)).toEqual(given(own))
})
