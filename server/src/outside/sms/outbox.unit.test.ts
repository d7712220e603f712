import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Vault } from '../../kernel/vault.ts'
import { outboxSms } from './outbox.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Opens what it sealed, and nothing else. */
const vault = {
  seal: (...sealed: string[]) => Buffer.from(JSON.stringify(sealed)).reverse(),
  open: (place: string, row: string, sealed: Buffer) => {
    const [ofPlace, ofRow, text] = JSON.parse(Buffer.from(sealed).reverse().toString())
    expect([ofPlace, ofRow]).toEqual([place, row])
    return text
  },
} as unknown as Vault
const opened = () => outboxSms(folder, vault, () => 1)
const codesOf = async (sms = opened()) => (await sms.outbox!()).map(({ text }) => /验证码 (\d+)/.exec(text)![1])

it('keeps the newest messages, also of many at once and after a start, and passes over what it cannot open', async () => {
  expect(await codesOf()).toEqual([])
  const sms = opened()
  const send = (by: typeof sms, code: number) =>
    by.send({ mobile: '18621070937', template: 'code', params: { code: String(code), purpose: '登录' } })
  await Promise.all(Array.from({ length: 450 }, (_, n) => send(sms, 1000 + n)))
  expect(await codesOf(sms)).toEqual(Array.from({ length: 200 }, (_, n) => String(1449 - n)))
  const text = await readFile(join(folder, 'outbox', 'sms.lines'), 'utf8')
  expect(text.split('\n').length).toBeLessThan(400)
  expect(text).not.toContain('18621070937')
  await appendFile(join(folder, 'outbox', 'sms.lines'), `${Buffer.from('{').toString('base64')}\n`)
  const next = opened()
  await send(next, 7)
  expect((await codesOf(next)).slice(0, 3)).toEqual(['7', '1449', '1448'])
})
