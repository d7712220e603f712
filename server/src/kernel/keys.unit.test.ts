import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultKeyFile, derive, freshKeys, openKeys, replaceKeys } from './keys.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cheyi-keys-'))
})
afterEach(() => rm(root, { recursive: true }))

const at = (name: string) => ({ dataDir: join(root, name), keyFile: defaultKeyFile(join(root, name)) })

describe('the key file', () => {
  it('is created once, readable only by its user, and only read later', async () => {
    const made = await openKeys(at('a'), true)
    expect(await openKeys(at('a'))).toEqual(made)
    const { keyFile } = at('a')
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(keyFile))).mode & 0o777).toBe(0o700)
    expect(made.installation.get(1)).toHaveLength(32)
    expect(made.pepper).toHaveLength(32)
  })

  it('is missed, and never created anew for what is encrypted already', async () => {
    await openKeys(at('a'), true)
    const { keyFile } = at('a')
    await rm(keyFile)
    await expect(openKeys(at('a'))).rejects.toThrow(`密钥文件 ${keyFile} 不见了`)
    expect(await readdir(dirname(keyFile))).toEqual([])
  })

  it('is the same for all servers that start at once with their own folders', async () => {
    const keyFile = join(root, 'secret', 'cheyi.json')
    const servers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => openKeys({ dataDir: join(root, `${i}`), keyFile }, true)),
    )
    for (const keys of servers) expect(keys).toEqual(servers[0])
    expect(await readdir(dirname(keyFile))).toEqual(['cheyi.json'])
  })

  it('takes over the separate secret files of an older version', async () => {
    const { dataDir, keyFile } = at('old')
    const key = Buffer.alloc(32, 7)
    await mkdir(join(dataDir, 'keys'), { recursive: true })
    await writeFile(join(dataDir, 'keys', 'installation'), key.toString('hex'))
    await writeFile(join(dataDir, 'keys', 'gate'), 'of-old')
    const keys = await openKeys({ dataDir, keyFile })
    expect(keys).toEqual({ gate: 'of-old', pepper: derive(key, 'password pepper'), installation: new Map([[1, key]]) })
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['installation.json'])
  })

  it('is moved out of the data folder when KEY_FILE is set', async () => {
    const made = await openKeys(at('a'), true)
    const keyFile = join(root, 'secret', 'cheyi.json')
    expect(await openKeys({ dataDir: at('a').dataDir, keyFile })).toEqual(made)
    await expect(readFile(at('a').keyFile)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses a data folder with the keys of another installation, and changes neither', async () => {
    const mine = await openKeys(at('a'), true)
    const { keyFile } = at('b')
    const theirs = await openKeys(at('b'), true)
    await expect(openKeys({ dataDir: at('a').dataDir, keyFile })).rejects.toThrow('不是同一套密钥')
    expect(await openKeys(at('a'))).toEqual(mine)
    expect(await openKeys(at('b'))).toEqual(theirs)
  })

  it('is replaced atomically', async () => {
    const made = await openKeys(at('a'), true)
    const more = { ...made, installation: new Map([...made.installation, [2, Buffer.alloc(32, 2)]]) }
    await replaceKeys(at('a').keyFile, more)
    expect(await openKeys(at('a'))).toEqual(more)
    expect((await stat(at('a').keyFile)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['', '空'],
    ['{"gate":"x"}', '缺少密钥'],
    [JSON.stringify({ gate: 'x', pepper: 'ab', installation: { 1: 'cd' } }), '长度不对'],
    [JSON.stringify({ gate: 'x', pepper: 'a'.repeat(64), installation: { 300: 'b'.repeat(64) } }), '编号超限'],
  ])('reports a damaged file: %s (%s)', async (text) => {
    const { dataDir, keyFile } = at('a')
    await mkdir(dirname(keyFile), { recursive: true })
    await writeFile(keyFile, text)
    await expect(openKeys({ dataDir, keyFile })).rejects.toThrow(`密钥文件 ${keyFile} 的内容不完整或已损坏`)
    expect(await readFile(keyFile, 'utf8')).toBe(text)
  })

  it('differs between installations', () => {
    const [a, b] = [freshKeys(), freshKeys()]
    expect(a.gate).not.toBe(b.gate)
    expect(a.pepper.equals(b.pepper)).toBe(false)
  })
})
