import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { enumerations } from '@cheyi/domain/platform/lookup/catalogue'
import { expect, it } from 'vitest'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

const ask = (headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'GET',
    url: contract.lookup.enumerations.path,
    headers: { token: w.tokens.clerk, ...headers },
  })

it('serves every list, and not again to who has it', async () => {
  const first = await ask()
  const lists = first.json().data
  expect(Object.keys(lists)).toEqual(Object.keys(enumerations))
  expect(lists.status[4]).toEqual({ name: '已排车', value: 4 })
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.stringMatching(/^W\/"/) })

  const known = await ask({ 'if-none-match': String(first.headers.etag) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  expect((await ask({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})

it('asks for a login, and leaves other answers uncached', async () => {
  expect((await ask({ token: 'none' })).json()).toMatchObject({ errorCode: -9 })
  const other = await t.send(contract.store.list, {}, { token: w.tokens.clerk })
  expect(other.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(other.headers).not.toHaveProperty('etag')
})

it('tells how cities sound', async () => {
  const { list } = await t.call(contract.lookup.cities, {}, {})
  const soundOf = (name: string) => list.find((city) => city.name === name)?.sound
  expect([soundOf('青岛'), soundOf('重庆'), soundOf('吕梁')]).toEqual(['qingdao qd', 'chongqing cq', 'lvliang ll'])
})

it('tells an owner the age of backups and what became of messages, and nobody else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-checkup-'))
  const state = () => t.call(contract.lookup.checkup, {}, { token: w.tokens.owner })
  const config = t.kernel.config as { backupDir?: string }
  const before = config.backupDir
  try {
    config.backupDir = undefined
    expect(await state()).toMatchObject({ backups: null, sms: { sends: false } })
    config.backupDir = folder
    expect(await state()).toMatchObject({ backups: { newest: null, proven: null } })
    const madeAt = new Date('2026-11-20T02:31:00+08:00')
    await writeFile(join(folder, 'cheyi-20261119-183100.backup'), '')
    await utimes(join(folder, 'cheyi-20261119-183100.backup'), madeAt, madeAt)
    await writeFile(join(folder, 'cheyi-20261119-183100.proven'), JSON.stringify({ at: '2026-11-20T03:00:00+08:00' }))
    const { backups } = await state()
    expect(backups).toEqual({ newest: madeAt.getTime(), proven: Date.parse('2026-11-20T03:00:00+08:00') })
  } finally {
    config.backupDir = before
    await rm(folder, { recursive: true })
  }
  const refused = await t.send(contract.lookup.checkup, {}, { token: w.tokens.clerk })
  expect(refused.success).toBe(false)
})
