import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

/*
 * What a command says to somebody who does not know it yet. No database is asked.
 */

const run = (command: string, ...args: readonly string[]) => {
  const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: '/nowhere', BACKUP_PASSPHRASE: '' },
  })
  return { status, stdout, stderr }
}

// Each starts a process of its own.
vi.setConfig({ testTimeout: 60_000 })

it('helps who asks for help', () => {
  const { status, stdout, stderr } = run('operator', '--help')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^用法：\n {2}npm run operator -- merchant list/)
})

it.each([['merchant', '--nmae', 'x'], []])('says how it is used when told %j', (...args) => {
  const { status, stderr } = run('operator', ...args)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^用法：/)
  expect(stderr).not.toContain('at ')
})

it('asks for the passphrase of a backup before anything is opened', () => {
  const { status, stderr } = run('backup', '/nowhere/backups')
  expect(status).toBe(1)
  expect(stderr).toContain('BACKUP_PASSPHRASE')
})
