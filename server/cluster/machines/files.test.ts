import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type FileName,
  fileFor,
  fillTemplate,
  inNamespace,
  opsFile,
  places,
  withMachine,
  writeVariables,
} from './files.ts'

const names = Object.keys(places) as FileName[]
const variables = async () =>
  [...(await readFile(opsFile('cluster.env'), 'utf8')).matchAll(/^(\w+)=/gm)].map(([, name]) => name!)

it('finds in cluster.env every value that the files need, and no value that none of them uses', async () => {
  const used = new Set<string>()
  for (const name of names)
    for (const [, one] of (await readFile(opsFile(name), 'utf8')).matchAll(/\$\{(\w+)\}/g)) used.add(one!)
  const password = /\$(ETCD_\w*PASSWORD)/g
  for (const [, one] of (await readFile(opsFile('etcd-password.sh'), 'utf8')).matchAll(password)) used.add(one!)
  expect([...used].toSorted()).toEqual((await variables()).toSorted())
})

it('refuses to write a file with a value missing', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are placeholders of a file.
  expect(() => fillTemplate('a: ${A}\nb: ${B}', { A: '1' })).toThrow('no value for B')
})

it('gives a machine of namespaces a watchdog and a second repository of its own, and keeps the rest', async () => {
  const values = Object.fromEntries((await variables()).map((name) => [name, 'x']))
  const patroni = inNamespace('patroni.yml', await fileFor('patroni.yml', values))
  expect(patroni).toMatch(/watchdog:\n {2}mode: required\n {2}driver: testing\n {2}device: \/run\/watchdog\n/)
  const backups = inNamespace('pgbackrest.conf', await fileFor('pgbackrest.conf', values))
  expect(backups).not.toMatch(/^repo2-(?:type|s3)/m)
  expect(backups).toMatch(/^repo2-path=\/mnt\/cheyi-backup\/second$/m)
  expect(backups).toMatch(/^repo2-retention-full=13$/m)
})

it('sends connections to a machine that was added, by both ports', async () => {
  const values = Object.fromEntries(
    (await variables()).map((name) => [name, name === 'N3' ? '10.0.0.23' : `v-${name}`]),
  )
  const config = withMachine(await fileFor('haproxy.cfg', values), 'n4', '10.0.0.24')
  expect(
    config.match(
      /^ {4}server n4 10\.0\.0\.24:5432 check port 8008 check-ssl verify required ca-file \S+ verifyhost n4$/gm,
    ),
  ).toHaveLength(2)
  expect(config.match(/^ {4}server n3 10\.0\.0\.23:5432 check port 8008 .* verifyhost n3$/gm)).toHaveLength(2)
})

it('writes addresses for their owner alone, also over a file that others could read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'variables-'))
  const file = join(folder, 'server.env')
  await writeFile(file, '', { mode: 0o644 })
  await writeVariables(file, { DATABASE_URL: 'postgres://cheyi_web@x/cheyi', MIGRATE_URL: 'postgres://o:pw@x/cheyi' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toBe(
    "DATABASE_URL='postgres://cheyi_web@x/cheyi'\nMIGRATE_URL='postgres://o:pw@x/cheyi'\n",
  )
  await rm(folder, { recursive: true })
})

it('shows no password on the screen: what starts the cluster prints names and the path of that file', async () => {
  const program = await readFile(new URL('../main.ts', import.meta.url), 'utf8')
  const printed = [...program.matchAll(/console\.\w+\((.*?)\n?\s*\)\n/gs)].map(([, what]) => what)
  expect(printed.length).toBeGreaterThan(3)
  expect(printed.filter((what) => /addresses(?!\))|\.url\(|value/.test(what!))).toEqual([])
})
