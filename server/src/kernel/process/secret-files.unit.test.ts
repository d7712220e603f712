import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { withSecretFiles } from './secret-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function secret(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

test('a secret may stand in a file, with the line break that an editor leaves', async () => {
  const METRICS_TOKEN_FILE = await secret('token', '0123456789abcdef\n')
  expect(loadConfig({ METRICS_TOKEN_FILE }).metrics.token).toBe('0123456789abcdef')
})

test('the password of the migrator is that of the database, in its own file', async () => {
  const env = {
    DATABASE_URL: 'postgres://cheyi_web@database/cheyi?sslmode=disable',
    MIGRATE_URL: 'postgres://postgres@database/cheyi?sslmode=disable',
    MIGRATE_PASSWORD_FILE: await secret('password', 'a/b c'),
  }
  const { migrateUrl, databaseUrl } = loadConfig(env)
  expect(decodeURIComponent(new URL(migrateUrl!).password)).toBe('a/b c')
  expect(databaseUrl).toBe(env.DATABASE_URL)
})

test('a file that is not there is named, and its contents never are', () => {
  expect(() => loadConfig({ METRICS_TOKEN_FILE: join(folder, 'nothing') })).toThrow(
    /METRICS_TOKEN_FILE 指定的文件 .*nothing 无法读取（ENOENT）/,
  )
})

test('the files of keys are no secrets of another variable', () => {
  const env = { KEY_FILE: '/nowhere/keys.json', GATEWAY_KEY_FILE: '/nowhere/gateway.json' }
  expect(withSecretFiles(env)).toMatchObject(env)
})
